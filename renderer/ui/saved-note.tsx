import { useEffect, useState, type ReactNode } from "react";
import type { Failure } from "../../contract/failure.ts";
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

/** Saves come with every pause in typing and take a moment: only one that lasts is told. */
const tellsAfter = 400;

function useLasting(isSaving: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!isSaving) return;
    const timer = setTimeout(() => setLasts(true), tellsAfter);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [isSaving]);
  return lasts;
}

/** Whether what was typed is kept. Calm while it is; a failure says what went wrong. */
export function SavedNote({ save, words: saved }: Props): ReactNode {
  const lasts = useLasting(save.kind === "saving");
  // Between two saves the last one still holds; before the first, and after one that failed, nothing does.
  const [wasSaved, setWasSaved] = useState(false);
  if (save.kind !== "saving" && wasSaved !== (save.kind === "saved")) setWasSaved(save.kind === "saved");
  if (save.kind === "failed") {
    return (
      <p className={styles["failed"]} role="alert">
        {words.ui.notSaved({ reason: said(Object.values(save.failure.fields)[0] ?? save.failure.why) })}
      </p>
    );
  }
  return <p className={styles["note"]}>{lasts ? words.ui.saving : wasSaved ? saved : null}</p>;
}
