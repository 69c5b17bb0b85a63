import { failed, fail, ok } from "../../../shared/core/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import { addTo } from "../../../shared/time/calendar.ts";
import { getStartOfDay } from "../../../shared/time/clinic-day.ts";
import { getToday } from "../../../shared/time/zoned-time.ts";
import { formatName } from "../../../messages/format.ts";
import { say } from "../../../messages/saying.ts";
import type { Handlers } from "../../ipc/router.ts";
import type { Repositories } from "../../db/types.ts";
import { type ListOptions, signedOutOfOutbox } from "../outbox/index.ts";
import { waitForOthers } from "../../platform/others.ts";

type Options = ListOptions & { readonly onChange: (ids: readonly RecordId[]) => void };

/** Records that are looked at in one go: a few milliseconds, in which nobody else is answered. */
const lookedAtOnce = 500;

type Unseen = { readonly id: RecordId; readonly lastSeen: string };

const longestFirst = (a: Unseen, b: Unseen): number =>
  a.lastSeen < b.lastSeen ? -1 : a.lastSeen > b.lastSeen ? 1 : 0;

/** Patients who may leave this computer: only ever on a person's word, and never with something unfinished. */
export function createRetentionHandlers({
  store,
  clock,
  settings,
  onChange,
}: Options): Pick<Handlers, "retention.list" | "retention.erase"> {
  const today = (): string => getToday(settings().timeZone, clock.now().toISOString());
  /** Seen before this day, they are offered; null: nobody is. */
  function offeredBefore(): { readonly date: string; readonly instant: string } | null {
    const { retentionMonths, timeZone } = settings();
    if (retentionMonths === 0) return null;
    const date = addTo(today(), { months: -retentionMonths });
    return { date, instant: getStartOfDay(date, timeZone) };
  }

  /** Who was not seen since then and has nothing unfinished, with how many there are. */
  async function unseen(
    account: AccountId,
    { before, limit }: { readonly before: string; readonly limit: number },
  ) {
    const joined: RecordId[] = [];
    let first: readonly Unseen[] = [];
    let total = 0;
    const add = (people: readonly (Unseen & { readonly isFinished: boolean })[]): void => {
      const offered = people.filter(({ lastSeen, isFinished }) => isFinished && lastSeen < before);
      total += offered.length;
      // In place as long as they are equal: the first known first.
      first = [...first, ...offered].toSorted(longestFirst).slice(0, limit);
    };
    for (let after: number | null = 0; after !== null;) {
      const from: number = after;
      const part = store.read(({ retention }) =>
        retention.look({ accountId: account, after: from, limit: lookedAtOnce }),
      );
      add(part.seen);
      joined.push(...part.joined);
      after = part.next;
      if (after !== null) await waitForOthers();
    }
    return store.read(({ retention, patients }) => {
      add(retention.seen(account, joined).map(({ records, ...seen }) => ({ ...seen, id: records[0] ?? "" })));
      const found = first.flatMap(({ id, lastSeen }) => {
        const patient = patients.find(account, id);
        return patient === null ? [] : [{ patient, lastSeen }];
      });
      return { patients: found, total };
    });
  }

  /** Deletes those of these people who may go. */
  function erase(
    { retention, patients, strayDrafts }: Repositories,
    account: AccountId,
    { ids, mayGo }: { readonly ids: readonly RecordId[]; readonly mayGo: (lastSeen: string) => boolean },
  ) {
    const seen = retention.seen(account, ids);
    const gone = seen.filter(({ lastSeen, isFinished }) => isFinished && mayGo(lastSeen));
    const records = gone.flatMap((person) => person.records);
    const open = seen.find(({ isFinished }) => !isFinished);
    const whole = records.flatMap((id) => patients.find(account, id) ?? []);
    const context = { today: today(), dateOrder: settings().dateOrder };
    const others = whole.length === 0 ? [] : strayDrafts.of(account, whole, context);
    return {
      known: seen.length,
      erased: gone.length,
      unfinished: open === undefined ? null : patients.find(account, open.records[0] ?? ""),
      items: records.length === 0 ? [] : retention.erase(account, { ids: records, others }),
    };
  }

  return {
    "retention.list": async ({ limit }, { accountId, isOpen }) => {
      const before = offeredBefore();
      if (before === null) return ok({ patients: [], total: 0, before: null });
      const found = await unseen(accountId, { before: before.instant, limit });
      // Somebody else may be at the desk by now.
      return isOpen() ? ok({ ...found, before: before.date }) : signedOutOfOutbox;
    },
    "retention.erase": ({ ids, isChosen }, { accountId: account }) => {
      const before = offeredBefore();
      const isOffered = (lastSeen: string): boolean => before !== null && lastSeen < before.instant;
      // Looked at and deleted in one: nobody books in between.
      const { known, erased, unfinished, items } = store.transaction((records) =>
        erase(records, account, { ids, mayGo: (lastSeen) => isChosen || isOffered(lastSeen) }),
      );
      if (erased > 0) onChange(items);
      if (isChosen && known === 0) return failed(fail("not-found", say("failures.desk.patientNotHere")));
      if (isChosen && erased === 0 && unfinished !== null)
        return failed(fail("busy", say("failures.retention.open", { name: formatName(unfinished.input) })));
      return ok({ erased, kept: ids.length - erased });
    },
  };
}
