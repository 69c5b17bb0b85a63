import { signedPush } from "../../shared/hub-api/signed.ts";
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
  answered_by: number | null;
};

const find = `select d.desk, a.desk as added_by, a.received_at as added_at,
    exists (select from hub.ciphertexts c where c.clinic = $1 and c.number = d.added_by and c.record = d.desk)
      as is_sheet, d.removed_by, r.desk as removal_by,
    r.received_at as removed_at, d.answered_by
  from hub.desks d
  left join hub.pushes a on a.clinic = $1 and a.number = d.added_by
  left join hub.pushes r on r.clinic = $1 and r.number = d.removed_by
  where d.clinic = $1`;

/** Each push once, however many desks it removed: whoever has one desk's keys lets in and removes as many as it likes. */
const findWords = `select number, bytes from hub.pushes where clinic = $1 and number in
  (select removed_by from hub.desks where clinic = $1 union select answered_by from hub.desks where clinic = $1)`;

/** What a push says of each desk's going; of one of which it says more, the last word is the one that counts. */
type Words = ReadonlyMap<number, ReadonlyMap<string, boolean>>;

function wordsIn(bytes: Buffer): ReadonlyMap<string, boolean> {
  const { entries } = signedPush.parse(JSON.parse(bytes.toString("utf8")));
  return new Map(
    entries.flatMap((entry) => (entry.type === "member-removed" ? [[entry.desk, entry.lost]] : [])),
  );
}

const reportOf = (
  { desk, removed_by: number, removal_by: by, ...row }: Row,
  words: Words,
): readonly Report[] => {
  if (number === null || by === null || words.get(number)?.get(desk) !== true) return [];
  const answer = row.answered_by === null ? null : (words.get(row.answered_by)?.get(desk) ?? null);
  return [{ desk, by, number, at: row.removed_at?.getTime() ?? Number.NaN, answer }];
};

const letInOf = ({ desk, added_by: by, added_at: at, is_sheet: isSheet }: Row): readonly [string, LetIn][] =>
  by !== null && at !== null ? [[desk, { by, at: at.getTime(), isSheet }]] : [];

/** Who was reported lost, and who let whom in. */
export async function latelyIn({ rows }: Transaction, clinic: string): Promise<Lately> {
  const [found, pushes] = await Promise.all([
    rows<Row>(find, [fromHex(clinic)]),
    rows<{ number: number; bytes: Buffer }>(findWords, [fromHex(clinic)]),
  ]);
  const words = new Map(pushes.map(({ number, bytes }) => [number, wordsIn(bytes)]));
  return {
    reports: found.flatMap((row) => reportOf(row, words)),
    letIn: new Map(found.flatMap(letInOf)),
  };
}
