import type pg from "pg";
import { z } from "zod";

/** Of an entry that stands in a log already, as much as is asked of it here. */
const ofMembers = z.object({ type: z.string(), desk: z.string(), lost: z.boolean().optional() });

type Row = {
  readonly desk: string;
  readonly added_by: string | null;
  readonly removed_by: string | null;
  readonly answered_by: string | null;
};

/** What is filled in for a desk. */
type Filled = { added_by: string | null; lost: boolean | null; answer: boolean | null };

const isLacking = "added_by is null or (removed_by is not null and lost is null)";

/** Pushes that are read at once: each may be half a megabyte. */
const pageSize = 50;

/** By this program's own reader, as when the push came: PostgreSQL reads other texts as JSON than that, and one such in a log would end the migration. */
function entriesIn(bytes: Buffer): readonly z.infer<typeof ofMembers>[] {
  const { entries } = z
    .object({ entries: z.array(z.unknown()) })
    .parse(JSON.parse(new TextDecoder().decode(bytes)));
  return entries.flatMap((entry) => ofMembers.safeParse(entry).data ?? []);
}

function note(
  desk: Row,
  filled: Filled,
  { number, entry }: { number: string; entry: z.infer<typeof ofMembers> },
): void {
  if (entry.type === "member-added") filled.added_by ??= number;
  if (entry.type !== "member-removed" || entry.lost === undefined) return;
  if (desk.removed_by === number) filled.lost = entry.lost;
  if (desk.answered_by === number) filled.answer = entry.lost;
}

/** Reads the clinic's log from its beginning. */
async function fillIn(client: pg.ClientBase, clinic: Buffer): Promise<void> {
  const { rows: desks } = await client.query<Row>(
    "select desk, added_by::text, removed_by::text, answered_by::text from hub.desks where clinic = $1",
    [clinic],
  );
  const known = new Map(desks.map((row) => [row.desk, row]));
  const filled = new Map<string, Filled>();
  for (const { desk, added_by, removed_by } of desks)
    filled.set(desk, { added_by, lost: removed_by === null ? null : false, answer: null });
  for (let after = "0"; ;) {
    const { rows } = await client.query<{ number: string; bytes: Buffer }>(
      "select number::text, bytes from hub.pushes where clinic = $1 and number > $2 order by number limit $3",
      [clinic, after, pageSize],
    );
    for (const { number, bytes } of rows)
      for (const entry of entriesIn(bytes)) {
        const [desk, now] = [known.get(entry.desk), filled.get(entry.desk)];
        if (desk !== undefined && now !== undefined) note(desk, now, { number, entry });
      }
    const last = rows.at(-1)?.number;
    if (last === undefined) break;
    after = last;
  }
  for (const [desk, { added_by, lost, answer }] of filled)
    await client.query(
      "update hub.desks set added_by = $3, lost = $4, answer = $5 where clinic = $1 and desk = $2",
      [clinic, desk, added_by, lost, answer],
    );
}

/**
 * Fills in what an earlier hub did not keep of desks beside its log, where the desks find it: so a removal by rule takes the same with it
 * everywhere. Nothing is read where nothing is lacking. As the database's owner, whom row-level security does not bind meanwhile.
 */
export async function fillFromLog(client: pg.ClientBase): Promise<void> {
  await client.query("begin");
  try {
    await client.query("alter table hub.desks no force row level security");
    await client.query("alter table hub.pushes no force row level security");
    const { rows } = await client.query<{ clinic: Buffer }>(
      `select distinct clinic from hub.desks where ${isLacking}`,
    );
    for (const { clinic } of rows) await fillIn(client, clinic);
    await client.query("alter table hub.desks force row level security");
    await client.query("alter table hub.pushes force row level security");
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
