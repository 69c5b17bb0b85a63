import type { AccountId } from "../../../shared/session/account.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { Item } from "../../../shared/outbox/item.ts";
import type { Moment } from "../../../shared/outbox/moment.ts";
import type { Clock } from "../../platform/ports.ts";

/** How an item stands. */
export type ItemState = Pick<Item, "status" | "problem">;

type Begun = Pick<Moment, "visits" | "stands"> & {
  readonly accountId: AccountId;
  readonly milliseconds: number;
  /** How the item stood before. */
  readonly was: ItemState;
  /** In the same turn in which it is over: nothing else happens between. What it throws, `begin` rejects with. */
  readonly onOver: () => void;
};

/**
 * The moments in which a booking can be taken back. They are kept in memory alone, so that each ends with the program;
 * and one either is over or was ended, in one step of this process: what is not here any more is not taken back.
 */
export type UndoTimers = {
  /** Settles when it is over, with true, or was ended before. Once stopped, none begins. */
  readonly begin: (id: RecordId, begun: Begun) => Promise<boolean>;
  /** The moment of that item, and what settles with it; null when there is none. */
  readonly of: (id: RecordId) => (Pick<Begun, "was"> & { readonly settled: Promise<boolean> }) | null;
  /** Ends it before its time, and answers how the item stood; null when there is none, or none any more. */
  readonly end: (id: RecordId) => ItemState | null;
  /** What an account's window may show. */
  readonly shown: (accountId: AccountId | null) => readonly Moment[];
  readonly ids: () => readonly RecordId[];
  /** All stand still until the returned function is called, and whatever begins meanwhile as well. */
  readonly suspend: () => () => void;
  /** The same while a question is asked, which is answered before what the answer asks for is done. */
  readonly holdAll: () => UndoHold;
  /** Ends them all, and begins none any more. */
  readonly stop: () => void;
};

export type UndoHold = {
  /** Those that stand still for it go on. */
  readonly goOn: () => void;
  /** What begins from now on does not stand still for it: it may be what was said yes to, and what waits for its end. */
  readonly letBegin: () => void;
};

type Options = {
  readonly clock: Pick<Clock, "monotonic" | "after">;
  /** Told whenever one begins, ends, or goes on. */
  readonly onChange: () => void;
};

type Running = Begun & {
  left: number;
  /** When its present step began; null while it stands still. */
  since: number | null;
  cancel: () => void;
  /** What it stands still for. */
  readonly heldBy: Set<object>;
  readonly settled: PromiseWithResolvers<boolean>;
};

/** Milliseconds of one step. */
const step = 250;

/**
 * A moment is counted in steps, each worth its own length at most: a computer that slept for a night has used up one
 * step, whether its clock went on meanwhile or not. The clock on the wall is never asked.
 */
export function createUndoTimers({ clock, onChange }: Options): UndoTimers {
  const running = new Map<RecordId, Running>();
  /** Those for which a new one stands still too. */
  const holds = new Set<object>();
  let stopped = false;

  const passed = ({ since }: Running): number =>
    since === null ? 0 : Math.min(step, Math.max(0, clock.monotonic() - since));

  function stand(moment: Running): void {
    moment.cancel();
    moment.left -= passed(moment);
    moment.since = null;
  }

  function count(id: RecordId, moment: Running): void {
    if (moment.heldBy.size > 0) return;
    moment.since = clock.monotonic();
    moment.cancel = clock.after(Math.min(step, moment.left), () => {
      stand(moment);
      if (moment.left > 0) return count(id, moment);
      running.delete(id);
      try {
        moment.onOver();
        moment.settled.resolve(true);
      } catch (error) {
        moment.settled.reject(error);
      }
      onChange();
    });
  }

  function end(id: RecordId): ItemState | null {
    const moment = running.get(id);
    if (moment === undefined) return null;
    moment.cancel();
    running.delete(id);
    moment.settled.resolve(false);
    onChange();
    return moment.was;
  }

  function holdAll(): UndoHold {
    const own = {};
    holds.add(own);
    for (const moment of running.values()) {
      stand(moment);
      moment.heldBy.add(own);
    }
    const goOn = (): void => {
      holds.delete(own);
      const free = [...running].filter(([, { heldBy }]) => heldBy.delete(own) && heldBy.size === 0);
      for (const [id, moment] of free) count(id, moment);
      if (free.length > 0) onChange();
    };
    return { goOn, letBegin: () => void holds.delete(own) };
  }

  return {
    begin: (id, begun) => {
      if (stopped) return Promise.resolve(false);
      const moment: Running = {
        ...begun,
        left: begun.milliseconds,
        since: null,
        cancel: () => undefined,
        heldBy: new Set(holds),
        settled: Promise.withResolvers<boolean>(),
      };
      running.set(id, moment);
      count(id, moment);
      onChange();
      return moment.settled.promise;
    },
    of: (id) => {
      const moment = running.get(id);
      return moment === undefined ? null : { was: moment.was, settled: moment.settled.promise };
    },
    end,
    shown: (accountId) =>
      [...running]
        .filter(([, moment]) => moment.accountId === accountId)
        .map(([itemId, moment]) => ({
          itemId,
          visits: moment.visits,
          stands: moment.stands,
          left: Math.max(0, moment.left - passed(moment)),
        })),
    ids: () => [...running.keys()],
    suspend: () => holdAll().goOn,
    holdAll,
    stop: () => {
      stopped = true;
      for (const id of running.keys()) end(id);
    },
  };
}
