import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright";
import { json, jwtOf, startFakeService, type FakeAnswer, type FakeService } from "../support/fake-service.ts";
import {
  annSample,
  choosePatient,
  createPatient,
  go,
  newBooking,
  sendToken,
  signIn,
  startApp,
  step,
  type TestApp,
} from "../support/app.ts";
import { claimed, messagesIn } from "../support/claimed.ts";
import { words } from "../../messages/words.ts";
import { any, matching } from "../support/matching.ts";

/** What the window says of an item agrees with what the service holds, whoever answers. */
let desk: TestApp;
let page: Page;
let service: FakeService;

const main = (): Locator => page.getByRole("main");
const text = (words: string | RegExp): Locator => main().getByText(words).first();
const button = (name: string): Locator => main().getByRole("button", { name, exact: true });
const detail = (): Locator => page.getByRole("region", { name: words.outbox.item });
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
  await heading().getByText(words.shell.screens["new-booking"]).waitFor();
  await newPatient({ phone: "2175550100", externalId: "E-1" });
  await text(matching(words.patients.end.created({ name: "Ann Sample", id: any }))).waitFor();
});
afterEach(() => service.rule(() => null));
afterAll(async () => {
  await desk.dispose();
  await service.close();
});

async function newPatient(change: Parameters<typeof createPatient>[1]): Promise<void> {
  await go(page, "patients");
  await button(words.patients.newPatient).click();
  await createPatient(page, { ...annSample, ...change });
}
async function book(time: string): Promise<void> {
  await newBooking(page);
  await choosePatient(page, "Ann Sample");
  await step(page, "visit").click();
  await page.getByLabel(words.booking.label.service, { exact: true }).fill("102");
  await page.getByLabel(words.booking.label.date, { exact: true }).fill("3/4/2031");
  await page.getByLabel(words.booking.label.time, { exact: true }).fill(time);
  await step(page, "billing").click();
  await page
    .getByRole("radio", { name: words.booking.billing.names["Monthly Invoice"] })
    .check({ force: true });
  await step(page, "review").click();
  await text("March 4, 2031").waitFor();
  await button(words.booking.book).click();
}
/** What is said of an answer of the service. */
const fromTheService = [words.ui.answered({ status: any }), words.outbox.attempt.answered({ status: any })];
const number = async (): Promise<string> => {
  const known = await page.evaluate(() => window.desk.invoke("patients.search", { text: "Ann", limit: 1 }));
  return String(known.ok ? known.value.patients[0]?.patientId : "");
};

describe("a booking", () => {
  it("answered with Denied is not called booked, on any screen", async () => {
    echoing({ status: "Denied" });
    await book("8am");
    await heading().getByText(words.items.appointment.denied.title).waitFor();
    await page.getByRole("alert").getByText(words.booking.outcome.denied).waitFor();
    expect(await claimed(main(), "made")).toEqual([]);
    await desk.picture("words-denied");
    await go(page, "bookings");
    const row = page.getByRole("list", { name: words.shell.screens.bookings }).getByRole("button").first();
    await row.getByText("Denied", { exact: true }).waitFor();
    await row.click();
    await page
      .getByRole("region", { name: words.bookings.details })
      .getByText(words.items.appointment.denied.title)
      .waitFor();
  });

  it("recorded at another address is told on the screen, in the list and on the slip", async () => {
    echoing({ id: 905, status: "Pending", address: "21 Oak St\u202E\nStatus: fine" });
    await book("9am");
    const told = "Address: sent “1 Main St”, the service recorded “21 Oak St Status: fine”.";
    await page.getByRole("alert").getByText(told).waitFor();
    await heading().getByText(words.items.appointment.pending.title).waitFor();
    // Of one that stands it is said: or nothing above would be proved.
    expect(await claimed(main(), "made")).toContain(words.items.appointment.pending.title);
    await desk.picture("words-differs");
    await page.keyboard.press("Control+p");
    const slip = page.getByRole("dialog", { name: words.slip.heading });
    await slip.getByRole("group", { name: words.slip.preview }).getByText(told).waitFor();
    await page.keyboard.press("Escape");
    await slip.waitFor({ state: "detached" });
    await go(page, "bookings");
    await page.getByRole("button", { name: words.bookings.differs.title }).click();
    const shown = page.getByRole("region", { name: words.bookings.details });
    await shown.getByText(told).waitFor();
    await desk.picture("words-bookings");
  });

  it("that the service does not have after all can be taken back, after a question", async () => {
    await button(words.bookings.wrong.open).click();
    await button(words.bookings.notBooked.open).click();
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: words.bookings.notBooked.leave }).click();
    await question.waitFor({ state: "detached" });
    await button(words.bookings.notBooked.open).click();
    await question.getByRole("button", { name: words.bookings.notBooked.confirm }).click();
    await heading().getByText(words.shell.screens.outbox).waitFor();
    await detail()
      .getByText(words.outbox.checking.answeredAs({ id: "905" }))
      .waitFor();
    await desk.picture("words-not-booked");
    echoing({ id: 901, status: "Pending" });
    await detail().getByRole("button", { name: words.outbox.again.booking }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: words.outbox.again.booking }).click();
    await detail()
      .getByText(words.outbox.end.booking({ status: words.items.appointment.pending.title }))
      .waitFor();
  });

  it("that a sign-in page answered may or may not be booked, with what was seen and no markup", async () => {
    answer("/api/appointment", wifi);
    await book("10am");
    const seen = "200, text/html: “x Welcome to Guest WiFi Sign in to go on.”";
    await heading().getByText(words.booking.mayOrMayNot).waitFor();
    await text(seen).waitFor();
    expect(await main().getByRole("heading", { name: /Guest/ }).count()).toBe(0);
    expect(await main().textContent()).not.toMatch(/<\w/);
    // What answered is not called the service, and there is nothing to print.
    expect(await messagesIn(main(), [...fromTheService, words.slip.open])).toEqual([]);
    await desk.picture("words-sign-in-page");
    await go(page, "outbox");
    await page
      .getByRole("list", { name: words.outbox.group["needs-checking"].title })
      .getByRole("button")
      .first()
      .click();
    const attempts = detail().getByRole("region", { name: words.outbox.attempts });
    await attempts.getByText(words.outbox.attempt.strange({ status: "200" })).waitFor();
    await attempts.getByText(seen).waitFor();
    await desk.picture("words-evidence");
    await detail().getByRole("button", { name: words.outbox.action.discard }).click();
    const question = page.getByRole("alertdialog");
    await question.getByText(words.outbox.discardText.unclear).waitFor();
    await question.getByRole("button", { name: words.outbox.action.discard }).click();
    await detail().getByText(words.outbox.end.discardedUnclear).waitFor();
  });
});

describe("a patient", () => {
  it("whose number is taken is shown beside who has it, and is used, not created", async () => {
    const id = await number();
    answer("/api/patient", json(409, { patientId: Number(id) }));
    await newPatient({ firstName: "Anna", address: "9 Elm St", externalId: "E-1" });
    const row = page.getByRole("row", { name: /^Address/ });
    await row.getByText(words.patients.differs).waitFor();
    expect(await row.textContent()).toBe(
      "Addressdiffers1 Main St, Springfield, IL 627019 Elm St, Springfield, IL 62701",
    );
    expect(await page.getByRole("row", { name: /^Gender/ }).textContent()).toBe("GenderFemaleFemale");
    await desk.picture("words-side-by-side");
    await button(words.patients.acceptPatient({ id })).click();
    await text(words.patients.end.used({ id })).waitFor();
    await text(words.items.detailsMayDiffer).waitFor();
    expect(await claimed(main(), "created")).toEqual([]);
    await desk.picture("words-used");
  });

  it("whose number nobody here knows is asked after at the service", async () => {
    answer("/api/patient", json(409, { patientId: 4711 }));
    await newPatient({ firstName: "Bea", externalId: "E-2" });
    await text(words.patients.unknownNumber({ id: "4711" })).waitFor();
    await text(words.failures.nothingCreated).waitFor();
  });

  it("that an earlier try may have made is offered first, with a warning of a second one", async () => {
    let tries = 0;
    service.rule(({ path }) => {
      if (path !== "/api/patient") return null;
      tries += 1;
      if (tries === 1) throw new Error("The line is cut after the commit");
      return json(409, { patientId: 71 });
    });
    await newPatient({ firstName: "Cora", externalId: "E-3" });
    await text(words.patients.exists.ours({ id: "71" })).waitFor();
    await text(words.patients.exists.oursHelp).waitFor();
    expect(await main().textContent()).not.toContain(words.failures.nothingCreated);
    await desk.picture("words-may-be-ours");
    await button(words.patients.acceptPatient({ id: "71" })).click();
    await text(words.patients.end.used({ id: "71" })).waitFor();
  });

  it("edited after an unclear try keeps its external ID, and says why", async () => {
    let tries = 0;
    service.rule(({ path }) => {
      if (path !== "/api/patient") return null;
      tries += 1;
      if (tries === 1) throw new Error("The line is cut after the commit");
      return tries === 2 ? json(422, { message: "No such city" }) : null;
    });
    await newPatient({ firstName: "Dora", externalId: "E-4" });
    await text(words.patients.end.refusedUnclear).waitFor();
    await text(words.patients.saved.mayBeCreated({ kept: "disk" })).waitFor();
    for (const untrue of [words.failures.nothingCreated, words.patients.saved.notCreated({ kept: "disk" })])
      expect(await main().textContent()).not.toContain(untrue);
    // It is no other patient than the one that is being typed.
    expect(
      await main()
        .getByRole("button", { name: words.patients.choosePerson({ name: "Dora Sample" }) })
        .count(),
    ).toBe(0);
    await page.getByLabel(words.patients.label.city, { exact: true }).fill("Chatham");
    const field = page.getByLabel(words.patients.label.externalId, { exact: true });
    await expect.poll(() => field.getAttribute("readonly")).not.toBeNull();
    expect(await field.inputValue()).toBe("E-4");
    await text(words.patients.externalIdHeld).waitFor();
    await desk.picture("words-held");
    await button(words.patients.create).click();
    await text(/is patient #|is used/).waitFor();
    const ids = service
      .sent("/api/patient")
      .slice(-3)
      .map((body) => JSON.stringify(body));
    expect(ids.every((body) => body.includes('"E-4"'))).toBe(true);
  });

  it("that only sign-in pages answered needs checking, and is sent again by a person's word", async () => {
    answer("/api/patient", wifi);
    await newPatient({ firstName: "Elsa" });
    await text(words.patients.end.unclear).waitFor();
    await button(words.patients.showInOutbox).click();
    await detail()
      .getByText(matching(words.outbox.checking.patient({ externalId: any })))
      .waitFor();
    expect(await detail().getByRole("button", { name: words.outbox.action["mark-booked"] }).count()).toBe(0);
    await desk.picture("words-patient-checking");
    service.rule(() => null);
    await page.getByRole("button", { name: words.shell.connection.checkNow }).click();
    await detail().getByRole("button", { name: words.outbox.again.patient }).click();
    await detail()
      .getByText(matching(words.outbox.end.patientAs({ id: any })))
      .waitFor();
  });
});

describe("a token that may read and not write", () => {
  it("is said once, never with another answer, and another token sends what waits", async () => {
    service.rule(({ token, method }) =>
      method === "POST" && !token.endsWith(".write") ? json(401, { message: "read only" }) : null,
    );
    await book("11am");
    await text(words.items.tokenRefused.title({ made: "booking" })).waitFor();
    await text(words.items.tokenRefused.text({ kept: "disk" })).waitFor();
    const otherAnswers = [
      words.booking.outcome.sending,
      words.booking.outcome.sendingTitle,
      ...fromTheService,
    ];
    expect(await messagesIn(main(), otherAnswers)).toEqual([]);
    await desk.picture("words-token");
    await page.getByRole("button", { name: words.shell.token.enter }).click();
    const dialog = page.getByRole("dialog");
    await sendToken(dialog, jwtOf({ iss: "elm", sub: "Elm Street", exp: 4_102_444_800 }, "write"));
    await heading().getByText(words.items.appointment.pending.title).waitFor();
    expect(service.requests.filter(({ path }) => path === "/api/appointment").length).toBeLessThan(20);
  });
});
