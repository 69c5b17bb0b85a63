import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright";
import { jwtOf, startFakeService, type FakeService } from "../support/fake-service.ts";
import {
  borrowApp,
  choosePatient,
  go,
  newBooking,
  savePatient,
  signIn,
  step,
  type TestApp,
} from "../support/app.ts";
import { words } from "../../messages/words.ts";

let desk: TestApp;
let page: Page;
let service: FakeService;

const field = (name: string): Locator => page.getByRole("main").getByLabel(name, { exact: true });
const appointments = (): readonly unknown[] => service.sent("/api/appointment");

beforeAll(async () => {
  service = await startFakeService();
  desk = await borrowApp();
  ({ page } = desk);
  const token = jwtOf({ iss: "elm", sub: "Elm Street Clinic", exp: 4_102_444_800 });
  await signIn(page, { address: service.baseUrl, token });
  await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
  await savePatient(page);
});
afterAll(async () => {
  await desk.dispose();
  await service.close();
});

/** A whole booking for Ann Sample, up to the button. */
async function fillBooking(time: string): Promise<void> {
  await newBooking(page);
  await choosePatient(page, "Ann Sample");
  await step(page, "visit").click();
  await field(words.booking.label.service).fill("102");
  await field(words.booking.label.date).fill("3/4/2031");
  await field(words.booking.label.time).fill(time);
  await step(page, "billing").click();
  await page
    .getByRole("radio", { name: words.booking.billing.names["Monthly Invoice"] })
    .check({ force: true });
  await step(page, "review").click();
  await page.getByRole("main").getByText("March 4, 2031").first().waitFor();
}

describe("booking", () => {
  // booking-3: Enter in a text field never books
  it("sends once in a storm of Enter", { tags: ["booking-3"] }, async () => {
    let release = (): void => undefined;
    const held = new Promise<null>((resolve) => {
      release = () => resolve(null);
    });
    service.rule(({ path }) => (path === "/api/appointment" ? held : null));
    await fillBooking("8am");
    await page.getByRole("button", { name: words.booking.book, exact: true }).focus();
    await Promise.all(Array.from({ length: 25 }, () => page.keyboard.press("Enter")));
    await Promise.all(Array.from({ length: 10 }, () => page.keyboard.press("Control+Enter")));
    await expect.poll(() => appointments().length).toBe(1);
    release();
    await page.getByRole("heading", { level: 1, name: words.items.made.booking }).waitFor();
    service.rule(() => null);
    await go(page, "bookings");
    expect(appointments()).toHaveLength(1);
  });
});
