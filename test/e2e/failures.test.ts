import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright";
import { json, jwtOf, startFakeService, type FakeService } from "../support/fake-service.ts";
import {
  annSample,
  choosePatient,
  createPatient,
  fillPatient,
  go,
  newBooking,
  sendToken,
  signIn,
  startApp,
  step,
  type TestApp,
} from "../support/app.ts";
import { heldPort } from "../support/held-port.ts";
import { words } from "../../messages/words.ts";
import { any, matching } from "../support/matching.ts";

let desk: TestApp;
let page: Page;
let service: FakeService;
let port: number;

const claims = { iss: "elm", sub: "Elm Street Clinic", exp: 4_102_444_800 };
const main = (): Locator => page.getByRole("main");
const field = (name: string): Locator => main().getByLabel(name, { exact: true });
const button = (name: string): Locator => main().getByRole("button", { name, exact: true });
const text = (part: string | RegExp): Locator => main().getByText(part).first();
const appointments = (): readonly unknown[] => service.sent("/api/appointment");
const patients = (): readonly unknown[] => service.sent("/api/patient");
const isInvalid = (name: string): Promise<string | null> => field(name).getAttribute("aria-invalid");

beforeAll(async () => {
  port = await heldPort();
  service = await startFakeService(port);
  desk = await startApp();
  ({ page } = desk);
});
afterAll(async () => {
  await desk.dispose();
  await service.close();
});

/** The same address, with a memory of its own. */
async function serviceIsBack(): Promise<void> {
  service = await startFakeService(port);
}
async function newPatient(): Promise<void> {
  await go(page, "patients");
  await button(words.patients.newPatient).click();
  await field(words.patients.label.firstName).waitFor();
}
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
  await text("March 4, 2031").waitFor();
}

describe("signing in", () => {
  it("says that the service is down, keeps what was typed, and works once it is up", async () => {
    await service.close();
    const token = jwtOf(claims, "first");
    await signIn(page, { address: service.baseUrl, token });
    await text("The service could not be reached").waitFor();
    expect(await page.getByLabel(words.signIn.address).inputValue()).toBe(service.baseUrl);
    expect(await page.getByLabel(words.signIn.token).inputValue()).toBe(token);
    await serviceIsBack();
    await page.getByRole("button", { name: words.signIn.connect }).click();
    await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
  });
});

describe("a patient's form", () => {
  it("names a date of birth that does not exist or is to come, and sends nothing", async () => {
    await newPatient();
    await createPatient(page, { ...annSample, dob: "2/30/1984" });
    await expect.poll(() => isInvalid(words.patients.label.dob)).toBe("true");
    await field(words.patients.label.dob).fill("3/5/2099");
    await button(words.patients.create).click();
    await text(/future/).waitFor();
    expect(await isInvalid(words.patients.label.dob)).toBe("true");
    expect(patients()).toEqual([]);
  });

  it("takes an error away when the field is corrected", async () => {
    await field(words.patients.label.dob).fill("3/5/1984");
    await expect.poll(() => isInvalid(words.patients.label.dob)).toBeNull();
    expect(
      await main()
        .getByText(/future/)
        .count(),
    ).toBe(0);
    await field(words.patients.label.email).fill("no address");
    await button(words.patients.create).click();
    await expect.poll(() => isInvalid(words.patients.label.email)).toBe("true");
    await field(words.patients.label.email).fill("ann@example.com");
    await expect.poll(() => isInvalid(words.patients.label.email)).toBeNull();
    await button(words.patients.create).click();
    await text(matching(words.patients.end.created({ name: "Ann Sample", id: any }))).waitFor();
    expect(patients()).toHaveLength(1);
  });

  it("does not list the last patient's matches for the next (hmis 22438)", async () => {
    const matches = (): Locator => main().getByRole("list", { name: words.patients.similarList });
    await newPatient();
    const { firstName, lastName, dob } = annSample;
    await fillPatient(page, { firstName, lastName, dob });
    await matches().waitFor();
    await button(words.patients.close).click();
    await button(words.patients.newPatient).click();
    await field(words.patients.label.firstName).fill("Bo");
    await field(words.patients.label.lastName).fill("Other");
    await field(words.patients.label.dob).fill("7/7/1990");
    await text("July 7, 1990").waitFor();
    await expect.poll(() => matches().count()).toBe(0);
  });

  it("says that a 409 names nobody, and offers no patient to use", async () => {
    service.rule(({ path }) =>
      path === "/api/patient" ? json(409, { message: "External ID is taken" }) : null,
    );
    await newPatient();
    await createPatient(page, { ...annSample, firstName: "Cy", externalId: "E-9" });
    await text("The service did not say which.").waitFor();
    expect(
      await main()
        .getByRole("button", { name: matching(words.patients.acceptPatient({ id: any })) })
        .count(),
    ).toBe(0);
    service.rule(() => null);
    await button(words.patients.changeExternalId).click();
    await field(words.patients.label.externalId).fill("E-10");
    await button(words.patients.create).click();
    await text(matching(words.patients.end.created({ name: "Cy Sample", id: any }))).waitFor();
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
    await createPatient(page, { ...annSample, firstName: "Di", email: "di@example.com" });
    await text(words.patients.end.created({ name: "Di Sample", id: "4242" })).waitFor();
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
    await field(words.patients.label.firstName).fill("Ed");
    await field(words.patients.label.lastName).fill("Halfway");
    await page.getByRole("button", { name: words.shell.connection.checkNow }).click();
    await page.getByRole("button", { name: words.shell.token.enter }).waitFor();
    await createPatient(page, {
      ...annSample,
      firstName: "Ed",
      lastName: "Halfway",
      email: "ed@example.com",
    });
    await text(words.patients.saved.notCreated({ kept: "disk" })).waitFor();
    await page.getByRole("button", { name: words.shell.token.enter }).click();
    const dialog = page.getByRole("dialog");
    await sendToken(dialog, jwtOf(claims, "second"));
    await dialog.waitFor({ state: "detached" });
    // What opened the dialog is gone as well.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
    await text(matching(words.patients.end.created({ name: "Ed Halfway", id: any }))).waitFor();
    expect(await page.getByRole("button", { name: words.shell.token.enter }).count()).toBe(0);
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
    await field(words.patients.label.firstName).fill("Flo");
    await field(words.patients.label.address).fill("9 Elm Street");
    await page.getByRole("button", { name: words.shell.connection.checkNow }).click();
    await page.getByRole("button", { name: words.shell.token.enter }).click();
    const dialog = page.getByRole("dialog");
    await sendToken(dialog, jwtOf(claims, "third"));
    await dialog.waitFor({ state: "detached" });
    expect(await field(words.patients.label.firstName).inputValue()).toBe("Flo");
    expect(await field(words.patients.label.address).inputValue()).toBe("9 Elm Street");
    service.rule(() => null);
  });
});

describe("a webhook", () => {
  it("names what is wrong with an address without a scheme, keeps it, and sends nothing", async () => {
    await go(page, "webhooks");
    await field(words.webhooks.url).fill("example.com/hooks");
    await page.getByRole("checkbox", { name: words.webhooks.tell.approved }).check({ force: true });
    await button(words.webhooks.register).click();
    await expect.poll(() => isInvalid(words.webhooks.url)).toBe("true");
    // The error is the first of the lines that describe the field.
    const said = await field(words.webhooks.url).evaluate((input) => {
      const [error = ""] = (input.getAttribute("aria-describedby") ?? "").split(" ");
      return document.getElementById(error)?.textContent;
    });
    expect(said).toContain("https://");
    expect(await field(words.webhooks.url).inputValue()).toBe("example.com/hooks");
    expect(service.sent("/api/webhooks")).toEqual([]);
    await field(words.webhooks.url).fill("https://example.com/hooks");
    await expect.poll(() => isInvalid(words.webhooks.url)).toBeNull();
    await button(words.webhooks.register).click();
    await expect.poll(() => service.sent("/api/webhooks").length).toBe(1);
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

  it("saves what cannot be sent, counts it, and sends it once when the service is back", async () => {
    await fillBooking("9am");
    await service.close();
    await page.getByRole("button", { name: words.booking.book, exact: true }).click();
    await text(words.booking.savedNotBooked({ kept: "disk" })).waitFor();
    const place = page
      .getByRole("navigation", { name: words.shell.navigation.label })
      .getByRole("button", { name: /^Outbox 1 waiting/ });
    await place.waitFor();
    await place.click();
    const ready = main().getByRole("list", { name: words.outbox.group.ready.title });
    await ready.getByText("Ann Sample").waitFor();
    await serviceIsBack();
    await page.getByRole("button", { name: words.shell.connection.checkNow }).click();
    await expect.poll(() => appointments().length).toBe(1);
    await ready.waitFor({ state: "detached" });
    expect(appointments()).toHaveLength(1);
    await go(page, "bookings");
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
      await page.getByRole("button", { name: words.booking.book, exact: true }).click();
      await text(words.booking.mayOrMayNot).waitFor();
      await text(seen).waitFor();
      expect(await main().textContent()).not.toMatch(/<\w/);
      expect(await main().textContent()).not.toContain(words.items.made.booking);
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
    await page.getByRole("button", { name: words.booking.book, exact: true }).click();
    await text(words.booking.mayOrMayNot).waitFor();
    await text("502, text/html: “Bad gateway”").waitFor();
    expect(await main().getByRole("heading", { name: "Bad gateway" }).count()).toBe(0);
    expect(await main().textContent()).not.toMatch(/<\w/);
    service.rule(() => null);
    await page.getByRole("button", { name: words.shell.connection.checkNow }).click();
    await page.getByText(words.shell.connection.state.online).first().waitFor();
    expect(appointments()).toHaveLength(before + 1);
    // Nor at the first touch of a button: whether the service was asked comes first.
    await button(words.outbox.again.booking).click();
    await page.getByRole("alertdialog").getByText(words.outbox.againTitle.booking).waitFor();
    await page.getByRole("alertdialog").getByRole("button", { name: words.outbox.notYet }).click();
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    expect(appointments()).toHaveLength(before + 1);
    await button(words.outbox.action["mark-booked"]).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: words.items.appointment.marked.title }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe(words.items.appointment.marked.title);
  });
});
