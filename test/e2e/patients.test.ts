import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright";
import { allRules, axeFindings } from "../support/axe.ts";
import { fillPatient, itemsIn, borrowApp, step, type TestApp } from "../support/app.ts";
import { bookingForm, knownPatient, send } from "../support/by-bridge.ts";
import { matching } from "../support/matching.ts";
import { words } from "../../messages/words.ts";

/** Finding a patient, making one of what was typed, and their page. One story: each test goes on from the one before. */
let desk: TestApp;
let page: Page;

const main = (): Locator => page.getByRole("main");
const button = (name: string | RegExp): Locator => main().getByRole("button", { name, exact: true });
const field = (name: keyof typeof words.patients.label): Locator =>
  main().getByLabel(words.patients.label[name], { exact: true });
const search = (): Locator => main().getByRole("searchbox", { name: words.patients.search });
const find = (): Locator => main().getByRole("combobox", { name: words.booking.patient.find });
const details = (): Locator => main().getByRole("region", { name: words.patients.details });
const found = (): Locator => main().getByRole("list", { name: words.patients.title });
const isFocused = (part: Locator): Promise<boolean> =>
  part.evaluate((element) => element === document.activeElement);

const rest = {
  gender: "Female",
  address: "12 Oak Street",
  city: "Springfield",
  state: "IL",
  zip: "62701",
  email: "jane@example.com",
};

beforeAll(async () => {
  desk = await borrowApp();
  ({ page } = desk);
  await page.getByRole("button", { name: words.signIn.practice.start }).click();
  await find().waitFor();
});
afterAll(() => desk.dispose());

describe("a patient whom nobody here knows", () => {
  // patients-4: With no match, the new patient's form has name, date and phone filled in
  it(
    "is offered to be made of what was typed, by Enter, with the fields filled in",
    { tags: ["patients-4"] },
    async () => {
      await find().fill("doe, jane 3/5/84 217 555 0199");
      await main()
        .getByRole("option", { name: matching(words.patients.createNamed({ name: "Jane Doe" })) })
        .waitFor();
      await find().press("Enter");
      await field("firstName").waitFor();
      await expect.poll(() => field("phone").inputValue()).toBe("(217) 555-0199");
      expect(await field("firstName").inputValue()).toBe("Jane");
      expect(await field("lastName").inputValue()).toBe("Doe");
      expect(await field("dob").inputValue()).toBe("3/5/84");
      await expect.poll(() => isFocused(field("gender"))).toBe(true);
    },
  );

  it("is kept from then on, as all that is typed is", async () => {
    await expect
      .poll(async () =>
        (await itemsIn(page, { kinds: ["patient"], statuses: ["draft"] })).map(({ form }) => form),
      )
      .toMatchObject([{ firstName: "Jane", lastName: "Doe", dob: "3/5/84" }]);
  });

  // patients-11: A patient created in a booking leads on to the visit
  it("is booked for at once: it goes on to the visit", { tags: ["patients-11"] }, async () => {
    await fillPatient(page, rest);
    await button(words.patients.create).click();
    await expect.poll(() => step(page, "visit").getAttribute("aria-current")).toBe("step");
    await expect
      .poll(() => isFocused(main().getByLabel(words.booking.label.service, { exact: true })))
      .toBe(true);
  });
});

describe("the patients", () => {
  it("are searched at once, and Down and Enter open one", async () => {
    await page.keyboard.press("Control+2");
    await expect.poll(() => isFocused(search())).toBe(true);
    await page.keyboard.type("30584 doe");
    await found().getByRole("button", { name: "Jane Doe" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await details().getByRole("heading", { level: 2, name: "Jane Doe" }).waitFor();
    await expect.poll(() => isFocused(details())).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => isFocused(found().getByRole("button", { name: "Jane Doe" }))).toBe(true);
    await page.keyboard.press("Enter");
  });

  // patients-6: A patient's page shows visits and age, and no number made up here
  it(
    "have a page with nothing on it that nobody typed, and start a person of the same household",
    { tags: ["patients-6"] },
    async () => {
      await details().getByText(words.patients.visits.noneUpcoming).waitFor();
      await details().getByText("12 Oak Street, Springfield, IL 62701").waitFor();
      expect(await details().textContent()).not.toContain("FD-");
      expect(await axeFindings(page, allRules)).toEqual([]);
      await button(words.patients.sameHousehold).click();
      await expect.poll(() => field("address").inputValue()).toBe("12 Oak Street");
    },
  );
});

describe("the form of a new patient", () => {
  // patients-10: A new patient's form that was left is offered again by name
  it("is offered again by name when it was left", { tags: ["patients-10"] }, async () => {
    await field("firstName").fill("Jonah");
    await field("lastName").fill("Doe");
    await button(words.patients.close).click();
    const resume = button(words.patients.continueWith({ name: "Jonah Doe" }));
    await resume.click();
    await expect.poll(() => field("lastName").inputValue()).toBe("Doe");
    await button(words.patients.close).click();
  });
});

describe("the page of a patient who has a booking", () => {
  it("shows it among those to come, and opens it", async () => {
    await send(page, bookingForm({ patient: await knownPatient(page, "jane doe") }));
    await found().getByRole("button", { name: "Jane Doe" }).click();
    const visit = details().getByRole("list", { name: words.patients.visits.upcoming }).getByRole("button");
    await visit.waitFor();
    await visit.click();
    await main()
      .getByRole("region", { name: words.bookings.details })
      .getByText("Jane Doe")
      .first()
      .waitFor();
  });
});
