import { afterAll, beforeAll, expect, it } from "vitest";
import type { Locator, Page } from "playwright";
import { itemsIn, newBooking, startApp, type TestApp } from "../support/app.ts";
import { isFocused } from "../support/spoken-words.ts";
import { words } from "../../messages/words.ts";

/** Several visits at once, by keyboard; what else there is to a series is in component/real-desk/series. */
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
beforeAll(async () => {
  desk = await startApp();
  ({ page } = desk);
  await page.getByRole("button", { name: words.signIn.practice.start }).click();
  await find().waitFor();
});
afterAll(() => desk.dispose());

// booking-24: A series can be booked by keyboard only
it(
  "books six visits by keyboard alone, each read back with its zone, and says what became of each",
  { tags: ["booking-24"] },
  async () => {
    await emptyWizard();
    await page.keyboard.type("alvarez");
    await page.getByRole("option", { name: /Alvarez/ }).waitFor();
    await page.keyboard.press("Enter");
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
  },
);
