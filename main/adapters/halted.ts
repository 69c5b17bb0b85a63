import { fail } from "../../contract/failure.ts";
import type { StoreProblem } from "../../contract/routes.ts";
import type { DeskOptions } from "../desk.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { CardCollection } from "../payment/collect.ts";

/** What another copy of the records means for this one. */
export const otherCopyProblem = (): StoreProblem => ({
  kind: "other-copy",
  failure: fail(
    "busy",
    "Another copy of these records is in use, so nothing more is sent from this one. Nothing was deleted. The copy that was opened last goes on. Close this window, and start again only where you want to go on working: bookings that were not sent from here by then need checking first, since the other copy may have booked them.",
    { next: "none" },
  ),
  files: [],
  maySetAside: false,
});

/** Milliseconds in which answers that are under way are still heard after everything was brought to a halt. */
const answersWithin = 30_000;

export type Halt = {
  /** From now on nothing is sent; answers under way are still heard. Only the first reason is told. */
  readonly because: (problem: StoreProblem) => void;
  readonly problem: () => StoreProblem | null;
};

type Options = Pick<Outbox, "line" | "engine"> & {
  readonly collection: Pick<CardCollection, "stop">;
  readonly emit: DeskOptions["emit"];
};

export function halting({ line, engine, collection, emit }: Options): Halt {
  let halted: StoreProblem | null = null;
  return {
    because: (problem) => {
      if (halted !== null) return;
      halted = problem;
      line.stop();
      void engine.stop(answersWithin);
      collection.stop();
      emit("store.problem", problem);
    },
    problem: () => halted,
  };
}
