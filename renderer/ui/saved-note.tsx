import type { ReactNode } from "react";
import type { Failure } from "../../contract/failure.ts";
import styles from "./saved-note.module.css";

type Props = {
  readonly save:
    | { readonly kind: "none" | "saving" | "saved" }
    | { readonly kind: "failed"; readonly failure: Failure };
  /** What "saved" means here: "Saved on this computer – not booked yet." */
  readonly words: string;
};

/** Whether what was typed is kept. Calm while it is; a failure says what went wrong. */
export function SavedNote({ save, words }: Props): ReactNode {
  if (save.kind === "failed") {
    return (
      <p className={styles["failed"]} role="alert">
        Not saved: {Object.values(save.failure.fields)[0] ?? save.failure.message} What you typed is still
        here.
      </p>
    );
  }
  return <p className={styles["note"]}>{save.kind === "none" ? null : words}</p>;
}
