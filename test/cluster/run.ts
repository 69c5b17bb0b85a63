import { existsSync, readdirSync, rmSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { makeCreationToken } from "../../hub/clinic/create.ts";
import { openDatabase } from "../../hub/database/database.ts";
import { declareReplication } from "../../hub/database/declared.ts";
import { enterRunFolder } from "../../scripts/run-folder.ts";
import { clinicOf, type TestDesk } from "../hub/support/desk.ts";
import { bringUp, until, untilWhole, type Cluster } from "./bring-up.ts";
import { faults, lossyFault, type ClusterFault } from "./faults.ts";
import { lostOf, untoldIn } from "./judge.ts";
import { newLedger, startLoad, type Ledger } from "./load.ts";
import { startRealDesks, type RealDesks } from "./real-desks.ts";

/** npm run cluster: hubs on a cluster of PostgreSQL under Patroni, and what befalls such a cluster. docs/clinic-server.md has what came of it. */

const usage =
  "usage: npm run cluster [-- [--rounds N]]: 30 rounds with synchronous replication and 30 without, as root on Debian";

type Totals = {
  acknowledged: number;
  lost: number;
  untold: number;
  asked: number;
  stopped: number;
  otherErrors: number;
  readonly gaps: number[];
};

const versions = "/usr/lib/postgresql";
const binaries = (): string =>
  join(versions, readdirSync(versions).toSorted((a, b) => Number(b) - Number(a))[0] ?? "", "bin");

async function withHub<T>(
  { hubUrl }: Cluster,
  work: (database: ReturnType<typeof openDatabase>) => Promise<T>,
): Promise<T> {
  const ignore = (): void => undefined;
  const database = openDatabase({
    connection: { connectionString: hubUrl },
    connections: 2,
    statementTimeoutMs: 5_000,
    onError: ignore,
    onRestored: ignore,
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Patroni waits for a standby, or for none, and the hub is told so. */
async function setReplication(cluster: Cluster, isSynchronous: boolean): Promise<void> {
  const declare = (): Promise<boolean> =>
    withHub(cluster, async (database) => !("reason" in (await declareReplication(database, isSynchronous))));
  if (!isSynchronous) await until(declare);
  const body = JSON.stringify({ synchronous_mode: isSynchronous, synchronous_mode_strict: isSynchronous });
  await until(async () => {
    const { rest } = cluster.nodes[0] ?? { rest: 0 };
    return (await fetch(`http://127.0.0.1:${rest}/config`, { method: "PATCH", body })).ok;
  });
  await untilWhole(cluster.nodes, isSynchronous);
  if (isSynchronous) await until(declare);
}

type Running = {
  readonly cluster: Cluster;
  readonly ledger: Ledger;
  readonly real: RealDesks;
  readonly totals: Totals;
};

async function round(running: Running, fault: ClusterFault, isSynchronous: boolean): Promise<void> {
  const { cluster, ledger, real, totals } = running;
  await untilWhole(cluster.nodes, isSynchronous);
  ledger.gap.longest = 0;
  ledger.gap.last = performance.now();
  await fault.run(cluster);
  await untilWhole(cluster.nodes, isSynchronous);
  const taken = ledger.acknowledged.length;
  await until(async () => ledger.acknowledged.length > taken + 20);
  const problems = await real.judge();
  const asked = await real.asked();
  totals.stopped += problems.length;
  totals.asked += asked;
  if (asked > 0) await real.decide();
  const gap = Math.round(ledger.gap.longest) / 1_000;
  totals.gaps.push(gap);
  const said = [...problems, ...(asked > 0 ? [`${asked} asked about`] : [])].join("; ");
  console.log(`  ${fault.name.padEnd(58)} no push for ${gap.toFixed(1).padStart(5)} s  ${said}`);
}

async function part(running: Running, isSynchronous: boolean, rounds: number): Promise<void> {
  const { cluster } = running;
  console.log(isSynchronous ? "Synchronous, declared:" : "Asynchronous:");
  await setReplication(cluster, isSynchronous);
  const all = isSynchronous ? faults : [...faults, lossyFault];
  for (let at = 0; at < rounds; at += 1)
    await round(running, all[at % all.length] ?? lossyFault, isSynchronous);
}

async function clinics(cluster: Cluster, count: number): Promise<readonly (readonly TestDesk[])[]> {
  const made: (readonly TestDesk[])[] = [];
  for (let at = 0; at < count; at += 1)
    made.push(await clinicOf(cluster.address, await withHub(cluster, makeCreationToken), 3));
  return made;
}

const newTotals = (): Totals => ({
  acknowledged: 0,
  lost: 0,
  untold: 0,
  asked: 0,
  stopped: 0,
  otherErrors: 0,
  gaps: [],
});

function told(totals: Totals): void {
  const sorted = totals.gaps.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  for (const [what, count] of [
    ["acknowledged pushes", totals.acknowledged],
    ["of them lost", totals.lost],
    ["second yes that nobody was told of", totals.untold],
    ["items asked about", totals.asked],
    ["desks that stay stopped", totals.stopped],
    ["5xx other than 503", totals.otherErrors],
  ] as const)
    console.log(`  ${what.padEnd(40)} ${String(count).padStart(8)}`);
  console.log(`  no push taken: median ${median} s, longest ${sorted.at(-1) ?? 0} s`);
}

/** One kind of replication from an empty cluster to its figures. */
async function run(isSynchronous: boolean, rounds: number): Promise<boolean> {
  const cluster = await bringUp(binaries());
  const ledger = newLedger();
  const totals = newTotals();
  try {
    const real = await startRealDesks(cluster.address, await withHub(cluster, makeCreationToken), 8);
    const load = startLoad(await clinics(cluster, 3), ledger);
    try {
      await part({ cluster, ledger, real, totals }, isSynchronous, rounds);
    } finally {
      await load.stop();
    }
    await wait(2_000);
    totals.acknowledged = ledger.acknowledged.length;
    totals.lost = await lostOf(cluster, ledger);
    totals.untold = untoldIn(ledger.yeses);
    if (isSynchronous) totals.asked += ledger.asked.size;
    totals.otherErrors = [...ledger.statuses].reduce(
      (sum, [status, count]) => sum + (status >= 500 && status !== 503 ? count : 0),
      0,
    );
    await real.close();
  } finally {
    console.log(`  logs: ${cluster.folder}`);
    await cluster.close();
  }
  told(totals);
  const isSafe = totals.untold + totals.stopped + totals.otherErrors === 0;
  const isKept = !isSynchronous || totals.lost + totals.asked === 0;
  if (isSafe && isKept) rmSync(cluster.folder, { recursive: true, force: true });
  return isSafe && isKept;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { rounds: { type: "string", default: "30" }, only: { type: "string" } },
  });
  const rounds = Number(values.rounds);
  const isUsable = Number.isSafeInteger(rounds) && rounds > 0;
  if (!isUsable) console.error(usage);
  const isThere = existsSync(versions) && userInfo().uid === 0;
  if (!isThere) console.error("npm run cluster runs as root on Debian: PostgreSQL is lent the user postgres");
  if (!isUsable || !isThere) {
    process.exitCode = 1;
    return;
  }
  enterRunFolder();
  // What was started ends with this process, and not before it.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
  for (const isSynchronous of [true, false]) {
    if (values.only !== undefined && values.only !== (isSynchronous ? "synchronous" : "asynchronous"))
      continue;
    if (!(await run(isSynchronous, rounds))) process.exitCode = 1;
  }
}

await main();
