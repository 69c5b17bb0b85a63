import { readdirSync } from "node:fs";
import { join } from "node:path";
import { runner } from "node-pg-migrate";
import pg from "pg";
import { fillFromLog } from "./from-log.ts";

/** Migrations are SQL files that are never changed once released: first what is new beside what is old, a version later the old away. */
const folder = join(import.meta.dirname, "migrations");
const table = "migrations";

/** The names of the migrations that this hub knows, oldest first. */
export const listKnownMigrations = (): readonly string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .map((file) => file.slice(0, -4))
    .sort();

const grants = (role: string): string => `
  grant usage on schema hub to ${role};
  grant select, insert, update, delete on all tables in schema hub to ${role};
  revoke insert, update, delete on hub.${table} from ${role};
  revoke insert, delete on hub.identity from ${role};
  grant execute on all functions in schema hub to ${role};`;

/** Makes the hub's role, without any power of its own. Its password is set when one is given. */
const makeRole = (client: pg.Client, role: string, password: string | null): string => `
  do $$ begin
    if not exists (select from pg_roles where rolname = ${client.escapeLiteral(role)}) then
      create role ${client.escapeIdentifier(role)} login nosuperuser nobypassrls nocreatedb nocreaterole;
    end if;
  end $$;
  ${password === null ? "" : `alter role ${client.escapeIdentifier(role)} password ${client.escapeLiteral(password)};`}`;

const quiet = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/**
 * Brings the database to this hub's schema, as its owner and over a direct connection (it holds a lock of its session), and
 * lets the hub's role in. May run again, and beside hubs that serve.
 */
export async function migrateHub(
  owner: pg.ClientConfig,
  { role, password }: { readonly role: string; readonly password: string | null },
): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await runner({
      dbClient: client,
      dir: folder,
      direction: "up",
      migrationsTable: table,
      schema: ["public"],
      migrationsSchema: "hub",
      createMigrationsSchema: true,
      migrationLoaderStrategies: [{ extensions: [".sql"], loader: "legacySql" }],
      advisoryLockMode: "wait",
      logger: quiet,
    });
    await fillFromLog(client);
    await client.query(makeRole(client, role, password));
    await client.query(grants(client.escapeIdentifier(role)));
  } finally {
    await client.end();
  }
}
