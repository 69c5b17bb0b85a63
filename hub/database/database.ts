import pg from "pg";
import { z } from "zod";
import type { HubFailure } from "../../contract/hub/failure.ts";

/**
 * The database behind the hub, as any pooler hands it out: nothing is prepared by name, nothing is set for a session, and every
 * statement stands in a transaction that names its tenant first.
 */

/** One transaction of one tenant. */
export type Transaction = {
  /** Rows, or what the statement returns. Values travel beside the text. Statements that wait for no other's rows travel together. */
  readonly rows: <R extends object>(text: string, values?: readonly unknown[]) => Promise<R[]>;
  /** A statement whose rows nobody needs. It travels with the commit: where it fails, nothing is kept, and the transaction rejects. */
  readonly write: (text: string, values: readonly unknown[]) => void;
  /** From here on the statements are another tenant's: a clinic's or a token's, in hexadecimal digits. */
  readonly become: (tenant: string) => Promise<void>;
  /** How many times this database has been noticed to be a restored one. */
  readonly restorations: Promise<number>;
};

export type Database = {
  /**
   * Runs `work` in one transaction; keeps what it did when it resolves, nothing when it rejects. Rejects with PostgreSQL's or
   * Node's error; after a lost connection it is not known whether a commit was kept.
   */
  readonly transaction: <T>(tenant: string | null, work: (tx: Transaction) => Promise<T>) => Promise<T>;
  readonly pool: () => { readonly total: number; readonly idle: number; readonly waiting: number };
  readonly close: () => Promise<void>;
};

export type DatabaseOptions = {
  readonly connection: pg.ClientConfig;
  /** The most connections at once. */
  readonly connections: number;
  /** How long a statement may take, in milliseconds. */
  readonly statementTimeoutMs: number;
  /** Told of errors of idle connections. */
  readonly onError: (error: unknown) => void;
  /** Told when this database was noticed to be another than the one before. */
  readonly onRestored: () => void;
};

/** Thrown inside of a transaction: an answer that undoes it. */
export class Refused extends Error {
  readonly failure: HubFailure;
  constructor(failure: HubFailure) {
    super(failure.code);
    this.name = "Refused";
    this.failure = failure;
  }
}

/** Two statements give two results: the second's one row. */
const beginningRow = z
  .array(z.unknown())
  .transform((all) => all.at(-1))
  .pipe(
    z.object({
      rows: z.tuple([
        z.object({ fingerprint: z.string().nullable(), present: z.string(), restorations: z.number() }),
      ]),
    }),
  );

const int8 = 20;
/** Numbers of a log stay below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format === "binary" ? "binary" : "text"),
};

const hexadecimal = /^[0-9a-f]*$/;
function tenantOf(tenant: string | null): string {
  if (tenant !== null && !hexadecimal.test(tenant)) throw new RangeError("A tenant is hexadecimal digits.");
  return tenant ?? "";
}

/** One round trip: begins, sets what holds for this transaction alone, and looks at which database it is. */
const beginning = (tenant: string | null, timeout: number): string =>
  `begin; select set_config('hub.tenant', '${tenantOf(tenant)}', true),
     set_config('statement_timeout', '${timeout}', true), set_config('lock_timeout', '${timeout}', true),
     set_config('idle_in_transaction_session_timeout', '${timeout * 2}', true),
     case current_setting('synchronous_commit') when 'off' then set_config('synchronous_commit', 'on', true) end,
     fingerprint, hub.fingerprint() as present, restorations from hub.identity`;

/** Thrown at what was asked of a database before it was known to be restored, or new. */
class Restored extends Error {
  readonly isNew: boolean;
  constructor(isNew: boolean) {
    super("restored");
    this.isNew = isNew;
  }
}

type Beginning = { readonly restorations: number };

/** A failure is told by whoever waits for it; one for which nobody waits must not end the process. */
function kept<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** `begun` is awaited with the first statement's rows: both are one round trip. */
function transactionOn(client: pg.PoolClient, begun: Promise<Beginning>) {
  const writes: Promise<unknown>[] = [];
  const tx: Transaction = {
    rows: async <R extends object>(text: string, values: readonly unknown[] = []) => {
      const answer = kept(client.query<R>(text, [...values]));
      await begun;
      return (await answer).rows;
    },
    write: (text, values) => void writes.push(kept(client.query(text, [...values]))),
    become: async (tenant) => {
      await client.query("select set_config('hub.tenant', $1, true)", [tenantOf(tenant)]);
    },
    restorations: kept(begun.then(({ restorations }) => restorations)),
  };
  return { tx, written: () => Promise.all(writes) };
}

/**
 * This database holds what another one wrote: a backup, a copy, a promoted replica. Noted once, whoever notices first. Notices of
 * between are not in it: that is a time in which some may have been lost.
 */
const noteRestored = `with gap as (insert into hub.absences (since, until)
    select alive_at, now() from hub.identity
     where alive_at is not null and fingerprint is not null and fingerprint is distinct from hub.fingerprint() on conflict do nothing)
  update hub.identity
  set restorations = restorations + case when fingerprint is null then 0 else 1 end, fingerprint = hub.fingerprint()
  where fingerprint is distinct from hub.fingerprint()`;

async function endWith(client: pg.PoolClient, statement: "commit" | "rollback"): Promise<void> {
  const { command } = await client.query(statement);
  // PostgreSQL answers a commit of a failed transaction with ROLLBACK.
  if (statement === "commit" && command !== "COMMIT") throw new Error("The transaction was not kept.");
}

/** Rejects with `Restored` where this database is not the one that was here before. */
async function begin(client: pg.PoolClient, text: string): Promise<Beginning> {
  const { fingerprint, present, restorations } = beginningRow.parse(await client.query(text)).rows[0];
  if (fingerprint !== present) throw new Restored(fingerprint === null);
  return { restorations };
}

/** Connects when first asked. */
export function openDatabase(options: DatabaseOptions): Database {
  const { connections, statementTimeoutMs: timeout } = options;
  const pool = new pg.Pool({
    ...options.connection,
    types,
    // Statements are sent as they come, and answered in their order.
    pipeline: true,
    max: connections,
    connectionTimeoutMillis: timeout,
    query_timeout: timeout * 2,
    keepAlive: true,
    application_name: "front-desk-hub",
  });
  pool.on("error", options.onError);

  async function note(client: pg.PoolClient, { isNew }: Restored): Promise<void> {
    await client.query(beginning(null, timeout));
    await client.query(noteRestored);
    await endWith(client, "commit");
    if (!isNew) options.onRestored();
  }

  async function attempt<T>(
    tenant: string | null,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T | "restored"> {
    const client = await pool.connect();
    let broken: Error | undefined;
    const onBroken = (error: Error): void => void (broken = error);
    client.on("error", onBroken);
    const begun = kept(begin(client, beginning(tenant, timeout)));
    try {
      const { tx, written } = transactionOn(client, begun);
      const value = await work(tx);
      await begun;
      const ended = kept(endWith(client, "commit"));
      await written();
      await ended;
      return value;
    } catch (error) {
      await endWith(client, "rollback").catch((lost: Error) => void (broken = lost));
      const restored = await begun.then(
        () => null,
        (reason: unknown) => (reason instanceof Restored ? reason : null),
      );
      if (restored === null || broken !== undefined) throw error;
      await note(client, restored);
      return "restored";
    } finally {
      client.removeListener("error", onBroken);
      client.release(broken);
    }
  }

  return {
    transaction: async (tenant, work) => {
      for (;;) {
        const result = await attempt(tenant, work);
        if (result !== "restored") return result;
      }
    },
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}
