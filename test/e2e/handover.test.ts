import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright";
import { jwtOf, startFakeService, type FakeService } from "../support/fake-service.ts";
import { borrowApp, go, itemsIn, signIn, type TestApp } from "../support/app.ts";
import { ask, bookingOf, patientCalled, send } from "../support/by-bridge.ts";
import { any, matching } from "../support/matching.ts";
import type { FormOf } from "../../shared/outbox/routes.ts";
import { words } from "../../messages/words.ts";

/** Two people at one desk, and what the first leaves to the second. One story: each test goes on from the one before. */
let desk: TestApp;
let page: Page;
let service: FakeService;
/** Ann's record on this computer. */
let ann: string;

const main = (): Locator => page.getByRole("main");
const button = (name: string): Locator => main().getByRole("button", { name, exact: true });
const header = (): Locator =>
  page.getByRole("banner").getByRole("button", { name: words.shell.desk.atTheDesk });

beforeAll(async () => {
  service = await startFakeService();
  desk = await borrowApp();
  ({ page } = desk);
  const token = jwtOf({ iss: "elm", sub: "Elm Street", exp: 4_102_444_800 });
  await signIn(page, { address: service.baseUrl, token });
  await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
  const item = await send(page, patientCalled("Ann"));
  ann = item.kind === "patient" ? (item.patientRecordId ?? "") : "";
});
afterAll(async () => {
  // The window goes on to the next file, and prints there.
  await desk.app.evaluate(({ BrowserWindow }) => {
    for (const { webContents } of BrowserWindow.getAllWindows()) Reflect.deleteProperty(webContents, "print");
  });
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

/** A booking for Ann on that day, up to its billing type. */
const booking = (date: string, billingType: "Bill to Patient" | "Monthly Invoice"): FormOf =>
  bookingOf({ patient: { kind: "known", id: ann }, date, billingType });
const begun = async (): Promise<unknown[]> =>
  (await itemsIn(page, { kinds: ["booking"] })).map(({ status, by }) => [status, by]).toSorted();

describe("who is at the desk", () => {
  it("is said once, and noted on what is begun from then on; what was begun before keeps its name", async () => {
    await header().click();
    await sayWho("Rosa");
    await send(page, booking("2031-03-05", "Bill to Patient"), { wait: false });
    const { id } = await ask(page, "items.create", booking("2031-03-04", "Monthly Invoice"));
    await ask(page, "items.hold", { id });
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
    await send(page, booking("2031-03-03", "Monthly Invoice"));
    expect(await begun()).toEqual([
      ["needs-card", "Rosa"],
      ["needs-checking", "Sam"],
      ["on-hold", "Rosa"],
    ]);
  });
});

describe("the handover", () => {
  // lists-7: The shift handoff counts by person, and its counts are right
  it(
    "counts what each of them left, and lists it with the soonest visit first",
    { tags: ["lists-7"] },
    async () => {
      const table = main().getByRole("table", { name: words.handover.byPerson });
      const rowOf = (name: string): Promise<string[]> =>
        table.getByRole("row").filter({ hasText: name }).getByRole("cell").allTextContents();
      await table.getByRole("row").filter({ hasText: "Sam" }).waitFor();
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
    },
  );

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

  it("wrote no error to the page's console", () => {
    expect(desk.errors).toEqual([]);
  });
});
