import {
  actGroups,
  auditMore,
  type AuditFilter,
  type AuditLine,
} from "../../../shared/activity-log/audit.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { Item } from "../../../shared/outbox/item.ts";
import type { RouteOutput, RouteParsedInput } from "../../../shared/routes.ts";
import type { KeptEntry } from "../../../shared/activity-log/entry.ts";
import { getDateRange } from "../../../shared/time/clinic-day.ts";
import { practiceAccount } from "../session/index.ts";
import type { EntryFilter } from "../../db/audit.ts";
import { findFirstPlace } from "../../db/parts.ts";
import type { Repositories, Store } from "../../db/types.ts";
import { waitForOthers } from "../../platform/others.ts";

type Options = { readonly store: Store; readonly accountId: () => AccountId | null };

/** Entries that are looked at in one go: a few milliseconds, in which nobody else is answered. */
const lookedAtOnce = 5_000;

/** The filter as the store takes it, with a day on the clock of a zone. */
export const toStoreFilter = ({ day, person, group }: AuditFilter, timeZone: string): EntryFilter => {
  const stretch = day === null ? null : getDateRange(day, timeZone);
  return {
    between: stretch && [stretch.from, stretch.to],
    person,
    acts: group === null ? [] : actGroups[group],
  };
};

const isAny = ({ between, person, acts }: EntryFilter): boolean =>
  between === null && person === null && acts.length === 0;

export type LogList = {
  /** The numbers of the entries that fit, in their order. */
  readonly numbers: (filter: EntryFilter) => Promise<readonly number[]>;
  readonly part: (
    input: RouteParsedInput<"audit.list">,
    timeZone: string,
  ) => Promise<RouteOutput<"audit.list">>;
};

/**
 * The log as a long list, the last entry first. Without a filter an entry's place follows from its number. With one, all
 * are looked through once, in pieces; what is added later is looked at then.
 */
export function createLogList({ store, accountId }: Options): LogList {
  let known: { readonly key: string; readonly numbers: number[]; upTo: number } = {
    key: "",
    numbers: [],
    upTo: 0,
  };
  /** One look at a time: the next goes on where it ended. */
  let looking: Promise<unknown> = Promise.resolve();

  async function lookOn(filter: EntryFilter): Promise<readonly number[]> {
    const key = JSON.stringify(filter);
    if (known.key !== key) known = { key, numbers: [], upTo: 0 };
    const own = known;
    const { entries: removed } = store.read(({ audit }) => audit.start());
    own.numbers.splice(0, own.numbers.filter((n) => n <= removed).length);
    own.upTo = Math.max(own.upTo, removed);
    for (;;) {
      const { found, next } = store.read(({ audit }) =>
        audit.find(filter, { after: own.upTo, limit: lookedAtOnce }),
      );
      own.numbers.push(...found);
      const isThrough = next - own.upTo < lookedAtOnce;
      own.upTo = Math.max(own.upTo, next);
      if (isThrough) return own.numbers;
      await waitForOthers();
    }
  }

  function numbers(filter: EntryFilter): Promise<readonly number[]> {
    const next = looking.then(() => lookOn(filter));
    looking = next.catch(() => undefined);
    return next;
  }

  /** How the places of the list lead to numbers. */
  async function order(filter: EntryFilter): Promise<{
    readonly total: number;
    readonly numberAt: (place: number) => number;
    readonly placeOf: (n: number) => number | null;
  }> {
    if (isAny(filter)) {
      const [{ entries }, { entries: removed }] = store.read(({ audit }) => [audit.head(), audit.start()]);
      return {
        total: entries - removed,
        numberAt: (place) => entries - place,
        placeOf: (n) => (n > removed ? entries - n : null),
      };
    }
    const all = await numbers(filter);
    const total = all.length;
    return {
      total,
      numberAt: (place) => all[total - 1 - place] ?? 0,
      placeOf: (n) => {
        const at = all.indexOf(n);
        return at === -1 ? null : total - 1 - at;
      },
    };
  }

  return {
    numbers,
    part: async ({ from, limit, anchor, filter }, timeZone) => {
      const { total, numberAt, placeOf } = await order(toStoreFilter(filter, timeZone));
      const anchorAt = anchor === null ? null : placeOf(Number(anchor.id));
      const first = findFirstPlace({ from, anchor, anchorAt }, total);
      const places = Array.from(
        { length: Math.max(0, Math.min(limit, total - first)) },
        (_, at) => first + at,
      );
      const rows = store.read((records) =>
        records.audit.numbered(places.map(numberAt)).map((entry) => lineOf(entry, records, accountId())),
      );
      return { from: first, anchorAt, total, rows };
    },
  };
}

/** The record of the patient whom an item makes, or is for. */
function patientIn(item: Item): string | null {
  if ("patientRecordId" in item) return item.patientRecordId;
  const chosen = "patient" in item.form ? item.form.patient : null;
  return chosen?.kind === "known" ? chosen.id : null;
}

/** Of a record of that account, the name of its patient as it is known now. */
function nameOf({ account, record }: KeptEntry, { patients, items }: Repositories, desk: AccountId | null) {
  if (record === null || account === null || account !== desk) return null;
  const item = items.find(record);
  const found = patients.find(account, (item && patientIn(item)) ?? record);
  return found && { firstName: found.input.firstName, lastName: found.input.lastName };
}

/** Of another account than the one at the desk it shows what was done, and not to which record. */
function lineOf(entry: KeptEntry, records: Repositories, desk: AccountId | null): AuditLine {
  const { n, more, account, record, ...line } = entry;
  const { other, ...says } = parseDetails(more);
  const isOwn = account === desk;
  return {
    ...line,
    id: String(n),
    account,
    isPractice: account === practiceAccount,
    record: isOwn ? record : null,
    more: isOwn && other !== undefined ? { ...says, other } : says,
    name: nameOf(entry, records, desk),
  };
}

/** What else an entry says, as far as it can be read: one that was altered is shown all the same. */
export function parseDetails(text: string): AuditLine["more"] {
  try {
    return auditMore.safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {};
  }
}
