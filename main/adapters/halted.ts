import { fail } from "../../contract/failure.ts";
import type { StoreProblem } from "../../contract/routes/app.ts";
import { say } from "../../messages/saying.ts";
import type { DeskOptions } from "../desk.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { firstBytes, storeFile } from "../store/files.ts";
import { forgetKey, saltLength } from "../store/key.ts";
import type { CardCollection } from "../payment/collect.ts";

/** What another copy of the records means for this one. */
export const otherCopyProblem = (): StoreProblem => ({
  kind: "other-copy",
  failure: fail("busy", say("failures.store.otherCopy"), { next: "none" }),
  files: [],
  maySetAside: false,
});

/** An admin of the clinic said that this computer was lost or stolen: its records are locked for good. */
export const lostOrStolenProblem = (): StoreProblem => ({
  kind: "unopened",
  failure: fail("store", say("failures.clinic.lostOrStolen"), { next: "none" }),
  files: [],
  maySetAside: false,
});

/** Takes the key of the records out of the keychain: what stands on the disk is noise from then on. */
export async function lockForGood({
  directory,
  secrets,
  log,
}: Pick<DeskOptions, "directory" | "secrets" | "log">): Promise<void> {
  const done = await forgetKey(secrets, firstBytes(storeFile(directory), saltLength)).catch(() => null);
  log.warn("clinic.lost-or-stolen", { locked: done?.ok === true });
}

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
  readonly copies: { readonly cancel: () => void };
  readonly emit: DeskOptions["emit"];
};

export function halting({ line, engine, undo, collection, files, copies, emit }: Options): Halt {
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
      copies.cancel();
      emit("store.problem", problem);
    },
    problem: () => halted,
  };
}
