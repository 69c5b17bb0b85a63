import { failed, fail, ok } from "../../contract/failure.ts";
import type { RecordId } from "../../contract/records/forms.ts";
import { addTo } from "../../domain/time/calendar.ts";
import { startOfDay } from "../../domain/time/clinic-day.ts";
import { todayIn } from "../../domain/time/zoned-time.ts";
import { formatName } from "../../messages/format.ts";
import { say } from "../../messages/saying.ts";
import type { Handlers } from "../ipc/router.ts";
import { signedOut, type ListOptions } from "./lists.ts";

type Options = ListOptions & { readonly onChange: (ids: readonly RecordId[]) => void };

/** Patients who may leave this computer: only ever on a person's word, and never with something unfinished. */
export function retentionHandlers({
  store,
  clock,
  settings,
  accountId,
  onChange,
}: Options): Pick<Handlers, "retention.list" | "retention.erase"> {
  /** Seen before this day, they are offered; null: nobody is. */
  function offeredBefore(): { readonly date: string; readonly instant: string } | null {
    const { retentionMonths, timeZone } = settings();
    if (retentionMonths === 0) return null;
    const date = addTo(todayIn(timeZone, clock.now().toISOString()), { months: -retentionMonths });
    return { date, instant: startOfDay(date, timeZone) };
  }

  return {
    "retention.list": ({ limit }) => {
      const account = accountId();
      if (account === null) return signedOut;
      const before = offeredBefore();
      if (before === null) return ok({ patients: [], total: 0, before: null });
      const { patients, total } = store.read(({ retention }) =>
        retention.unseen({ accountId: account, before: before.instant, limit }),
      );
      return ok({ patients: [...patients], total, before: before.date });
    },
    "retention.erase": ({ ids, isChosen }) => {
      const account = accountId();
      if (account === null) return signedOut;
      const before = offeredBefore();
      const isOffered = (lastSeen: string): boolean => before !== null && lastSeen < before.instant;
      // Looked at and deleted in one: nobody books in between.
      const { known, erased, unfinished, items } = store.transaction(({ retention, patients }) => {
        const seen = retention.seen(account, ids);
        const gone = seen
          .filter(({ lastSeen, isFinished }) => isFinished && (isChosen || isOffered(lastSeen)))
          .map(({ id }) => id);
        const open = seen.find(({ isFinished }) => !isFinished);
        return {
          known: seen.length,
          erased: gone.length,
          unfinished: open === undefined ? null : patients.find(account, open.id),
          items: gone.length === 0 ? [] : retention.erase(account, gone),
        };
      });
      if (erased > 0) onChange(items);
      if (isChosen && known === 0) return failed(fail("not-found", say("failures.desk.patientNotHere")));
      if (isChosen && erased === 0 && unfinished !== null)
        return failed(fail("busy", say("failures.retention.open", { name: formatName(unfinished.input) })));
      return ok({ erased, kept: ids.length - erased });
    },
  };
}
