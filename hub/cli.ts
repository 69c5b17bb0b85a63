import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { SecureContextOptions } from "node:tls";
import { parseArgs } from "node:util";
import type pg from "pg";
import { makeCreationToken } from "./clinic/create.ts";
import { declareReplication } from "./database/declared.ts";
import { openDatabase } from "./database/database.ts";
import { migrateHub } from "./database/migrate.ts";
import { noteRestoredByHand } from "./database/restored.ts";
import { CannotStart, type HubOptions, startHub } from "./hub.ts";
import { getNodeWarning } from "./node-version.ts";
import { type EmbeddedPostgres, embeddedRole, startEmbeddedPostgres } from "./postgres/embedded.ts";

const usage = `usage: node hub/cli.ts [command] [options]
  (no command)   starts a hub
  migrate        brings a database of yours to this version: --database as its owner, --role NAME
                 (password of a new role: HUB_ROLE_PASSWORD)
  invite         prints another creation token
  restored       says that the database was put back from a backup or copy that does not show it
  synchronous    says that replication is synchronous: each push is checked for it, and a promotion loses nothing
  asynchronous   takes that back
options:
  --data FOLDER             where the hub's own database is (hub-data)
  --database URL            a database of yours instead; also HUB_DATABASE
  --listen-database URL     the same one, past a pooler; also HUB_LISTEN_DATABASE
  --host HOST --port PORT   where to listen (127.0.0.1, 7710; port 0 takes any free)
  --tls-cert FILE --tls-key FILE
  --behind-proxy ADDRESS    the address or network of the proxy before it; may be repeated
  --connections N           to the database (10)`;

const read = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    strict: true,
    allowPositionals: true,
    options: {
      data: { type: "string", default: "hub-data" },
      database: { type: "string" },
      "listen-database": { type: "string" },
      host: { type: "string", default: "127.0.0.1" },
      port: { type: "string", default: "7710" },
      role: { type: "string", default: embeddedRole },
      "tls-cert": { type: "string" },
      "tls-key": { type: "string" },
      "behind-proxy": { type: "string", multiple: true },
      connections: { type: "string", default: "10" },
    },
  });
type Values = ReturnType<typeof read>["values"];

/** One line on standard error, and the exit status. */
function fail(message: string, status: 1 | 2): void {
  process.stderr.write(`hub: ${message}\n`);
  process.exitCode = status;
}

class Misused extends Error {}

function wholeNumber(text: string, name: string, [least, most]: readonly [number, number]): number {
  const value = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) throw new Misused(`--${name} must be ${least} to ${most}`);
  return value;
}

function tlsOf(values: Values): SecureContextOptions | null {
  const [cert, key] = [values["tls-cert"], values["tls-key"]];
  if (cert === undefined && key === undefined) return null;
  if (cert === undefined || key === undefined) throw new Misused("--tls-cert and --tls-key belong together");
  return { cert: readFileSync(cert), key: readFileSync(key), minVersion: "TLSv1.2" };
}

/** The database that was named, or one of the hub's own, started now. */
async function databaseOf(
  values: Values,
  join = false,
): Promise<{ connection: pg.ClientConfig; own: EmbeddedPostgres | null }> {
  const url = values.database ?? process.env["HUB_DATABASE"];
  if (url !== undefined) return { connection: { connectionString: url }, own: null };
  const own = await startEmbeddedPostgres({ folder: resolve(values.data), join });
  try {
    await migrateHub(own.owner, { role: embeddedRole, password: String(own.hub.password) });
  } catch (error) {
    await own.stop();
    throw error;
  }
  return { connection: own.hub, own };
}

function listenOf(values: Values): Partial<HubOptions> {
  const url = values["listen-database"] ?? process.env["HUB_LISTEN_DATABASE"];
  return url === undefined ? {} : { listenConnection: { connectionString: url } };
}

/** It starts all the same: what runs it may be mended without anybody having touched the hub. */
function warnOfNode(): void {
  const warning = getNodeWarning(process.version.slice(1), new Date().toISOString().slice(0, 10));
  if (warning !== null) process.stderr.write(`hub: ${warning}\n`);
}

async function serve(values: Values): Promise<void> {
  warnOfNode();
  const options = {
    host: values.host,
    port: wholeNumber(values.port, "port", [0, 65_535]),
    tls: tlsOf(values),
    proxies: values["behind-proxy"] ?? null,
    connections: wholeNumber(values.connections, "connections", [2, 500]),
    ...listenOf(values),
  };
  const { connection, own } = await databaseOf(values);
  try {
    const hub = await startHub({ ...options, connection });
    const end = async (): Promise<void> => {
      await hub.close();
      await own?.stop();
    };
    // Once: a second signal ends it at once, as Node does.
    for (const signal of ["SIGINT", "SIGTERM"] as const)
      process.once(signal, () => void end().catch((error: unknown) => fail(String(error), 1)));
    const { address, creationToken } = hub;
    process.stdout.write(`${JSON.stringify({ address, creationToken })}\n`);
  } catch (error) {
    await own?.stop();
    throw error;
  }
}

/** Runs something short on the database, which is started for it when it is the hub's own. */
async function withDatabase(
  values: Values,
  work: (database: ReturnType<typeof openDatabase>) => Promise<object>,
): Promise<void> {
  const { connection, own } = await databaseOf(values, true);
  const database = openDatabase({
    connection,
    connections: 1,
    statementTimeoutMs: 10_000,
    onError: () => undefined,
    onRestored: () => undefined,
  });
  try {
    process.stdout.write(`${JSON.stringify(await work(database))}\n`);
  } finally {
    await database.close();
    await own?.stop();
  }
}

async function migrateGiven(values: Values): Promise<void> {
  const url = values.database ?? process.env["HUB_DATABASE"];
  if (url === undefined) throw new Misused("migrate needs --database, with the owner's name");
  const password = process.env["HUB_ROLE_PASSWORD"] ?? null;
  await migrateHub({ connectionString: url }, { role: values.role, password });
  process.stdout.write(`${JSON.stringify({ migrated: true, role: values.role })}\n`);
}

async function run(args: readonly string[]): Promise<void> {
  const { values, positionals } = read(args);
  const [command = "serve", ...rest] = positionals;
  if (rest.length > 0) throw new Misused(`${rest.join(" ")} is too much`);
  if (command === "serve") return serve(values);
  if (command === "migrate") return migrateGiven(values);
  if (command === "invite")
    return withDatabase(values, async (database) => ({ creationToken: await makeCreationToken(database) }));
  if (command === "restored") return withDatabase(values, noteRestoredByHand);
  if (command === "synchronous" || command === "asynchronous")
    return withDatabase(values, async (database) => {
      const declared = await declareReplication(database, command === "synchronous");
      if ("reason" in declared) throw new CannotStart(declared.reason);
      return declared;
    });
  throw new Misused(`there is no command ${command}`);
}

const isMisuse = (error: unknown): boolean =>
  error instanceof Misused ||
  (error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS"));

try {
  await run(process.argv.slice(2));
} catch (error) {
  const message = error instanceof Error ? error.message || error.name : String(error);
  if (isMisuse(error)) fail(`${message}\n${usage}`, 2);
  else fail(error instanceof CannotStart ? message : `cannot start: ${message}`, 1);
}
