import { fail, failed, ok, type Failure, type Result } from "../../../shared/core/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { BackupPlan, BackupState } from "../../../shared/backup/backup.ts";
import type { StoreProblem } from "../../../shared/desk/app-routes.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import {
  passphraseBytes,
  findPassphraseFault,
  createPassphrase,
  normalizePassphrase,
} from "../../../shared/backup/passphrase.ts";
import { getToday } from "../../../shared/time/zoned-time.ts";
import { say } from "../../../messages/saying.ts";
import { practiceAccount } from "../session/index.ts";
import { createBackupDisk } from "./disk.ts";
import { createPlanKeeper, applyPolicyToPlan, type KeptPlan, type SetPlan } from "./plan.ts";
import { countMissedDays } from "./schedule.ts";
import type { DeskOptions } from "../../desk/desk.ts";
import type { Handlers } from "../../ipc/router.ts";
import { managed } from "../policy/index.ts";
import { getRecordsPlace } from "../../db/known-records.ts";
import { createSnapshots } from "../../db/snapshot.ts";
import { StoreError } from "../../db/store-error.ts";
import type { Store } from "../../db/types.ts";
import { createBackupRuns, type BackupRuns, type RunOptions } from "./backup-runs.ts";
import { createRestoring, type Restoring } from "./restoring.ts";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { readBackupStamp } from "./names.ts";

/** What the backups of this desk in a folder take, in bytes. */
async function measureBackups(folder: string, word: string): Promise<number> {
  const own = (await readdir(folder)).filter((file) => readBackupStamp(file, word) !== null);
  const sizes = await Promise.all(
    own.map(async (file) => (await lstat(join(folder, file)).catch(() => null))?.size ?? 0),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

export type BackupHandlers = Pick<Handlers, Extract<keyof Handlers, `backup.${string}`>>;
export type RestoreRoute = "backup.get" | `backup.${"chooseFile" | "look" | "closeFile" | "restore"}`;

type Options = Pick<
  DeskOptions,
  "directory" | "version" | "secrets" | "random" | "clock" | "log" | "window"
> &
  Pick<DeskOptions, "backupCost" | "onBackupStep" | "policy"> &
  Pick<RunOptions, "traffic"> & {
    readonly store: Store;
    readonly accountId: () => AccountId | null;
    readonly settings: () => Settings;
    /** Why the records are at a halt: then they are not backed up either. */
    readonly halted: () => StoreProblem | null;
    readonly emit: (state: BackupState) => void;
  };

export type Backups = {
  readonly handlers: BackupHandlers;
  readonly isRestoring: () => boolean;
  /** What the backups of this desk take; null where there is no folder, or it does not answer soon. */
  readonly bytes: () => Promise<number | null>;
  /** What the organization sets may have changed. */
  readonly heed: () => void;
  /** The desk is open: from now on a daily one is made when it is due. */
  readonly begin: () => void;
  /** Stops the one that is written. */
  readonly cancel: () => void;
  /** Settles when nothing is written or read any more. */
  readonly stop: () => Promise<void>;
  /** To be called when the records are closed. */
  readonly closed: () => void;
};

/** Milliseconds from the start until a missed day is told of: it is made good before anybody has to read of it. */
const missedToldAfter = 10 * 60_000;

/** Milliseconds in which the folder's disk says how much there is; nobody waits longer for a number. */
const answersWithin = 3_000;

const notHere = failed(fail("refused", say("failures.backup.notHere"), { next: "none" }));
const invalid = (why: Failure["why"], field: string): Failure =>
  // The sentence says what to do: nothing is sent again here.
  fail("invalid-input", why, { fields: { [field]: why }, next: "none" });

const shownPlan = ({ isDaily, folder, keep, passphrase }: KeptPlan): BackupPlan => ({
  isDaily,
  folder,
  keep,
  hasPassphrase: passphrase !== null,
});

/** The handlers that restore: those of an open desk, and of one whose records do not open. */
export function createRestoreHandlers(
  restore: Restoring,
  { state, restart }: { readonly state: () => Promise<BackupState>; readonly restart: () => void },
): Pick<BackupHandlers, Exclude<RestoreRoute, "backup.get">> {
  const told = async (failure: Failure | null): Promise<Result<BackupState>> =>
    failure === null ? ok(await state()) : failed(failure);
  return {
    "backup.chooseFile": async () => told((await restore.choose(), null)),
    "backup.look": async ({ id, passphrase }) => told(await restore.look(id, passphrase)),
    "backup.closeFile": async () => told((await restore.close(), null)),
    "backup.restore": async ({ id }) => {
      const failure = await restore.decide(id);
      if (failure === null) restart();
      return told(failure);
    },
  };
}

/** Backups as the window asks for them. */
export function createBackups(options: Options): Backups {
  const { directory, secrets, random, clock, log, window, store, settings } = options;
  const set = (): SetPlan => options.policy?.current().policy?.backup ?? {};
  const plan = applyPolicyToPlan(createPlanKeeper(secrets, { place: getRecordsPlace(directory), random }), {
    set,
    since: clock.now().toISOString(),
  });
  const copies = createSnapshots({ directory, secrets, practice: practiceAccount });
  const disk = createBackupDisk(clock);
  const onStep = options.onBackupStep ?? (() => undefined);
  const dayOf = (at: Date): string => getToday(settings().timeZone, at.toISOString());
  const isFor = (): BackupState["isFor"] =>
    store.origin === "memory" ? "memory" : options.accountId() === practiceAccount ? "practice" : "records";
  const begun = clock.monotonic();
  let isOver = false;
  const runs: BackupRuns = createBackupRuns({
    ...options,
    snapshots: copies,
    plan,
    disk,
    dayOf,
    mayRun: () => isFor() === "records" && !restore.isDecided() && options.halted() === null,
    onChange: () => changed(),
    onStep,
    ...(options.backupCost === undefined ? {} : { cost: options.backupCost }),
  });
  const restore: Restoring = createRestoring({ ...options, disk, onStep, onChange: () => changed() });

  function missed(kept: KeptPlan | null): number {
    if (kept?.isDaily !== true || kept.since === null || clock.monotonic() - begun < missedToldAfter)
      return 0;
    const last = runs.record().good?.at ?? kept.since;
    return countMissedDays(dayOf(clock.now()), dayOf(new Date(last > kept.since ? last : kept.since)));
  }

  async function state(): Promise<BackupState> {
    const read = await plan.read();
    const kept = read.ok ? read.value : null;
    const { good, problem } = runs.record();
    return {
      isFor: isFor(),
      plan: kept && shownPlan(kept),
      good,
      problem: problem && { reason: problem.reason, at: problem.at, nextAt: runs.nextAt() },
      missed: missed(kept),
      part: runs.part(),
      chosen: restore.chosen(),
      isRestoring: restore.isDecided(),
    };
  }

  function changed(): void {
    if (isOver) return;
    state().then(
      (now) => isOver || options.emit(now),
      (error: unknown) => {
        if (!(error instanceof StoreError)) log.error("backup.not-told", error);
      },
    );
  }

  async function change(next: (kept: KeptPlan) => KeptPlan): Promise<Result<BackupState>> {
    const written = await plan.change(next);
    if (!written.ok) return failed(written.failure);
    runs.heed(written.value);
    changed();
    return ok(await state());
  }

  /** What a plan lacks to be daily, by the name of its field. */
  async function lacking(): Promise<Failure | null> {
    const kept = await plan.read();
    if (!kept.ok) return kept.failure;
    if (kept.value.folder === null) return invalid(say("failures.backup.noFolder"), "folder");
    return kept.value.passphrase === null ? invalid(say("failures.backup.noPassphrase"), "passphrase") : null;
  }

  /** Practice has nothing to back up, and nobody may get around an admin PIN by it. */
  const ofRecords =
    <I>(handler: (input: I) => Promise<Result<BackupState>>) =>
    async (input: I): Promise<Result<BackupState>> =>
      isFor() === "records" ? handler(input) : notHere;

  // A file of all records is for nobody who is signed out; putting one back is: it is how a new computer begins.
  const files = createRestoreHandlers(restore, { state, restart: window.restart });
  const handlers: BackupHandlers = {
    "backup.get": async () => ok(await state()),
    "backup.suggest": () => ok({ passphrase: createPassphrase(random.bytes(passphraseBytes)) }),
    "backup.chooseFolder": ofRecords(async () => {
      if (set().folder !== undefined) return failed(managed);
      const folder = (await window.files?.chooseFolder?.()) ?? null;
      return folder === null ? ok(await state()) : change((kept) => ({ ...kept, folder }));
    }),
    "backup.set": ofRecords(async ({ isDaily, keep }) => {
      const { daily, keep: setKeep } = set();
      const isTaken = <T>(by: T | undefined, chosen: T | undefined): boolean =>
        by !== undefined && chosen !== undefined && by !== chosen;
      if (isTaken(setKeep, keep) || isTaken(daily, isDaily)) return failed(managed);
      const failure = isDaily === true && daily === undefined ? await lacking() : null;
      if (failure !== null) return failed(failure);
      const since = (kept: KeptPlan): string | null =>
        isDaily === true ? (kept.since ?? clock.now().toISOString()) : null;
      // What is set is not kept as a person's own.
      return change((kept) => ({
        ...kept,
        ...(daily === undefined && isDaily !== undefined && { isDaily, since: since(kept) }),
        ...(setKeep === undefined && keep !== undefined && { keep }),
      }));
    }),
    "backup.setPassphrase": ofRecords(async ({ passphrase }) => {
      const fault = findPassphraseFault(passphrase);
      if (fault !== null) return failed(invalid(say(`failures.backup.passphrase.${fault}`), "passphrase"));
      return change((kept) => ({ ...kept, passphrase: normalizePassphrase(passphrase) }));
    }),
    "backup.forgetPassphrase": ofRecords(() =>
      change((kept) => ({ ...kept, passphrase: null, isDaily: false, since: null })),
    ),
    "backup.run": ofRecords(async () => {
      const failure = options.halted()?.failure ?? (await lacking());
      if (failure !== null) return failed(failure);
      runs.now();
      return ok(await state());
    }),
    "backup.stop": ofRecords(async () => {
      runs.cancel();
      return ok(await state());
    }),
    "backup.chooseFile": ofRecords(async (input) => files["backup.chooseFile"](input)),
    "backup.look": ofRecords(async (input) => files["backup.look"](input)),
    "backup.closeFile": ofRecords(async (input) => files["backup.closeFile"](input)),
    "backup.restore": ofRecords(async (input) => files["backup.restore"](input)),
  };
  async function bytes(): Promise<number | null> {
    const kept = await plan.read();
    const folder = kept.ok ? kept.value.folder : null;
    if (!kept.ok || folder === null) return null;
    const soon = new AbortController();
    const cancel = clock.limits.after(answersWithin, () => soon.abort());
    return disk
      .answered(() => measureBackups(folder, kept.value.word), soon.signal)
      .catch(() => null)
      .finally(cancel);
  }
  const heed = (): void => void plan.read().then((kept) => kept.ok && runs.heed(kept.value));
  return {
    handlers,
    isRestoring: restore.isDecided,
    bytes,
    heed: () => {
      heed();
      changed();
    },
    begin: () => {
      runs.begin();
      heed();
    },
    cancel: runs.cancel,
    stop: async () => {
      isOver = true;
      await runs.stop();
      await restore.close();
    },
    closed: copies.close,
  };
}
