import { CircleQuestionMark } from "lucide-react";
import type { ReactNode } from "react";
import type { BookingField } from "../../../shared/bookings/booking-fields.ts";
import { words } from "../../../messages/words.ts";
import { keepTimes } from "../../ui/text.tsx";
import styles from "./read-back.module.css";
import type { ReadBack } from "./read-back.ts";

type Props = {
  /** By which a part is described: `listReadBackIds` has the ids of its texts. */
  readonly id?: string;
  readonly facts: ReadBack;
  /** Goes to the field that changes a line; left out where nothing can be changed any more. */
  readonly onChange?: (field: BookingField) => void;
  /** Nothing can be changed while it is on its way. */
  readonly isBlocked?: boolean;
  /** What stands below the lines, such as the buttons of a slip. */
  readonly children?: ReactNode;
};

/** The ids of a card's texts in their order, without what its buttons are called. */
export const listReadBackIds = (id: string, { rows }: ReadBack): string =>
  ["when", "who", ...rows.flatMap((_row, index) => [`label-${String(index)}`, `value-${String(index)}`])]
    .map((part) => `${id}-${part}`)
    .join(" ");

/** One card to read aloud: when and who stand out, all else is a table. */
export function ReadBackCard({ id, facts, onChange, isBlocked = false, children }: Props): ReactNode {
  const { readBack, label } = words.booking;
  const idOf = (part: string): string | undefined => (id === undefined ? undefined : `${id}-${part}`);
  const change = (field: BookingField | undefined, name: string): ReactNode =>
    onChange === undefined || field === undefined ? null : (
      <button
        type="button"
        className={styles["change"]}
        aria-label={readBack.changeOne({ label: name })}
        aria-disabled={isBlocked || undefined}
        onClick={() => onChange(field)}
      >
        {readBack.change}
      </button>
    );
  const isAsked = facts.born === readBack.ask;
  return (
    <div className={styles["card"]}>
      <div className={styles["line"]}>
        <p id={idOf("when")} className={styles["when"]}>
          {keepTimes(facts.when)}
        </p>
        {change("date", label.date)}
      </div>
      <div className={styles["line"]}>
        <div id={idOf("who")} className={styles["who"]}>
          <strong>
            <bdi>{facts.name}</bdi>
          </strong>
          {facts.born !== null && (
            <span className={isAsked ? styles["ask"] : styles["soft"]}>
              {isAsked ? <CircleQuestionMark size={16} aria-hidden="true" /> : "· "}
              {facts.born}
            </span>
          )}
        </div>
        {change("patient", label.patient)}
      </div>
      <dl className={styles["rows"]}>
        {facts.rows.map((row, index) => (
          <div key={row.label} className={styles["row"]}>
            <dt id={idOf(`label-${String(index)}`)}>{row.label}</dt>
            <dd id={idOf(`value-${String(index)}`)}>
              <bdi>{row.value}</bdi>
              {row.more !== undefined && (
                <span className={styles["soft"]}>
                  {" "}
                  · <bdi>{row.more}</bdi>
                </span>
              )}
            </dd>
            <dd className={styles["way"]}>{change(row.field, row.label)}</dd>
          </div>
        ))}
      </dl>
      {children !== undefined && <div className={styles["foot"]}>{children}</div>}
    </div>
  );
}
