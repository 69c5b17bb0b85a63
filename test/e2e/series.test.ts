import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright";
import {
  choosePatient,
  go,
  itemsIn,
  openDrafts,
  startApp,
  step,
  type TestApp,
  newBooking,
} from "../support/app.ts";
import { isFocused } from "../support/spoken-words.ts";
import { speak, words } from "../../messages/words.ts";

/** Several visits at once, and a follow-up, in the window. */
let desk: TestApp;
let page: Page;
const say = words.series;
const main = (): Locator => page.getByRole("main");
const field = (label: string): Locator => main().getByLabel(label, { exact: true });
const button = (name: string): Locator => main().getByRole("button", { name, exact: true });
const rows = (label: string): Locator => main().getByRole("list", { name: label }).getByRole("listitem");
const find = (): Locator => page.getByRole("combobox", { name: words.booking.patient.find });

async function emptyWizard(): Promise<void> {
  await newBooking(page);
  await expect.poll(() => isFocused(find())).toBe(true);
}
async function fillVisit(date: string, time: string): Promise<void> {
  await step(page, "visit").click();
  await field(words.booking.label.service).fill("102");
  await field(words.booking.label.date).fill(date);
  await field(words.booking.label.time).fill(time);
  await field(words.booking.label.time).press("Tab");
}
async function repeat(rule: string): Promise<void> {
  await button(say.open).click();
  await expect.poll(() => isFocused(field(say.label.every))).toBe(true);
  await page.keyboard.type(rule);
  await page.keyboard.press("Tab");
}

beforeAll(async () => {
  desk = await startApp();
  ({ page } = desk);
  await page.getByRole("button", { name: words.signIn.practice.start }).click();
  await find().waitFor();
});
afterAll(() => desk.dispose());

it("books six visits by keyboard alone, each read back with its zone, and says what became of each", async () => {
  await emptyWizard();
  await page.keyboard.type("alvarez");
  await page.getByRole("option", { name: /Alvarez/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: words.booking.patient.chosen }).waitFor();
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => isFocused(field(words.booking.label.service))).toBe(true);
  await page.keyboard.type("102");
  await page.keyboard.press("Tab");
  await page.keyboard.type("2/11/2031");
  await page.keyboard.press("Tab");
  await page.keyboard.type("2pm");
  await page.keyboard.press("Tab");
  await expect.poll(() => isFocused(button(say.open))).toBe(true);
  await page.keyboard.press("Enter");
  await expect.poll(() => isFocused(field(say.label.every))).toBe(true);
  await page.keyboard.type("every 2 weeks x6");
  await page.keyboard.press("Tab");
  await expect.poll(() => rows(say.list).count()).toBe(6);
  expect(await field(say.label.times).inputValue()).toBe("6");
  expect(await rows(say.list).nth(1).textContent()).toContain("Tue Feb 25, 2031, 2:00 PM EST");
  expect(await rows(say.list).nth(2).textContent()).toContain("Tue Mar 11, 2031, 2:00 PM EDT");
  await desk.picture("series-visit");
  // To the fourth visit's own fields, and another day for it.
  await main()
    .getByLabel(say.changeOne({ number: 4 }))
    .focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => isFocused(field(say.date({ number: 4 })))).toBe(true);
  await page.keyboard.type("3/26/2031");
  await button(say.removeOne({ number: 6 })).focus();
  await page.keyboard.press("Enter");
  await desk.picture("series-visit-changed");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("radiogroup", { name: words.booking.label.billingType }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Control+Enter");
  await page.getByText(words.booking.review.heading).waitFor();
  await rows(say.list).first().waitFor();
  expect(await rows(say.list).count()).toBe(5);
  await desk.picture("series-review");
  await page.keyboard.press("Control+Enter");
  await page
    .getByRole("heading", { level: 1, name: say.outcome.title({ booked: 5, count: 5, all: "yes" }) })
    .waitFor();
  await desk.picture("series-outcome");
  const done = await itemsIn(page, { kinds: ["booking"], statuses: ["done"] });
  expect(done.map((item) => item.kind === "booking" && item.form.date).toSorted()).toEqual([
    "2031-02-11",
    "2031-02-25",
    "2031-03-11",
    "2031-03-26",
    "2031-04-08",
  ]);
});

describe("a series that is not booked yet", () => {
  it("warns of what the patient has already, leads back to a wrong visit, and books nothing", async () => {
    await emptyWizard();
    await choosePatient(page, "Alvarez");
    await fillVisit("2/18/2031", "2pm");
    await repeat("1 week x3");
    const clash = words.booking.visit.overlap({ name: "Maria Alvarez", time: "14:00" });
    await rows(say.list).nth(1).getByText(clash).waitFor();
    await main()
      .getByLabel(say.changeOne({ number: 3 }))
      .click();
    await field(say.date({ number: 3 })).fill("soon");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => isFocused(field(say.date({ number: 3 })))).toBe(true);
    await desk.picture("series-wrong");
    expect(await itemsIn(page, { kinds: ["booking"], statuses: ["ready", "sending"] })).toEqual([]);
  });

  it("is held and taken up with its rule, also after a restart", async () => {
    await button(words.booking.hold).click();
    await page.getByText(words.booking.held).first().waitFor();
    await desk.restart();
    ({ page } = desk);
    await find().waitFor();
    await openDrafts(page);
    await page
      .getByRole("region", { name: words.booking.drafts.label })
      .getByRole("button", { name: /Maria Alvarez/ })
      .press("Enter");
    await expect.poll(() => field(say.label.every).inputValue()).toBe("1");
    await expect.poll(() => field(say.date({ number: 3 })).inputValue()).toBe("soon");
    expect(await rows(say.list).count()).toBe(3);
  });

  it("is not repeated any more on a press, which keeps the focus there", async () => {
    await button(say.stop).click();
    await expect.poll(() => isFocused(button(say.open))).toBe(true);
  });
});

describe("a follow-up", () => {
  it("is one press from a booking: same patient, service and address, on the day that the press names", async () => {
    await go(page, "bookings");
    await button(words.bookings.filter.open({ count: 0 })).waitFor();
    await main()
      .getByRole("button", { name: /Maria Alvarez/ })
      .first()
      .click();
    await button(words.booking.booked.followUp).click();
    await expect.poll(() => isFocused(field(say.followUp.when))).toBe(true);
    await desk.picture("follow-up");
    await page.keyboard.type("soon");
    await page.keyboard.press("Enter");
    await expect.poll(() => field(say.followUp.when).getAttribute("aria-invalid")).toBe("true");
    await field(say.followUp.when).fill("6 weeks");
    await page.keyboard.press("Enter");
    await expect.poll(() => isFocused(field(words.booking.label.time))).toBe(true);
    expect(await field(words.booking.label.service).inputValue()).toBe("Follow-up visit");
    expect(await field(words.booking.label.date).inputValue()).toBe("Mar 25, 2031");
    await main()
      .getByRole("region", { name: words.booking.strip.label })
      .getByText("Maria Alvarez")
      .waitFor();
  });
});

describe("in Spanish, in the smallest window", () => {
  let spanish: TestApp;
  beforeAll(async () => {
    await speak("es-US");
    spanish = await startApp();
    ({ page } = spanish);
    await spanish.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.setContentSize(1024, 640),
    );
    await page.getByRole("button", { name: words.signIn.practice.start }).click();
    await find().waitFor();
  });
  afterAll(async () => {
    await spanish.dispose();
    await speak("en-US");
  });

  it("reads the rule as it is said there, and books every visit of it", async () => {
    const { series } = words;
    await emptyWizard();
    await choosePatient(page, "Alvarez");
    await fillVisit("4/3/2031", "2 de la tarde");
    await button(series.open).click();
    await field(series.label.every).fill("cada 2 semanas, 3 veces");
    await field(series.label.every).press("Tab");
    await expect.poll(() => rows(series.list).count()).toBe(3);
    expect(await field(series.label.times).inputValue()).toBe("3");
    await rows(series.list).nth(2).scrollIntoViewIfNeeded();
    await spanish.picture("series-visit-es");
    await step(page, "billing").click();
    await page
      .getByRole("radio", { name: words.booking.billing.names["Monthly Invoice"] })
      .check({ force: true });
    await step(page, "review").click();
    await rows(series.list).nth(2).scrollIntoViewIfNeeded();
    await spanish.picture("series-review-es");
    await button(series.book({ count: 3 })).click();
    await page
      .getByRole("heading", { level: 1, name: series.outcome.title({ booked: 3, count: 3, all: "yes" }) })
      .waitFor();
    await spanish.picture("series-outcome-es");
  });
});
