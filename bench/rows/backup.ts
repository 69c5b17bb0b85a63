import { createCipheriv, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream, mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { getStoreFile } from "../../main/db/files.ts";
import { comeToRest, openDesk, type BenchDesk } from "../desk.ts";
import {
  atMost,
  check,
  single,
  statsOf,
  type Context,
  type Line,
  type Result,
  type Row,
  type Stats,
} from "../harness.ts";
import { recordsWith } from "../records.ts";

/**
 * Row 21: a backup of all known patients while somebody works: for how long main is held up by it, what a search takes
 * meanwhile and at rest, and how long it takes. Beside it the same file encrypted by OpenSSL, in Node, with nothing else.
 * Right: the file that was written is read back whole, and holds everybody.
 */

const passphrase = "harbor-velvet-tundra-mosaic-lantern-quartz";
/** Milliseconds between two keys of somebody who types. */
const key = 100;
const milliseconds = 1e6;
const megabyte = 1024 * 1024;

/** Types names until it is told to stop; how long each answer took. */
async function typing({ call }: BenchDesk, isOver: () => Promise<boolean>): Promise<Stats> {
  const took: number[] = [];
  const names = ["sm", "smi", "smit", "john", "johns", "garc", "lee", "mar", "mari", "will"];
  for (let at = 0; !(await isOver()); at += 1) {
    const begun = performance.now();
    await call("patients.search", { text: names[at % names.length] ?? "", limit: 20 });
    took.push(performance.now() - begun);
    await wait(key);
  }
  return statsOf(took);
}

/** How late the loop came to its turns while that was done, in milliseconds. */
async function heldUp<T>(work: () => Promise<T>): Promise<{ readonly found: T; readonly late: Stats }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const found = await work();
  delay.disable();
  const [p50 = 0, p95 = 0, p99 = 0] = [50, 95, 99].map((part) => delay.percentile(part) / milliseconds);
  return { found, late: { count: delay.count, p50, p95, p99, max: delay.max / milliseconds } };
}

/** What OpenSSL takes for the same bytes, in seconds. */
async function bare(from: string, to: string): Promise<number> {
  const begun = performance.now();
  const cipher = createCipheriv("chacha20-poly1305", randomBytes(32), randomBytes(12), { authTagLength: 16 });
  await pipeline(
    createReadStream(from, { highWaterMark: 128 * 1024 }),
    cipher,
    createWriteStream(to, { flush: true }),
  );
  const seconds = (performance.now() - begun) / 1_000;
  rmSync(to);
  return seconds;
}

async function run(context: Context): Promise<Result> {
  const folder = join(context.directory, "backups");
  mkdirSync(folder, { recursive: true });
  const { people } = context.sizes;
  const records = await recordsWith(people, {
    directory: context.directory,
    onPart: (share) => context.progress(share / 2, "loading"),
  });
  let chosen: string | null = null;
  const desk = await openDesk({ ...records, folder, choose: () => chosen });
  const { call } = desk;
  await comeToRest(desk);
  context.progress(0.55, "typing");
  const rests = Date.now() + 10_000;
  const atRest = await typing(desk, () => Promise.resolve(Date.now() > rests));

  await call("backup.chooseFolder", {});
  await call("backup.setPassphrase", { passphrase });
  const begun = performance.now();
  const { found: meanwhile, late } = await heldUp(async () => {
    await call("backup.run", {});
    return typing(desk, async () => {
      const { part } = await call("backup.get", {});
      context.progress(0.6 + (part ?? 1) * 0.2, "writing");
      return part === null;
    });
  });
  const seconds = (performance.now() - begun) / 1_000;
  const { good } = await call("backup.get", {});
  const source = getStoreFile(records.directory);
  const size = statSync(source).size / megabyte;
  const openSsl = await bare(source, join(folder, "bare"));

  chosen = good?.file ?? null;
  const { chosen: file } = await call("backup.chooseFile", {});
  const looked = file === null ? null : await call("backup.look", { id: file.id, passphrase });
  const patients = looked?.chosen?.facts?.counts.patients ?? 0;
  const errors = desk.errors();
  await desk.desk.stop();

  const lines: readonly Line[] = [
    {
      what: "main is held up while a backup is written",
      unit: "ms",
      ours: late,
      peers: [],
      goals: [atMost("p99 ≤ 16 ms", late.p99, 16)],
    },
    {
      what: "a search meanwhile",
      unit: "ms",
      ours: meanwhile,
      peers: [{ name: "the same at rest", stats: atRest }],
      goals: [atMost("p99 ≤ 16 ms", meanwhile.p99, 16)],
    },
    {
      what: `${Math.round(size)} MB written, beside somebody who types`,
      unit: "s",
      ours: single(seconds),
      peers: [{ name: "OpenSSL in Node, alone", stats: single(openSsl) }],
      goals: [atMost("≤ 60 s", seconds, 60)],
    },
  ];
  return {
    lines,
    checks: [
      check("patients read back", patients, patients === people),
      check("errors", errors.length, errors.length === 0),
    ],
  };
}

export const row: Row = {
  id: "backup",
  title: "21. A backup while somebody works",
  goal: "main's event loop and a search p99 ≤ 16 ms; ≤ 60 s with a million patients",
  minutes: 4,
  run,
};
