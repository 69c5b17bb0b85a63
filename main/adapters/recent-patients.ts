import { ok } from "../../contract/failure.ts";
import type { AccountId } from "../../contract/records/account.ts";
import { anyBooking } from "../../contract/records/booking-line.ts";
import type { RouteOutput } from "../../contract/routes.ts";
import { readBookingQuery } from "../../domain/booking/booking-query.ts";
import type { Handlers } from "../ipc/router.ts";
import { parsePatientQuery } from "../store/search-query.ts";
import type { Repositories } from "../store/types.ts";
import { signedOut, type ListOptions } from "./lists.ts";

type Recent = RouteOutput<"patients.recent">["patients"][number];
type Wanted = { readonly accountId: AccountId; readonly limit: number };

/** Nothing is typed, so that no date is read by it. */
const anyDay = { today: "2000-01-01", dateOrder: "month-first" } as const;
const anything = readBookingQuery("", anyDay);
/** One patient may have several of the last bookings. */
const bookingsEach = 3;

function booked({ bookings }: Repositories, { accountId, limit }: Wanted): readonly Recent[] {
  const asked = { accountId, query: anything, stretches: [], filter: anyBooking };
  const after = { at: "", number: Number.MAX_SAFE_INTEGER };
  const places = bookings.places({ ...asked, view: "recent", after, limit: limit * bookingsEach });
  return bookings
    .at({ accountId, view: "recent" }, places)
    .items.flatMap(({ item, patient }) =>
      patient === null ? [] : [{ patient, at: item.result?.bookedAt ?? item.updatedAt, how: "booked" }],
    );
}

function added({ patients }: Repositories, { accountId, limit }: Wanted): readonly Recent[] {
  const query = parsePatientQuery("", anyDay);
  return patients
    .search({ accountId, query, limit })
    .items.map((patient) => ({ patient, at: patient.createdAt, how: "added" }));
}

/** Who was at the desk last: those who come back in a moment, or whose next visit is made today. */
export const recentPatients = ({
  store,
  accountId,
}: Pick<ListOptions, "store" | "accountId">): Pick<Handlers, "patients.recent"> => ({
  "patients.recent": ({ limit }) => {
    const account = accountId();
    if (account === null) return signedOut;
    const wanted = { accountId: account, limit };
    const all = store.read((records) => [...booked(records, wanted), ...added(records, wanted)]);
    const last = all.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
    const each = new Map<string, Recent>();
    for (const recent of last) if (!each.has(recent.patient.id)) each.set(recent.patient.id, recent);
    return ok({ patients: [...each.values()].slice(0, limit) });
  },
});
