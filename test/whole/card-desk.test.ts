import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "playwright";
import { fillCard, testNumbers } from "../provider/card-page.ts";
import { choosePatient, go, newBooking, step } from "../support/app.ts";
import {
  bookings,
  bookingUpToCard,
  collectCard,
  formIsThere,
  saveCard,
  startCardDesk,
  type CardDesk,
  chosenCard,
} from "../support/card-kit.ts";
import { words } from "../../messages/words.ts";

let kit: CardDesk;
let page: Page;

beforeAll(async () => {
  kit = await startCardDesk();
  ({ page } = kit.desk);
});
afterAll(async () => {
  await kit.close();
});

const collected = (): Promise<void> => chosenCard(page, "Visa •••• 4242").waitFor();

it("shows and keeps a card that comes after the person looked something up elsewhere", async () => {
  await bookingUpToCard(page, { time: "9am" });
  const card = await collectCard(kit.desk);
  await formIsThere(card);
  await go(page, "patients");
  await go(page, "new-booking");
  await step(page, "billing").click();
  await fillCard(card, testNumbers.accepted);
  await saveCard(card);
  await collected();
  await step(page, "visit").click();
  await page.getByLabel(words.booking.label.notes, { exact: true }).fill("Came back");
  await page.getByLabel(words.booking.label.notes, { exact: true }).blur();
  await expect.poll(async () => (await bookings(page))[0]?.form.notes).toBe("Came back");
  expect((await bookings(page))[0]?.form).toMatchObject({ time: "9am", card: { last4: "4242" } });
});

it("leaves the booking that is typed meanwhile alone when the card window saves its own for later", async () => {
  await bookingUpToCard(page, { time: "10am" });
  const card = await collectCard(kit.desk);
  await formIsThere(card);
  await newBooking(page);
  await step(page, "visit").click();
  await page.getByLabel(words.booking.label.time, { exact: true }).fill("11am");
  await card.getByRole("button", { name: words.card.later }).click();
  await expect
    .poll(async () => (await bookings(page)).find(({ form }) => form.time.startsWith("10"))?.status)
    .toBe("needs-card");
  await expect.poll(() => card.isClosed()).toBe(true);
  await expect.poll(() => page.getByRole("status").allTextContents()).toContain(words.booking.savedMeanwhile);
  expect(await page.getByLabel(words.booking.label.time, { exact: true }).inputValue()).toBe("11am");
});

it("keeps a card that came before anybody had chosen the patient", async () => {
  await newBooking(page);
  await step(page, "visit").click();
  await page.getByLabel(words.booking.label.time, { exact: true }).fill("2pm");
  await step(page, "billing").click();
  await page
    .getByRole("radio", { name: words.booking.billing.names["Bill to Patient"] })
    .check({ force: true });
  const card = await collectCard(kit.desk);
  await formIsThere(card);
  await step(page, "patient").click();
  await choosePatient(page, "Ann Sample");
  await fillCard(card, testNumbers.accepted);
  await saveCard(card);
  await expect.poll(() => card.isClosed()).toBe(true);
  await step(page, "billing").click();
  await collected();
  await expect
    .poll(async () => (await bookings(page))[0]?.form)
    .toMatchObject({ time: "2pm", card: { last4: "4242" } });
});
