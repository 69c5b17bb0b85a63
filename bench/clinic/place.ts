import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { openDatabase } from "../../hub/database/database.ts";
import { migrateHub } from "../../hub/database/migrate.ts";
import { makeCreationToken } from "../../hub/clinic/create.ts";
import { startHub } from "../../hub/hub.ts";
import { embeddedRole, startEmbeddedPostgres } from "../../hub/postgres/embedded.ts";

/** What the hub's process said of itself. */
export type HubUse = {
  /** Bytes, after its garbage was collected. */
  readonly memory: number;
  /** Milliseconds of CPU since it began. */
  readonly cpu: number;
};

/** A hub in a process of its own, as `npm run hub` has it, over a PostgreSQL of its own that keeps what it says. */
export type HubPlace = {
  readonly address: string;
  /** The database as its owner, past the hub and its rules. */
  readonly database: pg.Client;
  /** What lets somebody make one clinic. */
  readonly newToken: () => Promise<string>;
  readonly use: () => Promise<HubUse>;
  /** Milliseconds of CPU of all processes of PostgreSQL that live. */
  readonly databaseCpu: () => number;
  readonly close: () => Promise<void>;
};

type Asked = { readonly connection: pg.ClientConfig };

/** As many as the simulated desks of all clinics ask from this one address, where real ones have addresses of their own. */
const requests = 1_000_000;

async function serve({ connection }: Asked): Promise<void> {
  const hub = await startHub({
    connection,
    host: "127.0.0.1",
    port: 0,
    limits: { requests },
    log: { write: () => undefined },
  });
  process.on("message", () => {
    globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    const use: HubUse = { memory: process.memoryUsage.rss(), cpu: (user + system) / 1_000 };
    process.send?.(use);
  });
  process.once("disconnect", () => process.exit(0));
  process.send?.(hub.address);
}

async function told<T>(child: ChildProcess): Promise<T> {
  const [message] = (await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => Promise.reject(new Error("The hub ended."))),
  ])) as [T];
  return message;
}

/** Ticks of a hundredth of a second of a process and those it began, by Linux's own count; 0 elsewhere. */
function ticksOf(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    // Its own, in both modes, and those of children that have ended.
    const own = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at] ?? 0), 0);
    return children.reduce((sum, child) => sum + ticksOf(Number(child)), own);
  } catch {
    return 0;
  }
}

/** Starts both, in a folder of their own in that one; nothing of it is left when it is closed. */
export async function startPlace(folder: string): Promise<HubPlace> {
  // As root, PostgreSQL runs as somebody else, who has to get through to its own folder.
  chmodSync(folder, 0o711);
  const own = mkdtempSync(join(folder, "hub-"));
  const postgres = await startEmbeddedPostgres({ folder: own });
  await migrateHub(postgres.owner, { role: embeddedRole, password: String(postgres.hub.password) });
  const child = fork(import.meta.filename, [], { execArgv: ["--expose-gc"] });
  child.send({ connection: postgres.hub } satisfies Asked);
  const address = await told<string>(child);
  const database = new pg.Client(postgres.owner);
  await database.connect();
  const ignore = (): void => undefined;
  const tokens = openDatabase({
    connection: postgres.hub,
    connections: 1,
    statementTimeoutMs: 30_000,
    onError: ignore,
    onRestored: ignore,
  });
  return {
    address,
    database,
    newToken: () => makeCreationToken(tokens),
    use: () => {
      child.send("use");
      return told<HubUse>(child);
    },
    databaseCpu: () => ticksOf(postgres.pid() ?? 0) * 10,
    close: async () => {
      await tokens.close();
      await database.end();
      const ended = once(child, "exit");
      child.kill();
      await ended;
      await postgres.stop();
      rmSync(own, { recursive: true, force: true });
    },
  };
}

if (import.meta.main) process.once("message", (asked) => void serve(asked as Asked));
