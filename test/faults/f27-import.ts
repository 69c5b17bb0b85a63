import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { accountOf, startMockService, type MockService } from "../../mock/service.ts";
import { eventually, patience, runEach, scratchFolder } from "./kit/bench.ts";
import { itemsOf, startDeskProcess, type DeskProcess, type StopPoint } from "./kit/desk-process.ts";
import { seeded } from "./kit/random.ts";
import { scanFolder } from "./kit/sentinels.ts";
import { addUp, judge, type NamedVerdict } from "./oracle.ts";
import { takeShare, type Fault } from "./row.ts";

/** Where the process is killed: while rows are kept, while they are put into the outbox, or while one is being sent. */
const points = [
  "kept",
  "queued",
  "intent-kept",
  "sent",
  "answered",
  "finish-begun",
  "finish-kept",
  "told",
] as const;
type Point = (typeof points)[number];
const timesEach = 4;
type Case = { readonly point: Point; readonly number: number };
const cases: readonly Case[] = points.flatMap((point) =>
  Array.from({ length: timesEach }, (_, index) => ({ point, number: index + 1 })),
);

const rows = 60;
/** So often it is killed, one start after the other, before it may come to its end. */
const kills = 3;
/** Rows that one start puts into the outbox or sends at most until it is killed: enough are left for the next one. */
const mostOfOneStart = 12;
const mailOf = (row: number): string => `import-${row}@example.com`;
/** Nobody chose a number for them: the external ID is made here, by which a repeat is recognised. */
const file = (word: string): string =>
  [
    "First name,Last name,DOB,Sex,Address,City,State,Zip,Email",
    ...Array.from({ length: rows }, (_, row) => {
      const day = String(1 + (row % 28)).padStart(2, "0");
      return `Jane ${word},Row ${letters(row)},1984-03-${day},F,${row} Oak St,Springfield,IL,62701,${mailOf(row)}`;
    }),
  ].join("\r\n");
const letters = (row: number): string =>
  [...String(row)].map((digit) => "abcdefghij"[Number(digit)]).join("");

const ends = (work: Promise<unknown>): void => void work.catch(() => undefined);

/** Looks at the file and begins its import, whose answer nobody waits for. */
async function beginAgain(desk: DeskProcess): Promise<void> {
  const { job, ended } = await desk.get("import.get", {});
  if (job !== null || ended !== null) return;
  const { file: open } = await desk.get("import.choose", {});
  const id = open?.id ?? "";
  const isLookedAt = async (): Promise<boolean> =>
    (await desk.get("import.get", {})).file?.dryRun.state !== "running";
  await eventually(isLookedAt, patience);
  ends(desk.get("import.begin", { id }));
}

type Stop = { readonly point: StopPoint; readonly time: number };

/** Where the process is killed in that case: at a row or a send that is counted from its start. */
function stopOf({ point }: Case, random: () => number): Stop {
  if (point !== "kept" && point !== "queued")
    return { point, time: 1 + Math.floor(random() * mostOfOneStart) };
  const [one, all, most] =
    point === "kept"
      ? (["row-kept", "rows-kept", rows] as const)
      : (["row-queued", "rows-queued", mostOfOneStart] as const);
  const time = 1 + Math.floor(random() * (most + 1));
  return time > most ? { point: all, time: 1 } : { point: one, time };
}

/** Nothing of an import is left to be done. */
async function isOver(desk: DeskProcess): Promise<boolean> {
  const { job, file: open } = await desk.get("import.get", {});
  const counts = await desk.get("items.counts", {});
  return job === null && open === null && counts.ready === 0 && counts.sending === 0;
}

async function runCase(one: Case, mock: MockService, seed: number): Promise<NamedVerdict> {
  const folder = scratchFolder();
  const place = { directory: join(folder, "profile"), secretsFile: join(folder, "keychain.json") };
  const subject = `import ${one.point} ${one.number}`;
  const word = `Sentinel${one.point.replace("-", "")}x${one.number}`;
  const random = seeded(seed + one.number * 7_919 + points.indexOf(one.point));
  const token = await mock.issueToken({ subject });
  const made = () => mock.ledger().filter((entry) => entry.account === accountOf(subject));
  const problems: string[] = [];
  mkdirSync(place.directory, { recursive: true });
  writeFileSync(join(folder, "import.csv"), file(word));
  let desk = await startDeskProcess(place);
  try {
    await desk.get("session.connect", { serviceAddress: mock.baseUrl, token, sameAccount: null });
    for (let kill = 0; kill < kills; kill += 1) {
      const { point, time } = stopOf(one, random);
      // One that goes on after a kill may come there before anybody can ask it something.
      if (kill === 0) await desk.stopAt(point, time);
      else desk = await startDeskProcess({ ...place, stopAt: point, stopTime: time });
      const begun = desk;
      const stands = begun.standsStill().then(() => true);
      // Rows that were lost may be those that it was to come to.
      const ends = beginAgain(begun).then(async () => !(await eventually(() => isOver(begun), patience)));
      ends.catch(() => undefined);
      if (!(await Promise.race([stands, ends]))) problems.push(`ended before it came to ${point} ${time}`);
      await desk.kill();
    }
    desk = await startDeskProcess(place);
    const last = desk;
    // What was killed before it began is begun once more; what had begun goes on by itself.
    const isUnbegun = async (): Promise<boolean> =>
      (await last.get("import.get", {})).job === null && made().length === 0;
    if (await isUnbegun()) await beginAgain(desk);
    if (!(await eventually(() => isOver(last), patience)))
      problems.push("the import did not come to its end");
    const ledger = made();
    const bodies = ledger.map(({ body }) => JSON.stringify(body));
    const found = Array.from(
      { length: rows },
      (_, row) => bodies.filter((body) => body.includes(`"${mailOf(row)}"`)).length,
    );
    const lost = found.filter((count) => count === 0).length;
    const doubled = found.filter((count) => count > 1).length;
    if (lost > 0) problems.push(`${lost} of ${rows} rows are nobody at the service`);
    if (doubled > 0) problems.push(`${doubled} of ${rows} rows are there twice`);
    const items = await itemsOf(desk);
    const verdict = judge({ ledger, items, expected: items.map(({ id }) => id) });
    const { hits } = scanFolder(place.directory, [token, word]);
    return {
      ...verdict,
      lost: verdict.lost + lost,
      doubled: verdict.doubled + doubled,
      name: `import killed at ${one.point}`,
      problems: [...verdict.problems, ...problems, ...hits.map((hit) => `can be read: ${hit}`)],
    };
  } finally {
    await desk.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The process is killed for good (SIGKILL) in the middle of an import, and started again: each row becomes one patient. */
export const importFault: Fault = {
  id: "F27",
  title: `an import is killed at ${points.length} points`,
  run: async ({ share, seed }) => {
    const chosen = takeShare(cases, share);
    const mock = await startMockService({ decideAfterMs: 3_600_000 });
    try {
      const verdicts = await runEach(chosen, { atOnce: 2, run: (one) => runCase(one, mock, seed) });
      return { fault: "F27", cases: chosen.length, seed, ...addUp(verdicts) };
    } finally {
      await mock.close();
    }
  },
};
