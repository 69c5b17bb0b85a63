import { isSameSaying, say, type SayingId } from "../../../messages/saying.ts";
import { fail, type Failure } from "../../../shared/core/failure.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { Item, ItemStatus, ListedItem } from "../../../shared/outbox/item.ts";
import type { Moment } from "../../../shared/outbox/moment.ts";
import { getKind } from "./kinds/kinds.ts";
import type { Clock, Log } from "../../platform/ports.ts";
import type { Store } from "../../db/types.ts";
import { createUndoTimers, type UndoTimers, type ItemState } from "./moments.ts";
import { isDiskFull } from "./not-written.ts";
import type { OutboxContext } from "./ports.ts";

/**
 * A booking waits for a moment before it is sent, in which a person may take it back: the service cannot cancel. On the
 * disk it stands meanwhile as something that never goes out by itself, and says that it was not sent. So whatever
 * ends this process leaves what is so, and nothing has to be put right at the next start.
 */
export type TakingBack = Pick<UndoTimers, "of" | "shown" | "suspend" | "holdAll" | "stop"> & {
  /** Whether a person's press to send it is held back for a moment first. */
  readonly holdsBack: (item: Item) => boolean;
  /** How the item stands on the disk for that moment. */
  readonly standing: (item: Item) => ItemState;
  /**
   * `item`: as it stood before the press; on the disk it stands as `standing` says. `visits`: how many are then sent.
   * `onOver` is called when the moment is over, unless it was taken back; settles with whether it is over.
   */
  readonly hold: (item: Item, visits: number, onOver: () => void) => Promise<boolean>;
  /** It is as it was before the press, and nothing of it was sent; null when its moment is over, or there was none. */
  readonly takeBack: (id: RecordId) => Item | null;
  /** The item without the words that are so only if this process ends, and with what could not be written of it. */
  readonly shownAs: <T extends ListedItem>(item: T) => T;
  /** The session is over: the moments of whoever was at the desk end, and nothing of theirs is sent. */
  readonly closeSession: () => void;
  /** The desk is being locked: all moments end, and nothing of them is sent. */
  readonly locked: () => void;
};

type Options = {
  readonly store: Store;
  readonly context: Pick<OutboxContext, "settings">;
  readonly clock: Clock;
  readonly log: Log;
  readonly onMoments: () => void;
  readonly onChange: (ids: readonly RecordId[]) => void;
};

/** Before a press in which nothing was tried yet. One that goes out by itself already is not held back any more. */
const unpressed: readonly ItemStatus[] = [
  "draft",
  "on-hold",
  "saved-for-later",
  "needs-card",
  "needs-editing",
];

/** What is saved for later or refused keeps its place while it is sent: on its list, and in the order of it. */
const placeOf = ({ status }: ItemState): Moment["stands"] =>
  status === "saved-for-later" || status === "needs-editing" ? status : "draft";

/** What was refused says so until it is sent; of any other there was nothing to say. */
const reasonOf = ({ status, problem }: ItemState): Failure | null =>
  status === "needs-editing" ? problem : null;

function notSent(
  before: ItemStatus,
  why: SayingId & `failures.outbox.${"ended" | "signedOut" | "locked"}Before`,
): Failure {
  const button = before === "saved-for-later" ? "send" : "book";
  return fail("not-reached", say(why, { button }));
}

/** The moment was over, and the store did not take that it is to be sent. */
function notKept(before: ItemStatus, error: unknown): Failure {
  const button = before === "saved-for-later" ? "send" : "book";
  return fail("not-reached", say("failures.outbox.unkeptBefore", { button, full: isDiskFull(error) }));
}

/** Milliseconds until a store that could not write is tried again. */
const tryAgainAfter = 3_000;

/** What became of an item whose moment is over: the words of it, and whether a person took it back. */
type End = { readonly problem: Failure | null; readonly isUndone: boolean };

export function createUndoSend({ store, context, clock, log, onMoments, onChange }: Options): TakingBack {
  const running = createUndoTimers({ clock, onChange: onMoments });
  /** What the store could not write of items. On the disk they say meanwhile that the program ended. */
  const unkept = new Map<RecordId, { readonly was: ItemState; readonly end: End }>();
  let cancelTimer = (): void => undefined;
  let stopped = false;

  const standing = (was: ItemState): ItemState => ({
    status: placeOf(was),
    problem: notSent(was.status, "failures.outbox.endedBefore"),
  });
  /** Nothing else became of it since it was pressed. */
  function isHeld(now: ListedItem, was: ItemState): boolean {
    const held = standing(was);
    return (
      now.status === held.status &&
      now.attempts.length === 0 &&
      isSameSaying(now.problem?.why ?? null, held.problem?.why ?? null)
    );
  }

  function write(id: RecordId, was: ItemState, { problem, isUndone }: End): void {
    store.transaction(({ items, audit }) => {
      const now = items.find(id);
      if (now === null || !isHeld(now, was)) return;
      const next = { ...now, problem, updatedAt: clock.now().toISOString() };
      // Nothing on the disk says that there was a press, nor that it was undone.
      const { accountId: account, kind, status } = now;
      if (isUndone)
        audit.add([{ act: "undone", account, record: id, more: { kind, from: status, to: status } }]);
      items.restate(next);
    });
  }

  /** Puts it where it stood, unless something else became of it meanwhile. Soon, where the store cannot write now. */
  function restore(id: RecordId, was: ItemState, end: End): void {
    try {
      write(id, was, end);
      unkept.delete(id);
    } catch (error) {
      log.error("outbox.not-noted", error);
      unkept.set(id, { was, end });
      cancelTimer();
      if (!stopped) cancelTimer = clock.after(tryAgainAfter, restoreAgain);
    }
    onChange([id]);
  }
  function restoreAgain(): void {
    for (const [id, { was, end }] of unkept) restore(id, was, end);
  }

  function shownAs<T extends ListedItem>(item: T): T {
    const moment = running.of(item.id);
    if (moment !== null) return { ...item, problem: reasonOf(moment.was) };
    const one = unkept.get(item.id);
    return one !== undefined && isHeld(item, one.was) ? { ...item, problem: one.end.problem } : item;
  }

  /** Ends all moments: whoever they are of is not at the desk any more. */
  function endAll(why: Parameters<typeof notSent>[1]): void {
    for (const id of running.ids()) {
      const was = running.end(id);
      if (was !== null) restore(id, was, { problem: notSent(was.status, why), isUndone: false });
    }
  }

  return {
    of: running.of,
    shown: running.shown,
    suspend: running.suspend,
    holdAll: running.holdAll,
    stop: () => {
      stopped = true;
      running.stop();
      cancelTimer();
      restoreAgain();
    },
    holdsBack: (item) =>
      getKind(item).waitsForUndo &&
      context.settings().undoSeconds > 0 &&
      item.attempts.length === 0 &&
      unpressed.includes(item.status),
    standing,
    hold: ({ id, accountId, status, problem }, visits, onOver) => {
      const milliseconds = context.settings().undoSeconds * 1_000;
      const was = { status, problem };
      const over = (): void => {
        try {
          onOver();
        } catch (error) {
          restore(id, was, { problem: notKept(status, error), isUndone: false });
          throw error;
        }
      };
      unkept.delete(id);
      return running.begin(id, {
        accountId,
        milliseconds,
        was,
        visits,
        stands: placeOf(was),
        onOver: over,
      });
    },
    takeBack: (id) => {
      const was = running.end(id);
      if (was === null) return null;
      restore(id, was, { problem: reasonOf(was), isUndone: true });
      const item = store.read(({ items }) => items.find(id));
      return item && shownAs(item);
    },
    shownAs,
    closeSession: () => endAll("failures.outbox.signedOutBefore"),
    locked: () => endAll("failures.outbox.lockedBefore"),
  };
}
