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

beforeAll(async () => {
  mock = await startMockService();
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

  it("opens that patient's page at the next start, signed in", async () => {
    await desk.restart();
    await details().getByRole("heading", { level: 2, name: "Ann Sample" }).waitFor();
  });
});

describe("a call", () => {
  it("stands above what is being typed, with who it is, and takes neither the focus nor a letter", async () => {
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
  });

  it("is reached with Alt 0, and Dismiss goes back to the field", async () => {
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
  });
});

describe("a link to a booking", () => {
  it("begins one with what it says, which is kept and sent by nobody but a person", async () => {
    const before = sent().length;
    await startAgain(desk, bookAnn);
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

  it("while one is being typed another link asks, and nothing moves on a no", async () => {
    await startAgain(desk, ofAnn);
    await bar()
      .getByText(words.links.ask.patient({ name: "Ann Sample" }))
      .waitFor();
    expect(await field(words.booking.label.time).inputValue()).toBe("2pm");
    await desk.picture("links/ask");
    await press(words.links.notNow);
    await bar().waitFor({ state: "detached" });
  });

  it("and on a yes what was typed is a draft", async () => {
    await startAgain(desk, ofAnn);
    await press(words.links.ask.open({ name: "Ann Sample" }));
    await details().getByRole("heading", { level: 2, name: "Ann Sample" }).waitFor();
    const drafts = await itemsIn(page(), { kinds: ["booking"], statuses: ["draft"] });
    expect(drafts.map(({ form }) => form)).toMatchObject([
      { service: "102", date: "2031-03-04", time: "2pm" },
    ]);
  });
});

describe("while a dialog is open", () => {
  it("a link waits for its end, and then goes on", async () => {
    await go(page(), "bookings");
    await page().keyboard.press("Control+k");
    const palette = page().getByRole("dialog");
    await palette.waitFor();
    await startAgain(desk, ofAnn);
    await page().getByText(words.links.dialog).first().waitFor();
    expect(await palette.count()).toBe(1);
    await page().keyboard.press("Escape");
    await details().getByRole("heading", { level: 2, name: "Ann Sample" }).waitFor();
  });
});

describe("a thousand links at once", () => {
  it("are the last of them, with one line for the rest, and one window", async () => {
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
    await go(page(), "patients");
    await press(words.links.dismissLeft);
    await press(words.links.missing.dismiss({ id: "NONE-999" }));
    await bar().waitFor({ state: "detached" });
  });

  it("of real starts all end by themselves", async () => {
    const starts = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        startAgain(desk, `frontdesk://patient?external-id=REAL-${String(at)}`),
      ),
    );
    expect(starts).toEqual([0, 0, 0, 0, 0, 0]);
    await bar()
      .getByText(/REAL-\d/)
      .waitFor();
    expect(desk.app.windows()).toHaveLength(1);
    await bar()
      .getByRole("button", { name: new RegExp(`^${words.links.dismiss}`) })
      .last()
      .click();
  });
});

describe("what else is on the command line", () => {
  it.each([
    ["frontdesk://send?booking=1", words.links.refused.place],
    ["frontdesk://call?from=4242424242424242", words.links.refused.cardNumber],
    ["frontdesk://patient?external-id=%C0%AF", words.links.refused.form],
  ])("%s is refused with the reason", async (link, why) => {
    await startAgain(desk, "--inspect", link, "--no-sandbox");
    await bar().getByText(why).waitFor();
    await desk.picture("links/refused");
    await press(words.links.refused.dismiss);
  });

  it("several links open nothing", async () => {
    await startAgain(desk, ofAnn, bookAnn);
    await bar().getByText(words.links.refused.many).waitFor();
    await press(words.links.refused.dismiss);
  });
});

describe("the window", () => {
  const isMinimized = (): Promise<boolean | undefined> =>
    desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized());

  it("comes back for a link that a person pressed, and for a call it stays where it is", async () => {
    await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
    await expect.poll(isMinimized).toBe(true);
    await startAgain(desk, fromAnn);
    await bar().getByText(annCalls).waitFor();
    expect(await isMinimized()).toBe(true);
    await startAgain(desk, ofAnn);
    await expect.poll(isMinimized).toBe(false);
  });

  it("takes links as macOS hands them over", async () => {
    await go(page(), "bookings");
    const prevented = await desk.app.evaluate(({ app }, link) => {
      let isPrevented = false;
      app.emit("open-url", { preventDefault: () => (isPrevented = true) }, link);
      return isPrevented;
    }, ofAnn);
    expect(prevented).toBe(true);
    await details().getByRole("heading", { level: 2, name: "Ann Sample" }).waitFor();
  });
});

it("nothing of all that was sent: the service has the one patient whom a person created", () => {
  expect(sent()).toHaveLength(1);
  expect(desk.errors).toEqual([]);
});
