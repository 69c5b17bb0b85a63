import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright";
import { signIn, startApp, type TestApp } from "../support/app.ts";
import { allRules, axeFindings } from "../support/axe.ts";
import { patientCalled, send } from "../support/by-bridge.ts";
import { endOf } from "../support/ending.ts";
import { startFakeService, type FakeService } from "../support/fake-service.ts";
import { flipBit } from "../support/store-files.ts";
import { words } from "../../messages/words.ts";
import { any, matching } from "../support/matching.ts";

let desk: TestApp;
let page: Page;
let service: FakeService;
let damaged: Buffer;

const folder = (): string => join(desk.profile, "records");
const file = (): string => join(folder(), "front-desk.db");
const isSignedIn = (): Promise<void> =>
  page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
const problem = (): Locator =>
  page.getByRole("heading", { level: 1, name: words.shell.storeProblem.title.unopened });
const setAside = (): Locator =>
  page.getByRole("button", { name: words.shell.setAside.files.button, exact: true });
const question = (): Locator => page.getByRole("alertdialog");

beforeAll(async () => {
  service = await startFakeService();
  desk = await startApp();
  ({ page } = desk);
  await signIn(page, { address: service.baseUrl, token: "opaque" });
  await isSignedIn();
  await send(page, patientCalled("Ann"));
});
afterAll(async () => {
  await desk.dispose();
  await service.close();
});

describe("records that are damaged", () => {
  it("are shown as a plain screen with their files, and nothing else of the app", async () => {
    await desk.close();
    flipBit(file(), 60);
    damaged = readFileSync(file());
    const asked = service.requests.length;
    await desk.restart();
    ({ page } = desk);
    await problem().waitFor();
    await page.getByText("The file with the saved records is damaged.").waitFor();
    await page.getByText("close this window and start Front Desk").waitFor();
    expect(
      await page
        .getByRole("list", { name: words.shell.storeProblem.filesLabel })
        .getByRole("listitem")
        .allTextContents(),
    ).toEqual([file()]);
    expect(await page.getByRole("navigation").count()).toBe(0);
    expect(await page.getByRole("textbox").count()).toBe(0);
    expect(service.requests.length).toBe(asked);
    await desk.picture("store-problem");
    expect(await axeFindings(page, allRules)).toEqual([]);
  });

  it("lead to a backup, out of which they can be put back", async () => {
    await page.getByRole("button", { name: words.backup.restore.open, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: words.backup.restore.title });
    await dialog.getByRole("button", { name: words.backup.restore.choose }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });

  it("are left as they are when the question is answered with no", async () => {
    await setAside().click();
    await question().getByText(words.shell.setAside.files.text).waitFor();
    await desk.picture("store-problem-question");
    await question().getByRole("button", { name: words.shell.setAside.files.keep }).click();
    await question().waitFor({ state: "detached" });
    expect(readFileSync(file()).equals(damaged)).toBe(true);
  });

  it("are set aside when it is answered with yes: the files are kept, and the app starts anew", async () => {
    // The second start would be without this test.
    const told = join(desk.profile, "relaunched");
    await desk.app.evaluate(({ app }, path) => {
      app.relaunch = () => process.getBuiltinModule("node:fs").writeFileSync(path, "");
    }, told);
    const ended = endOf(desk.app);
    await setAside().click();
    // It is said for a moment only, so the look for it begins first; and the window may be gone before the click is over.
    const said = page.getByText(matching(words.shell.setAside.done({ files: [any] }))).waitFor();
    const confirm = question().getByRole("button", { name: words.shell.setAside.files.confirm });
    await Promise.all([said, confirm.click().catch(() => undefined)]);
    expect(await ended).toMatchObject({ code: 0 });
    expect(existsSync(told)).toBe(true);
    expect(existsSync(file())).toBe(false);
    const aside = readdirSync(folder()).filter((name) => /^front-desk\.db\.aside-\d{8}T\d{6}Z$/.test(name));
    expect(aside).toHaveLength(1);
    expect(readFileSync(join(folder(), aside[0] ?? "")).equals(damaged)).toBe(true);
  });
});
