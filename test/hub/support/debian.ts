import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { onTestFinished, vi } from "vitest";
import { ensurePostgresAccount, type Binaries } from "../../../hub/postgres/binaries.ts";

/** What Debian brings (`postgresql`, `pgbouncer`); tests of it are skipped where it is not installed. */

const versions = "/usr/lib/postgresql";
const newest = existsSync(versions)
  ? readdirSync(versions)
      .toSorted((a, b) => Number(a) - Number(b))
      .at(-1)
  : undefined;

/** The folder of Debian's PostgreSQL programs, or null. */
export const debianPostgres: string | null = newest === undefined ? null : join(versions, newest, "bin");

export const binariesIn = (folder: string): Binaries => ({
  postgres: join(folder, "postgres"),
  initdb: join(folder, "initdb"),
  control: join(folder, "pg_ctl"),
});

export const pgbouncer: string | null = existsSync("/usr/sbin/pgbouncer") ? "/usr/sbin/pgbouncer" : null;

/** Runs one of PostgreSQL's programs on a database. Throws with its last words. */
export function runOn(
  program: string,
  { host, port, user, password }: pg.ClientConfig,
  args: readonly string[],
): void {
  const { status, stderr } = spawnSync(
    program,
    ["-h", String(host), "-p", String(port), "-U", String(user), ...args],
    {
      env: { ...process.env, PGPASSWORD: String(password) },
      encoding: "utf8",
    },
  );
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

const settings = (target: pg.ClientConfig, port: number, folder: string): string => `[databases]
pooled = host=${String(target.host)} port=${String(target.port)} dbname=${String(target.database)} user=${String(target.user)} password=${String(target.password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, "users.txt")}
pool_mode = transaction
default_pool_size = 2
max_client_conn = 100
`;

/** A PgBouncer in transaction mode, with two connections, before that database. Ended with the test. */
export async function startPooler(program: string, target: pg.ClientConfig): Promise<pg.ClientConfig> {
  const folder = mkdtempSync(join(tmpdir(), "hub-pooler-"));
  const port = await freePort();
  const account = ensurePostgresAccount();
  writeFileSync(join(folder, "pgbouncer.ini"), settings(target, port, folder));
  writeFileSync(join(folder, "users.txt"), `"${String(target.user)}" "${String(target.password)}"\n`);
  chmodSync(folder, 0o700);
  for (const name of ["", "pgbouncer.ini", "users.txt"])
    if (account.uid !== undefined && account.gid !== undefined)
      chownSync(join(folder, name), account.uid, account.gid);
  const child = spawn(program, [join(folder, "pgbouncer.ini")], {
    ...account,
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (part: Buffer) => (said += part.toString()));
  onTestFinished(async () => {
    if (child.exitCode === null) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    rmSync(folder, { recursive: true, force: true });
  });
  await vi.waitFor(() => {
    if (!said.includes("process up")) throw new Error(said);
  }, 60_000);
  return { ...target, port, database: "pooled" };
}
