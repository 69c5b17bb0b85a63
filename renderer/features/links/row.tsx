import { Link, PhoneIncoming, TriangleAlert } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { useAnnounce } from "../../lib/hooks.ts";
import { joinClassNames } from "../../ui/class-names.ts";
import styles from "./links.module.css";

const icons = { call: PhoneIncoming, link: Link, warning: TriangleAlert } as const;

type Props = {
  readonly look: keyof typeof icons;
  /** Said once, politely; null while there is more to come. */
  readonly news: string | null;
  readonly text: ReactNode;
  readonly actions: ReactNode;
};

/** A line of the strip: what it says, and what can be done. */
export function LinkLine({ look, news, text, actions }: Props): ReactNode {
  const Icon = icons[look];
  const announce = useAnnounce();
  const isSaid = useRef(false);
  useEffect(() => {
    if (news === null || isSaid.current) return;
    isSaid.current = true;
    announce(news);
  }, [news, announce]);
  return (
    <div className={joinClassNames(styles["row"], styles[look])}>
      <Icon size={16} aria-hidden="true" />
      <div className={styles["text"]}>{text}</div>
      <div className={styles["buttons"]}>{actions}</div>
    </div>
  );
}

/** What a line can do. */
export type RowActions = {
  /** The line has done what it is for. */
  readonly onGone: () => void;
  /** A person does not want it. */
  readonly onDismiss: () => void;
};
