import type { ReactNode } from "react";
import type { Failure } from "../../shared/core/failure.ts";
import { words } from "../../messages/words.ts";
import styles from "./saved-note.module.css";
import { said } from "../../messages/saying.ts";

type Props = {
  readonly save:
    | { readonly kind: "none" | "saving" | "saved" }
    | { readonly kind: "failed"; readonly failure: Failure };
  /** What "saved" means here: "Saved on this computer – not booked yet." */
  readonly words: string;
};

/** Whether what was typed is kept. Calm while it is; a failure says what went wrong. */
export function SavedNote({ save, words: saved }: Props): ReactNode {
  if (save.kind === "failed") {
    return (
      <p className={styles["failed"]} role="alert">
        {words.ui.notSaved({ reason: said(Object.values(save.failure.fields)[0] ?? save.failure.why) })}
      </p>
    );
  }
  const texts = { none: null, saving: words.ui.saving, saved };
  return <p className={styles["note"]}>{texts[save.kind]}</p>;
}
