import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright";
import { startMockService, type MockService } from "../../mock/service.ts";
import {
  borrowApp,
  choosePatient,
  newBooking,
  savePatient,
  signIn,
  step,
  type TestApp,
} from "../support/app.ts";
import { isFocused } from "../support/spoken-words.ts";
import { words } from "../../messages/words.ts";

/** What keys, the mouse and the layout show of a booking; all else is in component/real-desk/wizard. */
let desk: TestApp;
let service: MockService;
let page: Page;

const main = (): Locator => page.getByRole("main");
const field = (name: keyof typeof words.booking.label): Locator =>
  main().getByLabel(words.booking.label[name], { exact: true });
const button = (name: string): Locator => main().getByRole("button", { name, exact: true });
const rail = (name: string): Locator => main().getByRole("complementary", { name, exact: true });
/** What stands below a field. */
const linesOf = (name: keyof typeof words.booking.label): Promise<string> =>
  field(name).evaluate((box) =>
    (box.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent ?? "")
      .join(" "),
  );

beforeAll(async () => {
  service = await startMockService();
  desk = await borrowApp();
  ({ page } = desk);
  await signIn(page, { address: service.baseUrl, token: service.token });
  await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
  await savePatient(page, { firstName: "Maria", lastName: "Alvarez" });
  // As wide as on a desk.
  await page.setViewportSize({ width: 1366, height: 768 });
});
afterAll(async () => {
  await desk.dispose();
  await service.close();
});

describe("while it is filled in", () => {
  it("offers the day that may be meant where there is no such month, one key away", async () => {
    await step(page, "visit").click();
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

describe("Hold", () => {
  // keeping-7: Pause always answers, also with nothing to pause
  it("is answered where one looks, also when there is nothing to hold", { tags: ["keeping-7"] }, async () => {
    await newBooking(page);
    await button(words.booking.hold).click();
    await page.getByText(words.booking.nothingToKeep).first().waitFor();
    await choosePatient(page, "Alvarez");
    await button(words.booking.hold).click();
    await page.getByText(words.booking.held).first().waitFor();
  });

  // window-20: The answer to a press covers no control of a step and moves nothing
  it.each([
    [1366, 768],
    [1024, 640],
  ])(
    "is answered where no control is covered and nothing moves, at %d by %d",
    { tags: ["window-20"] },
    async (width, height) => {
      await page.setViewportSize({ width, height });
      const answer = page.getByRole("banner").getByText(words.booking.nothingToKeep);
      const controls = main().locator("button, input, select, textarea, summary");
      const boxes = (): Promise<DOMRect[]> =>
        controls.evaluateAll((all) =>
          all.map((control): DOMRect => control.getBoundingClientRect().toJSON()),
        );
      await answer.waitFor({ state: "detached" });
      await button(words.booking.hold).focus();
      const before = await boxes();
      await button(words.booking.hold).click();
      await answer.waitFor();
      expect(await boxes()).toEqual(before);
      const told = await answer.evaluate((part): DOMRect => part.getBoundingClientRect().toJSON());
      const covered = before.filter(
        ({ left, right, top, bottom }) =>
          left < told.right && right > told.left && top < told.bottom && bottom > told.top,
      );
      expect(covered).toEqual([]);
    },
  );
});
