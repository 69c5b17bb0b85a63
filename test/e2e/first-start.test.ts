import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { urgentStatuses } from "../../contract/records/urgent.ts";
import { words } from "../../messages/words.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import {
  annSample,
  createPatient,
  go,
  itemsIn,
  signIn,
  startApp,
  stayAtSetup,
  step,
  type TestApp,
} from "../support/app.ts";

let mock: MockService;
let desk: TestApp;
beforeAll(async () => {
  mock = await startMockService();
  desk = await startApp();
});
afterAll(async () => {
  await desk.dispose();
  await mock.close();
});

const field = (name: string) => desk.page.getByLabel(name, { exact: true });
const button = (name: string) => desk.page.getByRole("main").getByRole("button", { name, exact: true });

describe("a new user in practice, by what the screen says", () => {
  const strip = () => desk.page.getByRole("complementary", { name: words.guide.practice.title });
  const ticked = (): Promise<number> =>
    strip().getByRole("listitem").getByText(words.guide.isDone, { exact: true }).count();
  const tryOut = (name: keyof typeof words.guide.practice.steps) =>
    strip().getByRole("button", { name: words.guide.practice.steps[name] });
  const offline = () => strip().getByRole("switch", { name: words.guide.practice.offline });

  it("finds five things to try, and nothing ticked", async () => {
    await desk.page.getByRole("button", { name: words.signIn.practice.start }).click();
    await strip().waitFor();
    await expect.poll(ticked).toBe(0);
    await desk.picture("practice-steps");
  });

  it("creates a patient and books for them: the first screen has them one press away", async () => {
    const { page } = desk;
    await tryOut("patient").click();
    await button(words.patients.newPatient).click();
    await createPatient(page, annSample);
    await expect.poll(ticked).toBe(1);
    await tryOut("booking").click();
    await page
      .getByRole("region", { name: words.start.recent.title })
      .getByRole("button", { name: /Ann Sample/ })
      .click();
    await bookTomorrow("2pm");
    await page.getByRole("heading", { level: 1, name: words.items.made.booking }).waitFor();
    await expect.poll(ticked).toBe(2);
  });

  it("goes offline with the switch, books, and sees it sent when the line is back", async () => {
    const { page } = desk;
    await offline().click();
    await page.getByRole("button", { name: words.shell.connection.state.offline }).first().waitFor();
    await expect.poll(ticked).toBe(3);
    await tryOut("booking").click();
    const recent = page.getByRole("region", { name: words.start.recent.title });
    await recent.waitFor();
    // By keys alone: the group's first row, and on to Visit.
    await page.keyboard.press("Alt+1");
    await page.keyboard.press("Enter");
    await bookTomorrow("3pm");
    await expect.poll(async () => (await itemsIn(page, { statuses: ["ready"] })).length).toBe(1);
    await offline().click();
    await expect.poll(async () => (await itemsIn(page, { statuses: ["ready"] })).length).toBe(0);
    await expect.poll(ticked).toBe(4);
  });

  it("registers the practice inbox, is told to book, and sees it arrive", async () => {
    const { page } = desk;
    await tryOut("delivery").click();
    await page.getByText(words.webhooks.noDeliveriesHelp).waitFor();
    await button(words.webhooks.practiceInbox).click();
    await page.getByRole("checkbox", { name: words.webhooks.tell.approved }).check({ force: true });
    await page.getByRole("checkbox", { name: words.webhooks.tell.denied }).check({ force: true });
    await page.getByRole("button", { name: words.webhooks.register }).click();
    // An answer to one of the bookings before may be on its way: then the first delivery stands there instead.
    const toldToBook = page.getByText(words.webhooks.noDeliveriesYet);
    const delivered = page.getByRole("main").locator("details, pre").first();
    await toldToBook.or(delivered).first().waitFor();
    await tryOut("booking").click();
    await page
      .getByRole("region", { name: words.start.recent.title })
      .getByRole("button", { name: /Ann Sample/ })
      .click();
    await bookTomorrow("4pm");
    await expect.poll(ticked).toBe(5);
    await strip().getByText(words.guide.practice.allDone).waitFor();
  });

  it("puts the list away, also for the next start", async () => {
    await strip().getByRole("button", { name: words.guide.practice.close }).click();
    await strip().waitFor({ state: "detached" });
    await desk.restart();
    await desk.page.getByRole("region", { name: words.start.recent.title }).waitFor();
    expect(await strip().count()).toBe(0);
  });

  async function bookTomorrow(time: string): Promise<void> {
    const { page } = desk;
    await field(words.booking.label.service).fill("101");
    await field(words.booking.label.date).fill("tomorrow");
    await field(words.booking.label.time).fill(time);
    await step(page, "billing").click();
    await page
      .getByRole("radio", { name: words.booking.billing.names["Monthly Invoice"] })
      .check({ force: true });
    await step(page, "review").click();
    await page.keyboard.press("Control+Enter");
  }
});

describe("what needs a person while nobody looks", () => {
  it("is a badge and a notification without a name; a click on that leads to the outbox", async () => {
    const { app, page } = desk;
    await app.evaluate(({ BrowserWindow, Notification }) => {
      const seen = globalThis as typeof globalThis & { shown?: InstanceType<typeof Notification>[] };
      const shown: InstanceType<typeof Notification>[] = [];
      seen.shown = shown;
      Notification.prototype.show = function show(this: InstanceType<typeof Notification>) {
        shown.push(this);
      };
      BrowserWindow.getAllWindows()[0]?.blur();
    });
    const badge = (): Promise<number> => app.evaluate((electron) => electron.app.getBadgeCount());
    expect(await badge()).toBe(0);
    await page.evaluate(async () => {
      const { desk: bridge } = window;
      const found = await bridge.invoke("patients.search", { text: "Ann Sample", limit: 1 });
      if (!found.ok) throw new Error(found.failure.why.id);
      const booked = await bridge.invoke("items.list", {
        kinds: ["booking"],
        statuses: ["done"],
        limit: 1,
        offset: 0,
      });
      const last = booked.ok ? booked.value.items[0] : undefined;
      if (last?.kind !== "booking") throw new Error("nothing is booked");
      const form = { ...last.form, notes: "", time: "5pm", billingType: "Bill to Patient" as const };
      const made = await bridge.invoke("items.create", { kind: "booking", form });
      if (made.ok) await bridge.invoke("items.submit", { id: made.value.id, wait: false });
    });
    expect(await itemsIn(page, { statuses: [...urgentStatuses] })).toHaveLength(1);
    await expect.poll(badge).toBe(1);
    const told = await app.evaluate(() => {
      const { shown = [] } = globalThis as { shown?: { title: string; body: string }[] };
      return shown.map(({ title, body }) => [title, body]);
    });
    expect(told).toEqual([[words.desk.attention.title({ count: 1 }), words.desk.attention.text]]);
    await app.evaluate(() => {
      const { shown = [] } = globalThis as { shown?: { emit: (name: "click") => void }[] };
      shown[0]?.emit("click");
    });
    await page.getByRole("heading", { level: 1, name: words.shell.screens.outbox }).waitFor();
    const isFocused = (): Promise<boolean> =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isFocused() === true);
    await expect.poll(isFocused).toBe(true);
  });
});

describe("a first sign-in to a real service", () => {
  it("lands on what to set up, each line with the way to its setting, and books anyway", async () => {
    const { page } = desk;
    await go(page, "settings");
    await page.getByRole("button", { name: words.settings.leave.practice }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: words.settings.leave.practice }).click();
    await signIn(page, { address: mock.baseUrl, token: mock.token, staysAtSetup: true });
    const heading = page.getByRole("heading", { level: 1, name: words.shell.screens.setup });
    await heading.waitFor();
    const lines = page.getByRole("list", { name: words.guide.setup.label }).getByRole("listitem");
    await expect.poll(() => lines.count()).toBe(4);
    expect(await lines.getByText(words.guide.isDone, { exact: true }).count()).toBe(1);
    await desk.picture("setup");
    const { card, openOne } = words.guide.setup;
    await button(openOne({ open: card.open({ is: "open" }), title: card.title })).click();
    const key = field(words.settings.card.key);
    await expect.poll(() => key.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.press("Control+n");
    await page.getByRole("complementary", { name: words.shell.screens.setup }).waitFor();
    await page.getByRole("region", { name: words.start.firstDay.title }).waitFor();
    await desk.picture("first-day");
  });

  it("is put away for good, and found again by its name", async () => {
    const { page } = desk;
    const reminder = page.getByRole("complementary", { name: words.shell.screens.setup });
    await reminder.getByRole("button", { name: words.guide.setup.hideReminder }).click();
    await reminder.waitFor({ state: "detached" });
    await desk.restart();
    await stayAtSetup(desk.page);
    await desk.page.getByRole("region", { name: words.start.firstDay.title }).waitFor();
    expect(await desk.page.getByRole("complementary", { name: words.shell.screens.setup }).count()).toBe(0);
    await desk.page.keyboard.press("Control+k");
    await desk.page.getByRole("dialog").getByRole("combobox").fill(words.shell.screens.setup);
    await desk.page.getByRole("option", { name: words.shell.screens.setup }).click();
    await desk.page.getByRole("heading", { level: 1, name: words.shell.screens.setup }).waitFor();
  });

  it("wrote no error to the page's console", () => {
    expect(desk.errors).toEqual([]);
  });
});
