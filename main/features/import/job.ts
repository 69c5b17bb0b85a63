import type { AccountId } from "../../../shared/session/account.ts";
import type { PatientForm, RecordId } from "../../../shared/outbox/forms.ts";
import type { ImportJob, ImportState, KeptImport } from "../../../shared/import/import.ts";
import type { Item, ItemStatus } from "../../../shared/outbox/item.ts";
import type { Clock, Log } from "../../platform/ports.ts";
import type { GroupCommit } from "../../db/group-commit.ts";
import type { Repositories, Store } from "../../db/types.ts";
import { createSpeedometer } from "./speed.ts";
import type { OnImportStep } from "./steps.ts";

/**
 * So many of its patients stand in the outbox at most, and are filled up to from so few: what people make meanwhile goes before
 * them, and stands in no crowd.
 */
const ahead = 24;
const refillFrom = 12;
/** So many that wait for a person, and the import waits too: something is wrong with all of them. */
const mostWaiting = 25;
/** Milliseconds that one look may write, those until the next, and those after a disk that did not take it. */
const longest = 5;
const soon = 15;
const later = 5_000;
/** Rows that are taken away at once. */
const droppedAtOnce = 500;

type Row = { readonly row: number; readonly form: PatientForm };

type Options = {
  readonly store: Store;
  readonly inGroup: GroupCommit;
  readonly clock: Clock;
  readonly log: Log;
  /** Of the account at the desk. */
  readonly accountId: () => AccountId | null;
  readonly isOnline: () => boolean;
  /** Saves the item of a row, in the transaction around it. */
  readonly saveItem: (kept: KeptImport, row: Row) => Item;
  /** These stand in the outbox now. */
  readonly onQueued: (ids: readonly RecordId[]) => void;
  readonly onProgress: () => void;
  readonly onStep: OnImportStep;
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

const isSettled = (status: ItemStatus): boolean => status === "done" || status === "discarded";
const needsPerson = (status: ItemStatus): boolean =>
  status === "needs-editing" || status === "needs-checking";

type Queued = { readonly id: RecordId; readonly status: ItemStatus };

/** Imports that have begun: their rows go into the outbox a few at a time, each with its item in one transaction. */
export function createImportJobs(options: Options): ImportJobs {
  const { store, inGroup, clock, log, accountId, isOnline, saveItem, onProgress, onStep } = options;
  const pace = createSpeedometer(clock);
  let known: { readonly of: AccountId; readonly kept: KeptImport | null } | null = null;
  let queued: readonly Queued[] = [];
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

  const open = (): readonly Queued[] => queued.filter(({ status }) => !isSettled(status));
  const waiting = (): number => open().filter(({ status }) => needsPerson(status)).length;

  function heldBy(kept: KeptImport): ImportJob["held"] {
    if (kept.state === "paused") return "paused";
    if (kept.left > 0 && waiting() >= mostWaiting) return "person";
    return isOnline() ? null : "line";
  }
  /** How many rows there is room for in the outbox now. */
  function roomFor(kept: KeptImport): number {
    if (kept.state !== "running" || kept.left === 0 || waiting() >= mostWaiting) return 0;
    const onTheirWay = open().length - waiting();
    return onTheirWay > refillFrom ? 0 : ahead - onTheirWay;
  }

  type Written = { readonly kept: KeptImport; readonly ids: readonly RecordId[]; readonly isOver: boolean };

  /** Settles what became of items, and puts rows into the outbox as long as there is time; all or nothing. */
  function write({ imports }: Repositories, id: RecordId, room: number): Written | null {
    const before = imports.all().find((each) => each.id === id);
    if (before === undefined) return null;
    const settled = imports.queued(before).filter(({ status }) => isSettled(status));
    for (const { id: item } of settled) imports.settle(item);
    const done = settled.filter(({ status }) => status === "done").length;
    const end = clock.monotonic() + longest;
    const ids: RecordId[] = [];
    let unread = 0;
    let taken = 0;
    // It may have been held or stopped, or somebody else be at the desk, since there was room.
    const wanted = before.state === "running" && before.accountId === accountId() ? room : 0;
    const rows = imports.nextRows(before, wanted);
    for (const { row, form } of rows) {
      if (taken > 0 && clock.monotonic() >= end) break;
      if (!imports.takeRow(before, row)) continue;
      taken += 1;
      if (form === null) {
        unread += 1;
        continue;
      }
      const item = saveItem(before, { row, form });
      imports.enqueue(before, item.id);
      ids.push(item.id);
      onStep("row-queued");
    }
    const isShort = wanted > 0 && rows.length < wanted && taken === rows.length;
    const kept: KeptImport = {
      ...before,
      left: isShort ? 0 : before.left - taken,
      created: before.created + done,
      discarded: before.discarded + settled.length - done + unread,
    };
    const isOver = kept.left === 0 && imports.queued(kept).length === 0;
    imports.save(kept);
    if (isOver) imports.remove(id);
    if (unread > 0) log.warn("import.rows-unread", { rows: unread });
    return { kept, ids, isOver };
  }

  async function step(): Promise<void> {
    const kept = mine();
    if (kept === null) return;
    queued = store.read(({ imports }) => imports.queued(kept));
    const isStopped = kept.state === "stopped";
    if (isStopped && store.transaction(({ imports }) => imports.dropRows(kept, droppedAtOnce)) > 0)
      return void (isAgain = true);
    const room = roomFor(kept);
    const settled = queued.length - open().length;
    const isWorthIt =
      room > 0 || (kept.left === 0 && (settled > 0 || queued.length === 0)) || settled >= ahead;
    if (isWorthIt) {
      const written = await inGroup(() => store.transaction((records) => write(records, kept.id, room)));
      if (written !== null) tookOver(written);
    }
    onProgress();
  }

  function tookOver({ kept, ids, isOver }: Written): void {
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
    if (roomFor(kept) > 0) isAgain = true;
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
      const { id, name, total, left, created, discarded } = kept;
      const settled = queued.filter(({ status }) => isSettled(status));
      const done = settled.filter(({ status }) => status === "done").length;
      const held = heldBy(kept);
      const toGo = left + open().length - waiting();
      return {
        id,
        name,
        total,
        left,
        held,
        waiting: waiting(),
        queued: open().length,
        created: created + done,
        discarded: discarded + settled.length - done,
        secondsLeft: held === null ? pace.secondsFor(toGo) : null,
      };
    },
    ended: () => (ended !== null && ended.of === accountId() ? ended.end : null),
    endSeen: () => {
      ended = null;
    },
    toCome: () => {
      const kept = mine();
      return kept === null || kept.state !== "running" || waiting() >= mostWaiting ? 0 : kept.left;
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
