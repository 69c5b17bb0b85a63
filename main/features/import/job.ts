import type { AccountId } from "../../../shared/session/account.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { ImportJob, ImportState, KeptImport } from "../../../shared/import/import.ts";
import type { Clock } from "../../platform/ports.ts";
import type { GroupCommit } from "../../db/group-commit.ts";
import type { Store } from "../../db/types.ts";
import { createSpeedometer } from "./speed.ts";
import { countRoom, isWorthWriting, toImportJob, waitsForPeople, type QueuedRow } from "./queued-rows.ts";
import { createRowWriter, type RowWriterOptions, type WrittenRows } from "./row-writer.ts";

/** Milliseconds until the next look, and those after a disk that did not take it. */
const soon = 15;
const later = 5_000;
/** Rows that are taken away at once. */
const droppedAtOnce = 500;

type Options = RowWriterOptions & {
  readonly store: Store;
  readonly inGroup: GroupCommit;
  readonly clock: Clock;
  readonly isOnline: () => boolean;
  /** These stand in the outbox now. */
  readonly onQueued: (ids: readonly RecordId[]) => void;
  readonly onProgress: () => void;
};

export type ImportJobs = {
  /** Of the account at the desk. */
  readonly current: () => ImportJob | null;
  readonly ended: () => ImportState["ended"];
  /** A person has seen how the last one ended. */
  readonly endSeen: () => void;
  /** Rows that will go into the outbox by themselves. */
  readonly toCome: () => number;
  /** Rows that are not in the outbox, whether they will go there by themselves or not. */
  readonly left: () => number;
  readonly pause: (id: RecordId, paused: boolean) => boolean;
  /** What is not in the outbox yet is not created. */
  readonly stopRest: (id: RecordId) => boolean;
  /** Takes away what was kept of one that has not begun. */
  readonly clear: (kept: KeptImport) => void;
  /** Looks what there is room for in the outbox; cheap, may be called at any time. */
  readonly look: () => void;
  /** Takes away what the program before this one did not finish taking over. */
  readonly start: () => void;
  readonly stop: () => void;
};

/** Imports that have begun: their rows go into the outbox a few at a time, each with its item in one transaction. */
export function createImportJobs(options: Options): ImportJobs {
  const { store, inGroup, clock, log, accountId, isOnline, onProgress, onStep } = options;
  const pace = createSpeedometer(clock);
  const write = createRowWriter(options);
  let known: { readonly of: AccountId; readonly kept: KeptImport | null } | null = null;
  let queued: readonly QueuedRow[] = [];
  let ended: { readonly of: AccountId; readonly end: ImportState["ended"] } | null = null;
  let cancel: (() => void) | null = null;
  let isBusy = false;
  let isAgain = false;
  let stopped = false;

  /** The one of the account at the desk; read once, and kept as it is written. */
  function mine(): KeptImport | null {
    const of = accountId();
    if (of === null) return null;
    if (known?.of !== of) {
      const all = store.read(({ imports }) => imports.all());
      const kept = all.find(({ accountId, state }) => accountId === of && state !== "loading") ?? null;
      known = { of, kept };
      queued = kept === null ? [] : store.read(({ imports }) => imports.queued(kept));
      pace.forget();
    }
    return known.kept;
  }
  function remember(kept: KeptImport): void {
    if (known?.of === kept.accountId) known = { of: kept.accountId, kept };
  }

  async function step(): Promise<void> {
    const kept = mine();
    if (kept === null) return;
    queued = store.read(({ imports }) => imports.queued(kept));
    const isStopped = kept.state === "stopped";
    if (isStopped && store.transaction(({ imports }) => imports.dropRows(kept, droppedAtOnce)) > 0)
      return void (isAgain = true);
    const room = countRoom(kept, queued);
    const isWorthIt = isWorthWriting(kept, queued);
    if (isWorthIt) {
      const written = await inGroup(() => store.transaction((records) => write(records, kept.id, room)));
      if (written !== null) tookOver(written);
    }
    onProgress();
  }

  function tookOver({ kept, ids, isOver }: WrittenRows): void {
    const { accountId: of, name, created, discarded, total } = kept;
    if (isOver) {
      ended = { of, end: { name, created, discarded, stopped: total - created - discarded } };
      if (known?.of === of) known = { of, kept: null };
      queued = [];
      pace.forget();
      return;
    }
    if (ids.length > 0) onStep("rows-queued");
    remember(kept);
    queued = store.read(({ imports }) => imports.queued(kept));
    pace.note(created);
    if (ids.length > 0) options.onQueued(ids);
    // Time was short, or there is room again by now.
    if (countRoom(kept, queued) > 0) isAgain = true;
  }

  function look(after: number = soon): void {
    if (stopped) return;
    isAgain = true;
    if (isBusy || cancel !== null) return;
    cancel = clock.after(after, () => {
      cancel = null;
      void go();
    });
  }

  async function go(): Promise<void> {
    isBusy = true;
    isAgain = false;
    let next = soon;
    try {
      await step();
    } catch (error) {
      log.error("import.step", error);
      isAgain = true;
      next = later;
    } finally {
      isBusy = false;
    }
    if (isAgain) look(next);
  }

  /** Changes the one at the desk, if it is still that one. */
  function change(id: RecordId, next: (kept: KeptImport) => KeptImport): boolean {
    const before = mine();
    if (before?.id !== id) return false;
    const kept = store.transaction(({ imports }) => {
      const now = next(imports.all().find((each) => each.id === id) ?? before);
      imports.save(now);
      return now;
    });
    remember(kept);
    pace.forget();
    look();
    onProgress();
    return true;
  }

  /** Slice by slice, between which others have their turn. */
  function clear(kept: KeptImport): void {
    if (stopped) return;
    try {
      const isMore = store.transaction(({ imports }) => {
        const dropped = imports.dropRows(kept, droppedAtOnce);
        if (dropped === 0) imports.remove(kept.id);
        return dropped > 0;
      });
      if (isMore) clock.after(soon, () => clear(kept));
    } catch (error) {
      log.error("import.clear", error);
    }
  }

  return {
    current: () => {
      const kept = mine();
      if (kept === null) return null;
      return toImportJob(kept, queued, { isOnline: isOnline(), secondsFor: pace.secondsFor });
    },
    ended: () => (ended !== null && ended.of === accountId() ? ended.end : null),
    endSeen: () => {
      ended = null;
    },
    toCome: () => {
      const kept = mine();
      return kept === null || kept.state !== "running" || waitsForPeople(queued) ? 0 : kept.left;
    },
    left: () => mine()?.left ?? 0,
    pause: (id, paused) =>
      change(id, (kept) =>
        kept.state === "stopped" ? kept : { ...kept, state: paused ? "paused" : "running" },
      ),
    stopRest: (id) => change(id, (kept) => ({ ...kept, state: "stopped", left: 0 })),
    clear,
    look: () => look(),
    start: () => {
      known = null;
      for (const kept of store.read(({ imports }) => imports.all()))
        if (kept.state === "loading") clear(kept);
      look();
    },
    stop: () => {
      stopped = true;
      cancel?.();
    },
  };
}
