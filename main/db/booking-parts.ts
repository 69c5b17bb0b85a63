import type { Database } from "better-sqlite3-multiple-ciphers";
import type { BookingPlace } from "../../shared/bookings/booking-line.ts";
import { isEmptyBookingQuery } from "../../shared/bookings/booking-query.ts";
import type { BookingRows } from "./bookings.ts";
import type { BookingParts, BookingRepository, BookingsAsked } from "./item-types.ts";
import { listedBookings, toPageRows } from "./items.ts";
import { inAgenda } from "./migrations.ts";
import { findFirstPlace, isInFirstHalf } from "./parts.ts";
import type { DayTally, Tallies } from "./tallies.ts";

/** Nothing is searched for, and nothing left out. */
const isEverything = ({ query, filter }: Pick<BookingsAsked, "query" | "filter">): boolean =>
  isEmptyBookingQuery(query) && Object.values(filter).every((value) => value === null);

/** Where a view begins. No row has the number 0: what begins at the first moment of today is upcoming, and not past. */
const firstPlace = ({ view, today }: Pick<Wanted, "view" | "today">): BookingPlace =>
  view === "recent" ? { at: "", number: Number.MAX_SAFE_INTEGER } : { at: today, number: 0 };

type Wanted = Parameters<BookingParts>[0];
type Own = {
  readonly at: string | null;
  readonly number: number;
  readonly changed: number;
  readonly status: string;
};
/** How the rows of a view are counted and found. */
type Way = {
  readonly total: number;
  readonly hasMore: boolean;
  readonly places: (from: number, limit: number) => readonly BookingPlace[];
  /** The place of an anchor; null when it is not in the view. */
  readonly placeOf: (own: Own, near: number) => number | null;
};

/** So many of those that are searched for are looked at beyond the rows that are wanted. */
const ahead = 500;
/** Sorts behind every moment of a day. */
const dayEnd = "~";

const visits = `from items where account_id = :accountId and ${inAgenda}`;
const onDay = `${visits} and appointment_instant >= :from and appointment_instant < :to`;
const place = "appointment_instant as at, sequence as number";
const taken = "from items where account_id = :accountId and kind = 'booking' and status = 'done'";
const byChange = `select '' as at, changed as number ${taken} order by changed`;

const statementsOf = (db: Database) => ({
  own: db.prepare<unknown[], Own>(`select appointment_instant as at, sequence as number, changed, status
    from items where id = :id and account_id = :accountId and ${inAgenda}`),
  forwards: db.prepare<unknown[], BookingPlace>(
    `select ${place} ${onDay} order by appointment_instant, sequence limit :limit offset :offset`,
  ),
  backwards: db.prepare<unknown[], BookingPlace>(
    `select ${place} ${onDay} order by appointment_instant desc, sequence desc limit :limit offset :offset`,
  ),
  before: db
    .prepare<unknown[], number>(
      `select count(*) ${onDay} and (appointment_instant, sequence) < (:at, :number)`,
    )
    .pluck(),
  within: db.prepare<unknown[], number>(`select count(*) ${onDay}`).pluck(),
  newest: db.prepare<unknown[], BookingPlace>(`${byChange} desc limit :limit offset :offset`),
  oldest: db.prepare<unknown[], BookingPlace>(`${byChange} limit :limit offset :offset`),
  newer: db.prepare<unknown[], number>(`select count(*) ${taken} and changed > :changed`).pluck(),
  older: db.prepare<unknown[], number>(`select count(*) ${taken} and changed < :changed`).pluck(),
});

/** Parts of the agenda. Where nothing is searched for, days are counted, and rows within one day alone. */
export function createBookingPages(
  db: Database,
  {
    bookings,
    tallies,
  }: { readonly bookings: Pick<BookingRepository, "places"> & BookingRows; readonly tallies: Tallies },
): BookingParts {
  const run = statementsOf(db);

  /** Upcoming and past ones: from the first moment of today on, by day. */
  function byDay({ accountId, view, today }: Wanted): Way {
    const isForward = view === "upcoming";
    const day = today.slice(0, 10);
    const all = tallies.days(accountId);
    const within = (each: DayTally) => ({
      accountId,
      from: isForward && each.day === day ? today : each.day,
      to: !isForward && each.day === day ? today : `${each.day}${dayEnd}`,
    });
    const days = all
      .filter((each) => (isForward ? each.day >= day : each.day <= day))
      .map((each) => ({
        ...within(each),
        day: each.day,
        total: each.day === day ? (run.within.get(within(each)) ?? 0) : each.total,
      }));
    if (!isForward) days.reverse();
    const total = days.reduce((sum, each) => sum + each.total, 0);
    const statement = isForward ? run.forwards : run.backwards;
    return {
      total,
      hasMore: false,
      places: (from, limit) => {
        const found: BookingPlace[] = [];
        let begins = 0;
        for (const { accountId: whose, from: start, to, total: count } of days) {
          const offset = Math.max(0, from - begins);
          const left = limit - found.length;
          if (left <= 0) break;
          if (offset < count)
            found.push(...statement.all({ accountId: whose, from: start, to, limit: left, offset }));
          begins += count;
        }
        return found;
      },
      placeOf: ({ at, number }) => {
        const own = at === null ? -1 : days.findIndex((each) => each.from <= at && at < each.to);
        const its = days[own];
        if (its === undefined) return null;
        const begins = days.slice(0, own).reduce((sum, each) => sum + each.total, 0);
        const earlier = run.before.get({ ...its, at, number }) ?? 0;
        return begins + (isForward ? earlier : its.total - 1 - earlier);
      },
    };
  }

  /** Those that the service took last, from the nearer end. */
  function byTaking({ accountId }: Wanted): Way {
    const total = tallies.taken(accountId);
    return {
      total,
      hasMore: false,
      places: (from, limit) => {
        if (isInFirstHalf(from, total)) return run.newest.all({ accountId, limit, offset: from });
        const count = Math.min(limit, total - from);
        return run.oldest.all({ accountId, limit: count, offset: total - from - count }).toReversed();
      },
      placeOf: ({ changed, status }, near) => {
        if (status !== "done") return null;
        if (isInFirstHalf(near, total)) return run.newer.get({ accountId, changed }) ?? 0;
        return total - 1 - (run.older.get({ accountId, changed }) ?? 0);
      },
    };
  }

  /** What is searched for is looked through from the first on, and somewhat further than asked. */
  function searched(wanted: Wanted): Way {
    const limit = wanted.from + wanted.limit + ahead;
    const found = bookings.places({ ...wanted, after: firstPlace(wanted), limit });
    return {
      total: found.length,
      hasMore: found.length === limit,
      places: (from, count) => found.slice(from, from + count),
      placeOf: ({ number, changed }) => {
        const key = wanted.view === "recent" ? changed : number;
        const at = found.findIndex((each) => each.number === key);
        return at === -1 ? null : at;
      },
    };
  }

  return (wanted) => {
    const { accountId, view, anchor, from, limit } = wanted;
    const way = isEverything(wanted)
      ? view === "recent"
        ? byTaking(wanted)
        : byDay(wanted)
      : searched(wanted);
    const own = anchor === null ? undefined : run.own.get({ accountId, id: anchor.id });
    const anchorAt = own === undefined ? null : way.placeOf(own, anchor?.was ?? 0);
    const first = findFirstPlace({ from, anchor, anchorAt }, way.total);
    const places = way.places(first, limit);
    return {
      rows: toPageRows(listedBookings, bookings.rowsAt({ accountId, view }, places)),
      from: first,
      anchorAt,
      total: way.total,
      hasMore: way.hasMore,
    };
  };
}
