import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright";
import { choosePatient, itemsIn, newBooking, startApp, step, type TestApp } from "../support/app.ts";
import { isFocused } from "../support/spoken-words.ts";
import { words } from "../../messages/words.ts";

/** What stands around the fields of a booking, and what comes after it. */
let desk: TestApp;
let page: Page;

const main = (): Locator => page.getByRole("main");
const field = (name: keyof typeof words.booking.label): Locator =>
  main().getByLabel(words.booking.label[name], { exact: true });
const button = (name: string): Locator => main().getByRole("button", { name, exact: true });
const strip = (): Locator => main().getByRole("region", { name: words.booking.strip.label });
const rail = (name: string): Locator => main().getByRole("complementary", { name, exact: true });
const title = (name: "patient" | "visit" | "billing" | "review", number: number): string =>
  words.booking.stepTitle({
    step: words.booking.steps[name],
    number,
    count: 4,
    title: words.booking.title,
  });
const { booked } = words.booking;
const { wrong } = words.bookings;

/** What stands below a field. */
const linesOf = (name: keyof typeof words.booking.label): Promise<string> =>
  field(name).evaluate((box) =>
    (box.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent ?? "")
      .join(" "),
  );

async function fillVisit(service: string, date: string, time: string): Promise<void> {
  await step(page, "visit").click();
  await field("service").fill(service);
  await field("date").fill(date);
  await field("time").fill(time);
  await field("time").press("Tab");
}
async function book(): Promise<void> {
  await step(page, "billing").click();
  await page
    .getByRole("radio", { name: words.booking.billing.names["Monthly Invoice"] })
    .check({ force: true });
  await step(page, "review").click();
  await button(words.booking.book).click();
  await button(wrong.open).waitFor();
}
/** The window as wide as on a desk. */
async function wide(): Promise<void> {
  await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1366, 768));
  await page.waitForFunction(() => window.innerWidth >= 1280);
}

beforeAll(async () => {
  desk = await startApp();
  ({ page } = desk);
  await page.getByRole("button", { name: words.signIn.practice.start }).click();
  await page.getByRole("heading", { level: 1, name: title("patient", 1), exact: true }).waitFor();
  await wide();
});
afterAll(() => desk.dispose());

describe("while it is filled in", () => {
  it("says the step in the heading and in the window's title", async () => {
    await step(page, "visit").click();
    await page.getByRole("heading", { level: 1, name: title("visit", 2), exact: true }).waitFor();
    expect(await page.title()).toBe(words.shell.windowTitle({ screen: title("visit", 2) }));
    await step(page, "patient").click();
  });

  it("shows on every step whose it is, with the way to change that", async () => {
    await choosePatient(page, "Alvarez");
    for (const name of ["visit", "billing", "review"] as const) {
      await step(page, name).click();
      await strip().getByText("Maria Alvarez").waitFor();
      await strip().getByText("#1").waitFor();
    }
    await strip().getByRole("button", { name: words.booking.strip.changePatient }).click();
    const find = page.getByRole("combobox", { name: words.booking.patient.find });
    await expect.poll(() => find.evaluate((box) => box === document.activeElement)).toBe(true);
  });

  it("lists what is missing by field, each with the way there", async () => {
    await step(page, "review").click();
    await main()
      .getByText(words.ui.toFix.title({ count: 4 }))
      .waitFor();
    await main()
      .getByRole("button", { name: new RegExp(`^${words.booking.label.date}:`) })
      .click();
    await expect.poll(() => field("date").evaluate((box) => box === document.activeElement)).toBe(true);
  });

  it("warns of a closed day and an unusual hour at their fields, and ticks no day that has passed", async () => {
    await fillVisit("102", "3/9/2031", "9pm");
    await main()
      .getByText(words.booking.visit.closedDay({ date: "2031-03-09" }))
      .waitFor();
    await main()
      .getByText(words.booking.visit.outsideHours({ opens: "07:00", closes: "19:00" }))
      .waitFor();
    await field("date").fill("1/2/2020");
    await field("date").press("Tab");
    await main().getByText(words.fields.dayPassed).waitFor();
    expect(await linesOf("date")).toBe(words.fields.dayPassed);
  });

  it("offers the day that may be meant where there is no such month, one key away", async () => {
    await field("date").fill("13/3/2031");
    await field("date").press("Tab");
    const offer = button(words.fields.date.meant({ date: "2031-03-13" }));
    await expect.poll(() => isFocused(offer)).toBe(true);
    expect(await linesOf("date")).toBe(words.fields.date.noMonth({ month: 13 }));
    await page.keyboard.press("Enter");
    await expect.poll(() => isFocused(field("date"))).toBe(true);
    expect(await field("date").inputValue()).toBe("Mar 13, 2031");
    expect(await linesOf("date")).toContain("Thursday, March 13, 2031");
  });

  it("takes a day from the month with the mouse", async () => {
    await field("date").fill("3/4/2031");
    await field("time").fill("2pm");
    const month = main().getByRole("group", { name: words.booking.visit.month });
    await month.getByRole("button", { name: "Wednesday, March 5, 2031" }).click();
    expect(await field("date").inputValue()).toBe("Mar 5, 2031");
    await rail(words.booking.rail.label).getByText("Wednesday, March 5, 2031, 2:00 PM Eastern").waitFor();
  });
});

describe("once it is booked", () => {
  it("says what to do when something is wrong, and that the first one stays", async () => {
    await book();
    await button(wrong.open).click();
    const panel = rail(wrong.open);
    await panel.getByText(wrong.call({ number: "#1" })).waitFor();
    await panel.getByText("Wednesday, March 5, 2031, 2:00 PM Eastern").waitFor();
    await panel.getByRole("button", { name: wrong.copy }).click();
    await page.getByText(words.bookings.copied).first().waitFor();
    await desk.picture("booked-something-wrong");
    await panel.getByRole("button", { name: wrong.close }).click();
    await expect.poll(() => button(wrong.open).getAttribute("aria-expanded")).toBe("false");
    await expect
      .poll(() => button(wrong.open).evaluate((opener) => opener === document.activeElement))
      .toBe(true);
  });

  it("starts a corrected one with the same details, which then may already be booked", async () => {
    await button(wrong.open).click();
    await rail(wrong.open).getByRole("button", { name: wrong.corrected }).click();
    await rail(words.booking.rail.label).getByText("Wednesday, March 5, 2031, 2:00 PM Eastern").waitFor();
    expect(await field("service").inputValue()).toBe("Follow-up visit");
    await main()
      .getByText(words.booking.visit.overlap({ name: "Maria Alvarez", time: "14:00" }))
      .waitFor();
    await field("time").fill("2:20pm");
    await main()
      .getByText(words.booking.visit.overlap({ name: "Maria Alvarez", time: "14:00" }))
      .waitFor();
    await field("time").fill("2:30pm");
    await main()
      .getByText(words.booking.visit.overlap({ name: "Maria Alvarez", time: "14:00" }))
      .waitFor({ state: "detached" });
    await book();
  });

  it("books another, or a follow-up, for the same patient: on at Visit", async () => {
    await button(booked.followUp).click();
    await main()
      .getByRole("group", { name: words.series.followUp.usual })
      .getByRole("button", { name: /^2 weeks/ })
      .click();
    await expect.poll(() => field("service").inputValue()).toBe("Follow-up visit");
    expect(await field("date").inputValue()).toBe("Mar 19, 2031");
    await strip().getByText("Maria Alvarez").waitFor();
    await fillVisit("101", "3/6/2031", "9am");
    await book();
    await button(booked.another({ name: "Maria" })).click();
    await expect.poll(() => field("service").inputValue()).toBe("");
    await strip().getByText("Maria Alvarez").waitFor();
    const done = await itemsIn(page, { kinds: ["booking"], statuses: ["done"] });
    expect(done).toHaveLength(3);
  });
});

describe("Hold", () => {
  it("is answered where one looks, also when there is nothing to hold", async () => {
    await newBooking(page);
    await button(words.booking.hold).click();
    await page.getByText(words.booking.nothingToKeep).first().waitFor();
    await choosePatient(page, "Alvarez");
    await button(words.booking.hold).click();
    await page.getByText(words.booking.held).first().waitFor();
  });

  it.each([
    [1366, 768],
    [1024, 640],
  ])("is answered where nothing is covered and nothing moves, at %d by %d", async (width, height) => {
    await page.setViewportSize({ width, height });
    const header = page.getByRole("banner");
    const answer = header.getByText(words.booking.nothingToKeep);
    await answer.waitFor({ state: "detached" });
    const before = await header.boundingBox();
    await button(words.booking.hold).click();
    await answer.waitFor();
    const parts = [answer, ...(await header.getByRole("button").all())];
    const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
    const across = boxes.map((box) => ({ from: box?.x ?? NaN, to: (box?.x ?? NaN) + (box?.width ?? NaN) }));
    const inOrder = across.toSorted((a, b) => a.from - b.from);
    expect(inOrder).toHaveLength(3);
    for (const [at, part] of inOrder.slice(1).entries())
      expect(part.from).toBeGreaterThanOrEqual(inOrder[at]?.to ?? NaN);
    expect(await header.boundingBox()).toEqual(before);
  });
});
