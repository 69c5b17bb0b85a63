import { afterAll, beforeAll, expect, it } from "vitest";
import type { Locator, Page } from "playwright";
import { startMockService, type MockService } from "../../mock/service.ts";
import {
  borrowApp,
  choosePatient,
  go,
  newBooking,
  showSettings,
  signIn,
  step,
  type TestApp,
} from "../support/app.ts";
import { patientCalled, send } from "../support/by-bridge.ts";
import { detachedIn } from "../support/detached.ts";
import { takeHeard } from "../support/spoken.ts";
import { words } from "../../messages/words.ts";

/** A desk may stay open for months without a lock, which would load its page anew: what was closed is not kept. */
let desk: TestApp;
let page: Page;
let service: MockService;
/**
 * What was in no document before anything was closed. React keeps the style of a div of its own, by which it looks up
 * names of events, and with it the div; whether a collection before this one has dropped the div differs by its moment.
 */
let before: string[];

beforeAll(async () => {
  service = await startMockService({ sampleData: true });
  desk = await borrowApp();
  ({ page } = desk);
  before = await detachedIn(page);
  await signIn(page, { address: service.baseUrl, token: service.token });
  await page.getByRole("navigation", { name: words.shell.navigation.label }).waitFor();
  for (const form of ["Mara", "Ida"].map(patientCalled)) await send(page, form);
});
afterAll(async () => {
  await desk.dispose();
  await service.close();
});

const label = (name: string): Locator => page.getByRole("main").getByLabel(name, { exact: true });

/** By the mouse: what it meets and what is pressed changes its color, and may be gone before that has ended. */
async function book(time: string): Promise<void> {
  await newBooking(page);
  await choosePatient(page, "mara");
  await step(page, "visit").click();
  await label(words.booking.label.service).fill("102");
  await label(words.booking.label.date).fill("3/4/2031");
  await label(words.booking.label.time).fill(time);
  await label(words.booking.label.time).press("Tab");
  await step(page, "billing").click();
  await page
    .getByRole("radio", { name: words.booking.billing.names["Monthly Invoice"] })
    .check({ force: true });
  await step(page, "review").click();
  await page.getByRole("button", { name: words.booking.book, exact: true }).click();
  await page.getByRole("button", { name: words.slip.open }).waitFor();
}

/** Each of `known` once less. */
function without(found: readonly string[], known: readonly string[]): string[] {
  const left = [...found];
  for (const each of known) if (left.includes(each)) left.splice(left.indexOf(each), 1);
  return left;
}

/** Opens a dialog and closes it again. */
async function openAndClose(button: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: button, exact: true }).click();
  const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
}

it("keeps no element of a screen or a dialog that was closed", { timeout: 120_000 }, async () => {
  for (const time of ["1pm", "2pm"]) {
    await book(time);
    await openAndClose(words.slip.open);
    for (const screen of ["patients", "bookings", "outbox", "handover", "webhooks", "settings"] as const)
      await go(page, screen);
    const { lock } = words.settings;
    await showSettings(page, "lock");
    for (const button of [lock.set, lock.admin.set]) await openAndClose(button);
    await showSettings(page, "backup");
    for (const button of [words.backup.passphrase.set, words.backup.restore.open]) await openAndClose(button);
    for (const key of ["Control+k", "Control+/"]) {
      await page.keyboard.press(key);
      await page.getByRole("dialog").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
  }
  await newBooking(page);
  await choosePatient(page, "mara");
  // What a test heard is by the elements that said it.
  await takeHeard(page);
  // What React draws just then, or what a timer lets go of in a moment, is in no document either: what is kept stays.
  await expect.poll(async () => without(await detachedIn(page), before)).toEqual([]);
});
