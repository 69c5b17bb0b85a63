import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { z } from "zod";
import { type PostgresAccount, ensurePostgresAccount, type Binaries, findBinaries } from "./binaries.ts";
import { findRunning } from "./running.ts";

/**
 * A PostgreSQL of the hub's own, for a clinic that has none: on this computer alone, its data in one folder. The package's class
 * is not used, since it ends the database on the signals on which the hub still answers what it has begun.
 */
export type EmbeddedPostgres = {
  /** The owner of the hub's tables, for migrations. */
  readonly owner: pg.ClientConfig;
  /** The role that the hub serves as. */
  readonly hub: pg.ClientConfig;
  /** The postmaster's process. */
  readonly pid: () => number | undefined;
  readonly stop: () => Promise<void>;
};

export type EmbeddedOptions = {
  /** Made when it is not there; nobody else may read it. */
  readonly folder: string;
  /** PostgreSQL's settings, `name=value`, beside those of the hub. */
  readonly settings?: readonly string[];
  /** PostgreSQL's programs; those of the package when absent. */
  readonly binaries?: Binaries;
  /** Uses the database of a hub that runs, and leaves it running. */
  readonly join?: boolean;
};

/** The role of a hub on its own database. */
export const embeddedRole = "front_desk_hub";
const databaseName = "front_desk_hub";

const passwords = z.object({ owner: z.string(), hub: z.string() });
type Passwords = z.infer<typeof passwords>;

type Place = {
  readonly folder: string;
  readonly data: string;
  readonly account: PostgresAccount;
  readonly binaries: Binaries;
};

function keptPasswords(folder: string): Passwords {
  const file = join(folder, "passwords.json");
  if (!existsSync(file)) {
    const made = { owner: randomBytes(32).toString("base64url"), hub: randomBytes(32).toString("base64url") };
    writeFileSync(`${file}.new`, JSON.stringify(made), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return passwords.parse(JSON.parse(readFileSync(file, "utf8")));
}

function own(path: string, { uid, gid }: PostgresAccount): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

/** In a folder of another name first, so that one that was interrupted is begun anew. */
function initialise({ folder, data, account, binaries }: Place, password: string): void {
  const making = `${data}.new`;
  const secret = join(folder, "initdb-password");
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { mode: 0o700 });
  own(making, account);
  writeFileSync(secret, password, { mode: 0o600 });
  own(secret, account);
  const args = [
    "-D",
    making,
    "-U",
    "postgres",
    `--pwfile=${secret}`,
    "-A",
    "scram-sha-256",
    "-E",
    "UTF8",
    "--locale=C",
  ];
  const { status, stderr, error } = spawnSync(binaries.initdb, args, {
    ...account,
    cwd: folder,
    encoding: "utf8",
  });
  rmSync(secret, { force: true });
  if (status !== 0) throw new Error(`initdb failed: ${(stderr || String(error)).trim().slice(-400)}`);
  renameSync(making, data);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}

/** A database whose hub was killed still runs: it is ended first. Nothing is lost by that. */
function stopOrphan({ data, folder, account, binaries }: Place): void {
  if (!existsSync(join(data, "postmaster.pid"))) return;
  spawnSync(binaries.control, ["-D", data, "-m", "fast", "-w", "stop"], { ...account, cwd: folder });
}

function spawnPostgres(place: Place, port: number, settings: readonly string[]): ChildProcess {
  const all = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "lc_messages=C", ...settings];
  const args = ["-D", place.data, "-p", String(port), ...all.flatMap((setting) => ["-c", setting])];
  // Of a group of its own: what ends the hub from the keyboard must not end the database before the hub has.
  return spawn(place.binaries.postgres, args, {
    ...place.account,
    cwd: place.folder,
    stdio: ["ignore", "ignore", "pipe"],
    detached: process.platform !== "win32",
  });
}

/** Waits until PostgreSQL says that it is ready. Rejects with its last words when it ends before. */
async function untilReady(child: ChildProcess): Promise<void> {
  let said = "";
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const hear = (part: Buffer): void => {
    said = (said + part.toString("utf8")).slice(-4_000);
    if (said.includes("database system is ready to accept connections")) resolve(undefined);
  };
  child.stderr?.on("data", hear);
  child.once("error", reject);
  child.once("exit", () => reject(new Error(`PostgreSQL ended: ${said.trim().slice(-400)}`)));
  await promise;
  child.stderr?.removeListener("data", hear);
  // Its own log would hold statements; what matters comes to the hub as errors.
  child.stderr?.resume();
}

async function makeDatabase(admin: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(admin);
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [databaseName]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}

/** Keeps PostgreSQL running until it is to stop: one that was killed recovers by starting again. */
function supervise(start: () => Promise<ChildProcess>, first: ChildProcess) {
  let child = first;
  let stopping = false;
  const watch = (): void => {
    child.once("exit", () => {
      if (!stopping) void again();
    });
  };
  async function again(): Promise<void> {
    if (stopping) return;
    try {
      child = await start();
    } catch {
      await wait(500);
      return again();
    }
    if (stopping) child.kill("SIGINT");
    else watch();
  }
  watch();
  return {
    pid: () => child.pid,
    stop: async () => {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      // SIGINT is PostgreSQL's fast shutdown.
      child.kill("SIGINT");
      await ended;
    },
  };
}

const administrator = (password: string, port: number): pg.ClientConfig => ({
  host: "127.0.0.1",
  port,
  user: "postgres",
  password,
});

/** How the two roles connect to the database at that port. */
function rolesAt({ owner, hub }: Passwords, port: number): Pick<EmbeddedPostgres, "owner" | "hub"> {
  const admin = administrator(owner, port);
  return {
    owner: { ...admin, database: databaseName },
    hub: { ...admin, user: embeddedRole, password: hub, database: databaseName },
  };
}

async function startAnew(
  place: Place,
  secrets: Passwords,
  settings: readonly string[],
): Promise<EmbeddedPostgres> {
  if (existsSync(place.data)) stopOrphan(place);
  else initialise(place, secrets.owner);
  const port = await freePort();
  const start = async (): Promise<ChildProcess> => {
    const child = spawnPostgres(place, port, settings);
    await untilReady(child);
    return child;
  };
  const supervised = supervise(start, await start());
  try {
    await makeDatabase({ ...administrator(secrets.owner, port), database: "postgres" });
  } catch (error) {
    await supervised.stop();
    throw error;
  }
  return { ...rolesAt(secrets, port), ...supervised };
}

/**
 * Starts it, and makes it first where there is none. When a hub uses that folder already: its database with `join`, else an error.
 * Rejects when it cannot; nothing is left running then.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { folder, settings = [], join: mayJoin = false } = options;
  const account = ensurePostgresAccount();
  const binaries = options.binaries ?? findBinaries(account);
  const place: Place = { folder, data: join(folder, "postgres"), account, binaries };
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  own(folder, account);
  const secrets = keptPasswords(folder);
  const running = await findRunning(place.data, { ...administrator(secrets.owner, 0), database: "postgres" });
  if (running?.inUse !== true) return startAnew(place, secrets, settings);
  if (!mayJoin) throw new Error(`another hub uses ${folder}`);
  return { ...rolesAt(secrets, running.port), pid: () => undefined, stop: async () => undefined };
}
