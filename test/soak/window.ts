import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ElectronApplication, Locator, Page } from "playwright";
import { words } from "../../messages/words.ts";
import { startMockService } from "../../mock/service.ts";
import { answeredElsewhere } from "../faults/line/canned.ts";
import { startFaultProxy, type Cut, type FaultProxy, type Seen } from "../faults/line/proxy.ts";
import { pick, seeded } from "../faults/kit/random.ts";
import { choosePatient, go, newBooking, signIn, startApp, step, type TestApp } from "../support/app.ts";
import { ask, bookingForm, patientCalled, send } from "../support/by-bridge.ts";
import { takeHeard } from "../support/spoken.ts";
import { heapOfMain, heapOfPage } from "./kept-heap.ts";
import { atMost, isSo, slopeAtMost, type Check, type Point } from "./check.ts";

/** What a desk and its window hold after so many bookings, each after a collection. */
export type Sample = {
  readonly bookings: number;
  /** Nodes of the page that are in no document. */
  readonly removed: number;
  readonly listeners: number;
  /** What the page's program holds, in kB. */
  readonly page: number;
  /** What main's program holds, and all of its heap; in MB. */
  readonly main: number;
  readonly whole: number;
  readonly timers: number;
  readonly files: number;
  /** On the disk, in kB and in MB. */
  readonly database: number;
  readonly log: number;
};

async function pageHolds(
  page: Page,
  withHeap: boolean,
): Promise<Pick<Sample, "removed" | "listeners" | "page">> {
  const session = await page.context().newCDPSession(page);
  try {
    // What a first one lets go of, such as by finalizers, the second one takes.
    for (let time = 0; time < 2; time += 1) await session.send("HeapProfiler.collectGarbage");
    const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
    const alive = await page.evaluate(() => {
      const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
      let count = 1;
      while (walker.nextNode() !== null) count += 1;
      return count;
    });
    const heap = withHeap ? await heapOfPage(page) : NaN;
    return { removed: nodes - alive, listeners: jsEventListeners, page: heap / 1_000 };
  } finally {
    await session.detach();
  }
}

/** A snapshot of the heap, where one is wanted, collects what is kept no more. */
async function mainHolds(
  app: ElectronApplication,
  withHeap: boolean,
): Promise<Pick<Sample, "main" | "whole" | "timers" | "files">> {
  const main = withHeap ? await heapOfMain(app) : NaN;
  const { heap, timers, pid } = await app.evaluate(() => ({
    heap: process.memoryUsage().heapUsed,
    timers: process.getActiveResourcesInfo().filter((name) => name === "Timeout").length,
    pid: process.pid,
  }));
  // Elsewhere than on Linux nothing tells of it.
  const files = process.platform === "linux" ? readdirSync(`/proc/${pid}/fd`).length : 0;
  return { main: main / 1e6, whole: heap / 1e6, timers, files };
}

function diskHolds(profile: string): Pick<Sample, "database" | "log"> {
  const sizeOf = (ending: string): number =>
    readdirSync(profile, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(ending))
      .reduce((sum, name) => sum + statSync(join(profile, name)).size, 0);
  return { database: sizeOf("front-desk.db") / 1_000, log: sizeOf("front-desk.db-wal") / 1e6 };
}

const label = (page: Page, name: string): Locator => page.getByRole("main").getByLabel(name, { exact: true });

/** By the mouse, up to the button that books. */
async function fillBooking(page: Page, number: number): Promise<Locator> {
  await newBooking(page);
  await choosePatient(page, "mara");
  await step(page, "visit").click();
  await label(page, words.booking.label.service).fill("102");
  await label(page, words.booking.label.date).fill(`3/${1 + (Math.floor(number / 9) % 28)}/2031`);
  const time = label(page, words.booking.label.time);
  await time.fill(`${9 + (number % 9)}:${String(10 + (Math.floor(number / 252) % 50))}`);
  await time.press("Tab");
  await step(page, "billing").click();
  const { names } = words.booking.billing;
  await page.getByRole("radio", { name: names["Monthly Invoice"] }).check({ force: true });
  await step(page, "review").click();
  return page.getByRole("button", { name: words.booking.book, exact: true });
}

/** What becomes of one booking: few go wrong. */
const turns = [
  "offline",
  "too many",
  "no answer",
  ...Array.from({ length: 12 }, () => "well" as const),
] as const;
type Turn = (typeof turns)[number];

const tooMany = answeredElsewhere({ status: 429, headers: ["Retry-After: 1"], body: '{"message":"Later."}' });
const cuts: Partial<Record<Turn, Cut>> = {
  "too many": tooMany,
  "no answer": { at: "after-commit", how: "reset" },
};

/** Breaks the next booking's way as its turn says. */
async function breakLine(proxy: FaultProxy, turn: Turn): Promise<void> {
  let cut = cuts[turn] ?? null;
  proxy.follow({
    request: ({ method }: Seen) => {
      const now = method === "POST" ? cut : null;
      if (now !== null) cut = null;
      return now;
    },
  });
  await proxy.refuse(turn === "offline");
}

async function book(
  { page }: TestApp,
  { proxy, turn, number }: { proxy: FaultProxy; turn: Turn; number: number },
) {
  const button = await fillBooking(page, number);
  await breakLine(proxy, turn);
  await button.click();
  // One that is on its way, or that needs a person, leaves the form too.
  if (turn === "well") await page.getByRole("button", { name: words.slip.open }).waitFor();
  else await button.waitFor({ state: "detached" });
  if (turn !== "offline") return;
  await proxy.refuse(false);
  await ask(page, "connection.check", {});
}

/** Main remembers of the last thousand moments how they were read, as it does after weeks: that it fills is no leak. */
export async function rememberThousand(page: Page): Promise<void> {
  const { id } = await ask(page, "items.create", bookingForm());
  await page.evaluate(
    async ([draft, content]) => {
      if (content.kind !== "booking") return;
      for (let at = 0; at < 1_100; at += 1) {
        const date = `2032-${String(1 + (at % 12)).padStart(2, "0")}-${String(1 + (at % 28)).padStart(2, "0")}`;
        const time = `${8 + (Math.floor(at / 84) % 10)}:${String(10 + (at % 50))}`;
        const form = { ...content.form, date, time };
        await window.desk.invoke("items.saveForm", { id: draft, content: { kind: "booking", form } });
      }
    },
    [id, bookingForm()] as const,
  );
  await ask(page, "items.discard", { id });
}

export type Day = { readonly samples: readonly Sample[]; readonly checks: readonly Check[] };
export type DayOptions = {
  readonly seed: number;
  /** Samples are taken after each of so many bookings. */
  readonly every: number;
  /** What programs hold is looked at too, which takes seconds each time. */
  readonly withHeap: boolean;
  /** Asked after each sample. */
  readonly isOver: (bookings: number) => boolean;
  readonly onSample?: (sample: Sample) => void;
  /** What is done before the first booking. */
  readonly atStart?: (page: Page) => Promise<void>;
  /** What else is looked at before it ends. */
  readonly atEnd?: (desk: TestApp) => Promise<readonly Check[]>;
};

/** Books through the window of a desk that nobody locks, past faults, and looks at what it holds. */
export async function bookForLong(options: DayOptions): Promise<Day> {
  const {
    seed,
    every,
    withHeap,
    isOver,
    onSample = () => undefined,
    atEnd = () => Promise.resolve([]),
  } = options;
  const random = seeded(seed);
  const service = await startMockService({ sampleData: true });
  const proxy = await startFaultProxy({ target: Number(new URL(service.baseUrl).port) });
  const desk = await startApp();
  try {
    const { page, app, profile } = desk;
    await signIn(page, { address: proxy.url, token: service.token });
    await page.getByRole("navigation", { name: words.shell.navigation.label }).waitFor();
    await send(page, patientCalled("Mara"));
    await options.atStart?.(page);
    const samples: Sample[] = [];
    let bookings = 0;
    do {
      for (let at = 0; at < every; at += 1) {
        await book(desk, { proxy, turn: pick(random, turns), number: bookings });
        bookings += 1;
      }
      proxy.follow({});
      await comeToRest(page);
      for (const screen of ["patients", "bookings", "outbox"] as const) await go(page, screen);
      // The same screen is open at each look.
      await newBooking(page);
      // What a test heard is by the elements that said it.
      await takeHeard(page);
      // Before the collections, in which time passes and the log is taken into the database.
      const disk = diskHolds(profile);
      const held = { ...(await pageHolds(page, withHeap)), ...(await mainHolds(app, withHeap)) };
      const sample = { bookings, ...disk, ...held };
      samples.push(sample);
      onSample(sample);
    } while (!isOver(bookings));
    const checks = [...(await judgeEnd(desk, { service, bookings })), ...(await atEnd(desk))];
    return { samples, checks };
  } finally {
    await desk.dispose();
    await proxy.close();
    await service.close();
  }
}

/** Waits until nothing is on its way any more. */
async function comeToRest(page: Page): Promise<void> {
  for (;;) {
    const { ready, sending } = await ask(page, "items.counts", {});
    if (ready + sending === 0) return;
    await page.waitForTimeout(200);
  }
}

type Service = Awaited<ReturnType<typeof startMockService>>;

/** Each booking was made, and stands as made or as what a person has to look at. */
async function judgeEnd(
  { page }: TestApp,
  { service, bookings }: { readonly service: Service; readonly bookings: number },
): Promise<readonly Check[]> {
  const counts = await ask(page, "items.counts", {});
  const made = service.ledger().filter(({ kind }) => kind === "appointment").length;
  // The patient is done too.
  const stand = counts.done - 1 + counts["needs-checking"];
  return [
    isSo("each booking was made once", made === bookings, `${made} of ${bookings}`),
    isSo("each stands at the desk as made, or needs checking", stand === bookings, `${stand} of ${bookings}`),
  ];
}

/** What is loaded, drawn and cached for the first time comes with the first bookings. */
const afterFirst = (samples: readonly Sample[]): readonly Sample[] => samples.slice(1);
const pointsOf = (samples: readonly Sample[], name: keyof Sample): Point[] =>
  samples.map((one) => [one.bookings, one[name]]);

/** What holds after any number of bookings. */
export function countBudgets(all: readonly Sample[]): readonly Check[] {
  const samples = afterFirst(all);
  const most = (name: keyof Sample): number => Math.max(...samples.map((one) => one[name]));
  const listeners = (samples.at(-1)?.listeners ?? NaN) - (samples[0]?.listeners ?? NaN);
  return [
    atMost("page: removed nodes that are kept", most("removed"), 500),
    slopeAtMost("page: removed nodes a booking", pointsOf(samples, "removed"), 2),
    atMost("page: listeners more than at first", listeners, 25),
    atMost("main: timers", most("timers"), 10),
    atMost("disk: log of writes", most("log"), 4.5, " MB"),
  ];
}

/** What shows after many: caches fill, and a file grows by whole pages. */
export function growthBudgets(all: readonly Sample[]): readonly Check[] {
  const samples = all.slice(Math.ceil(all.length / 3));
  const main = pointsOf(samples, "main").map(([at, value]): Point => [at / 100, value]);
  return [
    atMost("main: heap", Math.max(...samples.map(({ whole }) => whole)), 40, " MB"),
    // Connections that nobody uses close during the snapshots; a short run sees some of them still open.
    atMost("main: open files", Math.max(...samples.map(({ files }) => files)), 45),
    slopeAtMost("page: heap a booking", pointsOf(samples, "page"), 4, " kB"),
    slopeAtMost("main: heap a hundred bookings", main, 0.1, " MB"),
    slopeAtMost("disk: database a booking", pointsOf(samples, "database"), 6, " kB"),
  ];
}
