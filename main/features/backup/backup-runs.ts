import { hostname } from "node:os";
import type { BackupReason } from "../../../shared/backup/backup.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { KeptPlan, PlanKeeper } from "./plan.ts";
import { NotWritten, toBackupReason, isSystems } from "./reasons.ts";
import { parseBackupRecord, recordKey, type BackupRecord } from "./record.ts";
import { isDue, backupCheckInterval, needsPersonToAct, getRetryDelay } from "./schedule.ts";
import type { OnBackupStep } from "./steps.ts";
import { writeBackup, type WrittenBackup } from "./write.ts";
import type { Clock, Log } from "../../platform/ports.ts";
import type { SlowCalls } from "../../platform/slow-calls.ts";
import type { Snapshot, Snapshots } from "../../db/snapshot.ts";
import { StoreError } from "../../db/store-error.ts";
import type { Store } from "../../db/types.ts";

export type RunOptions = {
  readonly store: Store;
  readonly snapshots: Pick<Snapshots, "take">;
  readonly plan: PlanKeeper;
  readonly disk: SlowCalls;
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly accountId: () => AccountId | null;
  /** `YYYY-MM-DD` of a moment on the clinic's clock. */
  readonly dayOf: (at: Date) => string;
  /** `sending`: a request is under way just now. `busy`: others are about to be. */
  readonly traffic: () => "sending" | "busy" | "none";
  /** Whether there is anything to back up, and a person whose it is. */
  readonly mayRun: () => boolean;
  readonly onChange: () => void;
  readonly onStep: OnBackupStep;
  /** scrypt's; left out, the usual. */
  readonly cost?: number;
};

export type BackupRuns = {
  readonly record: () => BackupRecord;
  /** From 0 to 1 while one is written. */
  readonly part: () => number | null;
  /** RFC 3339 instant of the next try by itself after one that failed. */
  readonly nextAt: () => string | null;
  /** Begins one at once, however often it is asked. */
  readonly now: () => void;
  /** Stops the one that is written. */
  readonly cancel: () => void;
  /** The plan is another one: what failed may be tried again. */
  readonly heed: (plan: KeptPlan) => void;
  /** From now on it looks whether one is due. */
  readonly begin: () => void;
  /** Settles when nothing is written any more. */
  readonly stop: () => Promise<void>;
};

/** Milliseconds for which a daily backup waits for a moment in which nothing is to be sent. */
const politeFor = 10 * 60_000;
/** Milliseconds between two words to the window on how far it is. */
const toldEvery = 250;

type Made = WrittenBackup & Pick<Snapshot, "isChecked">;
type Act = "backup-made" | "backup-failed" | null;

/** Writes backups: when a person asks, and by itself once a day at a quiet moment. */
export function createBackupRuns(options: RunOptions): BackupRuns {
  const { store, clock, log, plan, onChange } = options;
  let known: KeptPlan | null = null;
  let running: { readonly abort: AbortController; readonly done: Promise<void>; part: number } | null = null;
  let cancelLook = (): void => undefined;
  /** By the clock that only grows. */
  let dueSince: number | null = null;
  let notBefore = 0;
  let isStopped = false;
  /** What the records do not take just now, such as on a full disk. It holds until they do. */
  let untold: { readonly record: BackupRecord; readonly act: Act } | null = null;

  const record = (): BackupRecord =>
    untold?.record ?? parseBackupRecord(store.read(({ meta }) => meta.get(recordKey)));

  /** Whether the records took it. */
  function keep(next: BackupRecord, act: Act): boolean {
    try {
      store.transaction(({ meta, audit }) => {
        meta.set(recordKey, JSON.stringify(next));
        const why = act === "backup-failed" ? next.problem?.reason : undefined;
        const more = why === undefined ? {} : { more: { reason: why } };
        if (act !== null) audit.add([{ act, account: options.accountId(), ...more }]);
      });
      untold = null;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (untold === null) log.warn("backup.not-recorded");
      untold = { record: next, act };
    }
    return untold === null;
  }

  /**
   * Older ones go only where this one is on record, and where all pages that it was copied from had been looked at: records
   * that are damaged, or cannot be written, never push out those of a good day.
   */
  async function succeeded({ file, prune, isChecked }: Made): Promise<void> {
    notBefore = 0;
    const isKept = keep({ good: { at: clock.now().toISOString(), file }, problem: null }, "backup-made");
    log.info("backup.made");
    options.onStep("recorded");
    if (isKept && isChecked) await prune();
  }

  /** One that fails for the same reason again and again is one entry of the activity log. */
  function failedFor(reason: BackupReason): void {
    const before = record();
    const failures = (before.problem?.failures ?? 0) + 1;
    const problem = { reason, at: clock.now().toISOString(), failures };
    notBefore = clock.monotonic() + getRetryDelay(failures);
    keep({ ...before, problem }, before.problem?.reason === reason ? null : "backup-failed");
    log.warn("backup.failed", { reason, failures });
  }

  async function take(): Promise<Snapshot> {
    const taken = await options.snapshots.take().catch(() => null);
    if (taken === null) throw new NotWritten("records");
    if (!taken.ok || taken.value === "no-key") throw new NotWritten("keychain");
    if (typeof taken.value === "string") throw new NotWritten("records");
    return taken.value;
  }

  async function write(signal: AbortSignal, onPart: (part: number) => void): Promise<Made> {
    const kept = await plan.read();
    if (!kept.ok) throw new NotWritten("keychain");
    const { folder, passphrase, keep: count, word } = kept.value;
    if (folder === null) throw new NotWritten("no-folder");
    if (passphrase === null) throw new NotWritten("no-passphrase");
    const name = hostname();
    const at = clock.now().toISOString();
    const snapshot = await take();
    options.onStep("snapshot-taken");
    try {
      const made = await writeBackup({
        ...options,
        snapshot,
        facts: { desk: name, at, version: options.version },
        desk: { word, name },
        folder,
        keep: count,
        passphrase,
        signal,
        onPart,
      });
      return { ...made, isChecked: snapshot.isChecked };
    } finally {
      snapshot.release();
    }
  }

  async function run(signal: AbortSignal, onPart: (part: number) => void): Promise<void> {
    try {
      await succeeded(await write(signal, onPart));
    } catch (error) {
      if (!(error instanceof NotWritten) && !isSystems(error)) log.error("backup.fault", error);
      const reason = signal.aborted ? "stopped" : toBackupReason(error);
      if (reason !== "stopped") failedFor(reason);
      // A person does not want it just now.
      else notBefore = clock.monotonic() + getRetryDelay(Number.MAX_SAFE_INTEGER);
    }
  }

  function now(): void {
    if (running !== null || isStopped) return;
    const abort = new AbortController();
    let toldAt = clock.monotonic();
    const onPart = (part: number): void => {
      if (running === null) return;
      running.part = part;
      if (clock.monotonic() - toldAt < toldEvery) return;
      toldAt = clock.monotonic();
      onChange();
    };
    const done = run(abort.signal, onPart)
      .catch((error: unknown) => {
        // Records that cannot be written are told of elsewhere.
        if (!(error instanceof StoreError)) log.error("backup.not-recorded", error);
      })
      .finally(() => {
        running = null;
        dueSince = null;
        if (!isStopped) onChange();
      });
    running = { abort, done, part: 0 };
    onChange();
  }

  /** Null: none is wanted now. */
  function wanted(): { readonly failing: boolean } | null {
    if (known?.isDaily !== true || running !== null || !options.mayRun()) return null;
    const { good, problem } = record();
    const today = options.dayOf(clock.now());
    if (!isDue(today, good === null ? null : options.dayOf(new Date(good.at)))) return null;
    if (problem !== null && needsPersonToAct(problem.reason, known)) return null;
    return clock.monotonic() < notBefore ? null : { failing: problem !== null };
  }

  function look(): void {
    // The records may take it now. Until they do nothing in them can change, and there is nothing new to back up.
    if (untold !== null && !keep(untold.record, untold.act)) return;
    if (wanted() === null) dueSince = null;
    else {
      dueSince ??= clock.monotonic();
      const traffic = options.traffic();
      const isPolite = clock.monotonic() - dueSince < politeFor;
      if (traffic === "none" || (traffic === "busy" && !isPolite)) now();
    }
  }

  function lookAgain(): void {
    cancelLook = clock.after(backupCheckInterval, () => {
      lookAgain();
      // The keychain may not have answered at first.
      if (known === null) void plan.read().then((kept) => heed(kept.ok ? kept.value : null));
      try {
        look();
      } catch (error) {
        if (!(error instanceof StoreError)) log.error("backup.not-looked", error);
      }
    });
  }

  const heed = (next: KeptPlan | null): void => {
    known = next;
    notBefore = 0;
  };

  return {
    record,
    part: () => running?.part ?? null,
    nextAt: () => {
      if (known?.isDaily !== true || record().problem === null) return null;
      return new Date(clock.now().getTime() + Math.max(0, notBefore - clock.monotonic())).toISOString();
    },
    now,
    cancel: () => running?.abort.abort(),
    heed,
    begin: lookAgain,
    stop: async () => {
      isStopped = true;
      cancelLook();
      running?.abort.abort();
      await running?.done;
    },
  };
}
