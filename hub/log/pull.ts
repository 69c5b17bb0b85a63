import type { z } from "zod";
import { hubLimits } from "../../contract/hub/limits.ts";
import type { HubRoutes, LoggedPush } from "../../contract/hub/routes.ts";
import { base64, fromHex, hex } from "../clinic/bytes.ts";
import { credentialHash, noteSeen, type Standing, standingOf } from "../clinic/standing.ts";
import type { Database } from "../database/database.ts";
import type { Asker } from "./push.ts";

export type Page = { readonly after: number; readonly limit: number };
export type Pulled = z.infer<HubRoutes["pull"]["output"]>;

type PushRow = {
  number: number;
  hash: Buffer;
  desk: string;
  received_at: Date;
  bytes: Buffer;
  signature: Buffer;
  ciphertexts: (string | null)[] | null;
};

/** As many pushes as fit into a page by their size, and one in any case. For a desk of the clinic alone. */
const page = `select p.number, p.hash, p.desk, p.received_at, p.bytes, p.signature, c.ciphertexts
  from (
    select * from (
      select p.*, coalesce(sum(s.size + length(p.bytes)) over (order by p.number rows between unbounded preceding
               and 1 preceding), 0) as before
        from hub.pushes p
        cross join lateral (select coalesce(sum(size), 0) as size from hub.ciphertexts
                             where clinic = $1 and number = p.number) s
       where p.clinic = $1 and p.number > $2 and p.number <= $2 + $3
         and exists (select from hub.desks where clinic = $1 and credential = $5 and removed_by is null)
    ) sized where before < $4
  ) p
  cross join lateral (
    select array_agg(translate(encode(bytes, 'base64'), E'\\n', '') order by place) as ciphertexts
      from hub.ciphertexts where clinic = $1 and number = p.number
  ) c
  order by p.number`;

const logged = (row: PushRow): LoggedPush => ({
  number: row.number,
  hash: hex(row.hash),
  desk: row.desk,
  receivedAt: row.received_at.toISOString(),
  bytes: base64(row.bytes),
  signature: base64(row.signature),
  ciphertexts: row.ciphertexts ?? [],
});

/** Whether the database was restored, and who has still to report. */
export const historyOf = ({ generation, awaited }: Standing): Pulled["history"] => ({
  generation,
  complete: awaited.length === 0,
  awaited: [...awaited],
});

/** A page of the log for a desk of the clinic. Throws `Refused`. */
export const pull = (database: Database, asker: Asker, { after, limit }: Page): Promise<Pulled> =>
  database.transaction(asker.clinic, async (tx) => {
    const [clinic, own] = [fromHex(asker.clinic), credentialHash(asker.credential)];
    const [standing, found] = await Promise.all([
      standingOf(tx, asker),
      tx.rows<PushRow>(page, [clinic, after, limit, hubLimits.pageBytes, own]),
    ]);
    noteSeen(tx, standing);
    const { number, hash } = standing;
    return {
      head: { number, hash },
      history: historyOf(standing),
      // What came since the head was read is left for the next page.
      pushes: found.filter((row) => row.number <= number).map(logged),
    };
  });
