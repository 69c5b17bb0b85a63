import { signedPush } from "../../contract/hub/signed.ts";
import type { Transaction } from "../database/database.ts";
import type { Lately, LetIn, Report } from "../../domain/clinic/losses.ts";
import { fromHex } from "./bytes.ts";

type Row = {
  desk: string;
  added_by: string | null;
  added_at: Date | null;
  removed_by: number | null;
  removal_by: string | null;
  removed_at: Date | null;
  removal: Buffer | null;
  answer: Buffer | null;
};

const find = `select d.desk, a.desk as added_by, a.received_at as added_at, d.removed_by, r.desk as removal_by,
    r.received_at as removed_at, r.bytes as removal, q.bytes as answer
  from hub.desks d
  left join hub.pushes a on a.clinic = $1 and a.number = d.added_by
  left join hub.pushes r on r.clinic = $1 and r.number = d.removed_by
  left join hub.pushes q on q.clinic = $1 and q.number = d.answered_by
  where d.clinic = $1`;

/** What a kept push says of that desk's going; null where it says nothing. The last word is the one that counts. */
function wordOn(bytes: Buffer | null, desk: string): boolean | null {
  if (bytes === null) return null;
  const { entries } = signedPush.parse(JSON.parse(bytes.toString("utf8")));
  const said = entries.findLast((entry) => entry.type === "member-removed" && entry.desk === desk);
  return said?.type === "member-removed" ? said.lost : null;
}

const reportOf = ({ desk, removed_by: number, removal_by: by, ...row }: Row): readonly Report[] =>
  number !== null && by !== null && wordOn(row.removal, desk) === true
    ? [{ desk, by, number, at: row.removed_at?.getTime() ?? Number.NaN, answer: wordOn(row.answer, desk) }]
    : [];

const letInOf = ({ desk, added_by: by, added_at: at }: Row): readonly [string, LetIn][] =>
  by !== null && at !== null ? [[desk, { by, at: at.getTime() }]] : [];

/** Who was reported lost, and who let whom in. */
export async function latelyIn({ rows }: Transaction, clinic: string): Promise<Lately> {
  const found = await rows<Row>(find, [fromHex(clinic)]);
  return { reports: found.flatMap(reportOf), letIn: new Map(found.flatMap(letInOf)) };
}
