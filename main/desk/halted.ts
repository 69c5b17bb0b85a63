import { fail } from "../../shared/core/failure.ts";
import type { StoreProblem } from "../../shared/desk/app-routes.ts";
import { say } from "../../messages/saying.ts";
import type { SignIn } from "../features/session/sign-in.ts";
import { forgetPlan } from "../features/backup/plan.ts";
import { forgetSecrets } from "../features/clinic/kept-secrets.ts";
import type { DeskOptions } from "./desk.ts";
import type { Outbox } from "../features/outbox/outbox.ts";
import { readFirstBytes, getStoreFile } from "../db/files.ts";
import { forgetKey, saltLength } from "../db/key.ts";
import { getRecordsPlace } from "../db/known-records.ts";
import { markReportedLost } from "../db/reported-lost.ts";
import type { Store } from "../db/types.ts";
import type { ProxyPasswords } from "../http/proxy-passwords.ts";
import type { CardCollection } from "../features/cards/collect.ts";

/** What another copy of the records means for this one. */
export const createOtherCopyProblem = (): StoreProblem => ({
  kind: "other-copy",
  failure: fail("busy", say("failures.store.otherCopy"), { next: "none" }),
  files: [],
  maySetAside: false,
});

/**
 * An admin of the clinic said that this computer was lost or stolen: its records are locked, for good once no other desk has to
 * say so too. `files`: those that the next start finds, which may be set aside.
 */
export const createLostOrStolenProblem = (
  said: "lost" | "reported",
  files: readonly string[] = [],
): StoreProblem => ({
  kind: "reported-lost",
  failure: fail("store", say(said === "lost" ? "failures.clinic.lostOrStolen" : "failures.clinic.reported"), {
    next: "none",
  }),
  files: [...files],
  maySetAside: files.length > 0,
});

type Forgetting = Pick<DeskOptions, "directory" | "secrets" | "log"> & {
  readonly store: Store;
  readonly account: Pick<SignIn, "session" | "signOut">;
  readonly proxyPasswords: Pick<ProxyPasswords, "forget">;
};

/**
 * Takes every secret out of the keychain: the key of the records, so that what stands on the disk is noise from then on, the
 * token, this desk's keys of its clinics, what proxies and backups were told. What the keychain does not let go of keeps nothing
 * else there.
 */
export async function destroyDatabaseKey({
  directory,
  secrets,
  log,
  store,
  account,
  proxyPasswords,
}: Forgetting): Promise<void> {
  const isGone = async (work: () => Promise<{ readonly ok: boolean }>): Promise<boolean> =>
    (await work().catch(() => null))?.ok === true;
  // The records are still open, but may have become unreadable.
  const ofClinics = async (): Promise<{ readonly ok: boolean }> => {
    const accounts = store.read((records) => records.accounts.list());
    const all = await Promise.all(accounts.map(({ id }) => forgetSecrets(secrets, id)));
    return { ok: all.every(({ ok }) => ok) };
  };
  markReportedLost(directory);
  const [locked, ...rest] = await Promise.all([
    isGone(async () => forgetKey(secrets, readFirstBytes(getStoreFile(directory), saltLength))),
    isGone(async () => ({ ok: (await account.signOut()).ok && account.session().tokenKept === null })),
    isGone(ofClinics),
    isGone(() => forgetPlan(secrets, getRecordsPlace(directory))),
    proxyPasswords.forget().then(() => true),
  ]);
  log.warn("clinic.lost-or-stolen", { locked, forgotten: rest.every(Boolean) });
}

/** Milliseconds in which answers that are under way are still heard after everything was brought to a halt. */
const answersWithin = 30_000;

export type Halt = {
  /** From now on nothing is sent; answers under way are still heard. Only the first reason is told. */
  readonly because: (problem: StoreProblem) => void;
  readonly problem: () => StoreProblem | null;
};

/** `onHalt` is told of the first reason. */
export function createKillSwitch(onHalt: (problem: StoreProblem) => void): Halt {
  let halted: StoreProblem | null = null;
  return {
    because: (problem) => {
      if (halted !== null) return;
      halted = problem;
      onHalt(problem);
    },
    problem: () => halted,
  };
}

type Halted = Pick<Outbox, "line" | "engine" | "undo"> & {
  readonly collection: Pick<CardCollection, "stop">;
  readonly files: { readonly stop: () => void };
  readonly copies: { readonly cancel: () => void };
};

/** Brings to a halt whatever sends, or would write. */
export function stopAllParts({ line, engine, undo, collection, files, copies }: Halted): void {
  line.stop();
  undo.stop();
  void engine.stop(answersWithin);
  collection.stop();
  files.stop();
  copies.cancel();
}
