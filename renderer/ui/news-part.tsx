import { createContext, use, useEffect, useRef, type ReactNode } from "react";

/** Whether a notice stands in a part that takes the focus to it: it is read by the focus then, and is no alert besides. */
const NewsContext = createContext(false);
export const useIsReadByFocus = (): boolean => use(NewsContext);

type Props = {
  /** Another value than null: the focus comes to the notice, whenever it is another one. */
  readonly news: unknown;
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

/** Brings news to where the person looks: the notice in it is focused, and so scrolled to and read, with its title as a name. */
export function NewsPart({ news, className, children }: Props): ReactNode {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (news === null) return;
    const notice = part.current?.querySelector<HTMLElement>("[data-news]");
    (notice ?? part.current)?.focus();
  }, [news]);
  return (
    <NewsContext value>
      <div ref={part} tabIndex={-1} className={className}>
        {children}
      </div>
    </NewsContext>
  );
}
