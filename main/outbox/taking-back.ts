import { say, type SayingId } from "../../messages/saying.ts";
import { fail, type Failure } from "../../contract/failure.ts";
import type { AccountId } from "../../contract/records/account.ts";
import type { RecordId } from "../../contract/records/forms.ts";
import type { Item, ItemStatus, ListedItem } from "../../contract/records/item.ts";
import type { Moment } from "../../contract/records/moment.ts";
import { kindOf } from "../kinds/kinds.ts";
import type { Clock, Log } from "../platform/ports.ts";
import type { Store } from "../store/types.ts";
import { moments, type Moments, type Standing } from "./moments.ts";
import type { OutboxContext } from "./ports.ts";

/**
 * A booking waits for a moment before it is sent, in which a person may take it back: the service cannot cancel. On the
 * disk it stands meanwhile as something that never goes out by itself, and says that it was not sent. So whatever
 * ends this process leaves what is so, and nothing has to be put right at the next start.
 */
export type TakingBack = Pick<Moments, "of" | "shown" | "suspend" | "stop"> & {
  /** Whether a person's press to send it is held back for a moment first. */
  readonly holdsBack: (item: Item) => boolean;
  /** How the item stands on the disk for that moment. */
  readonly standing: (item: Item) => Standing;
  /**
   * `item`: as it stood before the press; on the disk it stands as `standing` says. `visits`: how many are then sent.
   * `onOver` is called when the moment is over, unless it was taken back; settles with whether it is over.
   */
  readonly hold: (item: Item, visits: number, onOver: () => void) => Promise<boolean>;
  /** It is as it was before the press, and nothing of it was sent; null when its moment is over, or there was none. */
  readonly takeBack: (id: RecordId) => Item | null;
  /** The item without the words that are so only if this process ends. */
  readonly shownAs: <T extends ListedItem>(item: T) => T;
  /** Somebody else is at the desk, or nobody: the moments of whoever was there end, and nothing of theirs is sent. */
  readonly belongTo: (accountId: AccountId | null) => void;
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
const placeOf = ({ status }: Standing): Moment["stands"] =>
  status === "saved-for-later" || status === "needs-editing" ? status : "draft";

/** What was refused says so until it is sent; of any other there was nothing to say. */
const reasonOf = ({ status, problem }: Standing): Failure | null =>
  status === "needs-editing" ? problem : null;

function notSent(
  before: ItemStatus,
  why: SayingId & `failures.outbox.${"ended" | "signedOut" | "locked"}Before`,
): Failure {
  const button = before === "saved-for-later" ? "send" : "book";
  return fail("not-reached", say(why, { button }));
}

export function takingBack({ store, context, clock, log, onMoments, onChange }: Options): TakingBack {
  const running = moments({ clock, onChange: onMoments });
  /** Puts it where it stood, unless something else became of it meanwhile. */
  function restore(
    id: RecordId,
    was: Standing,
    { problem, isUndone }: { readonly problem: Failure | null; readonly isUndone: boolean },
  ): Item | null {
    const status = placeOf(was);
    const item = store.transaction(({ items, audit }) => {
      const now = items.find(id);
      if (now === null || now.status !== status || now.attempts.length > 0) return now;
      const next = { ...now, problem, updatedAt: clock.now().toISOString() };
      // Nothing on the disk says that there was a press, nor that it was undone.
      const { accountId: account, kind } = now;
      if (isUndone)
        audit.add([{ act: "undone", account, record: id, more: { kind, from: status, to: status } }]);
      items.restate(next);
      return next;
    });
    onChange([id]);
    return item;
  }

  /** Ends the moments of every other account; null: all of them. */
  function endBeside(accountId: AccountId | null, why: Parameters<typeof notSent>[1]): void {
    for (const id of running.idsBeside(accountId)) {
      const was = running.end(id);
      try {
        const problem = was && notSent(was.status, why);
        if (was !== null) restore(id, was, { problem, isUndone: false });
      } catch (error) {
        // It stands on the disk as not sent, if with the other reason.
        log.error("outbox.not-noted", error);
      }
    }
  }

  return {
    of: running.of,
    shown: running.shown,
    suspend: running.suspend,
    stop: running.stop,
    holdsBack: (item) =>
      kindOf(item).waitsForUndo &&
      context.settings().undoSeconds > 0 &&
      item.attempts.length === 0 &&
      unpressed.includes(item.status),
    standing: (item) => ({
      status: placeOf(item),
      problem: notSent(item.status, "failures.outbox.endedBefore"),
    }),
    hold: ({ id, accountId, status, problem }, visits, onOver) => {
      const milliseconds = context.settings().undoSeconds * 1_000;
      const was = { status, problem };
      return running.begin(id, { accountId, milliseconds, was, visits, stands: placeOf(was), onOver });
    },
    takeBack: (id) => {
      const was = running.end(id);
      return was === null ? null : restore(id, was, { problem: reasonOf(was), isUndone: true });
    },
    shownAs: (item) => {
      const moment = running.of(item.id);
      return moment === null ? item : { ...item, problem: reasonOf(moment.was) };
    },
    belongTo: (accountId) => endBeside(accountId, "failures.outbox.signedOutBefore"),
    locked: () => endBeside(null, "failures.outbox.lockedBefore"),
  };
}
