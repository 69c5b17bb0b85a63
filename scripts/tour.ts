import { mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import { electronBinaryAvailable } from "../tools/chromium-host/launch.ts";
import { annSample, choosePatient, createPatient, go, root, startApp, step } from "../test/support/app.ts";

/** npm run tour: the main job in the practice service, with no hands, a line and a screenshot a step. */
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
  await step(page, "Visit").click();
  await page.getByLabel("Service", { exact: true }).fill("101");
  await page.getByLabel("Date", { exact: true }).fill("tomorrow");
  await page.getByLabel("Time", { exact: true }).fill(time);
}

async function book(billing: string, time: string): Promise<void> {
  await go(page, "New booking");
  await choosePatient(page, "Ann Sample");
  await fillVisit(time);
  await step(page, "Billing").click();
  await page.getByRole("radio", { name: billing }).check({ force: true });
  if (billing === "Bill to Patient") {
    await page.getByRole("button", { name: "Add practice card" }).click();
    await page.getByText("Card for this booking: Practice Visa •••• 4242").waitFor();
  }
  await step(page, "Review").click();
  await page.getByRole("button", { name: "Book", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Booked" }).waitFor();
}

try {
  await show("The sign-in screen", () => page.getByRole("button", { name: "Practise" }).waitFor());
  await show("Signed in to the practice service", async () => {
    await page.getByRole("button", { name: "Practise" }).click();
    await page.getByRole("heading", { level: 1, name: "New booking" }).waitFor();
  });
  await show("Registered a webhook for approved and denied appointments, and it is listed", async () => {
    await go(page, "Webhooks");
    await page.getByRole("button", { name: "Use the practice inbox" }).click();
    await page.getByRole("checkbox", { name: /approved/ }).check({ force: true });
    await page.getByRole("checkbox", { name: /denied/ }).check({ force: true });
    await page.getByRole("button", { name: "Register webhook" }).click();
    await page.getByText("Registered as #").first().waitFor();
  });
  await show("Created a patient", async () => {
    await go(page, "Patients");
    await page.getByRole("button", { name: "New patient" }).click();
    await createPatient(page, { ...annSample, Phone: "217 555 0100", "External ID": "TOUR-1" });
    await page.getByRole("button", { name: "Book an appointment" }).waitFor();
  });
  for (const [billing, time] of [
    ["Bill to Patient", "2pm"],
    ["Bill to Account", "3:15 pm"],
    ["Monthly Invoice", "16:30"],
  ] as const) {
    await show(`Booked with ${billing}`, () => book(billing, time));
  }
  await show("Met a 409: the external ID already belongs to a patient", async () => {
    await go(page, "Patients");
    await page.getByRole("button", { name: "New patient" }).click();
    await createPatient(page, { ...annSample, "First name": "Anna", "External ID": "TOUR-1" });
    await page.getByRole("button", { name: "Change the external ID" }).waitFor();
  });
  await show("Used the existing patient", async () => {
    const use = page.getByRole("button", { name: /^Use patient #/ });
    await use.click();
    await use.waitFor({ state: "detached" });
  });
  await show("The bookings made from this computer", async () => {
    await go(page, "Bookings");
    await page.getByText("Ann Sample").nth(2).waitFor();
  });
  await show("The deliveries of the decisions arrived", async () => {
    await go(page, "Webhooks");
    await page.getByText("appointment.approved.v1").first().waitFor();
    await page.getByText(/204/).first().waitFor();
  });
  console.log(`The tour is over: ${number} steps, none failed.`);
} catch (error) {
  await page.screenshot({ path: join(folder, "failed.png") });
  console.error(`The tour stopped after step ${number}:`, error);
  process.exitCode = 1;
} finally {
  await desk.dispose();
}
