import { readFileSync } from "node:fs";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import type { Locator } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { words } from "../../messages/words.ts";
import { annSample, openSettings, startApp, type TestApp } from "../support/app.ts";
import { patientCalled, send } from "../support/by-bridge.ts";

const { audit } = words;
let desk: TestApp;
beforeAll(async () => {
  desk = await startApp();
  await desk.page.getByRole("button", { name: words.signIn.practice.start }).click();
  await desk.page.getByRole("combobox", { name: words.booking.patient.find }).waitFor();
  await send(desk.page, patientCalled("Ann"));
});
afterAll(() => desk.dispose());

const main = (): Locator => desk.page.getByRole("main");
const button = (name: string): Locator => main().getByRole("button", { name, exact: true });
const rows = (): Locator => main().getByRole("list", { name: audit.list }).getByRole("button");
const texts = (): Promise<string[]> => rows().allTextContents();
/** The next file that is saved goes there. */
const saveTo = (file: string): Promise<void> =>
  desk.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);

describe("the activity log", () => {
  it("is reached from Settings, says what was done, and opens to all that an entry says, by keyboard alone", async () => {
    const { page } = desk;
    await openSettings(page, "support");
    await button(audit.settings.open).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: audit.title }).waitFor();
    await expect.poll(texts).toContainEqual(expect.stringContaining("Ann Sample"));
    expect((await texts()).join("\n")).toContain(audit.act.started);
    await rows().first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const open = main().getByRole("button", { expanded: true });
    expect(await open.count()).toBe(1);
    await main().getByText(audit.facts.record, { exact: true }).waitFor();
    await page.keyboard.press("Enter");
    await main().getByText(audit.facts.code, { exact: true }).waitFor({ state: "detached" });
    await desk.picture("activity-log");
  });

  it("leaves as a file, checked: all of it with its hashes", async () => {
    const { page } = desk;
    await button(audit.check).click();
    await expect.poll(() => main().getByRole("status").first().textContent()).toMatch(/^Checked .*: all/);
    await expect.poll(texts).toContainEqual(expect.stringContaining(audit.act["log-checked"]));
    const file = join(desk.profile, "log.lines");
    await saveTo(file);
    await button(audit.export).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: audit.exportDialog.lines }).check({ force: true });
    await dialog.getByRole("button", { name: audit.exportDialog.save }).click();
    await dialog.waitFor({ state: "detached" });
    const text = readFileSync(file, "utf8");
    expect(text).not.toContain(annSample.lastName);
    const lines = text.trimEnd().split("\n");
    expect(lines.length).toBeGreaterThan(5);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ n: 1, previous: "0".repeat(64) });
  });
});

describe("diagnostics", () => {
  // log-10: Diagnostics are fully shown before they are saved
  it(
    "are shown whole before they are saved, and saved as they were shown",
    { tags: ["log-10"] },
    async () => {
      const { page } = desk;
      const file = join(desk.profile, "diagnostics.zip");
      await saveTo(file);
      await openSettings(page, "support");
      await button(audit.diagnostics.open).click();
      const dialog = page.getByRole("dialog", { name: audit.diagnostics.title });
      const shown = dialog.getByRole("region", { name: audit.diagnostics.content });
      await shown.waitFor();
      const seen = await shown.locator("pre").allTextContents();
      expect(seen.join("\n")).toContain('"sendsCrashReports": false');
      expect(seen.join("\n")).not.toContain(annSample.lastName);
      await desk.picture("diagnostics");
      await dialog.getByRole("button", { name: audit.diagnostics.save }).click();
      await dialog.waitFor({ state: "detached" });
      const zipped = Object.values(unzipSync(readFileSync(file))).map((bytes) => strFromU8(bytes));
      expect(zipped).toEqual(seen);
    },
  );
});
