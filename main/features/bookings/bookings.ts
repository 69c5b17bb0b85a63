import { ok } from "../../../shared/core/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import { mayHaveBeenMade } from "../../../shared/outbox/attempts.ts";
import { anyBooking, type BookingLine } from "../../../shared/bookings/booking-line.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { ListedBooking } from "../../../shared/outbox/item.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import type { RouteOutput, RouteParsedInput } from "../../../shared/routes.ts";
import { readBookingQuery } from "../../../shared/bookings/booking-query.ts";
import { countAtOnce } from "../../../shared/bookings/overlaps.ts";
import { getStartOfDay, getDateRange, type Stretch } from "../../../shared/time/clinic-day.ts";
import { getToday } from "../../../shared/time/zoned-time.ts";
import type { Handlers } from "../../ipc/router.ts";
import { createNoticeMarks } from "../notices/index.ts";
import { findCorrection, type ListOptions, nameInLine } from "../outbox/index.ts";
import type { BookingsAsked, Listed, VisitLine } from "../../db/item-types.ts";
import { parsePatientQuery } from "../../db/search-query.ts";
import type { Repositories, Store } from "../../db/types.ts";

/** More than any window shows of a few days. */
const mostOfDays = 2_000;
/** On so many days with a visit of a patient to come, the soonest, it is looked for others at the same time. */
const mostLookedAt = 20;
/** For what holds no date. */
const anyDay = { today: "2000-01-01", dateOrder: "month-first" } as const;
const noQuery = readBookingQuery("", anyDay);

/** What the service will not hold, or says that it does not: it takes nobody's time. */
const isOff = ({ answer }: VisitLine): boolean => /^(cancell?ed|denied)$/i.test(answer ?? "");

/** What else is at the time of a visit. */
type Company = Pick<BookingLine, "atOnce" | "isTwice">;

function companyOf(
  lines: readonly VisitLine[],
  services: Settings["services"],
): ReadonlyMap<string, Company> {
  const minutes = new Map(services.map((service) => [String(service.id), service.minutes]));
  const visits = lines
    .filter((line) => !isOff(line))
    .map(({ id, at, service, patient }) => ({
      id,
      patient,
      start: Date.parse(at),
      minutes: minutes.get(service ?? "") ?? null,
    }));
  const known = visits.filter(({ patient }) => patient !== null);
  const own = [...Map.groupBy(known, ({ patient }) => patient).values()].filter(({ length }) => length > 1);
  const ofPatient = new Map(own.flatMap((each) => [...countAtOnce(each)]));
  return new Map(
    [...countAtOnce(visits)].map(([id, atOnce]) => [id, { atOnce, isTwice: (ofPatient.get(id) ?? 1) > 1 }]),
  );
}

function numberOf({ form }: ListedBooking, patientId: number | null | undefined): string | null {
  if (form.patient?.kind === "number") return form.patient.text.trim().replace(/^#\s*/, "");
  return typeof patientId === "number" ? String(patientId) : null;
}

/** The ids of those that stand out among others. */
type Marks = {
  readonly company: ReadonlyMap<string, Company>;
  readonly corrected: ReadonlySet<string>;
  /** What notices say of a booking. */
  readonly noticed: ReturnType<typeof createNoticeMarks>;
};
export const noMarks: Marks = {
  company: new Map(),
  corrected: new Set(),
  noticed: () => ({ notices: [], missedIn: null }),
};

/** Bookings of an account as lines. */
function linesOf(
  found: readonly Listed<ListedBooking>[],
  {
    items,
    notices,
    company,
    account,
  }: Pick<Marks, "company"> & Pick<Repositories, "items" | "notices"> & { readonly account: AccountId },
): BookingLine[] {
  const corrected = found.filter(({ item }) => findCorrection(item, items) !== null);
  const results = found.map(({ item }) => item.result);
  const noticed = createNoticeMarks({ notices }, account, results);
  const marks = { company, corrected: new Set(corrected.map(({ item }) => item.id)), noticed };
  return found.map((each) => toBookingLine(each, marks));
}

/** A booking as one line. */
export function toBookingLine(
  { item, patient, instant }: Listed<ListedBooking>,
  { company, corrected, noticed }: Marks,
): BookingLine {
  const { id, status, form, result } = item;
  const answer = result?.appointment ?? null;
  const { notices, missedIn } = noticed(result);
  return {
    id,
    status,
    instant,
    patient: nameInLine(patient),
    patientRecord: form.patient?.kind === "known" ? form.patient.id : null,
    patientNumber: numberOf(item, patient?.patientId),
    service: form.service.trim(),
    result: result && {
      appointment: answer && { id: answer.id, status: answer.status },
      markedByPerson: result.markedByPerson,
      differs: result.differs === true,
    },
    mayBeMade: status !== "done" && mayHaveBeenMade(item),
    isBeingCorrected: corrected.has(id),
    notices: [...notices],
    askService: missedIn !== null,
    ...(company.get(id) ?? { atOnce: 1, isTwice: false }),
  };
}

type Reading = { readonly store: Store; readonly account: AccountId; readonly settings: Settings };

/** More than one family has of one phone number. */
const mostWithPhone = 20;

/** All records of those who have a phone number, by its digits or the last of them. */
function withPhone({ store, account }: Pick<Reading, "store" | "account">, phone: string | null): RecordId[] {
  if (phone === null) return [];
  const query = parsePatientQuery(phone, anyDay);
  const wanted = { accountId: account, query, limit: mostWithPhone };
  return store.read(({ patients, people }) =>
    patients.search(wanted).items.flatMap(({ id }) => people.recordsOf(id)),
  );
}

/** A part of a view, with the days it has. */
function part(
  { store, account, settings }: Reading,
  input: RouteParsedInput<"bookings.list">,
  now: string,
): RouteOutput<"bookings.list"> {
  const { timeZone, dateOrder, services } = settings;
  const day = getToday(timeZone, now);
  const query = readBookingQuery(input.text, { today: day, dateOrder });
  const stretches = query.days.map((each) => getDateRange(each, timeZone));
  const patients = withPhone({ store, account }, query.phone);
  const asked: BookingsAsked = { accountId: account, query, stretches, patients, filter: input.filter };
  return store.read(({ bookings, parts, items, notices }) => {
    const found = parts.bookings({ ...input, ...asked, today: getStartOfDay(day, timeZone) });
    const read = found.rows.filter((row) => typeof row !== "string");
    const dayOf = ({ instant }: Listed<ListedBooking>): string =>
      input.view === "recent" || instant === null ? "" : getToday(timeZone, instant);
    const dates = [...new Set(read.map(dayOf))].filter((date) => date !== "");
    const days = dates.map((date) => ({
      date,
      visits: bookings.visits({ ...asked, ...getDateRange(date, timeZone) }),
    }));
    const company = companyOf(
      days.flatMap(({ visits }) => visits),
      services,
    );
    const { from, anchorAt, total, hasMore, rows } = found;
    const lines = new Map(linesOf(read, { items, notices, company, account }).map((line) => [line.id, line]));
    /** Of those asked for in a day, from its first in the list to its last. */
    const inOrder = (visits: readonly VisitLine[]): readonly VisitLine[] => {
      const own = visits.filter(({ isAsked }) => isAsked);
      return input.view === "past" ? own.toReversed() : own;
    };
    return {
      from,
      anchorAt,
      total,
      hasMore,
      rows: rows.map((row) => (typeof row === "string" ? row : (lines.get(row.item.id) ?? "damaged"))),
      days: days.map(({ date, visits }) => {
        const own = inOrder(visits);
        const at = rows.findIndex((row) => typeof row !== "string" && dayOf(row) === date);
        const row = rows[at];
        const id = typeof row === "object" ? row.item.id : null;
        const before = own.findIndex((visit) => visit.id === id);
        const left = own.filter((visit) => visit.at >= now).length;
        return { date, total: own.length, left, from: from + at - Math.max(0, before) };
      }),
    };
  });
}

/** Everything of a stretch of time. */
function stretch({ store, account, settings }: Reading, { from, to }: Stretch) {
  const asked = { accountId: account, query: noQuery, stretches: [], filter: anyBooking };
  return store.read(({ bookings, items, notices }) => {
    const visits = bookings.visits({ ...asked, from, to });
    const {
      items: found,
      damaged,
      newer,
    } = bookings.at({ accountId: account, view: "upcoming" }, visits.slice(0, mostOfDays));
    const company = companyOf(visits, settings.services);
    return {
      rows: linesOf(found, { items, notices, company, account }),
      unread: damaged.length + newer.length,
      more: Math.max(0, visits.length - mostOfDays),
    };
  });
}

type BookingRoute =
  | "bookings.list"
  | "bookings.days"
  | "bookings.onDates"
  | "bookings.counts"
  | "bookings.ofPatient";

type OfPatient = RouteParsedInput<"bookings.ofPatient"> & { readonly now: string };

/** The visits of a patient; whether others of this computer are at the same time is said of those to come. */
function ofPatient({ store, account, settings }: Reading, { patient, limit, now }: OfPatient) {
  const { timeZone, services } = settings;
  const asked = { accountId: account, query: noQuery, stretches: [], filter: anyBooking };
  return store.read(({ bookings, items, notices, people }) => {
    const patients = people.recordsOf(patient);
    const places = bookings.ofPatient({ accountId: account, patients, limit });
    const { items: found, damaged, newer } = bookings.at({ accountId: account, view: "upcoming" }, places);
    const coming = places.filter(({ at }) => at >= now).map(({ at }) => getToday(timeZone, at));
    const visits = [...new Set(coming)]
      .slice(-mostLookedAt)
      .flatMap((date) => bookings.visits({ ...asked, ...getDateRange(date, timeZone) }));
    const company = companyOf(visits, services);
    return {
      rows: linesOf(found, { items, notices, company, account }),
      unread: damaged.length + newer.length,
    };
  });
}

/** The agenda: bookings of the account at the desk by the day of the visit. */
export function createBookingHandlers({ store, clock, settings }: ListOptions): Pick<Handlers, BookingRoute> {
  return {
    "bookings.list": (input, { accountId: account }) => {
      return ok(part({ store, account, settings: settings() }, input, clock.now().toISOString()));
    },
    "bookings.ofPatient": ({ patient, limit }, { accountId: account }) => {
      const now = clock.now().toISOString();
      return ok(ofPatient({ store, account, settings: settings() }, { patient, limit, now }));
    },
    "bookings.counts": ({ from, days, timeZone }, { accountId }) => {
      const wanted = { accountId, ...getDateRange(from, timeZone, days) };
      const moments = store.read(({ bookings }) => bookings.moments(wanted));
      const byDate = Map.groupBy(moments, (at) => getToday(timeZone, at));
      return ok({ days: [...byDate].map(([date, all]) => ({ date, total: all.length })) });
    },
    "bookings.days": ({ from, days, timeZone }, { accountId: account }) => {
      return ok(stretch({ store, account, settings: settings() }, getDateRange(from, timeZone, days)));
    },
    "bookings.onDates": ({ dates, timeZone }, { accountId: account }) => {
      const reading = { store, account, settings: settings() };
      const days = [...new Set(dates)].map((date) => stretch(reading, getDateRange(date, timeZone)));
      return ok({
        rows: days.flatMap(({ rows }) => rows),
        unread: days.reduce((sum, { unread }) => sum + unread, 0),
      });
    },
  };
}
