import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMockService, type MockService } from "../../mock/service.ts";
import {
  annSample,
  borrowApp,
  choosePatient,
  createPatient,
  go,
  sendToken,
  signIn,
  step,
  typePaymentMethod,
  type TestApp,
} from "../support/app.ts";
import { words } from "../../messages/words.ts";

let mock: MockService;
let desk: TestApp;

beforeAll(async () => {
  mock = await startMockService({ decideAfterMs: 100 });
  desk = await borrowApp();
});
afterAll(async () => {
  await desk.dispose();
  await mock.close();
});

const appointments = () => mock.ledger().filter((entry) => entry.kind === "appointment");

/** Fills Visit and Billing for a patient that is chosen, and opens Review. */
async function fillVisit(billing: string, time: string): Promise<void> {
  const { page } = desk;
  await step(page, "visit").click();
  await page.getByLabel(words.booking.label.service, { exact: true }).fill("101");
  await page.getByLabel(words.booking.label.date, { exact: true }).fill("3/4/2031");
  await page.getByLabel(words.booking.label.time, { exact: true }).fill(time);
  await step(page, "billing").click();
  await page.getByRole("radio", { name: billing }).check({ force: true });
}

describe("the main job, against a service at an address", () => {
  it("tells a wrong token from a right one, and signs in", async () => {
    const { page } = desk;
    await signIn(page, { address: mock.baseUrl, token: "abc.def.ghi" });
    await expect.poll(() => page.getByLabel(words.signIn.token).getAttribute("aria-invalid")).toBe("true");
    await desk.picture("sign-in-wrong-token");
    await sendToken(page, mock.token);
    await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
    await page.getByText(words.shell.connection.state.online).first().waitFor();
  });

  it("creates a patient with every field", async () => {
    const { page } = desk;
    await go(page, "patients");
    await page.getByRole("button", { name: words.patients.newPatient }).click();
    await createPatient(page, { ...annSample, phone: "217.555.0100", externalId: "EXT-1" });
    await page.getByRole("button", { name: words.patients.book }).waitFor();
    expect(mock.ledger()[0]?.body).toEqual({
      firstName: "Ann",
      lastName: "Sample",
      dob: "1984-03-05",
      address: "1 Main St",
      city: "Springfield",
      state: "IL",
      zip: "62701",
      email: "ann@example.com",
      phone: "(217) 555-0100",
      gender: "Female",
      externalId: "EXT-1",
    });
    await desk.picture("patient-created");
  });

  it("books with Bill to Patient, and reads back what was booked", async () => {
    const { page } = desk;
    await go(page, "new-booking");
    await choosePatient(page, "Ann Sample");
    await fillVisit("Bill to Patient", "2pm");
    await typePaymentMethod(page, "pm_card_visa");
    await step(page, "review").click();
    await page.getByText("March 4, 2031").first().waitFor();
    await desk.picture("review");
    // A double click sends once: the ledger says.
    await page.getByRole("button", { name: words.booking.book, exact: true }).dblclick();
    await page.getByRole("heading", { level: 1, name: words.items.made.booking }).waitFor();
    const facts = page.getByRole("main");
    for (const text of ["Ann Sample", "March 4, 2031", "Eastern", "$185.00", "Bill to Patient"])
      expect(await facts.textContent()).toContain(text);
    expect(appointments().at(-1)?.body).toMatchObject({
      billingType: "Bill to Patient",
      patientId: 1,
      paymentMethod: "pm_card_visa",
    });
    expect(appointments()).toHaveLength(1);
    await desk.picture("booked");
  });

  it("lists what was booked", async () => {
    await go(desk.page, "bookings");
    await desk.page.getByText("Ann Sample").first().waitFor();
    await desk.picture("bookings");
  });

  it("is still signed in after a restart, with the list of bookings", async () => {
    await desk.restart();
    await go(desk.page, "bookings");
    await desk.page.getByText("Ann Sample").first().waitFor();
  });

  it("wrote no error to the page's console", () => {
    expect(desk.errors).toEqual([]);
  });
});
