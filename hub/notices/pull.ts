import type { z } from "zod";
import type { HubRoutes } from "../../shared/hub-api/routes.ts";
import { toBase64, fromHex } from "../clinic/bytes.ts";
import { noteSeen, findStanding } from "../clinic/standing.ts";
import type { Database } from "../database/database.ts";
import type { PageRequest } from "../log/pull.ts";
import type { Asker } from "../log/push.ts";

export type PulledNotices = z.infer<HubRoutes["notices"]["output"]>;

type NoticeRow = { number: number; address: string; received_at: Date; sealed: Buffer };
type AddressRow = Omit<PulledNotices["addresses"][number], "refusedAt"> & { refused_at: Date | null };

/** One page is so many bytes at most, and one notice in any case. */
const page = `select number, address, received_at, sealed from (
    select n.*, coalesce(sum(length(sealed)) over (order by number rows between unbounded preceding
             and 1 preceding), 0) as before
      from hub.notices n where clinic = $1 and number > $2 and number <= $2 + $3
  ) sized where before < 4194304 order by number`;

/** A page of the clinic's notices, when no hub answered, and what the addresses did not keep. Throws `Refused`. */
export const pullNotices = (
  database: Database,
  asker: Asker,
  { after, limit }: PageRequest,
): Promise<PulledNotices> =>
  database.transaction(asker.clinic, async (tx) => {
    const standing = await findStanding(tx, asker);
    const clinic = fromHex(asker.clinic);
    const notices = await tx.rows<NoticeRow>(page, [clinic, after, limit]);
    const [head] = await tx.rows<{ last: number }>(
      "select notices as last from hub.clinics where clinic = $1",
      [clinic],
    );
    const absences = await tx.rows<{ since: Date; until: Date }>(
      "select since, until from hub.absences order by since desc limit 100",
    );
    const addresses = await tx.rows<AddressRow>(
      `select address, retired, received, ignored, refused, refused_at from hub.notice_addresses
        where clinic = $1 order by address`,
      [clinic],
    );
    noteSeen(tx, standing);
    return {
      last: head?.last ?? 0,
      notices: notices.map(({ received_at, sealed, ...row }) => ({
        ...row,
        receivedAt: received_at.toISOString(),
        sealed: toBase64(sealed),
      })),
      absences: absences.map(({ since, until }) => ({ from: since.toISOString(), to: until.toISOString() })),
      addresses: addresses.map(({ refused_at, ...row }) => ({
        ...row,
        refusedAt: refused_at?.toISOString() ?? null,
      })),
    };
  });
