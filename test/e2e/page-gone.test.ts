import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Page } from "playwright";
import { annSample, createPatient, go, itemsIn, signIn, startApp, type TestApp } from "../support/app.ts";
import { answerQuestions, endOf } from "../support/ending.ts";
import { json, startFakeService, type FakeService } from "../support/fake-service.ts";
import { words } from "../../messages/words.ts";

let desk: TestApp;
let page: Page;
let service: FakeService;

let isFirst = true;

/** Signs in, and leaves a patient half typed, who is kept. */
async function typeDraft(): Promise<void> {
  await signIn(page, { address: service.baseUrl, token: "opaque" });
  await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
  await go(page, "patients");
  await page.getByRole("button", { name: words.patients.newPatient }).first().click();
  await page.getByLabel(words.patients.label.firstName, { exact: true }).fill("Gil");
  await page.getByLabel(words.patients.label.lastName, { exact: true }).fill("Unbroken");
  const drafts = (): Promise<string> =>
    page.evaluate(async () =>
      JSON.stringify(
        await window.desk.invoke("items.list", {
          kinds: ["patient"],
          statuses: ["draft"],
          limit: 50,
          offset: 0,
        }),
      ),
    );
  await expect.poll(drafts).toContain("Unbroken");
}

beforeAll(async () => {
  service = await startFakeService();
  desk = await startApp();
  ({ page } = desk);
});
afterAll(async () => {
  await desk.dispose();
  await service.close();
});
// A page that has broken before is another case: each test has a start of its own.
beforeEach(async () => {
  if (isFirst) await typeDraft();
  else {
    await desk.restart();
    ({ page } = desk);
    await page.getByText("Gil Unbroken").first().waitFor();
  }
  isFirst = false;
});

/** What the window shows; asked through main, as the tool's own page object is gone with the page. */
const shows = (): Promise<string> =>
  desk.app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (contents === undefined || contents.isCrashed() || contents.isLoading()) return "";
    return String(await contents.executeJavaScript("document.body.innerText"));
  });
const crash = (): Promise<void> =>
  desk.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  );
const log = async (): Promise<string> => {
  const folder = await desk.app.evaluate(({ app }) => app.getPath("logs"));
  return readFileSync(join(folder, "front-desk.log"), "utf8");
};

describe("a page that breaks", () => {
  it("is there again by itself, with what was typed; and its log names nobody", async () => {
    await crash();
    await expect.poll(shows).toContain("Gil Unbroken");
    expect(await shows()).toContain(words.booking.next);
    const said = await log();
    expect(said).toContain("window.gone");
    expect(said).not.toMatch(/Gil|Unbroken/);
  });

  it("is a question when it breaks again at once: it may be loaded again, or the program ends", async () => {
    await crash();
    await expect.poll(shows).toContain("Gil Unbroken");
    const questions = await answerQuestions(desk.app, { button: 0 });
    await crash();
    await expect.poll(async () => (await questions()).asked).toEqual([words.desk.broken.message]);
    await expect.poll(shows).toContain("Gil Unbroken");
    await answerQuestions(desk.app, { button: 1 });
    const ended = endOf(desk.app);
    await crash();
    expect(await ended).toMatchObject({ code: 0 });
    await desk.restart();
    await desk.page.getByText("Gil Unbroken").first().waitFor();
  });

  it("by hanging is ended and there again, with what was typed", async () => {
    void page
      .evaluate(() => {
        setTimeout(() => {
          for (;;);
        });
      })
      .catch(() => undefined);
    // Chromium's own patience is half a minute: what it says after that is said now.
    await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.emit("unresponsive"));
    await expect.poll(shows).toContain("Gil Unbroken");
  });

  it("again and is left, and then not for what is not sent yet, is there again", async () => {
    service.rule(({ method, path }) => (method === "POST" && path === "/api/patient" ? json(503, {}) : null));
    await go(page, "patients");
    await page.getByRole("button", { name: words.patients.newPatient }).first().click();
    await createPatient(page, annSample);
    await expect.poll(async () => (await itemsIn(page, { statuses: ["ready"] })).length).toBe(1);
    await crash();
    await expect.poll(shows).toContain("Gil Unbroken");
    const questions = await answerQuestions(desk.app, { button: 1 });
    await crash();
    const both = [words.desk.broken.message, words.desk.unsent.message({ count: 1 })];
    await expect.poll(async () => (await questions()).answered).toEqual(both);
    await expect.poll(shows).toContain("Gil Unbroken");
    await answerQuestions(desk.app, { button: 0 });
  });
});
