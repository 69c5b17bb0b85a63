import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Page } from "playwright";
import { words } from "../../messages/words.ts";
import { borrowApp, go, signIn, type TestApp } from "../support/app.ts";
import { ask, bookingOf, knownPatient, patientCalled, send } from "../support/by-bridge.ts";
import { json, jwtOf, startFakeService, type FakeService } from "../support/fake-service.ts";
import { dropFile, patientsFile } from "../support/import-files.ts";

/** How many keys the tasks of a desk take, beyond what is typed: each is done by them alone. */
let desk: TestApp;
let page: Page;
let service: FakeService;
let keys = 0;

async function press(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    keys += 1;
    await page.keyboard.press(name);
  }
}
const heading = (name: string): Promise<void> => page.getByRole("heading", { level: 1, name }).waitFor();
const focusIs = (selector: string): Promise<void> =>
  expect
    .poll(() => page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector))
    .toBe(true);

const rows = async (): Promise<string> => (await page.locator("[data-line]").allInnerTexts()).join();

beforeAll(async () => {
  service = await startFakeService();
  desk = await borrowApp();
  ({ page } = desk);
  await signIn(page, {
    address: service.baseUrl,
    token: jwtOf({ iss: "elm", sub: "Elm Street Clinic", exp: 4_102_444_800 }),
  });
  await heading(words.shell.screens["new-booking"]);
  await ask(page, "settings.save", {
    services: [
      { id: 101, name: "Annual physical", minutes: 15 },
      { id: 102, name: "Flu vaccination", minutes: 15 },
    ],
  });
  for (const name of ["Jane", "Lee"]) await send(page, patientCalled(name));
  for (const name of ["Lee", "Jane"])
    await send(page, bookingOf({ patient: await knownPatient(page, name), service: "101" }));
});
beforeEach(async () => {
  // From the first screen, as somebody is there.
  await page.keyboard.press("Control+n");
  await heading(words.shell.screens["new-booking"]);
  keys = 0;
});
afterAll(async () => {
  await desk.dispose();
  await service.close();
});

it("calls for a card by 4", async () => {
  const form = { patient: await knownPatient(page, "Lee"), billingType: "Bill to Patient" as const };
  // It waits for a card: nothing is sent.
  await send(page, bookingOf({ ...form, service: "101", time: "5pm" }), { wait: false });
  const place = page.getByRole("navigation").getByRole("button", { name: words.shell.screens.outbox });
  await expect.poll(() => place.innerText()).toContain("1");
  await press("Control+4");
  await focusIs("[data-row]");
  await press("Tab");
  await focusIs(`[aria-label^="${words.outbox.row.call}"]`);
  await press("Enter");
  await heading(words.outbox.calls.title);
  await page.getByRole("button", { name: words.outbox.calls.addCard }).waitFor();
  await press("Control+Enter");
  await heading(words.shell.screens["new-booking"]);
  expect(keys).toBe(4);
});

it("says when somebody's next visit is by 1, and again over what was looked for before", async () => {
  for (const [name, others] of [
    ["jane", "Lee"],
    ["lee", "Jane"],
  ] as const) {
    keys = 0;
    await press("Control+3");
    await heading(words.bookings.title);
    await focusIs("input[type=search]");
    await page.keyboard.type(name);
    await expect.poll(rows).not.toContain(others);
    await expect.poll(async () => (await rows()).toLowerCase()).toContain(name);
    expect(keys).toBe(1);
  }
});

it("books again from the list by 4", async () => {
  await press("Control+3");
  await heading(words.bookings.title);
  await focusIs("input[type=search]");
  await page.keyboard.type("jane");
  // Over what was looked for before: until it is read, the row that was found then stands there.
  await expect.poll(rows).not.toContain("Lee");
  await expect.poll(rows).toContain("Jane");
  await press("ArrowDown", "Enter");
  await page.getByRole("button", { name: words.bookings.bookAnother({ name: "Jane" }) }).waitFor();
  await press("Control+Enter");
  await heading(words.shell.screens["new-booking"]);
  await page.getByRole("main").getByText("Jane Sample").first().waitFor();
  expect(keys).toBe(4);
});

it("puts right what was rejected by 5", async () => {
  service.rule(({ path }) =>
    path === "/api/appointment"
      ? json(422, { message: "Not valid", errors: { serviceId: "Not offered." } })
      : null,
  );
  await send(page, bookingOf({ patient: await knownPatient(page, "Jane"), service: "101", time: "4pm" }));
  service.rule(() => null);
  await press("Control+4");
  await focusIs("[data-row]");
  await press("Control+Enter");
  await focusIs(`[name="service"], [role="combobox"]`);
  // To write over it is to type.
  await page.keyboard.press("Control+a");
  await page.keyboard.type("102");
  await press("Control+Enter");
  await page.getByRole("radiogroup", { name: words.booking.label.billingType }).waitFor();
  await press("Control+Enter");
  await page.getByText(words.booking.review.heading).waitFor();
  await press("Control+Enter");
  await heading(words.items.made.booking);
  expect(keys).toBeLessThanOrEqual(5);
});

it("imports what was dropped by 1", async () => {
  await page.evaluate(() => document.querySelector("main")?.focus());
  await page.keyboard.press("Control+2");
  await heading(words.patients.title);
  keys = 0;
  await dropFile(page, { name: "patients.csv", text: patientsFile(5) });
  const begin = page.getByRole("button", { name: words.import.begin({ count: 5 }) });
  await begin.waitFor();
  await expect.poll(() => begin.getAttribute("aria-disabled")).toBeNull();
  await press("Control+Enter");
  await begin.waitFor({ state: "detached" });
  expect(keys).toBe(1);
});

it("registers a webhook for one of the two kinds by 7", async () => {
  await page.evaluate(() => document.querySelector("main")?.focus());
  await press("Control+5");
  await page.getByLabel(words.webhooks.url, { exact: true }).waitFor();
  await focusIs("#screen-title");
  await press("Tab");
  await focusIs(`[name="url"]`);
  await page.keyboard.type("https://hooks.example.com/front-desk");
  // The second of the two that stand there as chosen is left out.
  await press("Tab", "Space");
  await press("Control+Enter");
  const yes = page
    .getByRole("alertdialog")
    .getByRole("button", { name: words.webhooks.once.yes, exact: true });
  await yes.waitFor();
  // The question itself has the focus: back from there is its last button, the yes.
  await press("Shift+Tab");
  await expect.poll(() => yes.evaluate((button) => button === document.activeElement)).toBe(true);
  await press("Enter");
  await expect.poll(() => service.sent("/api/webhooks").length).toBe(1);
  expect(keys).toBeLessThanOrEqual(7);
});

it("books a returning patient by 7 at a desk without visit types too, whose way to them is no stop on the way", async () => {
  await ask(page, "settings.save", { services: [] });
  // The window has heard of it: the field for a visit type is another one then.
  await go(page, "settings");
  await page.getByText(words.settings.services.none).waitFor({ state: "attached" });
  await page.keyboard.press("Control+n");
  await heading(words.shell.screens["new-booking"]);
  keys = 1;
  await page.keyboard.type("jane");
  // One of an earlier text stands there as well until the list of this one comes, and cannot be taken.
  await page.getByRole("option", { name: /Jane/, selected: true, disabled: false }).waitFor();
  await press("Enter");
  await focusIs(`[name="service"]`);
  await page.getByRole("main").getByRole("button", { name: words.booking.visit.addServices }).waitFor();
  await page.keyboard.type("101");
  await press("Tab");
  await focusIs(`[name="date"]`);
  await page.keyboard.type("3/6/2031");
  await press("Tab");
  await focusIs(`[name="time"]`);
  await page.keyboard.type("9am");
  await press("Enter");
  await page.getByRole("radiogroup", { name: words.booking.label.billingType }).waitFor();
  await page.keyboard.type("m");
  const monthly = page.getByRole("radio", { name: words.booking.billing.names["Monthly Invoice"] });
  await expect.poll(() => monthly.isChecked()).toBe(true);
  await press("Enter");
  await page.getByText(words.booking.review.heading).waitFor();
  await press("Control+Enter");
  await heading(words.items.made.booking);
  expect(keys).toBe(7);
});
