import type { Database } from "better-sqlite3-multiple-ciphers";
import type { BookingPlace } from "../../shared/bookings/booking-line.ts";
import { normalizeForSearch } from "./fold.ts";
import { listedBookings, toPage, buildSelectWithPatient, type ListedRow } from "./items.ts";
import { bookingNumberSql, inAgenda } from "./migrations.ts";
import type { BookingRepository, BookingsAsked, BookingsWanted, VisitLine } from "./item-types.ts";

/** A member of the record; null in one that was spoilt by hand. */
const member = (path: string): string => `case when json_valid(json) then json ->> '$.${path}' end`;
const allFound = (words: string): string =>
  `not exists (select 1 from json_each(${words}) where instr(search_text, value) = 0)`;

/** Bookings with that number, those of the patient with it, and those for which it was typed as the patient's. */
const numbered = `(sequence in (
    select sequence from items where account_id = :accountId and kind = 'booking' and ${bookingNumberSql} = :number
    union select i.sequence from patients p join items i on i.patient_record_id = p.id
      where p.account_id = :accountId and p.patient_id = :number)
  or (instr(search_text, :numberText)
    and ltrim(${member("form.patient.text")}, '# ') = :numberText))`;
const onDays = `exists (select 1 from json_each(:stretches)
  where appointment_instant >= value ->> 0 and appointment_instant < value ->> 1)`;

/** What is searched in goes before the record, which is another page of the file. */
const asked = `(
  ((${allFound(":words")} and ((:number is null and :patients is null and :stretches = '[]')
      or (:number is not null and ${numbered}) or ${onDays}
      or patient_record_id in (select value from json_each(:patients))))
    or (:orWords <> '[]' and ${allFound(":orWords")}))
  and (:service is null
    or (instr(search_text, lower(:service)) and trim(${member("form.service")}) = :service))
  and (:billing is null or (instr(search_text, lower(:billing))
    and coalesce(${member("result.appointment.billingType")}, ${member("form.billingType")}) = :billing))
  and (:by is null or ${member("by")} = :by)
  and case
    when :status is null then 1
    when :status = 'needs-checking' then status = 'needs-checking'
    when :status = 'not-booked' then status not in ('done', 'needs-checking')
    else status = 'done' and instr(search_text, lower(:status))
      and lower(${member("result.appointment.status")}) = lower(:status) end)`;

const agenda = `account_id = :accountId and ${inAgenda}`;
const place = "appointment_instant as at, sequence as number";

type Placed = ListedRow & { readonly sequence: number; readonly changed: number };

const statementsOf = (db: Database) => ({
  upcoming: db.prepare<unknown[], BookingPlace>(`select ${place} from items
    where ${agenda} and (appointment_instant, sequence) > (:at, :after) and ${asked}
    order by appointment_instant, sequence limit :limit`),
  past: db.prepare<unknown[], BookingPlace>(`select ${place} from items
    where ${agenda} and (appointment_instant, sequence) < (:at, :after) and ${asked}
    order by appointment_instant desc, sequence desc limit :limit`),
  recent: db.prepare<unknown[], BookingPlace>(`select '' as at, changed as number from items
    where account_id = :accountId and kind = 'booking' and status = 'done' and changed < :after and ${asked}
    order by changed desc limit :limit`),
  ofPatient: db.prepare<
    unknown[],
    BookingPlace
  >(`select coalesce(appointment_instant, '') as at, sequence as number
    from items where patient_record_id in (select value from json_each(:patients)) and ${agenda}
    order by appointment_instant desc, sequence desc limit :limit`),
  bySequence: db.prepare<unknown[], Placed>(
    buildSelectWithPatient("sequence in (select value from json_each(:numbers))"),
  ),
  byChange: db.prepare<unknown[], Placed>(
    buildSelectWithPatient("account_id = :accountId and changed in (select value from json_each(:numbers))"),
  ),
  inOrder: db.prepare<unknown[], BookingPlace>(`select '' as at, sequence as number from items not indexed
    where sequence > :after and ${agenda} order by sequence limit :limit`),
  moments: db
    .prepare<unknown[], string>(
      `select appointment_instant from items
    where ${agenda} and appointment_instant >= :from and appointment_instant < :to`,
    )
    .pluck(),
  visits: db.prepare<
    unknown[],
    Omit<VisitLine, "isAsked"> & { isAsked: number }
  >(`select ${place}, id, status,
    trim(${member("form.service")}) as service,
    coalesce((select cast(p.patient_id as text) from patients p where p.id = patient_record_id), patient_record_id,
      nullif(trim(${member("form.patient.text")}, '# '), '')) as patient, ${member("result.appointment.status")} as answer,
    ${asked} as isAsked
    from items where ${agenda} and appointment_instant >= :from and appointment_instant < :to
    order by appointment_instant, sequence`),
});

const folded = (words: readonly string[]): string =>
  JSON.stringify(words.map((word) => normalizeForSearch(word)).filter((word) => word !== ""));

const parametersOf = ({ accountId, query, stretches, patients = [], filter }: BookingsAsked) => ({
  accountId,
  ...filter,
  words: folded(query.words),
  orWords: folded(query.orWords),
  number: query.number,
  numberText: String(query.number),
  patients: query.phone === null ? null : JSON.stringify(patients),
  stretches: JSON.stringify(stretches.map(({ from, to }) => [from, to])),
});

/** The rows themselves of bookings in their order, for who reads them by their places. */
export type BookingRows = {
  readonly rowsAt: (
    of: Pick<BookingsWanted, "accountId" | "view">,
    places: readonly BookingPlace[],
  ) => readonly ListedRow[];
};

/** Bookings in the database. Its statements are prepared once, against the newest schema. */
export function createBookingRepository(db: Database): BookingRepository & BookingRows {
  const run = statementsOf(db);
  const rowsAt: BookingRows["rowsAt"] = ({ accountId, view }, places) => {
    const numbers = JSON.stringify(places.map(({ number }) => number));
    const rows = (view === "recent" ? run.byChange : run.bySequence).all({ accountId, numbers });
    const order = new Map(places.map(({ number }, index) => [number, index]));
    const numberOf = (row: (typeof rows)[number]): number => (view === "recent" ? row.changed : row.sequence);
    return rows.toSorted((a, b) => (order.get(numberOf(a)) ?? 0) - (order.get(numberOf(b)) ?? 0));
  };
  return {
    rowsAt,
    places: ({ view, after, limit, ...wanted }) =>
      run[view].all({ ...parametersOf(wanted), at: after.at, after: after.number, limit }),
    ofPatient: ({ patients, ...wanted }) =>
      run.ofPatient.all({ ...wanted, patients: JSON.stringify(patients) }),
    at: (of, places) => {
      const rows = rowsAt(of, places);
      return toPage(listedBookings, rows, rows.length);
    },
    inOrder: (wanted) => {
      const places = run.inOrder.all(wanted);
      const rows = rowsAt({ accountId: wanted.accountId, view: "upcoming" }, places);
      const next = places.length < wanted.limit ? null : (places.at(-1)?.number ?? null);
      return { items: toPage(listedBookings, rows, rows.length).items, next };
    },
    moments: (wanted) => run.moments.all(wanted),
    visits: ({ from, to, ...wanted }) =>
      run.visits
        .all({ ...parametersOf(wanted), from, to })
        .map((line) => ({ ...line, isAsked: line.isAsked === 1 })),
  };
}
