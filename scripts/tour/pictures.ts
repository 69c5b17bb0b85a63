import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { words } from "../../messages/words.ts";
import { samplePatients } from "../../mock/sample-data.ts";
import { emptyPatientForm } from "../../shared/patients/patient-form.ts";
import {
  annSample,
  choosePatient,
  fillPatient,
  go,
  newBooking,
  startApp,
  step,
} from "../../test/support/app.ts";
import { ask, bookingOf, knownPatient, send } from "../../test/support/by-bridge.ts";
import { pictureNames, type PictureName } from "./picture-names.ts";
import { shrinkPng } from "./small-png.ts";

type Visit = {
  readonly of: string;
  readonly date: string;
  readonly time: string;
  readonly service: string;
  readonly billingType?: "Bill to Patient" | "Monthly Invoice";
};

/** Whether the afternoon is still to come where the pictures are taken. */
const isMorning =
  Number(
    new Date().toLocaleString("en-US", { timeZone: "America/New_York", hour: "2-digit", hourCycle: "h23" }),
  ) < 12;
const [first, second] = isMorning ? ["3 pm", "3:15 pm"] : ["11:15 pm", "11:30 pm"];

/** A day at a desk: today's appointments, the next days', and two who are to be called for a card. */
const visits: readonly Visit[] = [
  { of: "Zoë", date: "today", time: first, service: "101" },
  { of: "Linh", date: "today", time: second, service: "102" },
  { of: "James", date: "next Wednesday", time: "9 am", service: "103" },
  { of: "Maria", date: "next Wednesday", time: "9:15 am", service: "101" },
  { of: "Zoë", date: "next Wednesday", time: "2:15 pm", service: "102" },
  { of: "Linh", date: "+2", time: "8:30 am", service: "101" },
  { of: "Maria", date: "+3", time: "10 am", service: "104" },
  { of: "James", date: "+3", time: "9 am", service: "102", billingType: "Bill to Patient" },
  { of: "Linh", date: "+5", time: "9 am", service: "102", billingType: "Bill to Patient" },
];

async function save(page: Page, { of, ...visit }: Visit): Promise<void> {
  const patient = await knownPatient(page, of);
  // Without a card it waits for a call.
  const isCall = visit.billingType === "Bill to Patient";
  await send(page, bookingOf({ ...visit, patient }), { wait: !isCall });
}

async function beginDay(page: Page): Promise<void> {
  await page.getByRole("button", { name: words.signIn.practice.start }).click();
  await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
  for (const visit of visits) await save(page, visit);
  const paused = bookingOf({
    patient: await knownPatient(page, "Maria"),
    date: "+9",
    time: "3 pm",
    billingType: null,
  });
  await ask(page, "items.hold", await ask(page, "items.create", paused).then(({ id }) => ({ id })));
  // News of what was sent above the buttons, and what to try in training mode, are no part of a day.
  await page.reload();
  await go(page, "patients");
  await page.getByRole("button", { name: words.guide.practice.close }).click();
}

const field = (page: Page, name: string) => page.getByRole("main").getByLabel(name, { exact: true });

/** How each picture comes about, each where the one before has ended. */
const scenes: Readonly<Record<PictureName, (page: Page) => Promise<unknown>>> = {
  "first-screen": async (page) => {
    await newBooking(page);
    await page.getByText(words.start.calls.title, { exact: true }).waitFor();
  },
  "new-patient": async (page) => {
    await page.getByRole("main").getByRole("button", { name: words.booking.patient.create }).click();
    await field(page, words.patients.label.firstName).waitFor();
    await fillPatient(page, { ...annSample, phone: "217 555 0100" });
  },
  visit: async (page) => {
    await newBooking(page);
    await choosePatient(page, "Alvarez");
    await step(page, "visit").click();
    await field(page, words.booking.label.service).fill("103");
    await field(page, words.booking.label.date).fill("next Wednesday");
    await field(page, words.booking.label.time).fill("2pm");
    await field(page, words.booking.label.notes).fill("Needs the ground floor.");
  },
  billing: async (page) => {
    await step(page, "billing").click();
    await page
      .getByRole("radio", { name: words.booking.billing.names["Bill to Patient"] })
      .check({ force: true });
    await page.getByRole("button", { name: words.booking.practice.add }).click();
    await page.getByRole("region", { name: words.booking.card.ofBooking, exact: true }).waitFor();
  },
  review: (page) => step(page, "review").click(),
  booked: async (page) => {
    await page.getByRole("button", { name: words.booking.book, exact: true }).click();
    await page.getByRole("heading", { level: 1, name: words.items.made.booking }).waitFor();
  },
  bookings: async (page) => {
    await go(page, "bookings");
    await page.getByRole("main").getByRole("button", { name: /Zoë/ }).first().click();
    await page
      .getByRole("region", { name: words.bookings.details })
      .getByRole("button", { name: words.slip.open })
      .waitFor();
  },
  offline: async (page) => {
    await ask(page, "practice.answer", { answers: false });
    await save(page, { of: "Zoë", date: "+4", time: "10 am", service: "103" });
    await go(page, "outbox");
    await page.getByRole("tab", { name: words.outbox.tabs.automatic }).click();
    await page.getByText(words.shell.connection.state.offline, { exact: true }).first().waitFor();
  },
  "needs-fixing": async (page) => {
    await ask(page, "practice.answer", { answers: true });
    await page.getByText(words.shell.connection.state.online, { exact: true }).first().waitFor();
    // A patient whom the booking service has already, typed once more.
    for (const { phone = "", externalId = "", ...others } of samplePatients.slice(1, 2))
      await send(page, { kind: "patient", form: { ...emptyPatientForm, ...others, phone, externalId } });
    await page.reload();
    await go(page, "outbox");
    await page.getByRole("tab", { name: words.outbox.tabs.needsYou }).click();
    await page.getByRole("main").getByRole("button", { name: /James/ }).first().click();
    await page.getByRole("button", { name: words.patients.changeExternalId }).waitFor();
  },
  outbox: async (page) => {
    await page.getByRole("main").getByRole("button", { name: /Linh/ }).first().click();
    await page.getByRole("button", { name: words.outbox.action["add-card"], exact: true }).waitFor();
  },
  settings: (page) => go(page, "settings"),
};

/** Takes the pictures of the documents, in the training mode of a desk of their own. Answers what is told of each. */
export async function takePictures(folder: string, tell: (line: string) => void): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const desk = await startApp();
  const { page } = desk;
  try {
    await page.setViewportSize({ width: 1_366, height: 768 });
    await beginDay(page);
    for (const name of pictureNames) {
      await scenes[name](page);
      const picture = shrinkPng(await page.screenshot({ animations: "disabled" }));
      writeFileSync(join(folder, `${name}.png`), picture);
      tell(`${name}.png, ${Math.ceil(picture.length / 1_024)} kB`);
    }
  } catch (error) {
    await page.screenshot({ path: join(folder, "failed.png") });
    throw error;
  } finally {
    await desk.dispose();
  }
}
