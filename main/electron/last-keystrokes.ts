import type { DeskPlace } from "../../shared/lock/lock.ts";
import type { Saying } from "../../messages/saying.ts";
import type { Clock } from "../platform/ports.ts";

/** Milliseconds that the window has to save what was typed: one that does not answer keeps nobody here. */
const within = 2_000;

type Parts = {
  /** Asks the window to save all; it answers with the same number. */
  readonly ask: (request: number) => void;
  readonly clock: Pick<Clock, "after">;
};

export type LastKeystrokes = {
  /**
   * Settles when the window has saved what was typed, or after two seconds. Answers why something could not be
   * saved; null when nothing is known to be unsaved.
   */
  readonly save: () => Promise<Saying | null>;
  /** The same, and where the window is; null when it did not answer in those two seconds. */
  readonly saveAndTell: () => Promise<Flushed | null>;
  /** The window's answer. One that came too late for its own request answers no other. */
  readonly saved: (request: number, unsaved: Saying | null, place: DeskPlace | null) => void;
};

type Flushed = { readonly unsaved: Saying | null; readonly place: DeskPlace | null };

/** What is asked of the window before it closes, or the desk is locked. */
export function createEditFlusher({ ask, clock }: Parts): LastKeystrokes {
  let requests = 0;
  const waiting = new Map<number, (answer: Flushed | null) => void>();
  const saveAndTell = (): Promise<Flushed | null> =>
    new Promise((resolve) => {
      const request = (requests += 1);
      const end = (answer: Flushed | null): void => {
        waiting.delete(request);
        cancel();
        resolve(answer);
      };
      const cancel = clock.after(within, () => end(null));
      waiting.set(request, end);
      ask(request);
    });
  return {
    save: async () => (await saveAndTell())?.unsaved ?? null,
    saveAndTell,
    saved: (request, unsaved, place) => waiting.get(request)?.({ unsaved, place }),
  };
}
