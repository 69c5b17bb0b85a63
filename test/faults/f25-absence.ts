import { copyFileSync, readdirSync, renameSync } from "node:fs";
import type { TestDesk } from "../support/desk-kit.ts";
import { bookingNumbered, eventually, everyItem, patience } from "./kit/bench.ts";
import { recordsFile, startRecordsBench, type RecordsBench } from "./kit/records-bench.ts";
import { addUp, judge, type NamedVerdict } from "./oracle.ts";
import { takeShare, type Fault } from "./row.ts";

type Case = {
  readonly name: string;
  /** Answers the desk whose records are judged. */
  readonly run: (bench: RecordsBench) => Promise<TestDesk>;
  /** The records are older than the ledger, and it was told: what they never knew is no fault of theirs. */
  readonly isBehind?: boolean;
};

const database = ["", "-wal", "-shm"];
const noticeOf = async (desk: TestDesk) => (await desk.get("app.info", {})).recordsNotice.missing;

/** A desk with unsent items, without a connection. */
async function atWork(bench: RecordsBench): Promise<TestDesk> {
  const desk = await bench.start();
  await bench.signIn(desk);
  await bench.offline(desk);
  await bench.fill(desk);
  return desk;
}

async function databaseGoneBetween(bench: RecordsBench, ends: readonly string[]): Promise<TestDesk> {
  const desk = await atWork(bench);
  await bench.rests();
  await bench.kill(desk);
  copyFileSync(bench.at("profile", recordsFile), bench.at("backup"));
  bench.remove(ends);
  const empty = await bench.start();
  bench.wants((await bench.problemOf(empty)) === "missing", "nobody was told that the records are missing");
  bench.wants(!(await empty.ask("items.create", bookingNumbered(9))).ok, "it takes in what it cannot keep");
  await empty.stop();
  renameSync(bench.at("backup"), bench.at("profile", recordsFile));
  return bench.start();
}

async function logGoneBetween(bench: RecordsBench): Promise<TestDesk> {
  const desk = await atWork(bench);
  await bench.rests();
  await bench.kill(desk);
  bench.remove(["-wal", "-shm"]);
  return bench.start();
}

/** Never a moment of rest, so that the log is all there is of the last items. */
async function logGoneWhileTyping(bench: RecordsBench): Promise<TestDesk> {
  const desk = await atWork(bench);
  const begun = bench.countedOutside();
  const counted = await eventually(async () => {
    await bench.draft(desk);
    return bench.countedOutside() > begun + 3;
  }, patience);
  bench.wants(counted, "what is saved is not counted outside while somebody types");
  await bench.kill(desk);
  bench.remove(["-wal", "-shm"]);
  const again = await bench.start();
  const ids = new Set((await everyItem(again)).map(({ id }) => id));
  const gone = bench.saved.filter((id) => !ids.has(id));
  const told = (await noticeOf(again))?.items ?? 0;
  // The last one was saved after the keychain heard of those before.
  bench.wants(told >= gone.length - 1, `${gone.length} items are gone, and ${told} were told`);
  bench.saved.splice(0, bench.saved.length, ...ids);
  return again;
}

async function goneWhileRunning(bench: RecordsBench, ends: readonly string[]): Promise<TestDesk> {
  const desk = await atWork(bench);
  bench.remove(ends);
  bench.wants(!(await desk.ask("items.create", bookingNumbered(9))).ok, "“Saved” into a deleted file");
  const isTold = desk.crossed.some((line) => line.startsWith('["store.problem"'));
  bench.wants(isTold && (await bench.problemOf(desk)) === "lost", "nobody was told that the files are gone");
  bench.wants((await desk.ask("session.get", {})).ok, "the window gets no answer any more");
  await desk.stop();
  bench.wants(bench.mock.ledger().length === 0, "something was sent from files that are gone");
  const kept = readdirSync(bench.at("profile")).find(
    (name) => name.includes(".kept-") && !name.endsWith(".log"),
  );
  bench.wants((kept !== undefined) === ends.includes(""), "what was saved by then was not kept");
  if (kept !== undefined) renameSync(bench.at("profile", kept), bench.at("profile", recordsFile));
  return bench.start();
}

async function rolledBack(bench: RecordsBench): Promise<TestDesk> {
  const send = async (desk: TestDesk, number: number): Promise<string> => {
    const { id } = await desk.get("items.create", bookingNumbered(number));
    await desk.get("items.submit", { id, wait: true });
    return id;
  };
  const first = await bench.start();
  await bench.signIn(first);
  bench.saved.push(await send(first, 1));
  await first.stop();
  bench.copy("profile", "backup");
  const next = await bench.start();
  await send(next, 2);
  await send(next, 3);
  await next.stop();
  bench.copy("backup", "profile");
  const restored = await bench.start();
  bench.wants((await noticeOf(restored))?.sends === 2, "nobody was told that two sends are missing");
  return restored;
}

async function twoCopies(bench: RecordsBench): Promise<TestDesk> {
  await (await atWork(bench)).stop();
  bench.copy("profile", "copy");
  const older = await bench.start();
  const newer = await bench.start("copy");
  await Promise.all([bench.sendsAll(newer), older.get("connection.check", {})]);
  const isTold = await eventually(async () => (await bench.problemOf(older)) === "other-copy", patience);
  bench.wants(isTold, "the older copy was not told that another one is in use");
  bench.wants((await bench.problemOf(newer)) === null, "the copy that was opened last does not go on");
  const waits = (await everyItem(older)).find(({ id }) => id === bench.saved[1]);
  // What had begun is doubtful; what had not is at the next start, when nothing of it was sent from here.
  const isUntouched = waits?.status === "ready" && waits.attempts.length === 0;
  bench.wants(
    isUntouched || waits?.status === "needs-checking",
    `the older copy's booking is ${waits?.status}`,
  );
  return newer;
}

const cases: readonly Case[] = [
  { name: "database removed between runs", run: (bench) => databaseGoneBetween(bench, [""]) },
  { name: "log removed between runs", run: logGoneBetween },
  { name: "log removed between runs, while somebody typed", run: logGoneWhileTyping, isBehind: true },
  { name: "both removed between runs", run: (bench) => databaseGoneBetween(bench, database) },
  { name: "database removed while running", run: (bench) => goneWhileRunning(bench, [""]) },
  { name: "log removed while running", run: (bench) => goneWhileRunning(bench, ["-wal"]) },
  { name: "both removed while running", run: (bench) => goneWhileRunning(bench, database) },
  { name: "rolled back with nothing unfinished", run: rolledBack, isBehind: true },
  { name: "two copies at once", run: twoCopies },
];

/** A complaint that follows from what the records cannot know. */
const isOfForgotten = (said: string): boolean => said.startsWith("the service made ");

async function runCase({ name, run, isBehind = false }: Case): Promise<NamedVerdict> {
  const bench = await startRecordsBench();
  try {
    const desk = await run(bench);
    await bench.sendsAll(desk);
    const items = await everyItem(desk);
    const verdict = judge({ ledger: bench.mock.ledger(), items, expected: bench.saved });
    const own = verdict.problems.filter((said) => !isBehind || !isOfForgotten(said));
    return { ...verdict, name, problems: [...own, ...bench.problems] };
  } finally {
    await bench.close();
  }
}

/** Files of the records are not there, older than what was sent, or twice at once; it must be told each time. */
export const absenceFault: Fault = {
  id: "F25",
  title: "records are removed, rolled back, or used twice at once",
  run: async ({ share }) => {
    const chosen = takeShare(cases, share);
    const verdicts = [];
    for (const one of chosen) verdicts.push(await runCase(one));
    return { fault: "F25", cases: chosen.length, seed: null, ...addUp(verdicts) };
  },
};
