import type { Database } from "better-sqlite3-multiple-ciphers";
import type { RecordId } from "../../shared/core/record-id.ts";
import type { SamePeople } from "./record-types.ts";

const statementsOf = (db: Database) => ({
  kept: db.prepare<unknown[], RecordId>("select kept_id from same_people where record_id = ?").pluck(),
  joined: db
    .prepare<unknown[], RecordId>(
      "select record_id from same_people where kept_id = ? order by said_at, record_id",
    )
    .pluck(),
  lead: db.prepare("insert into same_people (record_id, kept_id, said_at) values (:from, :to, :at)"),
  leadAll: db.prepare("update same_people set kept_id = :to where kept_id = :from"),
  part: db.prepare("delete from same_people where record_id = ?"),
  any: db.prepare("select 1 from same_people limit 1"),
});

/**
 * Which records are of one person: each leads to the one that stands for them, some by way of others, so that what was
 * said last can be taken back and what was said before still holds. No record is changed by it.
 */
export function createPatientLinks(db: Database): SamePeople {
  const run = statementsOf(db);
  // Most desks never say so of anybody: then nobody who is found is looked up. Once true, it stays so until the next start.
  let isSaidOfAny = run.any.get() !== undefined;
  const lead = (leading: { from: RecordId; to: RecordId; at: string }): void => {
    isSaidOfAny = true;
    run.lead.run(leading);
  };

  function wayUp(id: RecordId): readonly [RecordId, ...RecordId[]] {
    const way: [RecordId, ...RecordId[]] = [id];
    let next = run.kept.get(id);
    while (next !== undefined && !way.includes(next)) {
      way.unshift(next);
      next = run.kept.get(next);
    }
    return way;
  }
  const keptOf = (id: RecordId): RecordId => (isSaidOfAny ? wayUp(id)[0] : id);

  function join({ kept, other, at }: Parameters<SamePeople["join"]>[0]): void {
    const [to, from] = [keptOf(kept), keptOf(other)];
    if (to !== from) lead({ from, to, at });
  }

  return {
    keptOf,
    recordsOf: (id) => {
      if (!isSaidOfAny) return [id];
      const all = new Set([keptOf(id)]);
      // A set that grows while it is gone through: those of those come too.
      for (const record of all) for (const joined of run.joined.all(record)) all.add(joined);
      return [...all];
    },
    join,
    part: (id) => void run.part.run(id),
    absorb: ({ from, to, at }) => {
      const before = run.kept.get(from);
      if (wayUp(to).includes(from)) run.part.run(to);
      run.part.run(from);
      run.leadAll.run({ from, to });
      if (before !== undefined) join({ kept: before, other: to, at });
    },
  };
}
