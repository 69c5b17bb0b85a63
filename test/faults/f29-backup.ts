import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { backupSteps, type BackupStep } from "../../main/features/backup/steps.ts";
import { accountOf, startMockService, type MockService } from "../../mock/service.ts";
import { passphrase } from "../support/backup-kit.ts";
import {
  bookingNumbered,
  eventually,
  patience,
  patientNumbered,
  runEach,
  scratchFolder,
} from "./kit/bench.ts";
import { itemsOf, startDeskProcess, type DeskProcess } from "./kit/desk-process.ts";
import { scanFolder } from "./kit/sentinels.ts";
import { startFaultProxy, type FaultProxy } from "./line/proxy.ts";
import { addUp, judge, judgeRecords, spotless, type NamedVerdict, type Verdict } from "./oracle.ts";
import { takeShare, type Fault } from "./row.ts";

/** `making`: while a backup is written. Else while it is put back: on its own desk, or on a computer that is new. */
const ways = ["making", "own desk", "new computer"] as const;
type Way = (typeof ways)[number];
type Case = { readonly way: Way; readonly step: BackupStep };

const firstOfRestore = backupSteps.indexOf("half-staged");
const firstDecided = backupSteps.indexOf("decided");
const isRestore = (step: BackupStep): boolean => backupSteps.indexOf(step) >= firstOfRestore;
/** From there on the backup takes the place of the records, however often the program is killed. */
const isDecided = (step: BackupStep): boolean => backupSteps.indexOf(step) >= firstDecided;
/** Those that the next start passes through. */
const isAtStart = (step: BackupStep): boolean => backupSteps.indexOf(step) > firstDecided;

const cases: readonly Case[] = ways.flatMap((way) =>
  backupSteps.filter((step) => isRestore(step) === (way !== "making")).map((step) => ({ way, step })),
);

type Place = { readonly directory: string; readonly secretsFile: string };
const placeIn = (folder: string, name: string): Place => {
  const place = {
    directory: join(folder, name, "profile"),
    secretsFile: join(folder, name, "keychain.json"),
  };
  mkdirSync(place.directory, { recursive: true });
  return place;
};

const ends = (work: Promise<unknown>): void => void work.catch(() => undefined);
const idle = async (desk: DeskProcess): Promise<boolean> => {
  const { ready, sending } = await desk.get("items.counts", {});
  return ready + sending === 0;
};

async function lookInto(desk: DeskProcess): Promise<string> {
  const { chosen } = await desk.get("backup.chooseFile", {});
  const id = chosen?.id ?? "";
  await desk.get("backup.look", { id, passphrase });
  return id;
}

async function makeOne(desk: DeskProcess): Promise<void> {
  await desk.get("backup.run", {});
  const isWritten = async (): Promise<boolean> => (await desk.get("backup.get", {})).part === null;
  await eventually(isWritten, patience);
}

type World = {
  readonly folder: string;
  readonly mock: MockService;
  readonly proxy: FaultProxy;
  readonly token: string;
  readonly connect: (desk: DeskProcess) => Promise<unknown>;
};

/** A patient, a booking that is ready without a connection, and a draft; they are in the backup. */
async function fill(desk: DeskProcess, world: World): Promise<readonly string[]> {
  await world.connect(desk);
  await desk.get("backup.chooseFolder", {});
  await desk.get("backup.setPassphrase", { passphrase });
  const patient = await desk.get("items.create", patientNumbered(1));
  const created = await desk.get("items.submit", { id: patient.id, wait: true });
  const text = String(created.kind === "patient" ? created.result?.patientId : "");
  const forPatient = { patient: { kind: "number", text } } as const;
  const booking = await desk.get("items.create", bookingNumbered(1, forPatient));
  const draft = await desk.get("items.create", bookingNumbered(2, forPatient));
  await world.proxy.refuse(true);
  await desk.get("connection.check", {});
  ends(desk.get("items.submit", { id: booking.id, wait: true }));
  const isReady = async (): Promise<boolean> => (await desk.get("items.counts", {})).ready === 1;
  if (!(await eventually(isReady, patience))) throw new Error("nothing is ready to be sent");
  const ids = [patient.id, booking.id, draft.id];
  return ids;
}

/** What can be read in the folders that nobody may read there. */
const readable = ({ folder, token }: World): string[] =>
  scanFolder(folder, ["manifest.json", "SQLite format 3"])
    .hits.concat(scanFolder(join(folder, "share"), [token, passphrase]).hits)
    .map((hit) => `can be read: ${hit}`);

/** Killed while a backup is written: the records are as they were, and what has a backup's name is whole. */
async function killedMaking({ step }: Case, world: World): Promise<Verdict> {
  const place = placeIn(world.folder, "desk");
  const share = join(world.folder, "share");
  const problems: string[] = [];
  let desk = await startDeskProcess(place);
  try {
    const expected = await fill(desk, world);
    await desk.stopAt(step);
    ends(desk.get("backup.run", {}));
    await desk.standsStill();
    await desk.kill();
    problems.push(...readable(world));
    await world.proxy.refuse(false);
    desk = await startDeskProcess(place);
    const found = readdirSync(share).filter((name) => name.endsWith(".age"));
    const isNamed = backupSteps.indexOf(step) >= backupSteps.indexOf("renamed");
    if (found.length !== (isNamed ? 1 : 0)) problems.push(`${found.length} files have a backup's name`);
    if (isNamed) await lookInto(desk);
    await desk.get("backup.closeFile", {});
    await makeOne(desk);
    const { good, problem } = await desk.get("backup.get", {});
    if (good === null || problem !== null) problems.push("the next one was not written");
    if (readdirSync(share).some((name) => name.endsWith(".part"))) problems.push("an unfinished one stays");
    await lookInto(desk);
    const now = desk;
    if (!(await eventually(() => idle(now), patience))) problems.push("what was ready is not sent");
    const verdict = judge({ ledger: made(world), items: await itemsOf(desk), expected });
    return { ...verdict, problems: [...verdict.problems, ...problems] };
  } finally {
    await desk.kill();
  }
}

const subjectOf = ({ folder }: World): string => `backup ${folder}`;
const made = (world: World): ReturnType<MockService["ledger"]> =>
  world.mock.ledger().filter(({ account }) => account === accountOf(subjectOf(world)));

const bookingsOf = (world: World): number => made(world).filter(({ kind }) => kind === "appointment").length;

/** Stops at that point of a restore and kills it there; answers the desk of the start after it. */
async function killRestore(desk: DeskProcess, step: BackupStep, place: Place): Promise<DeskProcess> {
  if (!isAtStart(step)) await desk.stopAt(step);
  const restored = lookInto(desk).then((id) => desk.get("backup.restore", { id }));
  ends(restored);
  if (isAtStart(step)) {
    await restored;
    await desk.quit();
    const next = await startDeskProcess({ ...place, stopAt: step });
    await next.standsStill();
    await next.kill();
  } else {
    await desk.standsStill();
    await desk.kill();
  }
  return startDeskProcess(place);
}

/** Killed while one is put back: the records are the old ones or those of the backup, and nothing is booked twice. */
async function killedRestoring({ way, step }: Case, world: World): Promise<Verdict> {
  const own = placeIn(world.folder, "desk");
  const place = way === "own desk" ? own : placeIn(world.folder, "new");
  const problems: string[] = [];
  let desk = await startDeskProcess(own);
  try {
    const inBackup = await fill(desk, world);
    await makeOne(desk);
    // What the backup knows nothing of: the booking is made, and there is one more draft.
    await world.proxy.refuse(false);
    await desk.get("connection.check", {});
    const first = desk;
    if (!(await eventually(() => idle(first), patience))) problems.push("was not sent before the restore");
    if (bookingsOf(world) !== 1) problems.push(`${bookingsOf(world)} were booked before the restore`);
    const later = (await desk.get("items.create", bookingNumbered(3))).id;
    if (way === "new computer") {
      await desk.quit();
      desk = await startDeskProcess(place);
    }
    desk = await killRestore(desk, step, place);
    problems.push(...readable(world));
    await world.connect(desk);
    const now = desk;
    if (!(await eventually(() => idle(now), patience))) problems.push("does not come to rest");
    const items = await itemsOf(desk);
    const ids = items.map(({ id }) => id).toSorted();
    const old = way === "own desk" ? [...inBackup, later] : [];
    const wanted = (isDecided(step) ? [...inBackup] : old).toSorted();
    if (ids.join() !== wanted.join()) problems.push(`holds ${ids.length} items, and not those it should`);
    const booking = items.find(({ id }) => id === inBackup[1]);
    if (isDecided(step) && booking?.status !== "needs-checking")
      problems.push(`what was sent since the backup is ${booking?.status}`);
    const aside = readdirSync(place.directory).some((name) => name.includes(".aside-"));
    if (aside !== isDecided(step))
      problems.push(aside ? "the records were moved" : "the old records are gone");
    if (existsSync(join(place.directory, "front-desk.db.restoring"))) problems.push("what was read stays");
    const verdict = isDecided(step)
      ? // The records cannot know of the attempts since their backup: what they say is held against their own.
        judgeRecords({
          ledger: made(world).filter(({ kind }) => kind === "patient"),
          items: [],
          expected: [],
        })
      : spotless;
    const doubled = Math.max(0, bookingsOf(world) - 1);
    return { ...verdict, lost: 0, doubled, undecided: isDecided(step) ? 1 : 0, problems };
  } finally {
    await desk.kill();
  }
}

async function runCase(one: Case, mock: MockService): Promise<NamedVerdict> {
  const folder = scratchFolder();
  mkdirSync(join(folder, "share"));
  const token = await mock.issueToken({ subject: `backup ${folder}` });
  const proxy = await startFaultProxy({ target: Number(new URL(mock.baseUrl).port) });
  const connect = (desk: DeskProcess): Promise<unknown> =>
    desk.get("session.connect", { serviceAddress: proxy.url, token, sameAccount: null });
  const world: World = { folder, mock, proxy, token, connect };
  try {
    const verdict = await (one.way === "making" ? killedMaking : killedRestoring)(one, world);
    return { ...verdict, name: `${one.way}, killed at ${one.step}` };
  } finally {
    await proxy.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The process is killed for good (SIGKILL) at every step of making a backup and of putting one back. */
export const backupFault: Fault = {
  id: "F29",
  title: `a backup is made or put back, and killed at each of ${backupSteps.length} steps`,
  run: async ({ share, seed }) => {
    const chosen = takeShare(cases, share);
    const mock = await startMockService({ sampleData: true, decideAfterMs: 3_600_000 });
    try {
      const verdicts = await runEach(chosen, { atOnce: 2, run: (one) => runCase(one, mock) });
      return { fault: "F29", cases: chosen.length, seed, ...addUp(verdicts) };
    } finally {
      await mock.close();
    }
  },
};
