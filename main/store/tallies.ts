import type { Database } from "better-sqlite3-multiple-ciphers";
import type { AccountId } from "../../contract/records/account.ts";
import type { ItemStatus } from "../../contract/records/item.ts";
import { inAgenda } from "./migrations.ts";

/** In place of a day: bookings that the service took, whenever the visit is. */
const takenKey = "taken";

const plusOne = (table: string, columns: string, rows: string): string =>
  `insert into ${table} select * from (${rows}) where true
    on conflict (${columns}) do update set total = total + 1;`;

const itemAdded = plusOne(
  "item_tally",
  "account_id, status",
  "select new.account_id as account_id, new.status as status, 1 as total",
);
const itemGone =
  "update item_tally set total = total - 1 where account_id = old.account_id and status = old.status;";
const itemSchema = `
  create temp table item_tally (account_id text, status text, total integer,
    primary key (account_id, status)) without rowid;
  create temp trigger item_tally_made after insert on main.items begin ${itemAdded} end;
  create temp trigger item_tally_gone after delete on main.items begin ${itemGone} end;
  create temp trigger item_tally_moved after update of status on main.items
    when old.status is not new.status begin ${itemGone} ${itemAdded} end;
  insert into item_tally select account_id, status, count(*) from items group by status, account_id`;

/** Where a booking counts in `agenda_tally`: on the day of its visit, and among those that were taken. */
function placesOf(row: "new." | "old."): string {
  const condition = inAgenda.replaceAll(/\b(kind|status)\b/g, `${row}$1`);
  return `select ${row}account_id as account_id, substr(${row}appointment_instant, 1, 10) as day, 1 as total
      where ${condition} and ${row}appointment_instant is not null
    union all select ${row}account_id, '${takenKey}', 1
      where ${row}kind = 'booking' and ${row}status = 'done'`;
}
const visitAdded = plusOne("agenda_tally", "account_id, day", placesOf("new."));
const visitGone = `update agenda_tally set total = total - 1
  where (account_id, day) in (select account_id, day from (${placesOf("old.")}));`;
const agendaSchema = `
  create temp table agenda_tally (account_id text, day text, total integer,
    primary key (account_id, day)) without rowid;
  create temp trigger agenda_tally_made after insert on main.items begin ${visitAdded} end;
  create temp trigger agenda_tally_gone after delete on main.items begin ${visitGone} end;
  create temp trigger agenda_tally_moved after update of status, appointment_instant on main.items
    when old.status is not new.status or old.appointment_instant is not new.appointment_instant
    begin ${visitGone} ${visitAdded} end;
  insert into agenda_tally select account_id, substr(appointment_instant, 1, 10) as day, count(*)
    from items indexed by items_agenda where ${inAgenda} and appointment_instant is not null group by account_id, day;
  insert into agenda_tally select account_id, '${takenKey}', count(*)
    from items indexed by items_booked where kind = 'booking' and status = 'done' group by account_id`;

type StatusTally = { readonly status: ItemStatus; readonly total: number };
/** A day in UTC, and how many visits begin on it. */
export type DayTally = { readonly day: string; readonly total: number };

/**
 * How many items stand in each status, and how many visits there are on each day. They are counted once, in tables of
 * this connection's memory, and kept up by triggers in the transaction of each change.
 */
export type Tallies = {
  readonly statuses: (accountId: AccountId) => readonly StatusTally[];
  /** The days of the agenda that have visits, in order. */
  readonly days: (accountId: AccountId) => readonly DayTally[];
  /** How many bookings the service has taken. */
  readonly taken: (accountId: AccountId) => number;
};

export function sqliteTallies(db: Database): Tallies {
  db.exec(itemSchema);
  const statuses = db.prepare<unknown[], StatusTally>(
    "select status, total from item_tally where account_id = ?",
  );
  const isCounted = db.prepare("select 1 from temp.sqlite_master where name = 'agenda_tally'");
  const agenda = () => ({
    days: db.prepare<unknown[], DayTally>(
      `select day, total from agenda_tally
        where account_id = ? and total > 0 and day <> '${takenKey}' order by day`,
    ),
    taken: db
      .prepare<unknown[], number>(
        `select total from agenda_tally where account_id = ? and day = '${takenKey}'`,
      )
      .pluck(),
  });
  let run: ReturnType<typeof agenda> | null = null;
  /** Counted when the agenda is first looked at; again where that was in a transaction that was undone. */
  function ofAgenda() {
    if (isCounted.get() === undefined) db.exec(agendaSchema);
    return (run ??= agenda());
  }
  return {
    statuses: (accountId) => statuses.all(accountId),
    days: (accountId) => ofAgenda().days.all(accountId),
    taken: (accountId) => ofAgenda().taken.get(accountId) ?? 0,
  };
}
