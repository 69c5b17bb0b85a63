import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright";
import { createEmptyBookingForm } from "../../shared/bookings/booking-form.ts";
import { emptyPatientForm } from "../../shared/patients/patient-form.ts";
import { json, jwtOf, startFakeService, type FakeService } from "../support/fake-service.ts";
import { borrowApp, go, signIn, step, type TestApp } from "../support/app.ts";
import { isFocused } from "../support/spoken-words.ts";
import { said } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";

let desk: TestApp;
let page: Page;
let service: FakeService;

const detail = (): Locator => page.getByRole("region", { name: words.outbox.item });
const rows = (name: string): Locator => page.getByRole("list", { name, exact: true }).locator("[data-row]");
const tab = (name: keyof typeof words.outbox.tabs): Locator =>
  page.getByRole("tab", { name: words.outbox.tabs[name] });
const button = (name: string): Locator => detail().getByRole("button", { name, exact: true });
const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? "");

const ann = {
  lastName: "Sample",
  dob: "1984-03-05",
  address: "1 Main St",
  city: "Springfield",
  state: "IL",
  zip: "62701",
  gender: "Female" as const,
};

/** A complete booking at that hour, saved and sent as "Book" does it. */
async function book(time: string, patient = "7"): Promise<void> {
  const form = {
    ...createEmptyBookingForm("America/New_York"),
    patient: { kind: "number" as const, text: patient },
    sameAddress: false,
    address: "1 Main St",
    city: "Springfield",
    state: "IL",
    zip: "62701",
    service: "101",
    date: "2031-03-04",
    time,
    billingType: "Monthly Invoice" as const,
  };
  const status = await page.evaluate(async (typed) => {
    const made = await window.desk.invoke("items.create", { kind: "booking", form: typed });
    if (!made.ok) return said(made.failure.why);
    const sent = await window.desk.invoke("items.submit", { id: made.value.id, wait: true });
    return sent.ok ? sent.value.status : said(sent.failure.why);
  }, form);
  expect(status).toMatch(/^(needs-checking|ready|needs-editing|done)$/);
}
async function savePatient(firstName: string): Promise<void> {
  const form = { ...emptyPatientForm, ...ann, firstName, email: `${firstName}@example.com` };
  const isSaved = await page.evaluate(async (typed) => {
    const made = await window.desk.invoke("items.create", { kind: "patient", form: typed });
    return made.ok && (await window.desk.invoke("items.submit", { id: made.value.id, wait: true })).ok;
  }, form);
  expect(isSaved).toBe(true);
}
async function statuses(): Promise<readonly string[]> {
  const answer = await page.evaluate(() =>
    window.desk.invoke("items.list", { kinds: ["booking"], statuses: [], limit: 50, offset: 0 }),
  );
  return answer.ok ? answer.value.items.map((item) => item.status).toSorted() : [];
}
const answerBookingsWith = (status: number, value: unknown): void =>
  service.rule(({ path }) => (path === "/api/appointment" ? json(status, value) : null));

beforeAll(async () => {
  service = await startFakeService();
  desk = await borrowApp();
  ({ page } = desk);
  await signIn(page, {
    address: service.baseUrl,
    token: jwtOf({ iss: "elm", sub: "Elm Street Clinic", exp: 4_102_444_800 }),
  });
  await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
});
afterAll(async () => {
  await desk.dispose();
  await service.close();
});

describe("the item that is shown", () => {
  it("lists what the service said of single fields", async () => {
    answerBookingsWith(400, { message: "Not valid", errors: { serviceId: "Not offered on Tuesdays." } });
    await book("11am");
    service.rule(() => null);
    await go(page, "outbox");
    await rows(words.outbox.group["needs-editing"].title).first().click();
    await detail().getByText("Visit type: Not offered on Tuesdays.").waitFor();
    // What the service said stands there once in the notice, and not again under the attempt.
    expect(await detail().getByText("Not valid").count()).toBe(1);
  });

  it("is not followed by the next one, on which a second click would settle another booking", async () => {
    answerBookingsWith(500, { message: "Down" });
    for (const time of ["9am", "10am"]) {
      await book(time);
      await page.getByRole("button", { name: words.shell.connection.checkNow }).click();
      await page.getByRole("button", { name: words.shell.connection.state.online }).waitFor();
    }
    service.rule(() => null);
    await go(page, "outbox");
    await expect.poll(() => rows(words.outbox.group["needs-checking"].title).count()).toBe(2);
    const place = await button(words.outbox.action["mark-booked"]).boundingBox();
    if (place === null) throw new Error("The button is not to be seen");
    await page.mouse.dblclick(place.x + 10, place.y + 10, { delay: 60 });
    await detail().getByText(words.outbox.end.marked).waitFor();
    await page.mouse.click(place.x + 10, place.y + 10);
    await desk.picture("outbox-settled");
    expect(await statuses()).toEqual(["done", "needs-checking", "needs-editing"]);
  });

  it("keeps the focus beside it when its buttons are gone", async () => {
    await rows(words.outbox.group["needs-checking"].title).first().click();
    await button(words.outbox.action["mark-booked"]).focus();
    await page.keyboard.press("Enter");
    await detail().getByText(words.outbox.end.marked).waitFor();
    // The heading of an item at its end.
    expect(await focused()).toBe(words.outbox.summary.patientNumber({ id: "7" }));
  });

  it("says why Send now sent nothing", async () => {
    await service.close();
    await page.getByRole("button", { name: words.shell.connection.checkNow }).click();
    await page.getByRole("button", { name: words.shell.connection.state.offline }).waitFor();
    await book("1pm");
    await go(page, "outbox");
    await tab("automatic").click();
    await rows(words.outbox.group.ready.title).first().click();
    await button(words.outbox.action.send).click();
    await detail().getByText(words.outbox.unsent.noAnswer).waitFor();
    await desk.picture("outbox-not-sent-yet");
  });

  // outbox-11: In a narrow window an item replaces the list, and the way back leads to its row
  it(
    "stands in the list's place in a narrow window, and Esc and the way back lead to its row",
    { tags: ["outbox-11"] },
    async () => {
      for (const time of ["2pm", "3pm", "4pm"]) await book(time);
      const ready = rows(words.outbox.group.ready.title);
      await expect.poll(() => ready.count()).toBe(4);
      // Beside each other Esc leads to the row alone.
      await button(words.outbox.edit).focus();
      await page.keyboard.press("Escape");
      await expect.poll(() => isFocused(page.locator('[data-row][aria-current="true"]'))).toBe(true);
      await page.setViewportSize({ width: 1024, height: 640 });
      await go(page, "outbox");
      await tab("automatic").click();
      await ready.nth(1).waitFor();
      expect(await detail().isVisible()).toBe(false);
      for (const back of [
        () => page.keyboard.press("Escape"),
        () => button(words.outbox.calls.back).press("Enter"),
      ]) {
        await ready.nth(1).focus();
        await page.keyboard.press("Enter");
        await expect.poll(() => isFocused(detail())).toBe(true);
        expect(await ready.count()).toBe(0);
        const place = await button(words.outbox.edit).boundingBox();
        expect(place?.y).toBeLessThan(640);
        await desk.picture("outbox-narrow");
        await back();
        await expect.poll(() => isFocused(ready.nth(1))).toBe(true);
        expect(await detail().isVisible()).toBe(false);
      }
      await page.setViewportSize({ width: 1280, height: 820 });
    },
  );
});

describe("the wizard", () => {
  it("picks no patient from the list of an earlier text, however fast the keys come", async () => {
    await savePatient("Ann");
    await savePatient("Cy");
    await go(page, "new-booking");
    const field = page.getByRole("combobox", { name: words.booking.patient.find });
    await field.focus();
    await page.keyboard.press("ArrowDown");
    // The newest is first of all, and not among those that fit.
    await page.getByRole("option").first().getByText("Cy Sample").waitFor();
    await field.evaluate(async (input) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, "Ann");
      input.dispatchEvent(new Event("input", { bubbles: true }));
      for (const key of ["ArrowDown", "Enter"]) {
        // Time for the page to draw, and not for the answer to the search.
        await Promise.resolve();
        input.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      }
    });
    // The list of what was typed has one, whom that Enter was for.
    await page.getByRole("region", { name: words.booking.strip.label }).getByText("Ann Sample").waitFor();
  });

  // booking-34: Ctrl Enter confirms the step from any focus
  it("confirms the step from wherever the focus is", { tags: ["booking-34"] }, async () => {
    await step(page, "patient").click();
    await page.getByRole("main").focus();
    await page.keyboard.press("Control+Enter");
    await page.getByLabel(words.booking.label.service, { exact: true }).waitFor();
  });
});
