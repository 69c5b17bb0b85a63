import type { IncomingHttpHeaders } from "node:http";
import { fromHex } from "../clinic/bytes.ts";
import { type Database, Refused } from "../database/database.ts";
import { createBatches } from "../database/batches.ts";
import { createFloodGate } from "./flood.ts";
import { seal } from "./seal.ts";
import { createNoticeTargets, type NoticeTarget } from "./targets.ts";

type Sealed = { readonly address: string; readonly receivedAt: Date; readonly sealed: Buffer };

export type NoticeReceiver = {
  /** Keeps a notice before it resolves, with true; a retired address only counts it, false. Throws `Refused` for an unknown token. */
  readonly receive: (
    token: string,
    notice: { readonly headers: IncomingHttpHeaders; readonly body: Buffer },
  ) => Promise<{ readonly clinic: string; readonly kept: boolean }>;
  /** Notes that something was refused, and whether a notice may be lost with it. Kept with the next ones, a moment later. */
  readonly refused: (token: string, mayBeLost: boolean) => void;
  /** Keeps what was noted; what the database does not take now, it takes another time. */
  readonly flush: () => Promise<void>;
  /** A clinic said something: it may have been of its addresses. */
  readonly heed: () => void;
};

/** All notices of one clinic that came in the meantime: one transaction, numbers in their order. */
const keepAll = (database: Database, clinic: string, all: readonly Sealed[]): Promise<void> =>
  database.durable(clinic, async ({ rows }) => {
    const key = fromHex(clinic);
    const [row] = await rows<{ last: number }>(
      "update hub.clinics set notices = notices + $2 where clinic = $1 returning notices as last",
      [key, all.length],
    );
    if (row === undefined) throw new Refused({ code: "not-found" });
    await rows(
      `insert into hub.notices (clinic, number, address, received_at, sealed)
         select $1, $2 + n.place, n.address, n.at, n.sealed
           from unnest($3::uuid[], $4::timestamptz[], $5::bytea[]) with ordinality as n (address, at, sealed, place)`,
      [
        key,
        row.last - all.length,
        all.map(({ address }) => address),
        all.map(({ receivedAt }) => receivedAt),
        all.map(({ sealed }) => sealed),
      ],
    );
    await rows(
      `update hub.notice_addresses a set received = received + n.count
         from (select address, count(*) from unnest($2::uuid[]) as u (address) group by address) n
        where a.clinic = $1 and a.address = n.address`,
      [key, all.map(({ address }) => address)],
    );
  });

/** Was answered by an address that is retired; was refused; was refused and may have been a notice. */
const columns = {
  ignored: "ignored = ignored + $3",
  refused: "refused = refused + $3",
  lost: "refused = refused + $3, refused_at = now()",
} as const;

const count = (
  database: Database,
  { clinic, address }: NoticeTarget,
  what: keyof typeof columns,
  times: number,
) =>
  database.transaction(clinic, ({ rows }) =>
    rows(`update hub.notice_addresses set ${columns[what]} where clinic = $1 and address = $2`, [
      fromHex(clinic),
      address,
      times,
    ]),
  );

/** The most addresses whose refusals are noted between two flushes. */
const mostNoted = 1_000;

/** Notices that are being kept at once; each holds its body in memory. */
const mostAtOnce = 500;

/** `now`: milliseconds of a clock that only goes on; left out, the process's. */
export function createNotices(database: Database, now?: () => number): NoticeReceiver {
  const batches = createBatches<Sealed>((clinic, all) => keepAll(database, clinic, all));
  const noted = new Map<string, { times: number; mayBeLost: boolean }>();
  const targets = createNoticeTargets(database);
  const mayCome = createFloodGate(now);
  let atOnce = 0;
  const note = (token: string, times: number, mayBeLost: boolean): void => {
    const before = noted.get(token);
    if (before === undefined && noted.size >= mostNoted) return;
    noted.set(token, {
      times: (before?.times ?? 0) + times,
      mayBeLost: mayBeLost || before?.mayBeLost === true,
    });
  };

  type Arriving = Parameters<NoticeReceiver["receive"]>[1];
  async function keepOne(token: string, { headers, body }: Arriving): ReturnType<NoticeReceiver["receive"]> {
    const receivedAt = new Date();
    const target = await targets.of(token);
    const { clinic, address, retired, recipient } = target;
    if (!mayCome(address)) throw new Refused({ code: "rate-limited" });
    if (retired || recipient === null) {
      await count(database, target, "ignored", 1);
      return { clinic, kept: false };
    }
    const sealed = await seal(recipient, { address, receivedAt, headers, body });
    await batches.add(clinic, { address, receivedAt, sealed });
    return { clinic, kept: true };
  }

  return {
    async receive(token, notice) {
      if (atOnce >= mostAtOnce) throw new Refused({ code: "rate-limited" });
      atOnce += 1;
      try {
        return await keepOne(token, notice);
      } finally {
        atOnce -= 1;
      }
    },
    refused: (token, mayBeLost) => note(token, 1, mayBeLost),
    heed: targets.forget,
    async flush() {
      const all = [...noted];
      noted.clear();
      for (const [at, [token, { times, mayBeLost }]] of all.entries()) {
        try {
          await count(database, await targets.of(token), mayBeLost ? "lost" : "refused", times);
        } catch (error) {
          // One that leads nowhere is nobody's.
          if (error instanceof Refused) continue;
          for (const [rest, of] of all.slice(at)) note(rest, of.times, of.mayBeLost);
          return;
        }
      }
    },
  };
}
