import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright";
import { json, jwtOf, startFakeService, type FakeAnswer, type FakeService } from "../support/fake-service.ts";
import {
  annSample,
  choosePatient,
  createPatient,
  go,
  signIn,
  startApp,
  step,
  type TestApp,
} from "../support/app.ts";

/** What the window says of an item agrees with what the service holds, whoever answers. */
let desk: TestApp;
let page: Page;
let service: FakeService;

const main = (): Locator => page.getByRole("main");
const text = (words: string | RegExp): Locator => main().getByText(words).first();
const button = (name: string): Locator => main().getByRole("button", { name, exact: true });
const detail = (): Locator => page.getByRole("region", { name: "Item" });
const heading = (): Locator => page.getByRole("heading", { level: 1 });
const wifi: FakeAnswer = {
  status: 200,
  type: "text/html",
  body: "<!doctype html><title>x</title><h1>Welcome to Guest WiFi</h1><p>Sign in to go on.</p>",
};
const answer = (path: string, given: FakeAnswer | "cut" | null): void =>
  service.rule((request) => {
    if (request.path !== path || request.method !== "POST" || given === null) return null;
    if (given === "cut") throw new Error("The line is cut after the commit");
    return given;
  });
/** The answer to a booking as it was sent, but for the change. */
const echoing = (change: object): void =>
  service.rule(({ path, body }) => {
    if (path !== "/api/appointment") return null;
    const { paymentMethod: _card, ...sent } = JSON.parse(body);
    return json(201, { id: 900, appointmentTimeZone: "America/New_York", price: 95, ...sent, ...change });
  });

beforeAll(async () => {
  service = await startFakeService();
  desk = await startApp();
  ({ page } = desk);
  await signIn(page, {
    address: service.baseUrl,
    token: jwtOf({ iss: "elm", sub: "Elm Street", exp: 4_102_444_800 }),
  });
  await heading().getByText("New booking").waitFor();
  await newPatient({ Phone: "2175550100", "External ID": "E-1" });
  await text("Created: Ann Sample is patient #").waitFor();
});
afterEach(() => service.rule(() => null));
afterAll(async () => {
  await desk.dispose();
  await service.close();
});

async function newPatient(change: Parameters<typeof createPatient>[1]): Promise<void> {
  await go(page, "Patients");
  await button("New patient").click();
  await createPatient(page, { ...annSample, ...change });
}
async function book(time: string): Promise<void> {
  await go(page, "New booking");
  await page.keyboard.press("Control+n");
  await choosePatient(page, "Ann Sample");
  await step(page, "Visit").click();
  await page.getByLabel("Service", { exact: true }).fill("102");
  await page.getByLabel("Date", { exact: true }).fill("3/4/2031");
  await page.getByLabel("Time", { exact: true }).fill(time);
  await step(page, "Billing").click();
  await page.getByRole("radio", { name: "Monthly Invoice" }).check({ force: true });
  await step(page, "Review").click();
  await text("March 4, 2031").waitFor();
  await button("Book").click();
}
const number = async (): Promise<string> => {
  const known = await page.evaluate(() => window.desk.invoke("patients.search", { text: "Ann", limit: 1 }));
  return String(known.ok ? known.value.patients[0]?.patientId : "");
};

describe("a booking", () => {
  it("answered with Denied is not called booked, on any screen", async () => {
    echoing({ status: "Denied" });
    await book("8am");
    await heading().getByText("Denied by the service").waitFor();
    await page.getByRole("alert").getByText("Tell the person").waitFor();
    expect(await main().textContent()).not.toMatch(/\bbooked\b/i);
    await desk.picture("words-denied");
    await go(page, "Bookings");
    const row = page.getByRole("list", { name: "Bookings" }).getByRole("button").first();
    await row.getByText("Denied", { exact: true }).waitFor();
    await row.click();
    await page.getByRole("region", { name: "Booking details" }).getByText("Denied by the service").waitFor();
  });

  it("recorded at another address is told on the screen, in the list and on the slip", async () => {
    echoing({ id: 905, status: "Pending", address: "21 Oak St\u202E\nStatus: fine" });
    await book("9am");
    const told = "Address: sent “1 Main St”, the service recorded “21 Oak St Status: fine”.";
    await page.getByRole("alert").getByText(told).waitFor();
    await heading().getByText("Booked – waiting for approval (Pending)").waitFor();
    expect(await page.locator("[aria-hidden=true] dl + div").textContent()).toContain(told);
    await desk.picture("words-differs");
    await go(page, "Bookings");
    await page.getByRole("button", { name: /did not record what was sent/ }).click();
    const shown = page.getByRole("region", { name: "Booking details" });
    await shown.getByText(told).waitFor();
    await desk.picture("words-bookings");
  });

  it("that the service does not have after all can be taken back, after a question", async () => {
    await button("It was not booked after all").click();
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Leave it as it is" }).click();
    await question.waitFor({ state: "detached" });
    await button("It was not booked after all").click();
    await question.getByRole("button", { name: "It was not booked" }).click();
    await heading().getByText("Outbox").waitFor();
    await detail().getByText("The service had answered with booking #905.").waitFor();
    await desk.picture("words-not-booked");
    echoing({ id: 901, status: "Pending" });
    await detail().getByRole("button", { name: "Book again" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Book again" }).click();
    await detail().getByText("Booked – waiting for approval (Pending). It is among the bookings.").waitFor();
  });

  it("that a sign-in page answered may or may not be booked, with what was seen and no markup", async () => {
    answer("/api/appointment", wifi);
    await book("10am");
    const seen = "200, text/html: “x Welcome to Guest WiFi Sign in to go on.”";
    await page.getByRole("alert").getByText("It may or may not have been booked.").waitFor();
    await text(seen).waitFor();
    expect(await main().getByRole("heading", { name: /Guest/ }).count()).toBe(0);
    expect(await main().textContent()).not.toMatch(/<\w|Slip|The service answered/);
    await desk.picture("words-sign-in-page");
    await go(page, "Outbox");
    await page.getByRole("list", { name: "Needs checking" }).getByRole("button").first().click();
    const attempts = detail().getByRole("region", { name: "Attempts" });
    await attempts.getByText("Something answered 200, but not as the service does").waitFor();
    await attempts.getByText(seen).waitFor();
    await desk.picture("words-evidence");
    await detail().getByRole("button", { name: "Discard" }).click();
    const question = page.getByRole("alertdialog");
    await question.getByText("does not cancel it at the service").waitFor();
    await question.getByRole("button", { name: "Discard" }).click();
    await detail().getByText("Discarded. An earlier try may have been made all the same.").waitFor();
  });
});

describe("a patient", () => {
  it("whose number is taken is shown beside who has it, and is used, not created", async () => {
    const id = await number();
    answer("/api/patient", json(409, { patientId: Number(id) }));
    await newPatient({ "First name": "Anna", Address: "9 Elm St", "External ID": "E-1" });
    const row = page.getByRole("row", { name: /^Address/ });
    await row.getByText("differs").waitFor();
    expect(await row.textContent()).toBe(
      "Addressdiffers1 Main St Springfield IL 627019 Elm St Springfield IL 62701",
    );
    expect(await page.getByRole("row", { name: /^Gender/ }).textContent()).toBe("GenderFemaleFemale");
    await desk.picture("words-side-by-side");
    await button(`Use patient #${id}`).click();
    await text(`Patient #${id} is used.`).waitFor();
    await text("The service may hold other details").waitFor();
    expect(await main().textContent()).not.toMatch(/created/i);
    await desk.picture("words-used");
  });

  it("whose number nobody here knows is asked after at the service", async () => {
    answer("/api/patient", json(409, { patientId: 4711 }));
    await newPatient({ "First name": "Bea", "External ID": "E-2" });
    await text("#4711 is not known on this computer: ask the service who #4711 is.").waitFor();
    await text("Nothing was created.").waitFor();
  });

  it("that an earlier try may have made is offered first, with a warning of a second one", async () => {
    let tries = 0;
    service.rule(({ path }) => {
      if (path !== "/api/patient") return null;
      tries += 1;
      if (tries === 1) throw new Error("The line is cut after the commit");
      return json(409, { patientId: 71 });
    });
    await newPatient({ "First name": "Cora", "External ID": "E-3" });
    await text("Your earlier try may have made this patient: it is #71.").waitFor({ timeout: 30_000 });
    await text("With another external ID a second patient may be made.").waitFor();
    expect(await main().textContent()).not.toContain("Nothing was created");
    await desk.picture("words-may-be-ours");
    await button("Use patient #71").click();
    await text("Patient #71 is used.").waitFor();
  });

  it("edited after an unclear try keeps its external ID, and says why", async () => {
    let tries = 0;
    service.rule(({ path }) => {
      if (path !== "/api/patient") return null;
      tries += 1;
      if (tries === 1) throw new Error("The line is cut after the commit");
      return tries === 2 ? json(422, { message: "No such city" }) : null;
    });
    await newPatient({ "First name": "Dora", "External ID": "E-4" });
    await text("An earlier try may have created this patient.").waitFor({ timeout: 30_000 });
    await text("Saved on this computer – it may have been created already.").waitFor();
    expect(await main().textContent()).not.toMatch(/nothing was created|not created/i);
    // It is no other patient than the one that is being typed.
    expect(await main().getByRole("button", { name: "Use Dora Sample" }).count()).toBe(0);
    await page.getByLabel("City", { exact: true }).fill("Chatham");
    const field = page.getByLabel("External ID", { exact: true });
    await expect.poll(() => field.getAttribute("readonly")).not.toBeNull();
    expect(await field.inputValue()).toBe("E-4");
    await text("This cannot be changed: an earlier try may have made this patient").waitFor();
    await desk.picture("words-held");
    await button("Create patient").click();
    await text(/is patient #|is used/).waitFor();
    const ids = service
      .sent("/api/patient")
      .slice(-3)
      .map((body) => JSON.stringify(body));
    expect(ids.every((body) => body.includes('"E-4"'))).toBe(true);
  });

  it("that only sign-in pages answered needs checking, and is sent again by a person's word", async () => {
    answer("/api/patient", wifi);
    await newPatient({ "First name": "Elsa" });
    await text("It is not known whether the patient was created.").waitFor({ timeout: 60_000 });
    await button("Show it in the outbox").click();
    await detail().getByText("Sending it again is safe").waitFor();
    expect(await detail().getByRole("button", { name: /^Mark/ }).count()).toBe(0);
    await desk.picture("words-patient-checking");
    service.rule(() => null);
    await page.getByRole("button", { name: /Check now/ }).click();
    await detail().getByRole("button", { name: "Send again" }).click();
    await detail().getByText("The service has this patient as #").waitFor({ timeout: 30_000 });
  });
});

describe("a token that may read and not write", () => {
  it("is said once, never with another answer, and another token sends what waits", async () => {
    service.rule(({ token, method }) =>
      method === "POST" && !token.endsWith(".write") ? json(401, { message: "read only" }) : null,
    );
    await book("11am");
    await text("Not booked. The access token was refused.").waitFor();
    await text("It is saved and goes out after a new token.").waitFor();
    expect(await main().textContent()).not.toMatch(/has not answered|answered 401/);
    await desk.picture("words-token");
    await page.getByRole("button", { name: "Enter a new token" }).click();
    const dialog = page.getByRole("dialog");
    await dialog
      .getByLabel("Access token")
      .fill(jwtOf({ iss: "elm", sub: "Elm Street", exp: 4_102_444_800 }, "write"));
    await dialog.getByRole("button", { name: "Connect" }).click();
    await heading().getByText("Booked – waiting for approval (Pending)").waitFor({ timeout: 30_000 });
    expect(service.requests.filter(({ path }) => path === "/api/appointment").length).toBeLessThan(20);
  });
});
