import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright";
import { annSample, createPatient, go, signIn, startApp, type TestApp } from "../support/app.ts";
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

async function newPatient(name: string): Promise<void> {
  await go(page, "patients");
  await page.getByRole("button", { name: words.patients.newPatient }).first().click();
  await createPatient(page, { ...annSample, firstName: name, email: `${name}@example.com` });
  await page
    .getByText(matching(words.patients.end.created({ name: `${name} Sample`, id: any })))
    .first()
    .waitFor();
}
const search = async (text: string): Promise<void> => {
  await go(page, "patients");
  await page.getByRole("main").getByRole("searchbox").fill(text);
};

beforeAll(async () => {
  service = await startFakeService();
  desk = await startApp();
  ({ page } = desk);
  await signIn(page, { address: service.baseUrl, token: "opaque" });
  await isSignedIn();
  await newPatient("Ann");
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
  });

  it("are left as they are when the question is answered with no", async () => {
    await setAside().click();
    await question().getByText(words.shell.setAside.files.text).waitFor();
    await desk.picture("store-problem-question");
    await question().getByRole("button", { name: words.shell.setAside.files.keep }).click();
    await question().waitFor({ state: "detached" });
    expect(readFileSync(file()).equals(damaged)).toBe(true);
  });

  it("are set aside when it is answered with yes: the app starts anew and works, the files are kept", async () => {
    // The second start is this test's own, so that it has its window.
    const told = join(desk.profile, "relaunched");
    await desk.app.evaluate(({ app }, path) => {
      app.relaunch = () => process.getBuiltinModule("node:fs").writeFileSync(path, "");
    }, told);
    const ended = new Promise((resolve) => desk.app.process().once("exit", resolve));
    await setAside().click();
    // It is said for a moment only, so the look for it begins first; and the window may be gone before the click is over.
    const said = page.getByText(matching(words.shell.setAside.done({ files: [any] }))).waitFor();
    const confirm = question().getByRole("button", { name: words.shell.setAside.files.confirm });
    await Promise.all([said, ended, confirm.click().catch(() => undefined)]);
    expect(existsSync(told)).toBe(true);
    await desk.restart();
    ({ page } = desk);
    await isSignedIn();
    await newPatient("Bea");
    await search("Sample");
    await page.getByText("Bea Sample").first().waitFor();
    expect(await page.getByText("Ann Sample").count()).toBe(0);
    const aside = readdirSync(folder()).filter((name) => /^front-desk\.db\.aside-\d{8}T\d{6}Z$/.test(name));
    expect(aside).toHaveLength(1);
    expect(readFileSync(join(folder(), aside[0] ?? "")).equals(damaged)).toBe(true);
    await desk.restart();
    ({ page } = desk);
    await isSignedIn();
    await search("Bea");
    await page.getByText("Bea Sample").first().waitFor();
  });
});
