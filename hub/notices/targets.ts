import { fromHex, toHex } from "../clinic/bytes.ts";
import { type Database, Refused } from "../database/database.ts";

/** Where a token leads. */
export type NoticeTarget = {
  readonly clinic: string;
  readonly address: string;
  readonly retired: boolean;
  readonly recipient: string | null;
};

/**
 * Milliseconds for which it is known where a token leads: what comes in a flood asks the database once. What another hub hears of, an
 * address that was retired or a new key, counts that much later; the clinic opens what is sealed to its earlier keys.
 */
const knownFor = 1_000;
/** Tokens that are known at once. */
const mostKnown = 1_000;

/** `token` is the SHA-256 of the one in the address: a tenant of its own. */
async function look(database: Database, token: string): Promise<NoticeTarget> {
  const found = await database.transaction(token, async ({ rows, become }) => {
    const [route] = await rows<{ clinic: Buffer; address: string }>(
      "select clinic, address from hub.notice_routes where route = $1",
      [fromHex(token)],
    );
    if (route === undefined) return null;
    const clinic = toHex(route.clinic);
    await become(clinic);
    const [row] = await rows<{ retired: boolean; recipient: string | null }>(
      `select a.retired, c.notice_recipient as recipient from hub.notice_addresses a
         join hub.clinics c on c.clinic = a.clinic where a.clinic = $1 and c.clinic = $1 and a.address = $2`,
      [route.clinic, route.address],
    );
    return row === undefined ? null : { clinic, address: route.address, ...row };
  });
  if (found === null) throw new Refused({ code: "not-found" });
  return found;
}

export type NoticeTargets = {
  /** Rejects with `Refused` for a token that leads nowhere, which is never remembered. */
  readonly of: (token: string) => Promise<NoticeTarget>;
  /** A clinic said something: it may have been of its addresses. */
  readonly forget: () => void;
};

/** Where tokens lead. */
export function createNoticeTargets(database: Database): NoticeTargets {
  const known = new Map<string, { readonly target: Promise<NoticeTarget>; readonly until: number }>();
  const of = (token: string): Promise<NoticeTarget> => {
    const before = known.get(token);
    if (before !== undefined && performance.now() < before.until) return before.target;
    const target = look(database, token);
    const until = performance.now() + knownFor;
    if (known.size >= mostKnown) known.clear();
    known.set(token, { target, until });
    target.catch(() => known.delete(token));
    return target;
  };
  return { of, forget: () => known.clear() };
}
