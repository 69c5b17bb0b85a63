import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { useId, type ComponentProps, type ReactNode } from "react";
import { joinClassNames } from "./class-names.ts";
import { useIsReadByFocus } from "./news-part.tsx";
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
  /** Below the text, and no part of what is read when the focus comes to it: a table, say. */
  readonly more?: ReactNode;
  readonly actions?: ReactNode;
  /** `assertive` for what the person must know now; `polite` for news; without it nothing is announced. */
  readonly live?: "polite" | "assertive";
};

const roles = { assertive: "alert", polite: "status" } as const;

/** A part that the focus comes to: its title is its name, its text describes it. */
const describePart = (
  { nameId, bodyId }: { readonly nameId: string; readonly bodyId: string },
  hasTitle: boolean,
  hasText: boolean,
): ComponentProps<"div"> & { readonly "data-news": true } => ({
  role: "group",
  tabIndex: -1,
  "data-news": true,
  "aria-labelledby": hasTitle ? nameId : bodyId,
  "aria-describedby": hasTitle && hasText ? bodyId : undefined,
});

/** What the person should know, in place: icon, words and colour. */
export function NoticeBox({
  id,
  tone,
  title,
  isHeading,
  children,
  more,
  actions,
  live,
}: NoticeProps): ReactNode {
  const Icon = icons[tone];
  const Title = isHeading === true ? "h2" : "p";
  const own = useId();
  const isRead = useIsReadByFocus() && live !== undefined;
  const nameId = `${own}-title`;
  const bodyId = `${own}-text`;
  const hasText = children !== undefined && children !== null;
  return (
    <div
      id={id}
      className={joinClassNames(styles["notice"], styles[tone])}
      {...(isRead
        ? describePart({ nameId, bodyId }, title !== undefined, hasText)
        : { role: live && roles[live] })}
    >
      <Icon size={18} aria-hidden="true" />
      <div className={styles["text"]}>
        {title !== undefined && (
          <Title id={nameId} className={styles["title"]}>
            {title}
          </Title>
        )}
        {hasText && (
          <div id={bodyId} className={styles["body"]}>
            {children}
          </div>
        )}
        {more}
        {actions !== undefined && actions !== null && <div className={styles["actions"]}>{actions}</div>}
      </div>
    </div>
  );
}
