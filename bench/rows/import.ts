import Database from "better-sqlite3-multiple-ciphers";
import { parse } from "csv-parse/sync";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import type { ImportState } from "../../shared/import/import.ts";
import { formatCsvLine } from "../../shared/text/csv.ts";
import { postalStates } from "../../shared/patients/states.ts";
import { fileSecrets } from "../../test/support/file-secrets.ts";
import { openDesk, type BenchDesk } from "../desk.ts";
import {
  atMost,
  check,
  single,
  statsOf,
  type Context,
  type Line,
  type Result,
  type Row,
} from "../harness.ts";
import { pressAndPaint, watchPage } from "../page-probes.ts";
import { people } from "../people.ts";
import { recordsWith } from "../records.ts";
import { startService, token } from "../service.ts";
import { open, ourApp, placeFor } from "../windows.ts";

/**
 * Row 16: a file of people, from the first look to rows that are kept for good, and from there to patients whom a service
 * without delay has. Beside the taking over: better-sqlite3 (WAL, synchronous FULL), which reads the same file with the same
 * parser into a table of the same key in one transaction, without a look at what it says. While it goes on: how late main's event
 * loop is, and keys in the wizard of the built app. Right: every row is one patient at the service, none is there twice.
 */

const heads = "First name,Last name,DOB,Sex,Address,City,State,Zip,Email,Phone\r\n";

/** A code of that state: a row whose code is another's would be one to put right. */
function zipIn(code: string, zip: string): string {
  const [from = 100] = postalStates.find((state) => state.code === code)?.zips[0] ?? [];
  return `${String(from).padStart(3, "0")}${zip.slice(3)}`;
}

function fileOf(directory: string, count: number): string {
  const path = join(directory, `people-${count}.csv`);
  let text = heads;
  let number = 0;
  for (const { input } of people({ count })) {
    const { firstName, lastName, dob, gender, address, city, state, zip, email, phone = "" } = input;
    // No two are the same person: a number of its own in each name.
    const own = `${lastName} ${[...String((number += 1))].map((digit) => "abcdefghij"[Number(digit)]).join("")}`;
    text += formatCsvLine([
      firstName,
      own,
      dob,
      gender,
      address,
      city,
      state,
      zipIn(state, zip),
      email,
      phone,
    ]);
  }
  writeFileSync(path, text);
  return path;
}

/** What the whole file takes better-sqlite3, in milliseconds. */
function plain(path: string, file: string): number {
  const db = new Database(file);
  db.pragma("journal_mode = wal");
  db.pragma("synchronous = full");
  db.exec(
    "create table rows (number integer, row integer, json text, primary key (number, row)) without rowid",
  );
  const insert = db.prepare("insert into rows values (1, ?, ?)");
  const begun = performance.now();
  const read = parse(readFileSync(path), { relax_column_count: true });
  db.transaction(() => {
    for (const [row, cells] of read.entries()) insert.run(row, JSON.stringify(cells));
  })();
  const took = performance.now() - begun;
  db.close();
  return took;
}

async function until(desk: BenchDesk, met: (state: ImportState) => boolean): Promise<ImportState> {
  for (;;) {
    const state = await desk.call("import.get", {});
    if (met(state)) return state;
    await wait(20);
  }
}

/** How long it took, and how late the event loop was meanwhile, in milliseconds. */
async function timed<T>(
  work: () => Promise<T>,
): Promise<{ readonly took: number; readonly late: number; readonly value: T }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const begun = performance.now();
  const value = await work();
  const took = performance.now() - begun;
  delay.disable();
  return { took, late: delay.percentile(99) / 1e6, value };
}

const seconds = (milliseconds: number) => single(milliseconds / 1_000);
const lateLine = (what: string, late: number): Line => ({
  what: `main's event loop, p99, ${what}`,
  unit: "ms",
  ours: single(late),
  peers: [],
  goals: [atMost("< 50 ms", late, 50)],
});

/** A file of so many, kept; nothing is sent. */
async function taken(directory: string, count: number): Promise<readonly Line[]> {
  mkdirSync(directory, { recursive: true });
  const path = fileOf(directory, count);
  const secrets = fileSecrets(join(directory, "secrets.json"));
  const desk = await openDesk({ directory: join(directory, "records"), secrets, choose: () => path });
  const service = await startService(0);
  await desk.call("session.connect", { serviceAddress: service.baseUrl, token, sameAccount: null });
  // The line is gone: rows are kept, and nothing is sent meanwhile.
  service.close();
  const looked = await timed(async () => {
    await desk.call("import.choose", {});
    return until(desk, ({ file }) => file?.dryRun.state !== "running");
  });
  const begun = await timed(() => desk.call("import.begin", { id: looked.value.file?.id ?? "" }));
  const rows = begun.value.job?.total ?? 0;
  await desk.desk.stop();
  const beside = plain(path, join(directory, "plain.db"));
  return [
    {
      what: `${count} rows looked through, each judged`,
      unit: "s",
      ours: seconds(looked.took),
      peers: [],
      goals: [],
    },
    {
      what: `${rows} rows judged again and kept`,
      unit: "s",
      ours: seconds(begun.took),
      peers: [{ name: "better-sqlite3, unread", stats: seconds(beside) }],
      goals: [atMost("≤ 1.5 ×", begun.took / beside, 1.5)],
    },
    lateLine(`${count} rows looked through`, looked.late),
    lateLine(`${count} rows kept`, begun.late),
  ];
}

/** Rows that become patients at a service that answers at once. */
async function sent(directory: string, count: number) {
  mkdirSync(directory, { recursive: true });
  const service = await startService(0);
  const secrets = fileSecrets(join(directory, "secrets.json"));
  const path = fileOf(directory, count);
  const choose = (): string => path;
  const desk = await openDesk({ directory: join(directory, "records"), secrets, choose });
  await desk.call("session.connect", { serviceAddress: service.baseUrl, token, sameAccount: null });
  await desk.call("import.choose", {});
  const { file } = await until(desk, (state) => state.file?.dryRun.state !== "running");
  const { took, late } = await timed(async () => {
    await desk.call("import.begin", { id: file?.id ?? "" });
    await until(desk, ({ job }) => job === null);
  });
  const { made, repeated } = await service.ledger();
  await desk.desk.stop();
  service.close();
  const lines: readonly Line[] = [
    {
      what: `${count} rows, until the service has them`,
      unit: "per s",
      ours: single((count * 1_000) / took),
      peers: [],
      goals: [],
    },
    lateLine(`${count} rows sent`, late),
  ];
  const checks = [
    check("patients at the service", made, made === count),
    check("made twice", repeated, repeated === 0),
    check("errors logged", desk.errors().length, desk.errors().length === 0),
  ];
  return { lines, checks };
}

/** Keys in the wizard's search field while a file is looked through and taken over, in the built app. */
async function typedMeanwhile(context: Context, directory: string): Promise<Line> {
  mkdirSync(directory, { recursive: true });
  const path = fileOf(directory, context.sizes.fewer);
  const records = await recordsWith(context.sizes.fewer, { directory: context.directory });
  const place = await placeFor(directory, records);
  const desk = await open(ourApp, place);
  await desk.page.locator("input").first().waitFor();
  await desk.app.evaluate(({ dialog }, chosen) => {
    Object.assign(dialog, {
      showOpenDialog: () => Promise.resolve({ canceled: false, filePaths: [chosen] }),
    });
  }, path);
  await watchPage(desk, "[role=listbox]");
  const state = (): Promise<ImportState | null> =>
    desk.page.evaluate(async () => {
      const answer = await window.desk.invoke("import.get", {});
      return answer.ok ? answer.value : null;
    });
  const input = desk.page.locator("input").first();
  const times: number[] = [];
  const type = async (text: string): Promise<void> => {
    await input.fill("");
    for (const key of text) {
      const painted = await pressAndPaint(desk, key);
      if (painted !== null) times.push(painted);
    }
  };
  await input.focus();
  await type("smith");
  times.length = 0;
  await desk.page.evaluate(() => window.desk.invoke("import.choose", {}));
  for (let now = await state(); now?.file?.dryRun.state === "running"; now = await state()) {
    await type("garcia");
    if (times.length > 1_500) break;
  }
  const id = (await state())?.file?.id ?? "";
  await desk.page.evaluate((file) => void window.desk.invoke("import.begin", { id: file }), id);
  for (let now = await state(); now?.job === null && times.length < 3_000; now = await state())
    await type("johnson");
  await desk.close();
  await place.remove();
  const stats = statsOf(times);
  return {
    what: `key to results in the wizard while ${context.sizes.fewer} rows are looked through and kept`,
    unit: "ms",
    ours: stats,
    peers: [],
    goals: [atMost("p95 ≤ 50 ms", stats.p95, 50)],
  };
}

async function run(context: Context): Promise<Result> {
  const directory = join(context.directory, "import");
  const { people: many, fewer, drafts } = context.sizes;
  const small = await taken(join(directory, "fewer"), fewer);
  context.progress(0.15, "sending");
  const { lines, checks } = await sent(join(directory, "sent"), drafts);
  context.progress(0.3, "typing");
  const typing = await typedMeanwhile(context, join(directory, "typed"));
  context.progress(0.45, "the larger file");
  // A million takes three minutes more, and no longer each: 74 s and 116 s on a busy computer, 14 ms late at p99.
  const larger = Math.min(many, 3 * fewer);
  const large = larger > fewer ? await taken(join(directory, "many"), larger) : [];
  return { lines: [...small, ...large, ...lines, typing], checks };
}

export const row: Row = {
  id: "import",
  title: "16. A file of people",
  goal: "kept in ≤ 1.5 × better-sqlite3 without a look; main's event loop p99 < 50 ms; keys in the wizard p95 ≤ 50 ms",
  minutes: 3,
  run,
};
