import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright";
import { jwtOf, startFakeService, type FakeService } from "../support/fake-service.ts";
import {
  annSample,
  choosePatient,
  createPatient,
  go,
  itemsIn,
  signIn,
  startApp,
  step,
  type TestApp,
} from "../support/app.ts";

/** What is typed is kept, or asked about before it goes. */
let desk: TestApp;
let page: Page;
let service: FakeService;

const claims = { iss: "elm", sub: "Elm Street Clinic", exp: 4_102_444_800 };
const main = (): Locator => page.getByRole("main");
const field = (name: string): Locator => main().getByLabel(name, { exact: true });
const button = (name: string): Locator => main().getByRole("button", { name, exact: true });
const text = (words: string | RegExp): Locator => main().getByText(words).first();

/** Polls for as long as a busy machine may need. */
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 });

beforeAll(async () => {
  service = await startFakeService();
  desk = await startApp();
  ({ page } = desk);
  page.setDefaultTimeout(20_000);
  await signIn(page, { address: service.baseUrl, token: jwtOf(claims, "first") });
  await page.getByRole("heading", { level: 1, name: "New booking" }).waitFor();
  await newPatient();
  await createPatient(page, annSample);
  await text("Created: Ann Sample").waitFor();
});
afterAll(async () => {
  await desk.dispose();
  await service.close();
});

async function restarted(how: "restart" | "kill"): Promise<void> {
  await desk[how]();
  ({ page } = desk);
  page.setDefaultTimeout(20_000);
  await page.getByRole("heading", { level: 1, name: "New booking" }).waitFor();
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
/** What main has of the drafts, in one text. */
const kept = async (): Promise<string> => {
  const isThere = await page.evaluate(() => Reflect.has(globalThis, "desk"));
  return isThere ? JSON.stringify(await itemsIn(page, { statuses: ["draft"] })) : "";
};

describe("what is typed", () => {
  it("is kept within a second of the last key, through a kill", async () => {
    await newBooking();
    await choosePatient(page, "Ann Sample");
    await step(page, "Visit").click();
    await field("Service").fill("102");
    await field("Date").fill("3/4/2031");
    await field("Notes").pressSequentially("Bring the last letter: Q");
    await expect.poll(kept, { timeout: 1_000, interval: 20 }).toContain("Bring the last letter: Q");
    await restarted("kill");
    await page.getByRole("complementary", { name: "Drafts" }).waitFor();
    await page
      .getByRole("complementary", { name: "Drafts" })
      .getByRole("button", { name: "Continue" })
      .click();
    await eventually(() => field("Notes").inputValue()).toBe("Bring the last letter: Q");
    expect(await field("Date").inputValue()).toBe("3/4/2031");
    expect(await field("Service").inputValue()).toContain("102");
  });

  it("is kept when the window closes right after the last key", async () => {
    await newPatient();
    await field("First name").fill("Gil");
    await field("Last name").fill("Lastkey");
    await field("City").pressSequentially("Springfiel");
    await page.keyboard.press("d");
    await restarted("restart");
    const banner = page.getByRole("complementary", { name: "Drafts" });
    await banner.getByText("Gil Lastkey").waitFor();
    await banner.getByRole("button", { name: "Continue" }).click();
    await eventually(() => field("City").inputValue()).toBe("Springfield");
    expect(await field("Last name").inputValue()).toBe("Lastkey");
  });
});

describe("what cannot be saved", () => {
  it("is not left behind unasked: it stays on the screen, or goes on a person's word", async () => {
    await newBooking();
    await choosePatient(page, "Ann Sample");
    await step(page, "Visit").click();
    await field("City").or(field("Notes")).first().waitFor();
    await field("Notes").fill("Ring twice.");
    // The words are on the screen already: what main has is what counts.
    await eventually(kept).toContain("Ring twice.");
    await field("Notes").fill("Ring twice. 4242 4242 4242 4242");
    await page.getByRole("navigation", { name: "Screens" }).getByRole("button", { name: "Patients" }).click();
    const question = page.getByRole("alertdialog", { name: /not saved. Leave without it/ });
    await question.getByText("card number").first().waitFor();
    await desk.picture("failures-leave-question");
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    expect(await field("Notes").inputValue()).toBe("Ring twice. 4242 4242 4242 4242");
    await page.keyboard.press("Control+2");
    await question.getByRole("button", { name: "Leave without it" }).click();
    await page.getByRole("heading", { level: 1, name: "Patients" }).waitFor();
    const drafts = await itemsIn(page, { kinds: ["booking"], statuses: ["draft"] });
    expect(JSON.stringify(drafts)).toContain('"notes":"Ring twice."');
    expect(JSON.stringify(drafts)).not.toContain("4242");
  });

  it("is not dropped unasked by Ctrl+N or by taking up another booking", async () => {
    const card = "Ring. 4242 4242 4242 4242";
    await newBooking();
    await choosePatient(page, "Ann Sample");
    await page.keyboard.press("Control+Shift+P");
    await page.getByRole("button", { name: /^Continue Ann Sample$/ }).waitFor();
    await step(page, "Visit").click();
    await field("Notes").fill(card);
    const question = page.getByRole("alertdialog", { name: /not saved. Leave without it/ });
    await page.keyboard.press("Control+n");
    await question.getByRole("button", { name: "Stay here" }).click();
    await question.waitFor({ state: "detached" });
    expect(await field("Notes").inputValue()).toBe(card);
    await page.getByRole("button", { name: /^Continue Ann Sample$/ }).click();
    await question.getByRole("button", { name: "Stay here" }).click();
    await question.waitFor({ state: "detached" });
    expect(await field("Notes").inputValue()).toBe(card);
    await page.keyboard.press("Control+n");
    await question.getByRole("button", { name: "Leave without it" }).click();
    await page.getByRole("combobox", { name: "Find a patient" }).waitFor();
    expect(await step(page, "Patient").getAttribute("aria-current")).toBe("step");
  });

  it("is not dropped unasked by Close in a patient's form", async () => {
    await newPatient();
    await field("First name").fill("Hal");
    await field("Address").fill("4242 4242 4242 4242");
    await button("Close").click();
    const question = page.getByRole("alertdialog", { name: /not saved. Leave without it/ });
    await question.getByRole("button", { name: "Stay here" }).click();
    await question.waitFor({ state: "detached" });
    expect(await field("Address").inputValue()).toBe("4242 4242 4242 4242");
    await field("Address").fill("4 Elm St");
    await eventually(kept).toContain("4 Elm St");
    await button("Close").click();
    await button("New patient").waitFor();
  });
});

describe("a token that is no JWT", () => {
  it("is allowed, with a warning", async () => {
    await go(page, "Settings");
    await button("Sign out").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("Access token").fill("opaque-token-of-an-older-service");
    await text("does not read as a JWT").waitFor();
    await page.getByLabel("Service address").fill(service.baseUrl);
    await page.getByRole("button", { name: "Connect" }).click();
    const question = page.getByRole("alertdialog");
    const booking = page.getByRole("heading", { level: 1, name: "New booking" });
    await question.or(booking).first().waitFor();
    if (await question.isVisible()) await question.getByRole("button", { name: /No, another/ }).click();
    await booking.waitFor();
    expect(service.requests.at(-1)?.token).toBe("opaque-token-of-an-older-service");
  });
});

describe("a shortcut", () => {
  it("begins a new booking after practice was left for an account, and reopens no draft", async () => {
    await go(page, "Settings");
    await button("Sign out").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Practise" }).click();
    await page.getByRole("heading", { level: 1, name: "New booking" }).waitFor();
    await go(page, "Settings");
    await button("Leave practice").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Leave practice" }).click();
    await signIn(page, { address: service.baseUrl, token: jwtOf(claims, "fourth") });
    await page.getByRole("heading", { level: 1, name: "New booking" }).waitFor();
    const picker = page.getByRole("combobox", { name: "Find a patient" });
    const chosen = main().getByText("Patient #4711", { exact: true });
    // One press alone: the screen that it opens asks last, and would answer the next.
    await step(page, "Patient").click();
    await picker.fill("4711");
    await page.getByRole("option").first().click();
    await chosen.waitFor();
    await eventually(kept).toContain('"text":"4711"');
    await page.keyboard.press("Control+n");
    await chosen.waitFor({ state: "detached" });
    await eventually(() => picker.inputValue()).toBe("");
  });
});

describe("without a keychain, where nothing may be written to disk", () => {
  it("nothing that is typed is called saved", async () => {
    const other = await startApp({ env: { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere/bus" } });
    try {
      await other.page.getByRole("button", { name: "Practise" }).click();
      await other.page.getByText("What you type is kept only while Front Desk is open").waitFor();
      await choosePatient(other.page, "Alvarez");
      const words = other.page.getByRole("main");
      await words.getByText("Kept while Front Desk is open – not booked yet.").waitFor();
      await other.page.getByRole("button", { name: "Save for later" }).click();
      await words.getByText(/It is not complete/).waitFor();
      await other.picture("typed-memory");
      expect(await words.textContent()).not.toMatch(/\bsaved\b|restart/i);
      await go(other.page, "Outbox");
      await words.getByText("Kept as typed while Front Desk is open").first().waitFor();
      expect(await words.textContent()).not.toMatch(/\bsaved\b/i);
    } finally {
      await other.dispose();
    }
  });
});
