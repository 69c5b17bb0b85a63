import pg from "pg";
import { z } from "zod";
import type { HubFailure } from "../../shared/hub-api/failure.ts";
import type { LogHead } from "../../shared/hub-api/values.ts";
import { Unserved } from "./errors.ts";
import { identityColumns, identityRow, trackDatabase } from "./identity.ts";
import { openSockets } from "./sockets.ts";
import { type Identity, explainNotSynchronous } from "./mark.ts";

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
  /** The same for what is acknowledged: it also rejects where a replica may lack it, though the operator declares that none does. */
  readonly durable: <T>(tenant: string | null, work: (tx: Transaction) => Promise<T>) => Promise<T>;
  /** That was acknowledged to a clinic: a database without it is no promoted replica that has all. */
  readonly remember: (clinic: string, head: LogHead) => void;
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
  /** Told when it was noticed to be a promoted replica that has all that was acknowledged. */
  readonly onPromoted?: () => void;
  /** How long an earlier timeline is not served before it is believed that nothing later is left, in milliseconds. A minute when absent. */
  readonly behindMs?: number;
};

type Wanted = { readonly tenant: string | null; readonly isDurable: boolean };

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
  .pipe(z.object({ rows: z.tuple([identityRow]) }));

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
  `begin; select current_setting('synchronous_commit') as commits,
     set_config('hub.tenant', '${tenantOf(tenant)}', true),
     set_config('statement_timeout', '${timeout}', true), set_config('lock_timeout', '${timeout}', true),
     set_config('idle_in_transaction_session_timeout', '${timeout * 2}', true),
     case current_setting('synchronous_commit') when 'off' then set_config('synchronous_commit', 'on', true) end,
     ${identityColumns} from hub.identity`;

/** Thrown at what was asked of a database before it was known to be another one than was served. */
class Changed extends Error {}

/** A failure is told by whoever waits for it; one for which nobody waits must not end the process. */
function kept<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** `begun` is awaited with the first statement's rows: both are one round trip. */
function transactionOn(client: pg.PoolClient, begun: Promise<Identity>) {
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

/** What PostgreSQL or the hub says leaves the connection as it was. Anything else may hang again, or is not known. */
const isUsableAfter = (error: unknown): boolean =>
  error instanceof pg.DatabaseError ||
  error instanceof Refused ||
  error instanceof Changed ||
  (error instanceof Unserved && !error.leaves);

const lookAtStandbys = "select current_setting('synchronous_standby_names') as standbys";

function requireSynchronous(found: Identity): void {
  const reason = explainNotSynchronous(found);
  if (reason !== null) throw new Unserved(reason, false);
}

/**
 * Answers the standbys that are waited for behind the commit: what held at the beginning may have ceased to. A statement of its own, which
 * travels with the commit: PostgreSQL looks at settings that changed between two messages, and not between two statements of one.
 */
async function commit(client: pg.PoolClient, looks: boolean): Promise<string> {
  const ended = kept(client.query("commit"));
  const looked = looks ? kept(client.query<{ standbys: string }>(lookAtStandbys)) : null;
  // PostgreSQL answers a commit of a failed transaction with ROLLBACK.
  if ((await ended).command !== "COMMIT") throw new Error("The transaction was not kept.");
  return (await looked)?.rows[0]?.standbys ?? "";
}

/** Connects when first asked. */
export function openDatabase(options: DatabaseOptions): Database {
  const { connections, statementTimeoutMs: timeout } = options;
  const sockets = openSockets();
  const pool = new pg.Pool({
    ...options.connection,
    stream: sockets.stream,
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

  const track = trackDatabase({
    behindMs: options.behindMs ?? 60_000,
    onRestored: options.onRestored,
    onPromoted: options.onPromoted ?? (() => undefined),
  });

  const begin = async (client: pg.PoolClient, tenant: string | null): Promise<Identity> =>
    beginningRow.parse(await client.query(beginning(tenant, timeout))).rows[0];

  async function beginServed(client: pg.PoolClient, { tenant, isDurable }: Wanted): Promise<Identity> {
    const found = await begin(client, tenant);
    if (!track.isServed(found)) throw new Changed();
    if (isDurable) requireSynchronous(found);
    return found;
  }

  async function attempt<T>(wanted: Wanted, work: (tx: Transaction) => Promise<T>): Promise<T | "changed"> {
    const client = await pool.connect();
    let broken: Error | undefined;
    const onBroken = (error: Error): void => void (broken = error);
    client.on("error", onBroken);
    const begun = kept(beginServed(client, wanted));
    try {
      const { tx, written } = transactionOn(client, begun);
      const value = await work(tx);
      const found = await begun;
      const looks = wanted.isDurable && found.synchronous;
      const ended = kept(commit(client, looks));
      await written();
      const standbys = await ended;
      if (looks) requireSynchronous({ ...found, standbys });
      track.requireServed(found);
      return value;
    } catch (error) {
      if (!isUsableAfter(error)) broken ??= new Error("left");
      else await client.query("rollback").catch((lost: Error) => void (broken = lost));
      const isChanged = await begun.then(
        () => false,
        (reason: unknown) => reason instanceof Changed,
      );
      if (!isChanged || broken !== undefined) throw error;
      await track
        .settle(client, () => begin(client, null))
        .catch((reason: Error) => {
          broken = reason;
          throw reason;
        });
      return "changed";
    } finally {
      client.removeListener("error", onBroken);
      client.release(broken);
    }
  }

  async function transact<T>(wanted: Wanted, work: (tx: Transaction) => Promise<T>): Promise<T> {
    for (;;) {
      const result = await attempt(wanted, work);
      if (result !== "changed") return result;
    }
  }

  return {
    transaction: (tenant, work) => transact({ tenant, isDurable: false }, work),
    durable: (tenant, work) => transact({ tenant, isDurable: true }, work),
    remember: track.remember,
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => sockets.endWith(pool.end(), timeout),
  };
}
