import type pg from "pg";
import { z } from "zod";
import type { LogHead } from "../../shared/hub-api/values.ts";
import { Unserved } from "./errors.ts";
import { type Identity, compareIdentity, type Served } from "./mark.ts";

/** What the first statement of each transaction reads: which database this is, and what holds for its commits. */
export const identityColumns = `fingerprint as noted, hub.fingerprint() as present, restorations,
     restored_at as "restoredAt", now() as now, extract(epoch from now() - alive_at)::float8 as silent,
     synchronous, current_setting('synchronous_standby_names') as standbys`;

export const identityRow = z.object({
  noted: z.string().nullable(),
  present: z.string(),
  restorations: z.number(),
  restoredAt: z.date().nullable(),
  now: z.date(),
  silent: z.number().nullable(),
  synchronous: z.boolean(),
  standbys: z.string(),
  commits: z.string(),
});

/**
 * This database holds what another one wrote, or was served without that: a backup, a copy, a replica that may lack something. Noted
 * once, whoever notices first; $1 is when this hub last served. Notices of between are not in it: that is a time in which some may
 * have been lost.
 */
const isNews = `(fingerprint is distinct from hub.fingerprint() or $1::timestamptz is not null and
    (restored_at is null or restored_at < $1))`;
const noteRestored = `with gap as (insert into hub.absences (since, until)
    select alive_at, now() from hub.identity
     where alive_at is not null and fingerprint is not null and ${isNews} on conflict do nothing)
  update hub.identity
  set restorations = restorations + case when fingerprint is null then 0 else 1 end,
    restored_at = case when fingerprint is null then null else now() end, fingerprint = hub.fingerprint()
  where ${isNews}`;

const notePromoted = `update hub.identity set fingerprint = hub.fingerprint()
  where fingerprint is distinct from hub.fingerprint()`;

/** Clinics that are looked for at once. */
const together = 500;

export type TrackOptions = {
  /** How long an earlier timeline is not served before it is believed that nothing later is left, in milliseconds. */
  readonly behindMs: number;
  /** Told when this database was noticed to be another than the one before, and when it has all that that one answered. */
  readonly onRestored: () => void;
  readonly onPromoted: () => void;
};

/** What a hub remembers of the database that it serves. */
export type Track = {
  /** Whether this is the database that is served. */
  readonly isServed: (found: Identity) => boolean;
  /** Judges a database that is not, in a transaction that `begin` begins, and notes what it is. Throws `Unserved`. */
  readonly settle: (client: pg.ClientBase, begin: () => Promise<Identity>) => Promise<void>;
  /** Throws `Unserved` where this hub serves another one by now: an old primary's late answer is none. */
  readonly requireServed: (found: Identity) => void;
  /** That was acknowledged to a clinic: where it is missing, the database lacks something. */
  readonly remember: (clinic: string, head: LogHead) => void;
};

export function trackDatabase({ behindMs, onRestored, onPromoted }: TrackOptions): Track {
  let served: Served | null = null;
  let behindSince: number | null = null;
  const acknowledged = new Map<string, LogHead>();
  let turn: Promise<unknown> = Promise.resolve();

  function serve({ present, restorations, now }: Served): void {
    // Who noted a restore has everything asked for again; what was lost with it is no news then.
    if (served !== null && served.restorations !== restorations) acknowledged.clear();
    served = { present, restorations, now };
    behindSince = null;
  }

  function isServed(found: Identity): boolean {
    if (compareIdentity(found, served) !== "same") return false;
    serve(found);
    return true;
  }

  async function hasAll(client: pg.ClientBase): Promise<boolean> {
    const all = [...acknowledged];
    for (let at = 0; at < all.length; at += together) {
      const found = await Promise.all(all.slice(at, at + together).map((one) => has(client, one)));
      if (found.includes(false)) return false;
    }
    return true;
  }

  /** An earlier timeline may be an old primary that some connections still lead to. */
  function isLeft(): boolean {
    behindSince ??= performance.now();
    return performance.now() - behindSince >= behindMs;
  }

  async function settleNow(client: pg.ClientBase, begin: () => Promise<Identity>): Promise<void> {
    const found = await begin();
    const judged = compareIdentity(found, served);
    if (judged === "same") return void (await client.query("rollback"));
    if (judged === "behind" && !isLeft()) {
      await client.query("rollback");
      throw new Unserved("the database is on an earlier timeline than the one that was served", true);
    }
    const isClean = judged === "promoted" && (await hasAll(client));
    if (isClean) await client.query(notePromoted);
    else await client.query(noteRestored, [served?.now ?? null]);
    await client.query("commit");
    if (!isClean) acknowledged.clear();
    serve(found);
    if (isClean) onPromoted();
    else if (found.noted !== null) onRestored();
  }

  return {
    isServed,
    settle: (client, begin) => {
      const next = turn.then(() => settleNow(client, begin));
      turn = next.catch(() => undefined);
      return next;
    },
    requireServed: ({ present }) => {
      if (present !== served?.present)
        throw new Unserved("the hub went on to another database meanwhile", true);
    },
    remember: (clinic, head) => {
      const before = acknowledged.get(clinic);
      if (before === undefined || before.number < head.number) acknowledged.set(clinic, head);
    },
  };
}

async function has(client: pg.ClientBase, [clinic, head]: [string, LogHead]): Promise<boolean> {
  const [, { rows }] = await Promise.all([
    client.query("select set_config('hub.tenant', $1, true)", [clinic]),
    client.query<{ hash: string }>(
      "select encode(hash, 'hex') as hash from hub.pushes where clinic = decode($1, 'hex') and number = $2",
      [clinic, head.number],
    ),
  ]);
  return rows[0]?.hash === head.hash;
}
