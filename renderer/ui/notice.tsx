import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { joinClassNames } from "./class-names.ts";
import styles from "./notice.module.css";

type NoticeTone = "info" | "success" | "warning" | "danger";
const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert } as const;

export type NoticeProps = {
  /** By which a field or a heading is described. */
  readonly id?: string;
  readonly tone: NoticeTone;
  readonly title?: ReactNode;
  /** Whether its title names a part of the screen. */
  readonly isHeading?: boolean;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** `assertive` for what the person must know now; `polite` for news; without it nothing is announced. */
  readonly live?: "polite" | "assertive";
};

/** What the person should know, in place: icon, words and colour. */
export function NoticeBox({ id, tone, title, isHeading, children, actions, live }: NoticeProps): ReactNode {
  const Icon = icons[tone];
  const Title = isHeading === true ? "h2" : "p";
  const role = live === "assertive" ? "alert" : live === "polite" ? "status" : undefined;
  return (
    <div id={id} className={joinClassNames(styles["notice"], styles[tone])} role={role}>
      <Icon size={18} aria-hidden="true" />
      <div className={styles["text"]}>
        {title !== undefined && <Title className={styles["title"]}>{title}</Title>}
        {children !== undefined && children !== null && <div className={styles["body"]}>{children}</div>}
        {actions !== undefined && actions !== null && <div className={styles["actions"]}>{actions}</div>}
      </div>
    </div>
  );
}
