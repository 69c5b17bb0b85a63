import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { words } from "../../messages/words.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import { borrowApp, go, signIn, type TestApp } from "../support/app.ts";
import { patientsFile } from "../support/import-files.ts";

/** What no form can take, dropped by the browser's own drag from files on the disk. */
let mock: MockService;
let desk: TestApp;
let page: Page;

const main = (): Locator => page.getByRole("main");
const path = (...names: string[]): string => join(desk.profile, "dropped", ...names);
const hundred = Array.from({ length: 100 }, (_, at) => `${at}.txt`);

/** How often the page read a file's bytes, and the longest that it stood still, in milliseconds. */
type Watched = { reads: number; longest: number };
declare global {
  interface Window {
    watched: Watched;
  }
}

beforeAll(async () => {
  mock = await startMockService();
  desk = await borrowApp();
  ({ page } = desk);
  mkdirSync(path("folder"), { recursive: true });
  writeFileSync(path("folder", "inside.csv"), patientsFile(3));
  for (const name of hundred) writeFileSync(path(name), "Jane Doe");
  // Two gigabytes that take no room on the disk.
  for (const name of ["huge.txt", "huge.csv"]) {
    writeFileSync(path(name), "");
    truncateSync(path(name), 2_000_000_000);
  }
  writeFileSync(path("jane.txt"), "Name: Jane Doe\nDOB: 3/5/84\n");
  writeFileSync(path("few.csv"), patientsFile(3));
  await signIn(page, { address: mock.baseUrl, token: mock.token });
  await page.getByRole("combobox", { name: words.booking.patient.find }).waitFor();
  await page.evaluate(() => {
    const watched: Watched = { reads: 0, longest: 0 };
    window.watched = watched;
    const own = Blob.prototype.arrayBuffer;
    Blob.prototype.arrayBuffer = function read(this: Blob) {
      watched.reads += 1;
      return own.call(this);
    };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) watched.longest = Math.max(watched.longest, duration);
    }).observe({ type: "longtask" });
  });
});
afterAll(async () => {
  await desk.dispose();
  await mock.close();
});

/** Drags these from the disk to the middle of the window, and lets go. */
async function drop(...names: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  const data = { items: [], files: names.map((name) => path(name)), dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await session.send("Input.dispatchDragEvent", { type, x: width / 2, y: height / 2, data });
  await session.detach();
}
const watched = (): Promise<Watched> => page.evaluate(() => window.watched);

async function isRefused(what: string, said: string): Promise<void> {
  await main().getByText(said).waitFor();
  const { reads, longest } = await watched();
  expect([what, reads]).toEqual([what, 0]);
  expect(longest).toBeLessThan(1_000);
  expect(mock.ledger()).toEqual([]);
}

// files-12: A folder, many files and a huge file are rejected where they are dropped, unread
it(
  "a folder, many files and gigabytes on the form of a patient: each is refused with the reason, and no byte of it is read; a text is read, by the same drag",
  { tags: ["files-12"] },
  async () => {
    await go(page, "patients");
    await main().getByRole("button", { name: words.patients.newPatient }).first().click();
    const field = (name: "firstName" | "lastName"): Locator =>
      main().getByLabel(words.patients.label[name], { exact: true });
    await field("firstName").fill("Roe");
    for (const [what, names, said] of [
      ["folder", ["folder"], words.intake.problem.folder],
      ["many", hundred, words.intake.problem.many({ count: 100 })],
      ["gigabytes", ["huge.txt"], words.intake.problem.big],
    ] as const) {
      await drop(...names);
      await isRefused(what, said);
      expect(await field("firstName").inputValue()).toBe("Roe");
      await desk.picture(`hostile-form-${what}`);
    }
    await field("firstName").fill("");
    await drop("jane.txt");
    await expect.poll(() => field("lastName").inputValue()).toBe("Doe");
    expect((await watched()).reads).toBe(1);
  },
);

it("and on Patients, where a file is looked at; one of patients is, by the same drag", async () => {
  await page.evaluate(() => void Object.assign(window.watched, { reads: 0 }));
  await go(page, "patients");
  await main().getByRole("button", { name: words.import.button }).click();
  await main().getByRole("button", { name: words.import.choose }).waitFor();
  for (const [what, names, said] of [
    ["folder", ["folder"], words.import.start.folder],
    ["many", hundred, words.import.start.many],
    ["gigabytes", ["huge.csv"], words.import.start.tooBig],
  ] as const) {
    await drop(...names);
    await isRefused(what, said);
    await desk.picture(`hostile-import-${what}`);
  }
  await drop("few.csv");
  await main()
    .getByText(words.import.untouched({ name: "few.csv", rows: 3 }))
    .waitFor();
  expect((await watched()).reads).toBe(1);
  expect(mock.ledger()).toEqual([]);
  expect(desk.errors).toEqual([]);
});
