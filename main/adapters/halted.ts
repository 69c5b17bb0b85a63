import { fail } from "../../contract/failure.ts";
import type { StoreProblem } from "../../contract/routes/app.ts";
import { say } from "../../messages/saying.ts";
import type { DeskOptions } from "../desk.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { CardCollection } from "../payment/collect.ts";

/** What another copy of the records means for this one. */
export const otherCopyProblem = (): StoreProblem => ({
  kind: "other-copy",
  failure: fail("busy", say("failures.store.otherCopy"), { next: "none" }),
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

type Options = Pick<Outbox, "line" | "engine" | "undo"> & {
  readonly collection: Pick<CardCollection, "stop">;
  readonly files: { readonly stop: () => void };
  readonly emit: DeskOptions["emit"];
};

export function halting({ line, engine, undo, collection, files, emit }: Options): Halt {
  let halted: StoreProblem | null = null;
  return {
    because: (problem) => {
      if (halted !== null) return;
      halted = problem;
      line.stop();
      undo.stop();
      void engine.stop(answersWithin);
      collection.stop();
      files.stop();
      emit("store.problem", problem);
    },
    problem: () => halted,
  };
}
