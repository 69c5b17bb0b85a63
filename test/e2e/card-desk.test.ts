import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "playwright";
import { fillCard, testNumbers } from "../provider/card-page.ts";
import { choosePatient, go, step } from "../support/app.ts";
import {
  bookings,
  bookingUpToCard,
  collectCard,
  formIsThere,
  saveCard,
  startCardDesk,
  type CardDesk,
} from "../support/card-kit.ts";

let kit: CardDesk;
let page: Page;

beforeAll(async () => {
  kit = await startCardDesk();
  ({ page } = kit.desk);
});
afterAll(async () => {
  await kit.close();
});

const collected = (): Promise<void> =>
  page
    .getByText(/Card for this booking: Visa •••• 4242/)
    .first()
    .waitFor();

it("shows and keeps a card that comes after the person looked something up elsewhere", async () => {
  await bookingUpToCard(page, { time: "9am" });
  const card = await collectCard(kit.desk);
  await formIsThere(card);
  await go(page, "Patients");
  await go(page, "New booking");
  await step(page, "Billing").click();
  await fillCard(card, testNumbers.accepted);
  await saveCard(card);
  await collected();
  await step(page, "Visit").click();
  await page.getByLabel("Notes", { exact: true }).fill("Came back");
  await page.getByLabel("Notes", { exact: true }).blur();
  await expect.poll(async () => (await bookings(page))[0]?.form.notes).toBe("Came back");
  expect((await bookings(page))[0]?.form).toMatchObject({ time: "9am", card: { last4: "4242" } });
});

it("leaves the booking that is typed meanwhile alone when the card window saves its own for later", async () => {
  await bookingUpToCard(page, { time: "10am" });
  const card = await collectCard(kit.desk);
  await formIsThere(card);
  await page.keyboard.press("Control+n");
  await step(page, "Visit").click();
  await page.getByLabel("Time", { exact: true }).fill("11am");
  await card.getByRole("button", { name: "Save as needs card" }).click();
  await expect
    .poll(async () => (await bookings(page)).find(({ form }) => form.time.startsWith("10"))?.status)
    .toBe("needs-card");
  await expect.poll(() => card.isClosed()).toBe(true);
  await expect
    .poll(() => page.getByRole("status").allTextContents())
    .toContain("The booking of the card window was saved for later.");
  expect(await page.getByLabel("Time", { exact: true }).inputValue()).toBe("11am");
});

it("keeps a card that came before anybody had chosen the patient", async () => {
  await go(page, "New booking");
  await page.keyboard.press("Control+n");
  await step(page, "Visit").click();
  await page.getByLabel("Time", { exact: true }).fill("2pm");
  await step(page, "Billing").click();
  await page.getByRole("radio", { name: "Bill to Patient" }).check({ force: true });
  const card = await collectCard(kit.desk);
  await formIsThere(card);
  await step(page, "Patient").click();
  await choosePatient(page, "Ann Sample");
  await fillCard(card, testNumbers.accepted);
  await saveCard(card);
  await expect.poll(() => card.isClosed()).toBe(true);
  await step(page, "Billing").click();
  await collected();
  await expect
    .poll(async () => (await bookings(page))[0]?.form)
    .toMatchObject({ time: "2pm", card: { last4: "4242" } });
});
