import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrateHub } from "../../../hub/database/migrate.ts";
import { embeddedRole, startEmbeddedPostgres } from "../../../hub/postgres/embedded.ts";

export type Connection = {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
};

declare module "vitest" {
  // The types of what is provided are merged into vitest's own.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface ProvidedContext {
    readonly cluster: { readonly owner: Connection; readonly hub: Connection };
  }
}

/** The database that each test's own is a copy of. */
export const templateName = "hub_template";

const connectionOf = ({ host, port, user, password }: pg.ClientConfig): Connection => ({
  host: String(host),
  port: Number(port),
  user: String(user),
  password: String(password),
});

/** One PostgreSQL for the whole suite: starting one takes longer than most tests. Speed over power cuts: nothing here pulls plugs. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "hub-cluster-"));
  const cluster = await startEmbeddedPostgres({
    folder,
    settings: ["fsync=off", "max_connections=300", "shared_buffers=64MB"],
  });
  // It outlives a runner that is ended from the keyboard otherwise.
  const pid = cluster.pid();
  const end = (): void => void (pid !== undefined && process.kill(pid, "SIGINT"));
  process.once("exit", end);
  const client = new pg.Client({ ...cluster.owner, database: "postgres" });
  await client.connect();
  await client.query(`create database ${templateName}`);
  await client.end();
  await migrateHub(
    { ...cluster.owner, database: templateName },
    { role: embeddedRole, password: String(cluster.hub.password) },
  );
  project.provide("cluster", { owner: connectionOf(cluster.owner), hub: connectionOf(cluster.hub) });
  return async () => {
    process.removeListener("exit", end);
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
