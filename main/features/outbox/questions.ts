import type { Clock, RandomIds } from "../../platform/ports.ts";
import type { UndoHold, UndoTimers } from "./moments.ts";

/** Milliseconds that a question may be asked: nobody is at the desk then, and what was to be sent goes out. */
export const longestQuestion = 10 * 60_000;

/** Questions that are held at a time. The window asks one or two; a page that asks on and on would let nothing be sent. */
export const mostQuestions = 16;

/** The questions over the window: while there is one, no moment to undo runs out. */
export type Questions = {
  /** One is asked. Answers its id; null when too many are open. */
  readonly hold: () => string | null;
  /**
   * Somebody said yes: whether it is still held. It then has its whole time again to be carried out. A moment that begins now may be
   * of what was said yes to, which is done once it is over: it does not wait for this question.
   */
  readonly answer: (id: string) => boolean;
  readonly release: (id: string) => void;
  /** The page is gone, and its questions with it. */
  readonly releaseAll: () => void;
};

type Options = {
  readonly clock: Pick<Clock, "after">;
  readonly random: Pick<RandomIds, "uuid">;
  readonly holdMoments: UndoTimers["holdAll"];
  /** It was asked for too long, and is closed unanswered. */
  readonly onOver: (id: string) => void;
};

export function createQuestions({ clock, random, holdMoments, onOver }: Options): Questions {
  const open = new Map<string, { readonly held: UndoHold; cancel: () => void }>();
  const limit = (id: string): (() => void) =>
    clock.after(longestQuestion, () => {
      onOver(id);
      release(id);
    });

  function release(id: string): void {
    const question = open.get(id);
    if (question === undefined) return;
    open.delete(id);
    question.cancel();
    question.held.goOn();
  }

  return {
    hold: () => {
      if (open.size >= mostQuestions) return null;
      const id = random.uuid();
      open.set(id, { held: holdMoments(), cancel: limit(id) });
      return id;
    },
    answer: (id) => {
      const question = open.get(id);
      if (question === undefined) return false;
      question.cancel();
      question.cancel = limit(id);
      question.held.letBegin();
      return true;
    },
    release,
    releaseAll: () => [...open.keys()].forEach(release),
  };
}
