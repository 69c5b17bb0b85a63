import type { KeyboardEvent, ReactNode } from "react";
import { isolateText } from "./text.tsx";
import styles from "./list.module.css";

type ListProps = { readonly label: string; readonly children: ReactNode };

/** Moves the focus among the rows: arrows, Home and End. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLButtonElement>("button[data-row]")];
  const at = rows.findIndex((row) => row === event.target);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (at === -1 || next === undefined) return;
  event.preventDefault();
  rows[next]?.focus();
}

/** A list of rows to choose from; the chosen row's details belong beside it. */
export const List = ({ label, children }: ListProps): ReactNode => (
  <ul className={styles["list"]} aria-label={label} onKeyDown={moveFocus}>
    {children}
  </ul>
);

/** How many are listed, read out when it changes. */
export const ListCount = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <output className={styles["count"]}>{children}</output>
);

type RowProps = {
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  /** At the right: a time, a badge. */
  readonly meta?: ReactNode;
  readonly isSelected?: boolean;
  readonly onPress: () => void;
};

/** One row, all of it a button. */
export const ListRow = ({ title, detail, meta, isSelected = false, onPress }: RowProps): ReactNode => (
  <li className={styles["item"]}>
    <button
      type="button"
      data-row=""
      className={styles["row"]}
      aria-current={isSelected || undefined}
      onClick={onPress}
    >
      <span className={styles["text"]}>
        <span className={styles["title"]}>{isolateText(title)}</span>
        {detail !== undefined && detail !== null && (
          <span className={styles["detail"]}>{isolateText(detail)}</span>
        )}
      </span>
      {meta !== undefined && <span className={styles["meta"]}>{meta}</span>}
    </button>
  </li>
);

/** A row that is no button, with actions of its own. */
export const ListItem = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <li className={styles["item"]}>
    <div className={styles["plain"]}>{children}</div>
  </li>
);
