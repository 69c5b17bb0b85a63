import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";

/** A database of the hub's own that runs already. */
export type Running = {
  readonly port: number;
  /** A hub is connected to it; else the one that started it was killed. */
  readonly inUse: boolean;
};

/** The fourth line of postmaster.pid is the port (PostgreSQL, src/include/utils/pidfile.h). */
function portIn(data: string): number | null {
  const file = join(data, "postmaster.pid");
  if (!existsSync(file)) return null;
  const port = Number(readFileSync(file, "utf8").split("\n")[3]);
  return Number.isInteger(port) && port > 0 ? port : null;
}

const hubs = "select from pg_stat_activity where application_name like 'front-desk-hub%'";

/** Looks whether the database in that folder runs, and for whom. Null when nobody answers there. */
export async function findRunning(data: string, owner: pg.ClientConfig): Promise<Running | null> {
  const port = portIn(data);
  if (port === null) return null;
  const client = new pg.Client({ ...owner, port, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query(hubs);
    return { port, inUse: (rowCount ?? 0) > 0 };
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}
