import { fail, failed, ok } from "../../contract/failure.ts";
import { readDateOfBirth } from "../../domain/time/date-of-birth.ts";
import { todayIn } from "../../domain/time/zoned-time.ts";
import type { AccountId } from "../../contract/records/account.ts";
import { itemCounts, itemStatuses } from "../../contract/records/item.ts";
import type { PatientRecord } from "../../contract/records/patient.ts";
import type { Settings } from "../../contract/records/settings.ts";
import type { Services } from "../ipc/services.ts";
import type { Clock } from "../platform/ports.ts";
import { parsePatientQuery } from "../store/search-query.ts";
import type { Store } from "../store/types.ts";
import { must } from "./records.ts";

type ListOptions = {
  readonly store: Store;
  readonly clock: Clock;
  readonly settings: () => Settings;
  readonly accountId: () => AccountId | null;
};

const signedOut = failed(fail("signed-out", "Sign in first. What you typed is kept."));
const noCounts = itemCounts.parse(Object.fromEntries(itemStatuses.map((status) => [status, 0])));

/** What the window lists. Only records of the account at the desk are ever shown. */
export function lists({ store, accountId }: ListOptions): Services["lists"] {
  return {
    items: ({ kinds, statuses, limit, offset }) => {
      const account = accountId();
      if (account === null) return signedOut;
      const page = must(
        store.read(({ items }) => items.list({ accountId: account, kinds, statuses, limit, offset })),
      );
      return ok({ items: [...page.items], total: page.total, damaged: page.damaged.length });
    },
    counts: () => {
      const account = accountId();
      return account === null ? noCounts : must(store.read(({ items }) => items.counts(account)));
    },
    bookings: ({ text, limit, offset }) => {
      const account = accountId();
      if (account === null) return signedOut;
      return ok(
        must(
          store.read(({ items, patients }) => {
            const page = items.bookings({ accountId: account, text, limit, offset });
            const bookings = page.items.map((item) => {
              const { patient } = item.form;
              const record = patient?.kind === "known" ? patients.get(patient.id) : null;
              const instant = items.indexOf(item.id)?.appointmentInstant ?? null;
              return { item, patient: record?.ok === true ? record.value : null, instant };
            });
            return { bookings, total: page.total };
          }),
        ),
      );
    },
    similarBookings: ({ patient, instant, exceptItem }) => {
      const account = accountId();
      const at = Date.parse(instant);
      if (account === null || Number.isNaN(at)) return ok({ items: [] });
      const wanted = { accountId: account, patientRecordId: patient, instant: new Date(at).toISOString() };
      const found = must(store.read(({ items }) => items.bookingsAt(wanted))).items;
      return ok({ items: found.filter((item) => item.id !== exceptItem && item.status !== "draft") });
    },
  };
}

/** Known patients of the account at the desk. */
export function patientLists({ store, clock, settings, accountId }: ListOptions): Services["patients"] {
  const readDate = (text: string): string | null => {
    const { timeZone, dateOrder } = settings();
    const read = readDateOfBirth(text, { today: todayIn(timeZone, clock.now().toISOString()), dateOrder });
    return read.kind === "read" ? read.date : null;
  };
  return {
    search: ({ text, limit }) => {
      const account = accountId();
      if (account === null) return signedOut;
      const query = parsePatientQuery(text, readDate);
      const page = must(store.read(({ patients }) => patients.search({ accountId: account, query, limit })));
      return ok({ patients: [...page.items], total: page.total });
    },
    byNumber: (patientId) => {
      const account = accountId();
      if (account === null) return signedOut;
      return ok({ patient: must(store.read(({ patients }) => patients.byPatientId(account, patientId))) });
    },
    get: (id) => {
      const found = must(store.read(({ patients }) => patients.get(id)));
      const gone = failed(fail("not-found", "This patient is not on this computer."));
      return found.ok && found.value.accountId !== accountId() ? gone : found;
    },
    similar: (likeness) => {
      const account = accountId();
      if (account === null) return signedOut;
      const found: readonly PatientRecord[] = must(
        store.read(({ patients }) => patients.similar({ accountId: account, ...likeness })),
      );
      return ok({ patients: [...found] });
    },
  };
}
