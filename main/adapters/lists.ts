import { fail, failed, ok } from "../../contract/failure.ts";
import { isExpiredCard } from "../../domain/card/card-expiry.ts";
import { todayIn } from "../../domain/time/zoned-time.ts";
import type { AccountId } from "../../contract/records/account.ts";
import {
  itemCounts,
  itemStatuses,
  type ItemCounts,
  type ListedBooking,
  type ListedItem,
} from "../../contract/records/item.ts";
import type { PatientInLine, PatientRecord } from "../../contract/records/patient.ts";
import type { Settings } from "../../contract/records/settings.ts";
import { say } from "../../messages/saying.ts";
import { signedOutKept } from "../account/connect-failures.ts";
import type { Handlers } from "../ipc/router.ts";
import { isBooking } from "../kinds/kinds.ts";
import { distinct } from "../payment/cards.ts";
import type { Clock } from "../platform/ports.ts";
import { parsePatientQuery } from "../store/search-query.ts";
import type { Listed } from "../store/item-types.ts";
import type { Store } from "../store/types.ts";

export type ListOptions = {
  readonly store: Store;
  readonly clock: Clock;
  readonly settings: () => Settings;
  readonly accountId: () => AccountId | null;
};

export const signedOut = failed(signedOutKept);
const noCounts = itemCounts.parse(Object.fromEntries(itemStatuses.map((status) => [status, 0])));

/** How many items of the account at the desk stand in each status. */
export function deskCounts({ store, accountId }: Pick<ListOptions, "store" | "accountId">): ItemCounts {
  const account = accountId();
  return account === null ? noCounts : store.read(({ items }) => items.counts(account));
}

/** The patient known here by the number that was typed; null when nobody is. */
function numbered({ form, accountId }: ListedBooking, store: Store): PatientRecord | null {
  const typed = form.patient?.kind === "number" ? form.patient.text.trim() : "";
  return /^\d{1,15}$/.test(typed)
    ? store.read(({ patients }) => patients.byPatientId(accountId, Number(typed)))
    : null;
}

/** What a line says of its patient. */
export function nameInLine(patient: PatientRecord | null): PatientInLine | null {
  if (patient === null) return null;
  const { firstName, lastName, phone } = patient.input;
  return { firstName, lastName, ...(phone === undefined ? {} : { phone }) };
}

/** With whose booking it is: no line has to ask for that. */
const inLine = ({ item, patient }: Listed<ListedItem>, store: Store): ListedItem =>
  isBooking(item) ? { ...item, patient: nameInLine(patient ?? numbered(item, store)) } : item;

/** What the window lists. Only records of the account at the desk are ever shown. */
export function listHandlers(
  options: ListOptions,
): Pick<Handlers, "items.list" | "items.part" | "items.counts"> {
  const { store, accountId } = options;
  return {
    "items.list": ({ kinds, statuses, limit, offset }) => {
      const account = accountId();
      if (account === null) return signedOut;
      const page = store.read(({ items }) =>
        items.list({ accountId: account, kinds, statuses, limit, offset }),
      );
      const shown = page.items.map((row) => inLine(row, store));
      return ok({ items: shown, total: page.total, damaged: page.damaged.length, newer: page.newer.length });
    },
    "items.part": (input) => {
      const account = accountId();
      if (account === null) return signedOut;
      const part = store.read(({ parts }) => parts.items({ ...input, accountId: account }));
      const rows = part.rows.map((row) => (typeof row === "string" ? row : inLine(row, store)));
      return ok({ ...part, rows, counts: [...part.counts] });
    },
    "items.counts": () => ok(deskCounts(options)),
  };
}

const notHere = failed(fail("not-found", say("failures.desk.patientNotHere")));

type PatientRoute = `patients.${"search" | "byNumber" | "get" | "cards" | "similar"}`;

/** Known patients of the account at the desk. */
export function patientHandlers({
  store,
  clock,
  settings,
  accountId,
}: ListOptions): Pick<Handlers, PatientRoute> {
  return {
    "patients.search": ({ text, limit }) => {
      const account = accountId();
      if (account === null) return signedOut;
      const { timeZone, dateOrder } = settings();
      const today = todayIn(timeZone, clock.now().toISOString());
      const query = parsePatientQuery(text, { today, dateOrder });
      const page = store.read(({ patients }) => patients.search({ accountId: account, query, limit }));
      return ok({ patients: [...page.items], near: [...page.near], total: page.total });
    },
    "patients.byNumber": ({ patientId }) => {
      const account = accountId();
      if (account === null) return signedOut;
      return ok({ patient: store.read(({ patients }) => patients.byPatientId(account, patientId)) });
    },
    "patients.get": ({ id }) => {
      const account = accountId();
      const found = account === null ? null : store.read(({ patients }) => patients.get(account, id));
      return found === null ? notHere : ok(found);
    },
    "patients.cards": ({ id }) => {
      const account = accountId();
      if (account === null) return signedOut;
      const kept = store.read(({ patients, cards }) =>
        patients.get(account, id) === null ? null : cards.ofPatient(account, id),
      );
      if (kept === null) return notHere;
      const today = todayIn(settings().timeZone, clock.now().toISOString());
      const cards = distinct(kept).map(({ card }) => ({ card, expired: isExpiredCard(card, today) }));
      return ok({ cards });
    },
    "patients.similar": (likeness) => {
      const account = accountId();
      if (account === null) return signedOut;
      const found = store.read(({ patients }) => patients.similar({ accountId: account, ...likeness }));
      return ok({ patients: [...found] });
    },
  };
}
