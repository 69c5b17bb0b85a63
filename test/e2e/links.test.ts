import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright";
import { startMockService, type MockService } from "../../mock/service.ts";
import { words } from "../../messages/words.ts";
import {
  annSample,
  createPatient,
  fillPatient,
  go,
  itemsIn,
  signIn,
  startApp,
  type TestApp,
} from "../support/app.ts";
import { allRules, axeFindings } from "../support/axe.ts";
import { handLinks, startAgain } from "../support/links.ts";
import { matching } from "../support/matching.ts";
import { takeHeard } from "../support/spoken.ts";
import { isFocused } from "../support/spoken-words.ts";

/** Links that open the running program, and one that starts it. One story: each test goes on from the one before. */
let mock: MockService;
let desk: TestApp;
const page = (): Page => desk.page;
const main = (): Locator => page().getByRole("main");
const bar = (): Locator => page().getByRole("complementary", { name: words.links.label });
const press = (name: string): Promise<void> => bar().getByRole("button", { name, exact: true }).click();
const field = (name: string): Locator => main().getByLabel(name, { exact: true });
const find = (): Locator => main().getByRole("combobox", { name: words.booking.patient.find });
const details = (): Locator => main().getByRole("region", { name: words.patients.details });
const ofAnn = "frontdesk://patient?external-id=CLINIC-7";
const fromAnn = "frontdesk://call?from=+12175550199";
const annCalls = words.links.call.from({ number: "(217) 555-0199" });
const bookAnn = "frontdesk://booking/new?patient-external-id=CLINIC-7&service=102&date=2031-03-04";
/** What the service has been asked to make. */
const sent = (): readonly string[] => mock.ledger().map(({ id }) => String(id));
/** What the service was asked for, since it was looked at last. */
const requests: string[] = [];

beforeAll(async () => {
  mock = await startMockService({ onRequest: ({ method, path }) => requests.push(`${method} ${path}`) });
  desk = await startApp({ switches: [ofAnn] });
});
afterAll(async () => {
  await desk.dispose();
  await mock.close();
});

describe("a link that starts the program", () => {
  it("before anybody is signed in waits, and shows nothing of a patient", async () => {
    await page().getByText(words.links.signIn).waitFor();
    expect(await page().locator("body").textContent()).not.toContain("CLINIC-7");
    await desk.picture("links/sign-in");
  });

  it("goes on once somebody is: nobody here has that external ID, which a new patient begins with", async () => {
    await signIn(page(), { address: mock.baseUrl, token: mock.token });
    await bar()
      .getByText(words.links.missing.text({ id: "CLINIC-7" }))
      .waitFor();
    await desk.picture("links/missing");
    await press(words.links.missing.createWith({ id: "CLINIC-7" }));
    await main()
      .getByText(words.intake.filled({ count: 1, from: "link" }))
      .waitFor();
    expect(await field(words.patients.label.externalId).inputValue()).toBe("CLINIC-7");
    expect(sent()).toEqual([]);
    await fillPatient(page(), annSample);
    await createPatient(page(), { phone: "217 555 0199" });
    await main().getByRole("button", { name: words.patients.book }).waitFor();
    expect(sent()).toHaveLength(1);
  });
});

describe("a call", () => {
  // window-35: A call stands above typed text, and takes no letter and no focus
  it(
    "stands above what is being typed, with who it is, and takes neither the focus nor a letter; Alt 0 leads there",
    { tags: ["window-35"] },
    async () => {
      await go(page(), "new-booking");
      await find().pressSequentially("zz");
      expect(await startAgain(desk, fromAnn)).toBe(0);
      await bar().getByText(annCalls).waitFor();
      await bar()
        .getByText(/Ann Sample/)
        .waitFor();
      await page().keyboard.type("top");
      expect(await find().inputValue()).toBe("zztop");
      expect(await isFocused(find())).toBe(true);
      await desk.picture("links/call");
      expect(await axeFindings(page(), allRules)).toEqual([]);
      await page().keyboard.press("Alt+0");
      await expect
        .poll(() =>
          bar()
            .getByRole("button")
            .first()
            .evaluate((it) => it === document.activeElement),
        )
        .toBe(true);
      await press(words.links.call.dismissOne({ call: annCalls }));
      await bar().waitFor({ state: "detached" });
      expect(await isFocused(find())).toBe(true);
      await find().fill("");
    },
  );
});

describe("a link to a booking", () => {
  it("begins one with what it says, which is kept and sent by nobody but a person", async () => {
    const before = sent().length;
    await handLinks(desk.app, bookAnn);
    await page().getByRole("region", { name: words.links.booking.label }).waitFor();
    expect(await field(words.booking.label.date).inputValue()).toBe("2031-03-04");
    await expect.poll(() => isFocused(field(words.booking.label.time))).toBe(true);
    await desk.picture("links/booking");
    expect(await itemsIn(page(), { kinds: ["booking"] })).toEqual([]);
    await field(words.booking.label.time).fill("2pm");
    await expect
      .poll(async () => (await itemsIn(page(), { kinds: ["booking"] })).map(({ status }) => status))
      .toEqual(["draft"]);
    expect(sent()).toHaveLength(before);
  });

  it("while one is being typed another link asks; nothing moves on a no, and on a yes what was typed is a draft", async () => {
    const asks = async (): Promise<void> => {
      await handLinks(desk.app, ofAnn);
      await bar()
        .getByText(words.links.ask.patient({ name: "Ann Sample" }))
        .waitFor();
    };
    await asks();
    expect(await field(words.booking.label.time).inputValue()).toBe("2pm");
    await desk.picture("links/ask");
    await press(words.links.notNow);
    await bar().waitFor({ state: "detached" });
    expect(await field(words.booking.label.time).inputValue()).toBe("2pm");
    await asks();
    await press(words.links.ask.open({ name: "Ann Sample" }));
    await details().getByRole("heading", { level: 2, name: "Ann Sample" }).waitFor();
    const drafts = await itemsIn(page(), { kinds: ["booking"], statuses: ["draft"] });
    expect(drafts.map(({ form }) => form)).toMatchObject([
      { service: "102", date: "2031-03-04", time: "2pm" },
    ]);
  });
});

describe("a thousand links at once", () => {
  // window-38: A thousand links are one, and a line
  it(
    "are the last of them, with one line for the rest, and one window",
    { tags: ["window-38"] },
    async () => {
      await go(page(), "bookings");
      const all = Array.from(
        { length: 1_000 },
        (_, at) => `frontdesk://patient?external-id=NONE-${String(at)}`,
      );
      await handLinks(desk.app, ...all);
      await bar()
        .getByText(words.links.missing.text({ id: "NONE-999" }))
        .waitFor();
      await bar()
        .getByText(matching(words.links.left({ count: 999 })))
        .waitFor();
      expect(desk.app.windows()).toHaveLength(1);
      // The window still answers.
      await press(words.links.dismissLeft);
      await press(words.links.missing.dismiss({ id: "NONE-999" }));
      await bar().waitFor({ state: "detached" });
    },
  );
});

/** What links may not do: each thing that was done since the last look. */
type Done = {
  /** Windows that were opened, pages that went elsewhere, and what the system's shell was handed. */
  readonly main: string[];
  /** The screen, where it is another one, or the window's address. */
  readonly screen: readonly string[];
  readonly items: number;
  readonly requests: readonly string[];
};

describe("several links on one command line", () => {
  const nothing: Done = { main: [], screen: [], items: 0, requests: [] };
  const screenNow = (): Promise<string[]> => page().evaluate(() => [document.title, location.href]);
  const idsNow = async (): Promise<readonly string[]> => (await itemsIn(page())).map(({ id }) => id);

  const doneInMain = (): Promise<string[]> => desk.app.evaluate(() => [...Reflect.get(globalThis, "done")]);

  /** Begins to write down what is done. */
  async function watch(): Promise<() => Promise<Done>> {
    await desk.app.evaluate(({ app, shell, BrowserWindow }) => {
      const done = new Set<string>();
      Object.assign(globalThis, { done });
      app.on("browser-window-created", () => void done.add("a window"));
      const goes = (): unknown => done.add("a navigation");
      for (const { webContents } of BrowserWindow.getAllWindows())
        webContents.on("will-frame-navigate", goes).on("did-start-navigation", goes);
      for (const name of ["openExternal", "openPath", "showItemInFolder"] as const)
        Reflect.set(shell, name, () => void done.add(`shell ${name}`));
    });
    const screen = await screenNow();
    const items = await idsNow();
    requests.splice(0);
    return async () => {
      // What follows from what is shown has been drawn, and main has answered.
      await takeHeard(page());
      const now = await screenNow();
      return {
        main: await doneInMain(),
        screen: now.filter((text) => !screen.includes(text)),
        items: (await idsNow()).filter((id) => !items.includes(id)).length,
        requests: requests.splice(0),
      };
    };
  }

  it("open nothing: no window, no item, no request, no other page, and nothing of the system's", async () => {
    await go(page(), "bookings");
    const done = await watch();
    // Two starts at once: each ends by itself, and leaves all to the one that runs.
    const starts = Array.from({ length: 2 }, () =>
      startAgain(desk, "--inspect", ofAnn, "--no-sandbox", bookAnn),
    );
    expect(await Promise.all(starts)).toEqual([0, 0]);
    await bar().getByText(words.links.refused.many).first().waitFor();
    expect(await done()).toEqual(nothing);
    await desk.picture("links/refused");
    await bar().getByRole("button", { name: words.links.refused.dismiss, exact: true }).first().click();
  });

  it("and all that would have been seen: each of it, once it is done", async () => {
    const done = await watch();
    await handLinks(desk.app, ofAnn);
    await details().getByRole("heading", { level: 2, name: "Ann Sample" }).waitFor();
    await page().evaluate(async () => {
      await window.desk.invoke("connection.check", {});
      await window.desk.invoke("items.create", { kind: "webhook", form: { url: "", events: [] } });
      location.hash = "elsewhere";
      location.assign("https://elsewhere.invalid/");
    });
    await desk.app.evaluate(async ({ shell, BrowserWindow }) => {
      new BrowserWindow({ show: false }).destroy();
      await shell.openExternal("https://elsewhere.invalid/");
      await shell.openPath("/elsewhere");
      shell.showItemInFolder("/elsewhere");
    });
    // The program hears of it a moment after the page wished it, and refuses.
    await expect.poll(doneInMain).toContain("a navigation");
    const seen = await done();
    expect(seen.main.toSorted()).toEqual([
      "a navigation",
      "a window",
      "shell openExternal",
      "shell openPath",
      "shell showItemInFolder",
    ]);
    expect(seen.screen).toHaveLength(2);
    expect(seen.items).toBe(1);
    expect(seen.requests.length).toBeGreaterThan(0);
  });
});

describe("the window", () => {
  const isMinimized = (): Promise<boolean | undefined> =>
    desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized());

  it("comes back for a link that a person pressed, and for a call it stays where it is", async () => {
    await go(page(), "bookings");
    await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
    await expect.poll(isMinimized).toBe(true);
    await handLinks(desk.app, fromAnn);
    await bar().getByText(annCalls).waitFor();
    expect(await isMinimized()).toBe(true);
    // As macOS hands it over.
    const isPrevented = await desk.app.evaluate(({ app }, link) => {
      let isTaken = false;
      app.emit("open-url", { preventDefault: () => (isTaken = true) }, link);
      return isTaken;
    }, ofAnn);
    expect(isPrevented).toBe(true);
    await expect.poll(isMinimized).toBe(false);
    await details().getByRole("heading", { level: 2, name: "Ann Sample" }).waitFor();
  });
});

// window-34: No link ever sent anything: the service's own record says so
it(
  "nothing of all that was sent: the service has the one patient whom a person created",
  { tags: ["window-34"] },
  () => {
    expect(sent()).toHaveLength(1);
    expect(desk.errors).toEqual([]);
  },
);
