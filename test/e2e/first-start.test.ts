import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { urgentStatuses } from "../../shared/outbox/urgent.ts";
import { words } from "../../messages/words.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import { itemsIn, signIn, startApp, type TestApp } from "../support/app.ts";
import { annForm, bookingForm, knownPatient, send } from "../support/by-bridge.ts";

/** One story over one app: each test goes on from the one before. What happens is ticked also where it was done elsewhere. */
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

/** Megabytes that main's JavaScript holds, in its heap and beside it, once the first screen stands. What is loaded is in loaded-bytes.test.ts. */
const memoryBudget = 26.5;

it("main stays small at the start: what is rarely used is not loaded, and nothing is read ahead", async () => {
  await desk.page.getByRole("textbox").first().waitFor();
  // When garbage is collected depends on how busy the computer is: what is left after it does not. What the start had read
  // into buffers goes a moment later than the objects that held them.
  const held = async (): Promise<number> => {
    const { heapUsed, external } = await desk.app.evaluate(() => {
      process.getBuiltinModule("node:v8").setFlagsFromString("--expose-gc");
      const collect = process.getBuiltinModule("node:vm").runInNewContext("gc") as () => void;
      collect();
      return process.memoryUsage();
    });
    return (heapUsed + external) / 1_048_576;
  };
  await expect.poll(held).toBeLessThan(memoryBudget);
});

describe("a new user in practice, by what the screen says", () => {
  const strip = () => desk.page.getByRole("complementary", { name: words.guide.practice.title });
  const ticked = (): Promise<number> =>
    strip().getByRole("listitem").getByText(words.guide.isDone, { exact: true }).count();
  const tryOut = (name: keyof typeof words.guide.practice.steps) =>
    strip().getByRole("button", { name: words.guide.practice.steps[name] });
  const offline = () => strip().getByRole("switch", { name: words.guide.practice.offline });
  const book = async (time: string) =>
    send(desk.page, bookingForm({ patient: await knownPatient(desk.page, "Ann Sample"), time }));

  it("finds five things to try, and nothing ticked", async () => {
    await desk.page.getByRole("button", { name: words.signIn.practice.start }).click();
    await strip().waitFor();
    await expect.poll(ticked).toBe(0);
    expect(await strip().getByRole("listitem").count()).toBe(5);
    await desk.picture("practice-steps");
  });

  it("creates a patient and books for them: the first screen has them one press away", async () => {
    const { page } = desk;
    await send(page, annForm);
    await expect.poll(ticked).toBe(1);
    await book("2pm");
    await expect.poll(ticked).toBe(2);
    await tryOut("patient").click();
    await page.getByRole("heading", { level: 1, name: words.shell.screens.patients }).waitFor();
    await tryOut("booking").click();
    await page.getByRole("region", { name: words.start.recent.title }).waitFor();
    // By keys alone: the group's first row, and on to Visit.
    await page.keyboard.press("Alt+1");
    await page.keyboard.press("Enter");
    await expect
      .poll(() =>
        field(words.booking.label.service)
          .evaluate((input) => input === document.activeElement)
          .catch(() => false),
      )
      .toBe(true);
  });

  it("goes offline with the switch, books, and sees it sent when the line is back", async () => {
    const { page } = desk;
    await offline().click();
    await page.getByRole("button", { name: words.shell.connection.state.offline }).first().waitFor();
    await expect.poll(ticked).toBe(3);
    expect((await book("3pm")).status).toBe("ready");
    await offline().click();
    await expect.poll(async () => (await itemsIn(page, { statuses: ["ready"] })).length).toBe(0);
    await expect.poll(ticked).toBe(4);
  });

  // webhooks-6: In training, a registration suggests a booking, and the delivery is shown
  it(
    "registers the practice inbox, is told to book, and sees it arrive",
    { tags: ["webhooks-6"] },
    async () => {
      const { page } = desk;
      await tryOut("delivery").click();
      await page.getByText(words.webhooks.noDeliveriesHelp).waitFor();
      await button(words.webhooks.practiceInbox).click();
      await page.getByRole("checkbox", { name: words.webhooks.tell.approved }).check({ force: true });
      await page.getByRole("checkbox", { name: words.webhooks.tell.denied }).check({ force: true });
      await page.getByRole("button", { name: words.webhooks.register }).click();
      const question = page.getByRole("alertdialog");
      await question.getByRole("button", { name: words.webhooks.once.yes, exact: true }).click();
      // An answer to one of the bookings before may be on its way: then the first delivery stands there instead.
      const toldToBook = page.getByText(words.webhooks.noDeliveriesYet);
      const delivered = page.getByRole("main").locator("details, pre").first();
      await toldToBook.or(delivered).first().waitFor();
      await book("4pm");
      await delivered.waitFor();
      await expect.poll(ticked).toBe(5);
      await strip().getByText(words.guide.practice.allDone).waitFor();
      await strip().getByRole("button", { name: words.guide.practice.close }).click();
      await strip().waitFor({ state: "detached" });
    },
  );
});

describe("what needs a person while nobody looks", () => {
  // window-13: A notification has a number and no name
  it(
    "is a badge and a notification without a name; a click on that leads to the outbox",
    { tags: ["window-13"] },
    async () => {
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
      await send(page, bookingForm({ time: "5pm", billingType: "Bill to Patient" }), { wait: false });
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
    },
  );
});

describe("a first sign-in to a real service", () => {
  // window-17: First steps list what to set up or try, ticked as it happens
  it(
    "lands on what to set up, each line with the way to its setting, and books anyway",
    { tags: ["window-17"] },
    async () => {
      const { page } = desk;
      await page.evaluate(() => window.desk.invoke("session.signOut", {}));
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
      // A desk without visit types is led to the ways in which their list comes, not to a field for an ID.
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: words.shell.palette.field }).fill(words.shell.screens.setup);
      await page.getByRole("option", { name: words.shell.screens.setup }).first().waitFor();
      await page.keyboard.press("Enter");
      await heading.waitFor();
      await button(words.guide.setup.services.first).click();
      const focused = (): Promise<string | null> =>
        page.evaluate(() => document.activeElement?.textContent ?? null);
      await expect.poll(focused).toBe(words.settings.sections.services);
      await button(words.settings.services.paste).waitFor();
      await page.keyboard.press("Control+n");
      await page.getByRole("complementary", { name: words.shell.screens.setup }).waitFor();
      await page.getByRole("region", { name: words.start.firstDay.title }).waitFor();
      await desk.picture("first-day");
    },
  );

  it("is put away for good, and found again by its name", async () => {
    const { page } = desk;
    const reminder = page.getByRole("complementary", { name: words.shell.screens.setup });
    await reminder.getByRole("button", { name: words.guide.setup.hideReminder }).click();
    await reminder.waitFor({ state: "detached" });
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill(words.shell.screens.setup);
    await page.getByRole("option", { name: words.shell.screens.setup }).click();
    await page.getByRole("heading", { level: 1, name: words.shell.screens.setup }).waitFor();
  });

  it("wrote no error to the page's console", () => {
    expect(desk.errors).toEqual([]);
  });
});
