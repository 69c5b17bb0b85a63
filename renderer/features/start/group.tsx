import { useId, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { Kbd, toAriaKeys } from "../../ui/kbd.tsx";
import { List } from "../../ui/list.tsx";
import styles from "./start.module.css";

type GroupProps = {
  readonly title: string;
  /** Of the key that goes to its first row, with Alt. */
  readonly digit: number;
  /** Beside the title: how many there are. */
  readonly count?: ReactNode;
  /** In place of rows that there are none of. */
  readonly nothing?: string;
  /** How many are not shown, and where they are. */
  readonly more?: { readonly count: number; readonly onPress: () => void } | null;
  readonly children?: ReactNode;
};

/** Some rows under their name; a key goes to the first. */
export function Group({ title, digit, count, nothing, more = null, children }: GroupProps): ReactNode {
  const id = useId();
  return (
    <section
      className={styles["group"]}
      aria-labelledby={id}
      aria-keyshortcuts={toAriaKeys(`Alt+${String(digit)}`)}
      data-start={digit}
    >
      <div className={styles["head"]}>
        <h2 id={id}>{title}</h2>
        {count !== undefined && <span className={styles["count"]}>{count}</span>}
        {more !== null && more.count > 0 && (
          <button
            type="button"
            className={styles["more"]}
            aria-label={words.start.moreOf({ count: more.count, group: title })}
            onClick={more.onPress}
          >
            {words.start.more({ count: more.count })}
          </button>
        )}
        {nothing === undefined && (
          <span aria-hidden="true">
            <Kbd keys={`Alt+${String(digit)}`} />
          </span>
        )}
      </div>
      {nothing === undefined ? (
        <List label={title}>{children}</List>
      ) : (
        <p className={styles["nothing"]}>{nothing}</p>
      )}
    </section>
  );
}

type RowProps = {
  /** In front: an icon or a time. */
  readonly lead: ReactNode;
  readonly name: string;
  readonly detail: ReactNode;
  /** At the end of the first line: where it stands. */
  readonly meta?: ReactNode;
  /** At the end of the row: what a press does. */
  readonly end?: ReactNode;
  readonly onPress: () => void;
};

/** One row, all of it a button. */
export const StartRowLine = ({ lead, name, detail, meta, end, onPress }: RowProps): ReactNode => (
  <li className={styles["item"]}>
    <button type="button" data-row="" className={styles["row"]} onClick={onPress}>
      {lead}{" "}
      <span className={styles["text"]}>
        <span className={styles["first"]}>
          <bdi className={styles["name"]}>{name}</bdi>{" "}
          {meta !== undefined && <span className={styles["meta"]}>{meta}</span>}
        </span>{" "}
        <bdi className={styles["detail"]}>{detail}</bdi>
      </span>{" "}
      {end}
    </button>
  </li>
);
