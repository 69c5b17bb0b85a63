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

/** A prepared database that goes away with the test. */
export async function testDatabase(): Promise<TestDatabase> {
  const { owner } = inject("cluster");
  const database = `t_${randomBytes(8).toString("hex")}`;
  const admin = { ...owner, database: "postgres" };
  await asOwner(admin, (client) => client.query(`create database ${database} template ${templateName}`));
  return databaseNamed(database);
}

/** A copy of a database as it is now, which nobody uses just then: what a restored backup is. */
export async function copyOf(source: Pick<TestDatabase, "hub" | "owner">): Promise<TestDatabase> {
  const { owner } = inject("cluster");
  const database = `t_${randomBytes(8).toString("hex")}`;
  const admin = { ...owner, database: "postgres" };
  await asOwner(admin, (client) =>
    client.query(`create database ${database} template ${String(source.owner.database)}`),
  );
  return databaseNamed(database);
}

function databaseNamed(database: string): TestDatabase {
  const { owner, hub } = inject("cluster");
  const admin = { ...owner, database: "postgres" };
  onTestFinished(async () => {
    await asOwner(admin, (client) => client.query(`drop database if exists ${database} with (force)`));
  });
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
