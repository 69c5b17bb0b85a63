import type { Transaction } from "../database/database.ts";
import type { Lately, LetIn, Report } from "../../shared/clinic/log/losses.ts";
import { fromHex } from "./bytes.ts";

type Row = {
  desk: string;
  added_by: string | null;
  added_at: Date | null;
  is_sheet: boolean;
  removed_by: number | null;
  removal_by: string | null;
  removed_at: Date | null;
  lost: boolean | null;
  answer: boolean | null;
};

const find = `select d.desk, a.desk as added_by, a.received_at as added_at,
    exists (select from hub.ciphertexts c where c.clinic = $1 and c.number = d.added_by and c.record = d.desk)
      as is_sheet, d.removed_by, r.desk as removal_by,
    r.received_at as removed_at, d.lost, d.answer
  from hub.desks d
  left join hub.pushes a on a.clinic = $1 and a.number = d.added_by
  left join hub.pushes r on r.clinic = $1 and r.number = d.removed_by
  where d.clinic = $1`;

const reportOf = ({ desk, removed_by: number, removal_by: by, ...row }: Row): readonly Report[] =>
  number === null || by === null || row.lost !== true
    ? []
    : [{ desk, by, number, at: row.removed_at?.getTime() ?? Number.NaN, answer: row.answer }];

const letInOf = ({ desk, added_by: by, added_at: at, is_sheet: isSheet }: Row): readonly [string, LetIn][] =>
  by !== null && at !== null ? [[desk, { by, at: at.getTime(), isSheet }]] : [];

/**
 * Who was reported lost, and who let whom in. By what is kept of each desk, and never by the pushes that said so: whoever has one desk's keys
 * makes each of those as large as a push may be, and all of them would be read with every removal.
 */
export async function readRecentMemberChanges({ rows }: Transaction, clinic: string): Promise<Lately> {
  const found = await rows<Row>(find, [fromHex(clinic)]);
  return { reports: found.flatMap(reportOf), letIn: new Map(found.flatMap(letInOf)) };
}
