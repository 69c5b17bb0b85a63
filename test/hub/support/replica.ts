import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chownSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { ensurePostgresAccount, findBinaries } from "../../../hub/postgres/binaries.ts";
import type { EmbeddedPostgres } from "../../../hub/postgres/embedded.ts";
import { freePort } from "./debian.ts";

/** A PostgreSQL that follows another one over the network, as a clinic's IT would run it, until it is promoted. */
export type Replica = {
  /** As the hub and the database's owner connect to it. */
  readonly hub: pg.ClientConfig;
  readonly owner: pg.ClientConfig;
  /** From now on it hears nothing of the primary: what is written there is missing here. */
  readonly cutOff: () => Promise<void>;
  /** Until it has all that the primary has. */
  readonly caughtUp: () => Promise<void>;
  /** It takes changes from now on, of what it has. */
  readonly promote: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** One statement over a connection of its own. */
export async function queryOnce<R extends object>(config: pg.ClientConfig, text: string): Promise<R[]> {
  const client = new pg.Client(config);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

/** A copy of the primary's files while it runs, as `pg_basebackup` makes one. */
async function copyFiles(owner: pg.ClientConfig, from: string, to: string): Promise<void> {
  const client = new pg.Client({ ...owner, database: "postgres" });
  await client.connect();
  try {
    await client.query("select pg_backup_start('replica', true)");
    const { status, stderr } = spawnSync("cp", ["-a", from, to], { encoding: "utf8" });
    if (status !== 0 && !stderr.includes("No such file")) throw new Error(stderr);
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    rmSync(join(to, "postmaster.pid"), { force: true });
    writeFileSync(join(to, "backup_label"), String(rows[0]?.labelfile));
  } finally {
    await client.end();
  }
}

/**
 * Follows a PostgreSQL of the hub's own, whose folder that is; its files are put into another one. `behind` is another replica, from
 * which this one hears instead, also when that one is promoted.
 */
export async function replicaOf(
  primary: Pick<EmbeddedPostgres, "owner" | "hub">,
  folder: string,
  into: string,
  behind: Replica | null = null,
): Promise<Replica> {
  const account = ensurePostgresAccount();
  const { owner, hub } = primary;
  await copyFiles(owner, join(folder, "postgres"), into);
  const port = await freePort();
  const source = `host=127.0.0.1 port=${String((behind ?? primary).owner.port)} user=postgres password=${String(owner.password)}`;
  writeFileSync(join(into, "standby.signal"), "");
  appendFileSync(join(into, "postgresql.auto.conf"), `primary_conninfo = '${source}'\n`);
  for (const name of ["standby.signal", "backup_label", "postgresql.auto.conf"])
    if (account.uid !== undefined && account.gid !== undefined)
      chownSync(join(into, name), account.uid, account.gid);
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"];
  const child: ChildProcess = spawn(
    findBinaries(account).postgres,
    ["-D", into, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
    { ...account, cwd: into, stdio: ["ignore", "ignore", "pipe"] },
  );
  let said = "";
  child.stderr?.on("data", (part: Buffer) => (said += part.toString()));
  const admin = { ...owner, port, database: "postgres" };
  const until = async (text: string): Promise<void> => {
    const end = performance.now() + 60_000;
    for (;;) {
      const [row] = await queryOnce<{ so: boolean }>(admin, text).catch(() => []);
      if (row?.so === true) return;
      if (performance.now() > end || child.exitCode !== null) throw new Error(`${text}\n${said}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  await until("select pg_is_in_recovery() as so");
  return {
    hub: { ...hub, port },
    owner: { ...owner, port },
    cutOff: async () => {
      await queryOnce(admin, "alter system set primary_conninfo = ''");
      await queryOnce(admin, "select pg_reload_conf()");
      await until("select not exists (select from pg_stat_wal_receiver) as so");
    },
    caughtUp: async () => {
      const [at] = await queryOnce<{ lsn: string }>(
        { ...owner, database: "postgres" },
        "select pg_current_wal_lsn()::text as lsn",
      );
      await until(`select pg_last_wal_replay_lsn() >= '${String(at?.lsn)}'::pg_lsn as so`);
    },
    promote: async () => {
      await queryOnce(admin, "select pg_promote(true, 60)");
      await until("select not pg_is_in_recovery() as so");
    },
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGINT");
      await ended;
    },
  };
}
