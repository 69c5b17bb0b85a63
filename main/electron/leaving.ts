import type { Saying } from "../../messages/saying.ts";
import { formatUnsavedQuestion, type QuitWords } from "../desk/quit-words.ts";

type Parts = {
  /** Saves what was typed; answers why something could not be saved, or null. */
  readonly save: () => Promise<Saying | null>;
  /** What is about to be sent waits until the returned function says whether the program ends. */
  readonly suspend: () => (ends: boolean) => void;
  /** What is not finished, or null. */
  readonly unfinished: () => QuitWords | null;
  /** True when a person says to quit all the same. */
  readonly ask: (words: QuitWords) => Promise<boolean>;
};

/**
 * Whether the program may end: what was typed is saved first, unsent items are named. Everybody who asks while it
 * is being found out hears the same answer, so that nothing is asked twice and nothing closes under a question.
 */
export function createQuitConfirmation({ save, suspend, unfinished, ask }: Parts): () => Promise<boolean> {
  let pending: Promise<boolean> | null = null;
  const isFine = async (): Promise<boolean> => {
    const unsaved = formatUnsavedQuestion(await save());
    if (unsaved !== null && !(await ask(unsaved))) return false;
    const left = unfinished();
    return left === null || ask(left);
  };
  const find = async (): Promise<boolean> => {
    // A question about what is not sent yet stays true for as long as it is asked.
    const over = suspend();
    let ends = false;
    try {
      ends = await isFine();
      return ends;
    } finally {
      over(ends);
    }
  };
  return () =>
    (pending ??= find().finally(() => {
      pending = null;
    }));
}
