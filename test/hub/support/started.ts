import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import { type Hub, type HubOptions, startHub } from "../../../hub/hub.ts";
import { templateName } from "./cluster.ts";

/** A database of a test's own. */
export type TestDatabase = {
  readonly hub: pg.ClientConfig;
  readonly owner: pg.ClientConfig;
  /** Runs a statement as a superuser, whom row-level security does not bind. */
  readonly query: <R extends object>(text: string, values?: readonly unknown[]) => Promise<R[]>;
};

async function asOwner<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

let administrator: Promise<pg.Client> | null = null;

/** Makes and drops databases over one connection for all tests of a process, which ends with the cluster. */
async function administer(statement: string): Promise<void> {
  administrator ??= (async () => {
    const client = new pg.Client({ ...inject("cluster").owner, database: "postgres" });
    client.on("error", () => undefined);
    await client.connect();
    return client;
  })();
  await (await administrator).query(statement);
}

/** A prepared database that goes away with the test. */
export const testDatabase = (): Promise<TestDatabase> => copied(templateName);

/** A copy of a database as it is now, which nobody uses just then: what a restored backup is. */
export const copyOf = (source: Pick<TestDatabase, "hub" | "owner">): Promise<TestDatabase> =>
  copied(String(source.owner.database));

async function copied(template: string): Promise<TestDatabase> {
  const { owner, hub } = inject("cluster");
  const database = `t_${randomBytes(8).toString("hex")}`;
  // By its files, as nothing here waits for the disk: over the log it takes twice as long.
  await administer(`create database ${database} template ${template} strategy file_copy`);
  onTestFinished(() => administer(`drop database if exists ${database} with (force)`));
  return {
    hub: { ...hub, database },
    owner: { ...owner, database },
    query: <R extends object>(text: string, values: readonly unknown[] = []) =>
      asOwner({ ...owner, database }, async (client) => (await client.query<R>(text, [...values])).rows),
  };
}

/** A hub on that database, ended with the test. `lines` is its log. */
export async function testHub(
  { hub: connection }: Pick<TestDatabase, "hub">,
  options: Partial<HubOptions> = {},
): Promise<Hub & { readonly lines: readonly string[] }> {
  const lines: string[] = [];
  const log = { write: (line: string) => void lines.push(line) };
  const hub = await startHub({
    connection,
    host: "127.0.0.1",
    port: 0,
    connections: 4,
    statementTimeoutMs: 60_000,
    log,
    ...options,
  });
  onTestFinished(() => hub.close());
  return { ...hub, lines };
}

/** From now on the hub receives what it receives so long ago. */
export const receivedAgo = ({ query }: Pick<TestDatabase, "query">, ago: string): Promise<unknown> =>
  query(`alter table hub.pushes alter column received_at set default now() - interval '${ago}'`);
