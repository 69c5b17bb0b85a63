import type { z } from "zod";
import { hubLimits } from "../../shared/hub-api/limits.ts";
import type { HubRoutes, LoggedPush } from "../../shared/hub-api/routes.ts";
import { toBase64, fromHex, toHex } from "../clinic/bytes.ts";
import { hashCredential, noteSeen, type DeskStanding, findStandings } from "../clinic/standing.ts";
import { createBatches } from "../database/batches.ts";
import { type Database, Refused, type Transaction } from "../database/database.ts";
import type { Asker } from "./push.ts";

export type PageRequest = { readonly after: number; readonly limit: number };
export type PullOutput = z.infer<HubRoutes["pull"]["output"]>;

type PushRow = {
  number: number;
  hash: Buffer;
  desk: string;
  received_at: Date;
  bytes: Buffer;
  signature: Buffer;
  /** In base64, with commas between them and `-` for one that is no longer kept; null where the push has none. */
  ciphertexts: string | null;
};

/**
 * As many pushes as fit into a page by their size, and one in any case. For a desk of the clinic alone. The ciphertexts come as
 * one text: the driver reads an array character by character, which takes most of a page's time.
 */
const page = `select p.number, p.hash, p.desk, p.received_at, p.bytes, p.signature, c.ciphertexts
  from (
    select * from (
      select p.*, coalesce(sum(s.size + length(p.bytes)) over (order by p.number rows between unbounded preceding
               and 1 preceding), 0) as before
        from hub.pushes p
        cross join lateral (select coalesce(sum(size), 0) as size from hub.ciphertexts
                             where clinic = $1 and number = p.number) s
       where p.clinic = $1 and p.number > $2 and p.number <= $2 + $3
         and exists (select from hub.desks where clinic = $1 and credential = any($5::bytea[]) and removed_by is null)
    ) sized where before < $4
  ) p
  cross join lateral (
    select string_agg(coalesce(translate(encode(bytes, 'base64'), E'\\n', ''), '-'), ',' order by place) as ciphertexts
      from hub.ciphertexts where clinic = $1 and number = p.number
  ) c
  order by p.number`;

const logged = (row: PushRow): LoggedPush => ({
  number: row.number,
  hash: toHex(row.hash),
  desk: row.desk,
  receivedAt: row.received_at.toISOString(),
  bytes: toBase64(row.bytes),
  signature: toBase64(row.signature),
  ciphertexts: row.ciphertexts?.split(",").map((text) => (text === "-" ? null : text)) ?? [],
});

/** Whether the database was restored, and who has still to report. */
export const describeHistory = ({ generation, awaited }: DeskStanding): PullOutput["history"] => ({
  generation,
  complete: awaited.length === 0,
  awaited: [...awaited],
});

type Asked = { readonly asker: Asker; readonly page: PageRequest; answer: PullOutput | Refused | null };

/** One page for all that ask for it. */
async function answer(tx: Transaction, clinic: string, all: readonly Asked[]): Promise<void> {
  const credentials = all.map(({ asker }) => asker.credential);
  const [{ after, limit } = { after: 0, limit: 1 }] = all.map(({ page: wanted }) => wanted);
  const [standings, found] = await Promise.all([
    findStandings(tx, clinic, credentials),
    tx.rows<PushRow>(page, [
      fromHex(clinic),
      after,
      limit,
      hubLimits.pageBytes,
      credentials.map(hashCredential),
    ]),
  ]);
  const pushes = found.map(logged);
  const known = standings.flatMap((one) => (one instanceof Refused ? [] : [one]));
  // In one order, so that two of these never wait for each other.
  for (const one of known.toSorted((a, b) => a.desk.localeCompare(b.desk))) noteSeen(tx, one);
  for (const [place, asked] of all.entries()) {
    const standing = standings[place] ?? null;
    if (standing === null || standing instanceof Refused) {
      asked.answer = standing;
      continue;
    }
    const { number, hash } = standing;
    // What came since the head was read is left for the next page.
    asked.answer = {
      head: { number, hash },
      history: describeHistory(standing),
      pushes: pushes.filter((push) => push.number <= number),
    };
  }
}

/** A page of the log for a desk of the clinic. Throws `Refused`. */
export type Pull = (asker: Asker, page: PageRequest) => Promise<PullOutput>;

/**
 * All desks of a clinic hear at once that there is more, and ask for the same page: those that ask for it while it is being read
 * for others share the next reading, which begins after they asked.
 */
export function createPull(database: Database): Pull {
  const batches = createBatches<Asked>((_page, all) => {
    const { clinic } = all[0]?.asker ?? { clinic: "" };
    return database.transaction(clinic, (tx) => answer(tx, clinic, all));
  });
  return async (asker, wanted) => {
    const asked: Asked = { asker, page: wanted, answer: null };
    await batches.add(`${asker.clinic} ${wanted.after} ${wanted.limit}`, asked);
    if (asked.answer === null) throw new Error("A page was not answered.");
    if (asked.answer instanceof Refused) throw asked.answer;
    return asked.answer;
  };
}
