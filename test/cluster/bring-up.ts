import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { z } from "zod";
import { migrateHub } from "../../hub/database/migrate.ts";
import { ensurePostgresAccount } from "../../hub/postgres/binaries.ts";
import { freePort, openGate, type Gate } from "./gate.ts";
import { signalAll, startProgram, supervise, treeOf } from "./programs.ts";

const password = "cluster";
const role = "front_desk_hub";
const database = "front_desk_hub";
const hubCli = join(import.meta.dirname, "../../hub/cli.ts");

export type Node = {
  readonly name: string;
  readonly rest: number;
  readonly port: number;
  readonly data: string;
  readonly patroni: ReturnType<typeof supervise>;
  /** Between this one's PostgreSQL and the others', which copy from it; hubs go past it. */
  readonly toPostgres: Gate;
  readonly toEtcd: Gate;
};

export type Cluster = {
  readonly folder: string;
  readonly nodes: readonly Node[];
  readonly hubs: readonly ReturnType<typeof supervise>[];
  readonly pooler: ReturnType<typeof supervise>;
  /** Where desks ask: a proxy that goes by `/ready`. */
  readonly address: string;
  /** Past the pooler, to the primary, as the one who may everything. */
  readonly admin: pg.ClientConfig;
  readonly hubUrl: string;
  readonly close: () => Promise<void>;
};

export const postmasterOf = ({ data }: Pick<Node, "data">): number =>
  Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);

const members = z.object({
  members: z.array(
    z.object({ name: z.string(), role: z.string(), state: z.string(), lag: z.unknown().optional() }),
  ),
});
export type Seen = z.infer<typeof members>["members"];

/** What Patroni says of its members; null while none answers. */
export async function seenBy(nodes: readonly Pick<Node, "rest">[]): Promise<Seen | null> {
  for (const { rest } of nodes) {
    try {
      const answer = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal: AbortSignal.timeout(2_000) });
      return members.parse(await answer.json()).members;
    } catch {
      // Another one may.
    }
  }
  return null;
}

export const isLeader = ({ role: of }: Seen[number]): boolean => of === "leader" || of === "master";
const isRunning = ({ state }: Seen[number]): boolean => state === "running" || state === "streaming";

const toCloneAnew = 60_000;

/**
 * What an operator does with a standby that does not come up: `patronictl reinit`. A former primary may have to read a piece of its own
 * timeline that ends before its data is consistent. PostgreSQL waits for that piece for good, and Patroni 3 rewinds no server that is starting.
 */
async function cloneAnew(nodes: readonly Node[], name: string): Promise<void> {
  const node = nodes.find((one) => one.name === name);
  if (node === undefined) return;
  console.log(`  ${name} does not come up as a standby: it is cloned anew, as by patronictl reinit`);
  const body = JSON.stringify({ force: true });
  await fetch(`http://127.0.0.1:${node.rest}/reinitialize`, { method: "POST", body });
}

/** Three members, one that leads, and a standby that is waited for where `isSynchronous`. */
export async function untilWhole(
  nodes: readonly Node[],
  isSynchronous: boolean,
  seconds = 240,
): Promise<void> {
  const end = performance.now() + seconds * 1_000;
  let seen: Seen | null = null;
  const startingSince = new Map<string, number>();
  while (performance.now() < end) {
    seen = await seenBy(nodes);
    for (const { name, state } of seen ?? []) {
      if (state !== "starting" && state !== "start failed") startingSince.delete(name);
      else if (!startingSince.has(name)) startingSince.set(name, performance.now());
      else if (performance.now() - (startingSince.get(name) ?? 0) > toCloneAnew && seen?.some(isLeader)) {
        startingSince.delete(name);
        await cloneAnew(nodes, name);
      }
    }
    const isWhole =
      seen?.length === nodes.length &&
      seen.every(isRunning) &&
      seen.some(isLeader) &&
      (!isSynchronous || seen.some((one) => one.role === "sync_standby"));
    if (isWhole) return;
    await wait(500);
  }
  throw new Error(`the cluster did not become whole: ${JSON.stringify(seen)}`);
}

const yaml = (value: object): string => JSON.stringify(value, null, 2);

type NodeAsked = {
  readonly folder: string;
  readonly number: number;
  readonly etcd: number;
  readonly bin: string;
};

async function startNode({ folder, number, etcd, bin }: NodeAsked): Promise<Node> {
  const name = `n${number}`;
  const account = ensurePostgresAccount();
  const [rest, port] = [await freePort(), await freePort()];
  const [toPostgres, toEtcd] = [await openGate(port), await openGate(etcd)];
  const own = join(folder, name);
  mkdirSync(own, { mode: 0o700 });
  const data = join(own, "data");
  const file = join(own, "patroni.yml");
  writeFileSync(
    file,
    yaml({
      scope: "hub",
      name,
      restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
      // The older protocol: this Patroni's code for the newer one writes its key over another's after it was frozen.
      etcd: { hosts: [`127.0.0.1:${toEtcd.port}`], use_proxies: true },
      bootstrap: {
        dcs: {
          ttl: 20,
          loop_wait: 2,
          retry_timeout: 5,
          primary_start_timeout: 0,
          synchronous_mode: true,
          synchronous_mode_strict: true,
          postgresql: { use_pg_rewind: true, parameters: { wal_keep_size: "128MB", max_wal_size: "256MB" } },
        },
        initdb: [{ encoding: "UTF8" }, { locale: "C" }, "data-checksums"],
      },
      postgresql: {
        listen: `127.0.0.1:${port}`,
        connect_address: `127.0.0.1:${toPostgres.port}`,
        data_dir: data,
        bin_dir: bin,
        pgpass: join(own, "pgpass"),
        authentication: {
          superuser: { username: "postgres", password },
          replication: { username: "replicator", password },
          rewind: { username: "rewinder", password },
        },
        // A copy of the primary begins with a checkpoint, which else takes its time: up to four and a half minutes.
        basebackup: [{ checkpoint: "fast" }],
        parameters: { unix_socket_directories: own, shared_buffers: "32MB", max_connections: 150 },
        pg_hba: [
          "host all all 127.0.0.1/32 scram-sha-256",
          "host replication all 127.0.0.1/32 scram-sha-256",
        ],
      },
    }),
  );
  for (const path of [own, file])
    if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid);
  const patroni = supervise(() =>
    startProgram({
      name,
      command: "patroni",
      args: [file],
      account,
      cwd: own,
      env: { HOME: own },
      log: join(folder, `${name}.log`),
    }),
  );
  return { name, rest, port, data, patroni, toPostgres, toEtcd };
}

const haproxyOf = (ports: {
  readonly primary: number;
  readonly desks: number;
  readonly nodes: readonly { readonly name: string; readonly port: number; readonly rest: number }[];
  readonly hubs: readonly number[];
}): string => `global
  maxconn 2000
defaults
  timeout connect 4s
  timeout client 30m
  timeout server 30m
listen primary
  mode tcp
  bind 127.0.0.1:${ports.primary}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 3s fall 3 rise 2 on-marked-down shutdown-sessions
${ports.nodes.map(({ name, port, rest }) => `  server ${name} 127.0.0.1:${port} check port ${rest}`).join("\n")}
listen desks
  mode http
  bind 127.0.0.1:${ports.desks}
  option forwardfor
  option httpchk GET /ready
  http-check expect status 200
  default-server inter 2s fall 2 rise 1
${ports.hubs.map((port, at) => `  server h${at + 1} 127.0.0.1:${port} check`).join("\n")}
`;

const poolerOf = (port: number, primary: number, folder: string): string => `[databases]
${database} = host=127.0.0.1 port=${primary} dbname=${database} user=${role} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, "users.txt")}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 200
server_login_retry = 1
`;

/** etcd, three nodes of Patroni, HAProxy, PgBouncer and three hubs, on this computer alone. Logs are in the folder. */
export async function bringUp(bin: string): Promise<Cluster> {
  const account = ensurePostgresAccount();
  const folder = mkdtempSync(join(tmpdir(), "hub-cluster-"));
  chmodSync(folder, 0o755);
  const closers: (() => unknown)[] = [];
  const etcd = await freePort();
  const peers = await freePort();
  const client = `http://127.0.0.1:${etcd}`;
  const peer = `http://127.0.0.1:${peers}`;
  const store = startProgram({
    name: "etcd",
    command: "etcd",
    args: [
      "--enable-v2=true",
      "--data-dir",
      join(folder, "etcd"),
      "--listen-client-urls",
      client,
      "--advertise-client-urls",
      client,
      "--listen-peer-urls",
      peer,
      "--initial-advertise-peer-urls",
      peer,
      "--initial-cluster",
      `default=${peer}`,
    ],
    cwd: folder,
    log: join(folder, "etcd.log"),
  });
  closers.push(() => store.kill("SIGKILL"));
  const started: Node[] = [];
  for (const number of [1, 2, 3]) {
    const node = await startNode({ folder, number, etcd, bin });
    started.push(node);
    closers.push(async () => {
      await node.patroni.stop();
      // Patroni's PostgreSQL outlives it; where it was killed as well there is no such process.
      if (existsSync(join(node.data, "postmaster.pid"))) signalAll(treeOf(postmasterOf(node)), "SIGKILL");
      await Promise.all([node.toPostgres.close(), node.toEtcd.close()]);
    });
  }
  const [primary, desks, pool] = [await freePort(), await freePort(), await freePort()];
  const hubPorts = [await freePort(), await freePort(), await freePort()];
  const proxy = join(folder, "haproxy.cfg");
  writeFileSync(proxy, haproxyOf({ primary, desks, nodes: started, hubs: hubPorts }));
  const front = startProgram({
    name: "haproxy",
    command: "haproxy",
    args: ["-db", "-f", proxy],
    cwd: folder,
    log: join(folder, "haproxy.log"),
  });
  closers.push(() => front.kill("SIGKILL"));
  await untilWhole(started, true);
  const admin = { host: "127.0.0.1", port: primary, user: "postgres", password, database: "postgres" };
  const first = new pg.Client(admin);
  first.on("error", () => undefined);
  await until(() => first.connect().then(() => true));
  await first.query(`create role owner login createrole password '${password}'`);
  await first.query(`create database ${database} owner owner`);
  await first.end();
  await migrateHub({ ...admin, user: "owner", database }, { role, password });
  const bouncer = join(folder, "pgbouncer");
  mkdirSync(bouncer);
  writeFileSync(join(bouncer, "users.txt"), `"${role}" "${password}"\n`);
  writeFileSync(join(bouncer, "pgbouncer.ini"), poolerOf(pool, primary, bouncer));
  const pooler = supervise(() =>
    startProgram({
      name: "pgbouncer",
      command: "pgbouncer",
      args: [join(bouncer, "pgbouncer.ini")],
      account,
      cwd: bouncer,
      log: join(folder, "pgbouncer.log"),
    }),
  );
  closers.push(() => pooler.stop());
  const at = (port: number): string => `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
  const hubs = hubPorts.map((port, number) =>
    supervise(() =>
      startProgram({
        name: `hub ${number + 1}`,
        command: process.execPath,
        args: [hubCli, "--port", String(port), "--behind-proxy", "127.0.0.1"],
        cwd: folder,
        env: { HUB_DATABASE: at(number < 2 ? pool : primary), HUB_LISTEN_DATABASE: at(primary) },
        log: join(folder, `hub-${number + 1}.log`),
      }),
    ),
  );
  closers.push(() => Promise.all(hubs.map((hub) => hub.stop())));
  const address = `http://127.0.0.1:${desks}`;
  await until(async () => (await fetch(`${address}/ready`)).status === 200);
  return {
    folder,
    nodes: started,
    hubs,
    pooler,
    address,
    admin: { ...admin, database },
    hubUrl: at(primary),
    close: async () => {
      for (const close of closers.toReversed()) await close();
    },
  };
}

/** Until it answers true: what fails is asked again, for four minutes. */
export async function until(met: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 240_000;
  let last: unknown;
  while (performance.now() < end) {
    try {
      if (await met()) return;
    } catch (error) {
      last = error;
    }
    await wait(500);
  }
  throw new Error(`it never came: ${String(last)}`);
}
