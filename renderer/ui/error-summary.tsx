import type { ReactNode } from "react";
import type { FieldErrors } from "../../shared/core/failure.ts";
import { said } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import styles from "./error-summary.module.css";
import { NoticeBox } from "./notice.tsx";

type Props<Field extends string> = {
  /** By which a heading is described. */
  readonly id?: string;
  /** In the order in which they are named. */
  readonly fields: readonly Field[];
  readonly errors: FieldErrors;
  readonly labels: Readonly<Record<Field, string>>;
  readonly onGo: (field: Field) => void;
};

/** What is still to be put right, field by field, with the way there. It is read where it stands, and not announced. */
export function ErrorSummary<Field extends string>({
  id,
  fields,
  errors,
  labels,
  onGo,
}: Props<Field>): ReactNode {
  const bad = fields.flatMap((field) => {
    const problem = errors[field];
    return problem === undefined ? [] : [{ field, problem }];
  });
  if (bad.length === 0) return null;
  const { title, entry } = words.ui.toFix;
  return (
    <NoticeBox {...(id === undefined ? {} : { id })} tone="warning" title={title({ count: bad.length })}>
      <ul className={styles["list"]}>
        {bad.map(({ field, problem }) => (
          <li key={field}>
            <button type="button" className={styles["link"]} onClick={() => onGo(field)}>
              {entry({ label: labels[field], problem: said(problem) })}
            </button>
          </li>
        ))}
      </ul>
    </NoticeBox>
  );
}
