import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright";
import { json, jwtOf, startFakeService, type FakeService } from "../support/fake-service.ts";
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
import { heldPort } from "../support/held-port.ts";

let desk: TestApp;
let page: Page;
let service: FakeService;
let port: number;

const claims = { iss: "elm", sub: "Elm Street Clinic", exp: 4_102_444_800 };
const main = (): Locator => page.getByRole("main");
const field = (name: string): Locator => main().getByLabel(name, { exact: true });
const button = (name: string): Locator => main().getByRole("button", { name, exact: true });
const text = (words: string | RegExp): Locator => main().getByText(words).first();
const appointments = (): readonly unknown[] => service.sent("/api/appointment");
const patients = (): readonly unknown[] => service.sent("/api/patient");
const isInvalid = (name: string): Promise<string | null> => field(name).getAttribute("aria-invalid");

/** Polls for as long as a busy machine may need. */
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 });

beforeAll(async () => {
  port = await heldPort();
  service = await startFakeService(port);
  desk = await startApp();
  ({ page } = desk);
  page.setDefaultTimeout(20_000);
});
afterAll(async () => {
  await desk.dispose();
  await service.close();
});

/** The same address, with a memory of its own. */
async function serviceIsBack(): Promise<void> {
  service = await startFakeService(port);
}
async function newBooking(): Promise<void> {
  await go(page, "New booking");
  await step(page, "Patient").waitFor();
  await page.keyboard.press("Control+n");
  await page.getByRole("combobox", { name: "Find a patient" }).waitFor();
}
async function newPatient(): Promise<void> {
  await go(page, "Patients");
  await button("New patient").click();
  await field("First name").waitFor();
}
/** A whole booking for Ann Sample, up to the button. */
async function fillBooking(time: string): Promise<void> {
  await newBooking();
  await choosePatient(page, "Ann Sample");
  await step(page, "Visit").click();
  await field("Service").fill("102");
  await field("Date").fill("3/4/2031");
  await field("Time").fill(time);
  await step(page, "Billing").click();
  await page.getByRole("radio", { name: "Monthly Invoice" }).check({ force: true });
  await step(page, "Review").click();
  await text("March 4, 2031").waitFor();
}

describe("signing in", () => {
  it("says that the service is down, keeps what was typed, and works once it is up", async () => {
    await service.close();
    const token = jwtOf(claims, "first");
    await signIn(page, { address: service.baseUrl, token });
    await text("The service could not be reached").waitFor();
    expect(await page.getByLabel("Service address").inputValue()).toBe(service.baseUrl);
    expect(await page.getByLabel("Access token").inputValue()).toBe(token);
    await serviceIsBack();
    await page.getByRole("button", { name: "Connect" }).click();
    await page.getByRole("heading", { level: 1, name: "New booking" }).waitFor();
  });
});

describe("a patient's form", () => {
  it("names a date of birth that does not exist or is to come, and sends nothing", async () => {
    await newPatient();
    await createPatient(page, { ...annSample, "Date of birth": "2/30/1984" });
    await eventually(() => isInvalid("Date of birth")).toBe("true");
    await field("Date of birth").fill("3/5/2099");
    await button("Create patient").click();
    await text(/future/).waitFor();
    expect(await isInvalid("Date of birth")).toBe("true");
    expect(patients()).toEqual([]);
  });

  it("takes an error away when the field is corrected", async () => {
    await field("Date of birth").fill("3/5/1984");
    await eventually(() => isInvalid("Date of birth")).toBeNull();
    expect(
      await main()
        .getByText(/future/)
        .count(),
    ).toBe(0);
    await field("Email").fill("no address");
    await button("Create patient").click();
    await eventually(() => isInvalid("Email")).toBe("true");
    await field("Email").fill("ann@example.com");
    await eventually(() => isInvalid("Email")).toBeNull();
    await button("Create patient").click();
    await text("Created: Ann Sample").waitFor();
    expect(patients()).toHaveLength(1);
  });

  it("does not list the last patient's matches for the next", async () => {
    const matches = (): Locator => main().getByRole("list", { name: "Possibly the same person" });
    await newPatient();
    for (const name of ["First name", "Last name", "Date of birth"] as const)
      await field(name).fill(annSample[name] ?? "");
    await matches().waitFor();
    await button("Close").click();
    await button("New patient").click();
    await field("First name").fill("Bo");
    await field("Last name").fill("Other");
    await field("Date of birth").fill("7/7/1990");
    await text("July 7, 1990").waitFor();
    await eventually(() => matches().count()).toBe(0);
  });

  it("says that a 409 names nobody, and offers no patient to use", async () => {
    service.rule(({ path }) =>
      path === "/api/patient" ? json(409, { message: "External ID is taken" }) : null,
    );
    await newPatient();
    await createPatient(page, { ...annSample, "First name": "Cy", "External ID": "E-9" });
    await text("The service did not say which.").waitFor();
    expect(
      await main()
        .getByRole("button", { name: /^Use patient/ })
        .count(),
    ).toBe(0);
    service.rule(() => null);
    await button("Change the external ID").click();
    await field("External ID").fill("E-10");
    await button("Create patient").click();
    await text("Created: Cy Sample").waitFor();
  });

  it("shows no HTML when the service answers with a page, and creates the patient once", async () => {
    const sent = patients().length;
    let answers = 0;
    service.rule(({ path }) => {
      if (path !== "/api/patient") return null;
      answers += 1;
      return answers === 1
        ? { status: 200, type: "text/html", body: "<!doctype html><h1>Welcome</h1>" }
        : json(409, { patientId: 4242 });
    });
    await newPatient();
    await createPatient(page, { ...annSample, "First name": "Di", Email: "di@example.com" });
    await text("Created: Di Sample is patient #4242.").waitFor();
    expect(await main().textContent()).not.toMatch(/<\w|Welcome/);
    expect(await main().getByRole("heading", { name: "Welcome" }).count()).toBe(0);
    service.rule(() => null);
    const ids = patients()
      .slice(sent)
      .map((body) => JSON.stringify(body));
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
  });

  it("asks for a new token in place when one is refused, and loses nothing that was typed", async () => {
    service.rule(({ token }) => (token.endsWith(".first") ? json(401, { message: "expired" }) : null));
    const sent = patients().length;
    await newPatient();
    await field("First name").fill("Ed");
    await field("Last name").fill("Halfway");
    await page.getByRole("button", { name: /Check now/ }).click();
    await page.getByRole("button", { name: "Enter a new token" }).waitFor();
    await createPatient(page, {
      ...annSample,
      "First name": "Ed",
      "Last name": "Halfway",
      Email: "ed@example.com",
    });
    await text("not created yet").waitFor();
    await page.getByRole("button", { name: "Enter a new token" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Access token").fill(jwtOf(claims, "second"));
    await dialog.getByRole("button", { name: "Connect" }).click();
    await dialog.waitFor({ state: "detached" });
    // What opened the dialog is gone as well.
    await eventually(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
    await text("Created: Ed Halfway").waitFor();
    expect(await page.getByRole("button", { name: "Enter a new token" }).count()).toBe(0);
    const accepted = service.requests.filter(
      (request) => request.path === "/api/patient" && request.token.endsWith(".second"),
    );
    expect(accepted.map(({ body }): unknown => JSON.parse(body))).toMatchObject([
      { firstName: "Ed", lastName: "Halfway", dob: "1984-03-05", email: "ed@example.com" },
    ]);
    expect(patients().length).toBeGreaterThan(sent);
    service.rule(() => null);
  });

  it("keeps a half-typed form open while the token is replaced", async () => {
    service.rule(({ token }) => (token.endsWith(".second") ? json(401, { message: "expired" }) : null));
    await newPatient();
    await field("First name").fill("Flo");
    await field("Address").fill("9 Elm Street");
    await page.getByRole("button", { name: /Check now/ }).click();
    await page.getByRole("button", { name: "Enter a new token" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Access token").fill(jwtOf(claims, "third"));
    await dialog.getByRole("button", { name: "Connect" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await field("First name").inputValue()).toBe("Flo");
    expect(await field("Address").inputValue()).toBe("9 Elm Street");
    service.rule(() => null);
  });
});

describe("a webhook", () => {
  it("names what is wrong with an address without a scheme, keeps it, and sends nothing", async () => {
    await go(page, "Webhooks");
    await field("URL").fill("example.com/hooks");
    await page.getByRole("checkbox", { name: /approved/ }).check({ force: true });
    await button("Register webhook").click();
    await eventually(() => isInvalid("URL")).toBe("true");
    // The error is the first of the lines that describe the field.
    const said = await field("URL").evaluate((input) => {
      const [error = ""] = (input.getAttribute("aria-describedby") ?? "").split(" ");
      return document.getElementById(error)?.textContent;
    });
    expect(said).toContain("https://");
    expect(await field("URL").inputValue()).toBe("example.com/hooks");
    expect(service.sent("/api/webhooks")).toEqual([]);
    await field("URL").fill("https://example.com/hooks");
    await eventually(() => isInvalid("URL")).toBeNull();
    await button("Register webhook").click();
    await eventually(() => service.sent("/api/webhooks").length).toBe(1);
  });
});

describe("booking", () => {
  it("sends once in a storm of Enter", async () => {
    let release = (): void => undefined;
    const held = new Promise<null>((resolve) => {
      release = () => resolve(null);
    });
    service.rule(({ path }) => (path === "/api/appointment" ? held : null));
    await fillBooking("8am");
    await page.getByRole("button", { name: "Book", exact: true }).focus();
    await Promise.all(Array.from({ length: 25 }, () => page.keyboard.press("Enter")));
    await Promise.all(Array.from({ length: 10 }, () => page.keyboard.press("Control+Enter")));
    await eventually(() => appointments().length).toBe(1);
    release();
    await page.getByRole("heading", { level: 1, name: "Booked" }).waitFor();
    service.rule(() => null);
    await go(page, "Bookings");
    expect(appointments()).toHaveLength(1);
  });

  it("saves what cannot be sent, counts it, and sends it once when the service is back", async () => {
    await fillBooking("9am");
    await service.close();
    await page.getByRole("button", { name: "Book", exact: true }).click();
    await text("Saved on this computer – not booked yet.").waitFor();
    const place = page
      .getByRole("navigation", { name: "Screens" })
      .getByRole("button", { name: /^Outbox 1 waiting/ });
    await place.waitFor();
    await place.click();
    const ready = main().getByRole("list", { name: "Ready to send" });
    await ready.getByText("Ann Sample").waitFor();
    await serviceIsBack();
    await page.getByRole("button", { name: /Check now/ }).click();
    await eventually(() => appointments().length).toBe(1);
    await ready.waitFor({ state: "detached" });
    expect(appointments()).toHaveLength(1);
    await go(page, "Bookings");
    await text(/9:00 AM/).waitFor();
    expect(appointments()).toHaveLength(1);
  });

  it.each([
    [
      "a page of HTML",
      "10am",
      { status: 200, type: "text/html", body: "<html><body>OK</body></html>" },
      "200, text/html: “OK”",
    ],
    ["nothing at all", "3pm", { status: 204, body: "" }, "204, application/json, without a text"],
  ])(
    "may or may not be booked, and says what was seen, when the answer is %s",
    async (_name, time, answer, seen) => {
      const before = appointments().length;
      service.rule(({ path }) => (path === "/api/appointment" ? answer : null));
      await fillBooking(time);
      await page.getByRole("button", { name: "Book", exact: true }).click();
      await text("It may or may not have been booked.").waitFor();
      await text(seen).waitFor();
      expect(await main().textContent()).not.toMatch(/<\w|Booked/);
      expect(appointments()).toHaveLength(before + 1);
      service.rule(() => null);
    },
  );

  it("says that it may or may not be booked when a gateway answers with a page, and never repeats it", async () => {
    const before = appointments().length;
    service.rule(({ path }) =>
      path === "/api/appointment"
        ? { status: 502, type: "text/html", body: "<html><h1>Bad gateway</h1></html>" }
        : null,
    );
    await fillBooking("4pm");
    await page.getByRole("button", { name: "Book", exact: true }).click();
    await text("It may or may not have been booked.").waitFor();
    await text("502, text/html: “Bad gateway”").waitFor();
    expect(await main().getByRole("heading", { name: "Bad gateway" }).count()).toBe(0);
    expect(await main().textContent()).not.toMatch(/<\w/);
    service.rule(() => null);
    await page.getByRole("button", { name: /Check now/ }).click();
    await page.getByText("Online").first().waitFor();
    expect(appointments()).toHaveLength(before + 1);
    // Nor at the first touch of a button: whether the service was asked comes first.
    await button("Book again").click();
    await page.getByRole("alertdialog").getByText("have you asked the service?").waitFor();
    await page.getByRole("alertdialog").getByRole("button", { name: "Not yet" }).click();
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    expect(appointments()).toHaveLength(before + 1);
    await button("Mark as booked").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Marked as booked" }).waitFor();
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Marked as booked");
  });
});
