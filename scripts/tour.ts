import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { Locator, Page } from "playwright";
import { electronBinaryAvailable } from "../tools/chromium-host/launch.ts";
import {
  annSample,
  choosePatient,
  createPatient,
  go,
  openSettings,
  root,
  startApp,
  step,
} from "../test/support/app.ts";
import { words } from "../messages/words.ts";
import { endProcess, startHubProcess } from "../test/support/hub-process.ts";
import { any, matching } from "../test/support/matching.ts";
import { takePictures } from "./tour/pictures.ts";

/**
 * npm run tour: the main job in the practice service, with no hands, a line and a screenshot a step; then the pictures of the
 * documents. With `-- --docs` these replace those in docs/screenshots.
 */
const folder = join(root, "test", "output", "tour");
mkdirSync(folder, { recursive: true });

console.log(
  electronBinaryAvailable()
    ? "Tour of Front Desk on Electron."
    : "Tour of Front Desk on the Chromium host: Electron's binary is not there.",
);
const desk = await startApp();
const { page } = desk;
let number = 0;

/** Does one step, takes its picture and prints both. */
async function show(what: string, work: () => Promise<unknown>): Promise<void> {
  await work();
  number += 1;
  const name = `${String(number).padStart(2, "0")}-${what.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.png`;
  await page.screenshot({ path: join(folder, name) });
  console.log(`${String(number).padStart(2)}. ${what}  (${relative(process.cwd(), join(folder, name))})`);
}

async function fillVisit(time: string): Promise<void> {
  await step(page, "visit").click();
  await page.getByLabel(words.booking.label.service, { exact: true }).fill("101");
  await page.getByLabel(words.booking.label.date, { exact: true }).fill("tomorrow");
  await page.getByLabel(words.booking.label.time, { exact: true }).fill(time);
}

async function book(billing: string, time: string): Promise<void> {
  await go(page, "new-booking");
  await choosePatient(page, "Ann Sample");
  await fillVisit(time);
  await step(page, "billing").click();
  await page.getByRole("radio", { name: billing }).check({ force: true });
  if (billing === "Bill to Patient") {
    await page.getByRole("button", { name: words.booking.practice.add }).click();
    await page.getByRole("region", { name: words.booking.card.ofBooking, exact: true }).waitFor();
  }
  await step(page, "review").click();
  await page.getByRole("button", { name: words.booking.book, exact: true }).click();
  await page.getByRole("heading", { level: 1, name: words.items.made.booking }).waitFor();
}

/** News of approvals, over a hub on this computer. */
async function tourOfNotices(): Promise<void> {
  const hubFolder = mkdtempSync(join(tmpdir(), "front-desk-tour-"));
  const hub = await startHubProcess(hubFolder);
  const { notices, clinic } = words;
  const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
  const press = (name: string, within: Page | Locator = page): Promise<void> =>
    within.getByRole("button", { name, exact: true }).click();
  try {
    await show("Made a clinic of one desk, over a hub on this computer", async () => {
      await openSettings(page, "desks");
      await press(clinic.section.create);
      await dialog.getByLabel(clinic.form.hub, { exact: true }).fill(hub.address);
      await dialog.getByLabel(clinic.form.token, { exact: true }).fill(String(hub.creationToken));
      await dialog.getByLabel(clinic.form.name, { exact: true }).fill("Front");
      await press(clinic.create.submit, dialog);
      await page.getByText(clinic.hub.word.up, { exact: true }).waitFor();
    });
    await show("Registered the hub for notices of approvals and denials", async () => {
      await press(notices.addresses.register);
      await press(notices.addresses.yes, dialog);
      await page.getByText(notices.addresses.states.answered).first().waitFor();
    });
    await show("A notice arrived after a booking, and was pointed at", async () => {
      await book("Monthly Invoice", "5pm");
      await openSettings(page, "desks");
      await page
        .getByRole("row", { name: new RegExp(notices.list.problem["no-pointer"]) })
        .getByRole("button")
        .click();
      await press(notices.detail.chooseOf({ place: "/data/appointmentId" }), dialog);
      await press(notices.detail.yes, dialog);
      await press(notices.detail.close, dialog);
    });
    await show("The agenda says by itself that the booking was approved", async () => {
      await go(page, "bookings");
      await page
        .getByText(/unverified update/)
        .first()
        .waitFor();
    });
  } finally {
    await endProcess(hub.child, "SIGTERM");
    rmSync(hubFolder, { recursive: true, force: true });
  }
}

try {
  await show("The sign-in screen", () =>
    page.getByRole("button", { name: words.signIn.practice.start }).waitFor(),
  );
  await show("Signed in to the practice service", async () => {
    await page.getByRole("button", { name: words.signIn.practice.start }).click();
    await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
  });
  await show("Registered a webhook for approved and denied appointments, and it is listed", async () => {
    await go(page, "webhooks");
    await page.getByRole("button", { name: words.webhooks.practiceInbox }).click();
    await page.getByRole("checkbox", { name: words.webhooks.tell.approved }).check({ force: true });
    await page.getByRole("checkbox", { name: words.webhooks.tell.denied }).check({ force: true });
    await page.getByRole("button", { name: words.webhooks.register }).click();
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: words.webhooks.once.yes, exact: true }).click();
    await page
      .getByText(matching(words.webhooks.status.registeredAs({ id: any })))
      .first()
      .waitFor();
  });
  await show("Created a patient", async () => {
    await go(page, "patients");
    await page.getByRole("button", { name: words.patients.newPatient }).click();
    await createPatient(page, { ...annSample, phone: "217 555 0100", externalId: "TOUR-1" });
    await page.getByRole("button", { name: words.patients.book }).waitFor();
  });
  for (const [billing, time] of [
    ["Bill to Patient", "2pm"],
    ["Bill to Account", "3:15 pm"],
    ["Monthly Invoice", "16:30"],
  ] as const) {
    await show(`Booked with ${billing}`, () => book(billing, time));
  }
  await show("Met a 409: the external ID already belongs to a patient", async () => {
    await go(page, "patients");
    await page.getByRole("button", { name: words.patients.newPatient }).click();
    await createPatient(page, { ...annSample, firstName: "Anna", externalId: "TOUR-1" });
    await page.getByRole("button", { name: words.patients.changeExternalId }).waitFor();
  });
  await show("Used the existing patient", async () => {
    const use = page.getByRole("button", { name: matching(words.patients.acceptPatient({ id: any })) });
    await use.click();
    await use.waitFor({ state: "detached" });
  });
  await show("The bookings made from this computer", async () => {
    await go(page, "bookings");
    await page.getByText("Ann Sample").nth(2).waitFor();
  });
  await show("The deliveries of the decisions arrived", async () => {
    await go(page, "webhooks");
    await page.getByText("appointment.approved.v1").first().waitFor();
    await page.getByText(/204/).first().waitFor();
  });
  await tourOfNotices();
  console.log(`The tour is over: ${number} steps, none failed.`);
} catch (error) {
  await page.screenshot({ path: join(folder, "failed.png") });
  console.error(`The tour stopped after step ${number}:`, error);
  process.exitCode = 1;
} finally {
  await desk.dispose();
}
const pictures = process.argv.includes("--docs") ? join(root, "docs", "screenshots") : join(folder, "docs");
console.log(`The pictures of the documents, in ${relative(process.cwd(), pictures)}:`);
await takePictures(pictures, (line) => console.log(`    ${line}`));
