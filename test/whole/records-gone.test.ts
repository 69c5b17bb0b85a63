import { copyFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright";
import { go, signIn, startApp, type TestApp } from "../support/app.ts";
import { patientCalled, send } from "../support/by-bridge.ts";
import { answerQuestions } from "../support/ending.ts";
import { startFakeService, type FakeService } from "../support/fake-service.ts";
import { words } from "../../messages/words.ts";

/** The words on the screen when the files of the records are gone, or older than what was sent. */
let desk: TestApp;
let page: Page;
let service: FakeService;

const folder = (): string => join(desk.profile, "records");
const file = (): string => join(folder(), "front-desk.db");
const title = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const missing = () => page.getByRole("complementary", { name: words.shell.missing.label });
const posts = (): number => service.requests.filter(({ method }) => method === "POST").length;

beforeAll(async () => {
  service = await startFakeService();
  desk = await startApp();
  ({ page } = desk);
  await signIn(page, { address: service.baseUrl, token: "opaque" });
  await title(words.shell.screens["new-booking"]);
  await send(page, patientCalled("Ann"));
});
afterAll(async () => {
  await desk.dispose();
  await service.close();
});

describe("an older copy of the records", () => {
  it("is said to be one, with how much is missing, until somebody has read it", async () => {
    const copied = readdirSync(folder()).filter((name) => /\.db(-wal)?$/.test(name));
    for (const name of copied) copyFileSync(join(folder(), name), join(folder(), `older-${name}`));
    await send(page, patientCalled("Bea"));
    expect(await missing().count()).toBe(0);
    await desk.close();
    for (const name of copied) renameSync(join(folder(), `older-${name}`), join(folder(), name));
    await desk.restart();
    ({ page } = desk);
    await missing()
      .getByText(words.shell.missing.sends({ count: 1 }))
      .waitFor();
    await missing().getByText(words.shell.missing.olderCopy).waitFor();
    await desk.picture("records-behind");
    // The activity log is looked through meanwhile, and may have something of its own to tell.
    const read = missing().getByRole("button", { name: words.shell.missing.read });
    await expect
      .poll(async () => {
        // One that was pressed may be gone a moment later.
        if ((await read.count()) > 0)
          await read
            .first()
            .click({ timeout: 2_000 })
            .catch(() => undefined);
        return missing().count();
      })
      .toBe(0);
  });
});

describe("a database that is deleted while the app is open", () => {
  it("ends the work with the reason, and what was being typed can still be read", async () => {
    await go(page, "patients");
    await page.getByRole("button", { name: words.patients.newPatient }).first().click();
    await page.getByLabel(words.patients.label.firstName, { exact: true }).fill("Cara");
    await page.getByText("Saved", { exact: false }).first().waitFor();
    const before = posts();
    await page.getByLabel(words.patients.label.lastName, { exact: true }).focus();
    rmSync(file());
    // At once: on a busy computer the loss is noticed before a field is looked for.
    await page.keyboard.insertText("Unsaved");
    await title(words.shell.storeProblem.title.lost);
    await page.getByRole("alert").getByText("deleted or replaced while Front Desk was open").waitFor();
    await desk.picture("records-lost");
    expect(await page.getByRole("navigation").count()).toBe(0);
    await page.getByRole("button", { name: words.shell.storeProblem.halted.look }).click();
    expect(await page.getByLabel(words.patients.label.lastName, { exact: true }).inputValue()).toBe(
      "Unsaved",
    );
    await page.getByRole("button", { name: words.shell.storeProblem.halted.back }).click();
    await title(words.shell.storeProblem.title.lost);
    expect(posts()).toBe(before);
    const kept = readdirSync(folder()).filter((name) => /\.kept-\d{8}T\d{6}Z$/.test(name));
    expect(kept).toHaveLength(1);
    await page.getByText(join(folder(), kept[0] ?? ""), { exact: true }).waitFor();
    expect(desk.errors).toEqual([]);
    // What is not saved is let go.
    await answerQuestions(desk.app, { button: 0 });
  });
});
