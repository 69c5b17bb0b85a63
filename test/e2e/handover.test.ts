import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright";
import { jwtOf, startFakeService, type FakeService } from "../support/fake-service.ts";
import {
  annSample,
  choosePatient,
  createPatient,
  go,
  itemsIn,
  newBooking,
  signIn,
  startApp,
  step,
  type TestApp,
} from "../support/app.ts";
import { any, matching } from "../support/matching.ts";
import { words } from "../../messages/words.ts";

/** Two people at one desk, and what the first leaves to the second. One story: each test goes on from the one before. */
let desk: TestApp;
let page: Page;
let service: FakeService;

const main = (): Locator => page.getByRole("main");
const button = (name: string): Locator => main().getByRole("button", { name, exact: true });
const field = (name: keyof typeof words.booking.label): Locator =>
  main().getByLabel(words.booking.label[name], { exact: true });
const header = (): Locator =>
  page.getByRole("banner").getByRole("button", { name: words.shell.desk.atTheDesk });

beforeAll(async () => {
  service = await startFakeService();
  desk = await startApp();
  ({ page } = desk);
  const token = jwtOf({ iss: "elm", sub: "Elm Street", exp: 4_102_444_800 });
  await signIn(page, { address: service.baseUrl, token });
  await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
  await go(page, "patients");
  await button(words.patients.newPatient).click();
  await createPatient(page, annSample);
  await main()
    .getByText(matching(words.patients.end.created({ name: "Ann Sample", id: any })))
    .first()
    .waitFor();
});
afterAll(async () => {
  await desk.dispose();
  await service.close();
});

/** Says in the open dialog who is at the desk. */
async function sayWho(name: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: words.handover.staff.title });
  await dialog.getByLabel(words.handover.staff.other).fill(name);
  await dialog.getByRole("button", { name: words.handover.staff.use }).click();
  await dialog.waitFor({ state: "detached" });
  await header().getByText(name).waitFor();
}

/** A booking for Ann on that day, filled up to its billing type. */
async function fill(date: string, billing: string): Promise<void> {
  await newBooking(page);
  await choosePatient(page, "Ann Sample");
  await step(page, "visit").click();
  await field("service").fill("102");
  await field("date").fill(date);
  await field("time").fill("2pm");
  await step(page, "billing").click();
  await page.getByRole("radio", { name: billing }).check({ force: true });
}

const bookings = () => itemsIn(page, { kinds: ["booking"] });

describe("who is at the desk", () => {
  it("is said once, and noted on what is begun from then on", async () => {
    await header().click();
    await sayWho("Rosa");
    await fill("3/5/2031", "Bill to Patient");
    await button(words.booking.saveForLater).click();
    await main().getByText(words.booking.later.needsCard).waitFor();
    await fill("3/4/2031", "Monthly Invoice");
    await page.keyboard.press("Control+Shift+P");
    await expect
      .poll(async () => (await bookings()).map(({ status, by }) => [status, by]).toSorted())
      .toEqual([
        ["needs-card", "Rosa"],
        ["on-hold", "Rosa"],
      ]);
  });

  it("changes at the handover, and what was begun before keeps its name", async () => {
    await go(page, "handover");
    await main()
      .getByText(matching(words.handover.when({ when: any, name: "Rosa" })))
      .waitFor();
    await button(words.handover.handOver).click();
    await sayWho("Sam");
    service.rule(({ path }) => {
      if (path === "/api/appointment") throw new Error("The line is cut after the commit");
      return null;
    });
    await fill("3/3/2031", "Monthly Invoice");
    await step(page, "review").click();
    await button(words.booking.book).click();
    await page.getByRole("heading", { level: 1, name: words.booking.mayOrMayNot }).waitFor();
    const all = (await bookings()).map(({ status, by }) => [status, by]).toSorted();
    expect(all).toEqual([
      ["needs-card", "Rosa"],
      ["needs-checking", "Sam"],
      ["on-hold", "Rosa"],
    ]);
  });
});

describe("the handover", () => {
  it("counts what each of them left, and lists it with the soonest visit first", async () => {
    await go(page, "handover");
    const table = main().getByRole("table", { name: words.handover.byPerson });
    const rowOf = (name: string): Promise<string[]> =>
      table.getByRole("row").filter({ hasText: name }).getByRole("cell").allTextContents();
    await table.waitFor();
    const columns = await table.getByRole("columnheader").allTextContents();
    expect(columns).toEqual([words.handover.who, ...Object.values(words.handover.column)]);
    expect(await rowOf("Rosa")).toEqual(["–", "1", "–", "1"]);
    expect(await rowOf("Sam")).toEqual(["1", "–", "–", "–"]);
    const rows = main().getByRole("list", { name: words.handover.before }).getByRole("button");
    const states = ["needs-checking", "on-hold", "needs-card"] as const;
    const shown = await rows.allTextContents();
    expect(shown).toHaveLength(states.length);
    for (const [at, status] of states.entries()) expect(shown[at]).toContain(words.items.status[status]);
    expect(shown[0]).toContain(words.handover.what.check);
    await desk.picture("handover");
  });

  it("is printed by its key, and a line of it opens what it tells of", async () => {
    await desk.app.evaluate(({ BrowserWindow }) => {
      const seen = globalThis as typeof globalThis & { printed?: number };
      seen.printed = 0;
      const [window] = BrowserWindow.getAllWindows();
      if (window === undefined) throw new Error("There is no window.");
      window.webContents.print = (_options, done) => {
        seen.printed = (seen.printed ?? 0) + 1;
        done?.(true, "");
      };
    });
    await page.keyboard.press("Control+p");
    await expect.poll(() => desk.app.evaluate(() => (globalThis as { printed?: number }).printed)).toBe(1);
    await main().getByRole("list", { name: words.handover.before }).getByRole("button").first().click();
    await page.getByRole("heading", { level: 1, name: words.shell.screens.outbox }).waitFor();
    await page
      .getByRole("region", { name: words.outbox.item })
      .getByText(words.outbox.ask.title)
      .first()
      .waitFor();
  });

  it("names nobody once nobody is at the desk, and is still counted by person after a restart", async () => {
    await desk.restart();
    ({ page } = desk);
    await header().getByText("Sam").waitFor();
    await header().click();
    await page
      .getByRole("dialog", { name: words.handover.staff.title })
      .getByRole("button", { name: words.handover.staff.nobody })
      .click();
    await go(page, "handover");
    await main()
      .getByText(matching(words.handover.whenNobody({ when: any })))
      .waitFor();
    const table = main().getByRole("table", { name: words.handover.byPerson });
    await expect
      .poll(() =>
        table
          .getByRole("rowheader")
          .allTextContents()
          .then((names) => names.toSorted()),
      )
      .toEqual(["Rosa", "Sam"]);
  });

  it("wrote no error to the page's console", () => {
    expect(desk.errors).toEqual([]);
  });
});
