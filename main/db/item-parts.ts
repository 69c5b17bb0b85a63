import type { Database } from "better-sqlite3-multiple-ciphers";
import type { ItemStatus } from "../../shared/outbox/item.ts";
import { findFirstPlace, isInFirstHalf } from "./parts.ts";
import type { ItemParts } from "./item-types.ts";
import { listedShape, toPageRows, buildSelectWithPatient, type ListedRow } from "./items.ts";
import type { Tallies } from "./tallies.ts";

type Numbered = ListedRow & { readonly sequence: number };
type Own = { readonly status: ItemStatus; readonly sequence: number };

const ofStatus = "from items where status = :status and account_id = :accountId";
/** As they are called (`sortCalls` in the window): those never called, the soonest visit first; then the one called longest ago. */
const inCallOrder = `order by coalesce(case when json_valid(json) then json ->> '$.noAnswerAt[#-1]' end, ''),
  coalesce(appointment_instant, '~'), sequence`;

const statementsOf = (db: Database) => ({
  newest: db
    .prepare<unknown[], number>(
      `select sequence ${ofStatus} order by sequence desc limit :limit offset :offset`,
    )
    .pluck(),
  oldest: db
    .prepare<unknown[], number>(`select sequence ${ofStatus} order by sequence limit :limit offset :offset`)
    .pluck(),
  calls: db.prepare<unknown[], number>(`select sequence ${ofStatus} ${inCallOrder}`).pluck(),
  newer: db.prepare<unknown[], number>(`select count(*) ${ofStatus} and sequence > :sequence`).pluck(),
  older: db.prepare<unknown[], number>(`select count(*) ${ofStatus} and sequence < :sequence`).pluck(),
  own: db.prepare<unknown[], Own>(
    "select status, sequence from items where id = :id and account_id = :accountId",
  ),
  rows: db.prepare<unknown[], Numbered>(
    buildSelectWithPatient("sequence in (select value from json_each(:numbers))"),
  ),
});

type Whose = { readonly accountId: string; readonly status: ItemStatus; readonly total: number };

/**
 * Parts of a long list of items. What is counted for a place runs over an index alone, from the nearer end; a call list,
 * which is short, is put in its order as a whole.
 */
export function createItemPages(db: Database, tallies: Tallies): ItemParts {
  const run = statementsOf(db);

  /** The numbers of a part of one status. */
  function numbersIn({ total, ...whose }: Whose, from: number, limit: number): readonly number[] {
    if (whose.status === "needs-card") return run.calls.all(whose).slice(from, from + limit);
    if (isInFirstHalf(from, total)) return run.newest.all({ ...whose, limit, offset: from });
    return run.oldest.all({ ...whose, limit, offset: Math.max(0, total - from - limit) }).toReversed();
  }
  function placeIn({ total, ...whose }: Whose, sequence: number, near: number): number {
    if (whose.status === "needs-card") return run.calls.all(whose).indexOf(sequence);
    if (isInFirstHalf(near, total)) return run.newer.get({ ...whose, sequence }) ?? 0;
    return total - 1 - (run.older.get({ ...whose, sequence }) ?? 0);
  }

  return ({ accountId, statuses, from, limit, anchor }) => {
    const totals = new Map(tallies.statuses(accountId).map(({ status, total }) => [status, total]));
    let before = 0;
    const groups = statuses.map((status) => {
      const total = totals.get(status) ?? 0;
      before += total;
      return { begins: before - total, whose: { accountId, status, total } };
    });
    const placeOf = ({ id, was }: NonNullable<typeof anchor>): number | null => {
      const own = run.own.get({ accountId, id });
      const group = groups.find(({ whose }) => whose.status === own?.status);
      if (own === undefined || group === undefined) return null;
      return group.begins + placeIn(group.whose, own.sequence, was - group.begins);
    };
    const anchorAt = anchor === null ? null : placeOf(anchor);
    const first = findFirstPlace({ from, anchor, anchorAt }, before);
    const numbers: number[] = [];
    for (const { begins, whose } of groups) {
      const start = Math.max(0, first - begins);
      const wanted = Math.min(limit - numbers.length, whose.total - start);
      if (wanted > 0) numbers.push(...numbersIn(whose, start, wanted));
    }
    const rows = new Map(
      run.rows.all({ numbers: JSON.stringify(numbers) }).map((row) => [row.sequence, row]),
    );
    const found = numbers.flatMap((number) => rows.get(number) ?? []);
    return {
      rows: toPageRows(listedShape, found),
      from: first,
      anchorAt,
      counts: groups.map(({ whose }) => whose.total),
    };
  };
}
