import type { AccountId } from "../../../shared/session/account.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import { mayGo } from "../../../shared/keeping/keeping.ts";
import type { MadePlace } from "../../db/record-types.ts";
import type { Repositories, Store } from "../../db/types.ts";
import type { Cut } from "../activity-log/index.ts";
import { waitForOthers } from "../../platform/others.ts";
import { isBooking } from "../outbox/index.ts";
import type { OpenSession } from "../session/open-session.ts";
import type { OnKeepingStep } from "./keeping-steps.ts";

type Options = {
  readonly store: Store;
  /** The session may be over by now, and the desk be locked. */
  readonly isOver: (session: OpenSession) => boolean;
  readonly onStep: OnKeepingStep;
  readonly onChange: (ids: readonly RecordId[]) => void;
};

/** Bookings that are looked at, and that are removed, in one go: a few milliseconds, in which nobody else is answered. */
const lookedAtOnce = 500;
const removedAtOnce = 25;
const firstPlace: MadePlace = { made: "", sequence: 0 };

/** Of these, removes those that may go. In a transaction. */
function removeOld(
  { audit, items, keeping: kept }: Repositories,
  account: AccountId,
  { old, cut }: { readonly old: readonly { id: RecordId; visit: string | null }[]; readonly cut: Cut },
): readonly RecordId[] {
  const gone = old
    .filter(({ id, visit }) => {
      const item = items.find(id);
      if (item === null || !isBooking(item)) return false;
      const heir = items.madeFrom(id)?.status ?? null;
      return mayGo(item, { visit, heir, isWaitedFor: kept.isWaitedFor(account, id) }, cut.instant);
    })
    .map(({ id }) => id);
  if (gone.length === 0) return gone;
  audit.byProgram();
  kept.remove(account, gone);
  audit.add([{ act: "bookings-removed", account, more: { count: gone.length, before: cut.date } }]);
  return gone;
}

/** Counts and removes the bookings that were made before a cut and were over by then, some at a time. */
export function createOldBookings({ store, isOver, onStep, onChange }: Options) {
  /** Parts of them; others are answered in between. */
  async function* list(session: OpenSession, cut: Cut) {
    for (
      let after: MadePlace | null = firstPlace;
      after !== null && !isOver(session);
      await waitForOthers()
    ) {
      const from: MadePlace = after;
      const { old, next } = store.read(({ keeping: kept }) =>
        kept.look(session.accountId, { before: cut.instant, after: from, limit: lookedAtOnce }),
      );
      after = next;
      yield old;
    }
  }
  return {
    count: async (session: OpenSession, cut: Cut): Promise<number> => {
      let count = 0;
      for await (const old of list(session, cut)) count += old.length;
      return count;
    },
    /** Answers whether it is through. */
    remove: async (session: OpenSession, cut: Cut): Promise<boolean> => {
      for await (const found of list(session, cut))
        for (let at = 0; at < found.length && !isOver(session); at += removedAtOnce) {
          const old = found.slice(at, at + removedAtOnce);
          const gone = store.transaction((records) => {
            const ids = removeOld(records, session.accountId, { old, cut });
            onStep("bookings-going");
            return ids;
          });
          onStep("bookings-gone");
          if (gone.length > 0) onChange(gone);
          await waitForOthers();
        }
      return !isOver(session);
    },
  };
}
