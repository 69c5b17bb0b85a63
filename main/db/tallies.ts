import type { Database } from "better-sqlite3-multiple-ciphers";
import type { AccountId } from "../../shared/session/account.ts";
import type { ItemStatus } from "../../shared/outbox/item.ts";
import type { Later } from "./chores.ts";
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

/** So many bookings are counted at once: a few milliseconds on a busy computer. */
const atOnce = 1_000;
const key = "account_id, appointment_instant, sequence";
/** Before every booking, and, since bytes sort behind every text, after all of them. */
const start = { account: "", at: "", sequence: 0 };
const end = { account: Buffer.alloc(0), at: Buffer.alloc(0), sequence: 0 };

/**
 * Where a booking counts in `agenda_tally`: on the day of its visit, and among those that were taken. One that is not
 * counted yet, for it comes after `agenda_counted`, counts nowhere.
 */
function placesOf(row: "new." | "old."): string {
  const condition = inAgenda.replaceAll(/\b(kind|status)\b/g, `${row}$1`);
  const isCounted = `(${key.replaceAll(/\w+/g, `${row}$&`)}) <= (select account, at, sequence from agenda_counted)`;
  return `select ${row}account_id as account_id, substr(${row}appointment_instant, 1, 10) as day, 1 as total
      where ${condition} and ${row}appointment_instant is not null and ${isCounted}
    union all select ${row}account_id, '${takenKey}', 1 where ${row}kind = 'booking' and ${row}status = 'done'
      and case when ${row}appointment_instant is null then exists (select 1 from agenda_counted) else ${isCounted} end`;
}
const visitAdded = plusOne("agenda_tally", "account_id, day", placesOf("new."));
const visitGone = `update agenda_tally set total = total - 1
  where (account_id, day) in (select account_id, day from (${placesOf("old.")}));`;
const agendaSchema = `
  create temp table agenda_tally (account_id text, day text, total integer,
    primary key (account_id, day)) without rowid;
  create temp table agenda_counted (account, at, sequence);
  create temp trigger agenda_tally_made after insert on main.items begin ${visitAdded} end;
  create temp trigger agenda_tally_gone after delete on main.items begin ${visitGone} end;
  create temp trigger agenda_tally_moved after update of status, appointment_instant on main.items
    when old.status is not new.status or old.appointment_instant is not new.appointment_instant
    begin ${visitGone} ${visitAdded} end`;

type Counted = { readonly account: unknown; readonly at: unknown; readonly sequence: number };

/**
 * Counts the agenda in the order of its index, so many visits each time; answers whether there are more. How far it
 * got stands in the database too: where the transaction is undone, so is the counting.
 */
function agendaCount(db: Database): () => boolean {
  const agenda = `items indexed by items_agenda where ${inAgenda}`;
  const beyond = `${agenda} and appointment_instant is not null and (${key}) > (:account, :at, :sequence)`;
  const statements = () => {
    const upTo = `${beyond} and (${key}) <= (:toAccount, :toAt, :toSequence)`;
    return {
      counted: db.prepare<unknown[], Counted>("select account, at, sequence from agenda_counted"),
      move: db.prepare("update agenda_counted set account = :account, at = :at, sequence = :sequence"),
      last: db.prepare<unknown[], Counted>(
        `select account_id as account, appointment_instant as at, sequence from ${beyond} order by ${key} limit 1 offset ${atOnce - 1}`,
      ),
      begin: db.prepare("insert into agenda_counted values (:account, :at, :sequence)"),
      undated: db.prepare(`insert into agenda_tally select account_id, '${takenKey}', count(*) from ${agenda}
        and account_id in (select account_id from item_tally) and appointment_instant is null and status = 'done'
        group by account_id`),
      add: db.prepare(`insert into agenda_tally select * from (
          select account_id, substr(appointment_instant, 1, 10) as day, count(*) as total from ${upTo} group by account_id, day
          union all select account_id, '${takenKey}', count(*) from ${upTo} and status = 'done' group by account_id)
        where true on conflict (account_id, day) do update set total = total + excluded.total`),
    };
  };
  let run: ReturnType<typeof statements> | null = null;
  return db.transaction(() => {
    run ??= statements();
    const counted = run.counted.get();
    if (counted === undefined) {
      run.undated.run();
      run.begin.run(start);
    }
    const from = counted ?? start;
    if (Buffer.isBuffer(from.account)) return false;
    const last = run.last.get(from);
    const to = last ?? end;
    run.add.run({ ...from, toAccount: to.account, toAt: to.at, toSequence: to.sequence });
    run.move.run(to);
    return last !== undefined;
  });
}

type StatusTally = { readonly status: ItemStatus; readonly total: number };
/** A day in UTC, and how many visits begin on it. */
export type DayTally = { readonly day: string; readonly total: number };

/**
 * How many items stand in each status, and how many visits there are on each day. They are counted once, in tables of
 * this connection's memory, and kept up by triggers in the transaction of each change. The visits, whose index is large,
 * are counted `later`, bit by bit; what is left of them at once where they are asked for before.
 */
export type Tallies = {
  readonly statuses: (accountId: AccountId) => readonly StatusTally[];
  /** The days of the agenda that have visits, in order. */
  readonly days: (accountId: AccountId) => readonly DayTally[];
  /** How many bookings the service has taken. */
  readonly taken: (accountId: AccountId) => number;
};

export function createCounters(db: Database, later: Later): Tallies {
  db.exec(itemSchema);
  db.exec(agendaSchema);
  const statuses = db.prepare<unknown[], StatusTally>(
    "select status, total from item_tally where account_id = ?",
  );
  const days = db.prepare<unknown[], DayTally>(
    `select day, total from agenda_tally
      where account_id = ? and total > 0 and day <> '${takenKey}' order by day`,
  );
  const taken = db
    .prepare<unknown[], number>(`select total from agenda_tally where account_id = ? and day = '${takenKey}'`)
    .pluck();
  const count = agendaCount(db);
  const countAll = (): void => {
    while (count());
  };
  later(() => db.open && count());
  return {
    statuses: (accountId) => statuses.all(accountId),
    days: (accountId) => {
      countAll();
      return days.all(accountId);
    },
    taken: (accountId) => {
      countAll();
      return taken.get(accountId) ?? 0;
    },
  };
}
