import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMockService, type MockService } from "../../mock/service.ts";
import {
  annSample,
  choosePatient,
  createPatient,
  go,
  sendToken,
  signIn,
  startApp,
  step,
  typePaymentMethod,
  type TestApp,
} from "../support/app.ts";
import { words } from "../../messages/words.ts";

let mock: MockService;
let desk: TestApp;

beforeAll(async () => {
  mock = await startMockService({ decideAfterMs: 100 });
  desk = await startApp();
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

  it("creates a patient with the required fields alone", async () => {
    const { page } = desk;
    await page.getByRole("button", { name: words.patients.newPatient }).click();
    await createPatient(page, { ...annSample, firstName: "Bo", email: "bo@example.com" });
    await page.getByRole("button", { name: words.patients.book }).waitFor();
    expect(mock.ledger()[1]?.body).not.toHaveProperty("phone");
  });

  it("offers both ways out of a 409, and takes neither by itself", async () => {
    const { page } = desk;
    await page.getByRole("button", { name: words.patients.newPatient }).click();
    await createPatient(page, { ...annSample, firstName: "Anna", externalId: "EXT-1" });
    await page
      .getByText(words.patients.exists.known({ externalId: "EXT-1", id: "1" }))
      .first()
      .waitFor();
    await desk.picture("patient-409");
    expect(mock.ledger()).toHaveLength(2);
    await page.getByRole("button", { name: words.patients.changeExternalId }).click();
    await page.getByLabel(words.patients.label.externalId, { exact: true }).fill("EXT-2");
    await page.getByRole("button", { name: words.patients.create }).click();
    await expect.poll(() => mock.ledger().length).toBe(3);
    expect(mock.ledger()[2]).toMatchObject({ externalId: "EXT-2" });

    await page.getByRole("button", { name: words.patients.newPatient }).click();
    await createPatient(page, { ...annSample, firstName: "Anne", externalId: "EXT-1" });
    await page.getByRole("button", { name: words.patients.acceptPatient({ id: "1" }) }).click();
    await page
      .getByRole("button", { name: words.patients.acceptPatient({ id: "1" }) })
      .waitFor({ state: "detached" });
    expect(mock.ledger()).toHaveLength(3);
  });

  it.each([
    ["Bill to Patient", "2pm", { paymentMethod: "pm_card_visa" }],
    ["Bill to Account", "3pm", {}],
    ["Monthly Invoice", "4pm", {}],
  ] as const)("books with %s, and reads back what was booked", async (billing, time, extra) => {
    const { page } = desk;
    await go(page, "new-booking");
    await choosePatient(page, "Bo Sample");
    await fillVisit(billing, time);
    if (billing === "Bill to Patient") await typePaymentMethod(page, "pm_card_visa");
    expect(await page.getByLabel(words.booking.card.paymentMethod).count()).toBe(
      billing === "Bill to Patient" ? 1 : 0,
    );
    await step(page, "review").click();
    await page.getByText("March 4, 2031").first().waitFor();
    await desk.picture(`review-${billing}`);
    // A double click sends once: the ledger says.
    await page.getByRole("button", { name: words.booking.book, exact: true }).dblclick();
    await page.getByRole("heading", { level: 1, name: words.items.made.booking }).waitFor();
    const facts = page.getByRole("main");
    for (const text of ["Bo Sample", "March 4, 2031", "Eastern", "$185.00", billing])
      expect(await facts.textContent()).toContain(text);
    expect(appointments().at(-1)?.body).toMatchObject({ billingType: billing, patientId: 2, ...extra });
    await desk.picture(`booked-${billing}`);
  });

  it("made one appointment for each booking", () => {
    expect(appointments()).toHaveLength(3);
  });

  it("lists what was booked", async () => {
    await go(desk.page, "bookings");
    await desk.page.getByText("Bo Sample").first().waitFor();
    await desk.picture("bookings");
  });

  it("registers a webhook and lists it", async () => {
    const { page } = desk;
    await go(page, "webhooks");
    await page.getByLabel(words.webhooks.url, { exact: true }).fill("https://example.com/hooks");
    await page.getByRole("checkbox", { name: words.webhooks.tell.approved }).check({ force: true });
    await page.getByRole("button", { name: words.webhooks.register }).click();
    await expect.poll(() => mock.ledger().filter((entry) => entry.kind === "webhook").length).toBe(1);
    await page.getByRole("main").getByText("https://example.com/hooks").first().waitFor();
    await desk.picture("webhooks");
  });

  it("is still signed in after a restart, with the list of bookings", async () => {
    await desk.restart();
    await go(desk.page, "bookings");
    await desk.page.getByText("Bo Sample").first().waitFor();
  });

  it("wrote no error to the page's console", () => {
    expect(desk.errors).toEqual([]);
  });
});
