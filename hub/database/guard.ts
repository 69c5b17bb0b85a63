import type { Database } from "./database.ts";
import { listKnownMigrations } from "./migrate.ts";

/** Why a hub does not start on this database; a sentence for who runs it. */
export type Unfit = string;

type Powers = { superuser: boolean; bypass: boolean; owner: boolean; creates: boolean };
type Tables = { open: string[] | null };

const powers = `select
  bool_or(r.rolsuper) as superuser,
  bool_or(r.rolbypassrls) as bypass,
  has_schema_privilege('hub', 'create') as creates,
  exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where n.nspname = 'hub' and pg_has_role(current_user, c.relowner, 'member')) as owner
  from pg_roles r where pg_has_role(current_user, r.oid, 'member')`;

/** Tables of tenants whose row-level security is not forced. */
const open = `select array_agg(c.relname::text) as open
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'hub' and c.relkind in ('r', 'p') and c.relname not in ('identity', 'absences', 'migrations')
    and not (c.relrowsecurity and c.relforcerowsecurity)`;

const missingSchema = "42P01 42703 3F000 42883 42501".split(" ");

function unfitRole({ superuser, bypass, owner, creates }: Powers): Unfit | null {
  if (superuser || bypass)
    return "the hub's role is, or may become, one that row-level security does not bind (superuser or BYPASSRLS)";
  return owner || creates
    ? "the hub's role owns tables of the hub, or may make some: it has to be a role of its own"
    : null;
}

function unfitSchema(there: readonly string[]): Unfit | null {
  const known = listKnownMigrations();
  const newer = there.filter((name) => !known.includes(name));
  if (newer.length > 0) return `the database is newer than this hub (${newer.join(", ")}): start a newer hub`;
  const missing = known.filter((name) => !there.includes(name));
  return missing.length > 0
    ? `the database lacks ${missing.join(", ")}: run "npm run hub -- migrate" first`
    : null;
}

/** Whether this hub may serve this database: its own schema, and a role that is bound by row-level security. */
export async function findUnfitness(database: Database): Promise<Unfit | null> {
  try {
    return await database.transaction(null, async ({ rows }) => {
      const there = await rows<{ name: string }>("select name from hub.migrations order by id");
      const [role] = await rows<Powers>(powers);
      const [tables] = await rows<Tables>(open);
      const bare = tables?.open ?? [];
      return (
        unfitSchema(there.map(({ name }) => name)) ??
        (role === undefined ? "the hub's role is unknown" : unfitRole(role)) ??
        (bare.length > 0 ? `row-level security is not forced on ${bare.join(", ")}` : null)
      );
    });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (missingSchema.includes(code))
      return 'the database is not prepared for this role: run "npm run hub -- migrate" first';
    throw error;
  }
}
