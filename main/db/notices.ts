import type { Database } from "better-sqlite3-multiple-ciphers";
import type { NoticeLine, NoticeOfBooking } from "../../shared/notices/notices.ts";
import { bookingNumberSql } from "./migrations.ts";
import type { KeptNotice, NoticeReading, NoticeRepository } from "./notice-types.ts";
import { prepareOnDemand } from "./on-demand.ts";

/** The booking of this computer that has a notice's number. */
const itemOf = `(select id from items where account_id = n.account_id and kind = 'booking'
  and ${bookingNumberSql} = n.booking limit 1)`;
const line = `n.number, n.received_at as receivedAt, n.event, n.booking, n.problem, ${itemOf} as item`;
const isUnread = "n.problem is not null and n.problem <> 'test'";
const isUnmatched = `n.booking is not null and ${itemOf} is null`;

const list = (db: Database, which: string) =>
  db.prepare<unknown[], NoticeLine>(`select ${line} from notices n
    where account_id = :account and number < :before and received_at >= :since and ${which}
    order by number desc limit :limit`);

const statementsOf = (db: Database) => ({
  add: db.prepare<unknown[]>(`insert or ignore into notices
    (account_id, digest, address, received_at, event, booking, problem, json)
    select :account, :digest, :address, :receivedAt, :event, :booking, :problem, :json
      where not exists (select 1 from notices_gone where account_id = :account and digest = :digest)`),
  all: list(db, "true"),
  unmatched: list(db, isUnmatched),
  unread: list(db, isUnread),
  get: db.prepare<unknown[], NoticeLine & { json: string | null }>(
    `select ${line}, n.json from notices n where account_id = ? and number = ?`,
  ),
  ofBookings: db.prepare<unknown[], { booking: number; event: string; at: string }>(
    `select booking, event, received_at as at from notices where account_id = ? and event is not null
      and booking in (select value from json_each(?)) order by booking, number`,
  ),
  counts: db.prepare<unknown[], { total: number; numbered: number; matched: number; unread: number }>(
    `select count(*) as total, count(booking) as numbered, count(iif(booking is null, null, ${itemOf})) as matched,
      count(iif(${isUnread}, 1, null)) as unread from notices n where account_id = ?`,
  ),
  after: db.prepare<
    unknown[],
    Pick<KeptNotice, "address" | "json"> & NoticeReading & { number: number }
  >(`select number, address, json, event, booking, problem from notices
    where account_id = :account and number > :number order by number limit :limit`),
  // What was seen at another booking was not seen at this one.
  reread: db.prepare(`update notices set event = :event, booking = :booking, problem = :problem,
    seen_at = case when booking is :booking then seen_at end where number = :number`),
  unseen: db
    .prepare<unknown[], number>(
      `select count(distinct booking) from notices n where account_id = ? and event = ?
        and booking is not null and seen_at is null and ${itemOf} is not null`,
    )
    .pluck(),
  see: db.prepare(`update notices set seen_at = :at
    where account_id = :account and booking = :booking and seen_at is null`),
  setPulled: db.prepare(`insert into notice_pulls (account_id, json) values (?, ?)
    on conflict (account_id) do update set json = excluded.json`),
});

const beyond = Number.MAX_SAFE_INTEGER;
const none = { total: 0, numbered: 0, matched: 0, unread: 0 };

/** Notices of the service, in the database. */
export function createNoticeRepository(db: Database): NoticeRepository {
  const pulled = db.prepare<unknown[], string>("select json from notice_pulls where account_id = ?").pluck();
  const run = prepareOnDemand(db, statementsOf);
  return {
    add: (account, notices) =>
      notices.flatMap((notice) => {
        const { changes } = run().add.run({ account, ...notice });
        return changes > 0 && notice.booking !== null ? [notice.booking] : [];
      }),
    list: ({ account, before, only, since = "", limit }) =>
      run()[only].all({ account, before: before ?? beyond, since, limit }),
    get: (account, number) => run().get.get(account, number) ?? null,
    ofBookings: (account, bookings) => {
      const found = new Map<number, NoticeOfBooking[]>();
      if (bookings.length === 0) return found;
      for (const { booking, ...notice } of run().ofBookings.all(account, JSON.stringify(bookings))) {
        const own = found.get(booking);
        if (own === undefined) found.set(booking, [notice]);
        else own.push(notice);
      }
      return found;
    },
    counts: (account) => {
      const { total, numbered, matched, unread } = run().counts.get(account) ?? none;
      return { total, matched, unmatched: numbered - matched, unread };
    },
    after: (account, { number, limit }) => run().after.all({ account, number, limit }),
    reread: (number, reading) => void run().reread.run({ number, ...reading }),
    unseen: (account, event) => run().unseen.get(account, event) ?? 0,
    see: (account, booking, at) => run().see.run({ account, booking, at }).changes > 0,
    pulled: (account) => pulled.get(account) ?? null,
    setPulled: (account, json) => void run().setPulled.run(account, json),
  };
}
