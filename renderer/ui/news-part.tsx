import { createContext, use, useEffect, useRef, type ReactNode } from "react";

/** Whether the focus comes to a notice: it is read by that, and is no alert besides. Without it the notice is announced as anywhere. */
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
    <NewsContext value={news !== null}>
      <div ref={part} tabIndex={-1} className={className}>
        {children}
      </div>
    </NewsContext>
  );
}
