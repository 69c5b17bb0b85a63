import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright";
import { go, itemsIn, signIn, startApp, type TestApp } from "../support/app.ts";
import { ask, patientCalled, send } from "../support/by-bridge.ts";
import { answerQuestions, endOf } from "../support/ending.ts";
import { json, startFakeService, type FakeService } from "../support/fake-service.ts";
import { words } from "../../messages/words.ts";

/** One story, within the minute in which a page that breaks breaks again. */
let desk: TestApp;
let page: Page;
let service: FakeService;

const { broken } = words.desk;

beforeAll(async () => {
  service = await startFakeService();
  desk = await startApp();
  ({ page } = desk);
  await signIn(page, { address: service.baseUrl, token: "opaque" });
  await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
});
afterAll(async () => {
  await desk.dispose();
  await service.close();
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
  it("by hanging is ended and there again by itself, with what was typed; and its log names nobody", async () => {
    // One patient who is not sent yet, and one half typed, who is kept.
    service.rule(({ method, path }) => (method === "POST" && path === "/api/patient" ? json(503, {}) : null));
    expect(await send(page, patientCalled("Ann"))).toMatchObject({ status: "ready" });
    // Else it is tried again and again, and what is asked at the end depends on the moment.
    await ask(page, "outbox.pause", { paused: true });
    await go(page, "patients");
    await page.getByRole("button", { name: words.patients.newPatient }).first().click();
    await page.getByLabel(words.patients.label.firstName, { exact: true }).fill("Gil");
    await page.getByLabel(words.patients.label.lastName, { exact: true }).fill("Unbroken");
    const drafts = async (): Promise<string> =>
      JSON.stringify(await itemsIn(page, { kinds: ["patient"], statuses: ["draft"] }));
    await expect.poll(drafts).toContain("Unbroken");
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
    expect(await shows()).toContain(words.booking.next);
    const said = await log();
    expect(said).toContain("window.gone");
    expect(said).not.toMatch(/Gil|Unbroken/);
  });

  it("again at once is a question: it may be loaded again", async () => {
    const questions = await answerQuestions(desk.app, { button: 0 });
    await crash();
    await expect.poll(async () => (await questions()).asked).toEqual([broken.message]);
    await expect.poll(shows).toContain("Gil Unbroken");
  });

  it("and is left, and then not for what is not sent yet, is there again", async () => {
    const questions = await answerQuestions(desk.app, { button: 1 });
    await crash();
    const both = [broken.message, words.items.tally.stopped({ count: 1 })];
    await expect.poll(async () => (await questions()).answered).toEqual(both);
    await expect.poll(shows).toContain("Gil Unbroken");
  });

  it("and is left for good ends the program", async () => {
    const button = { [broken.message]: 1, [words.items.tally.stopped({ count: 1 })]: 0 };
    await answerQuestions(desk.app, { button });
    const ended = endOf(desk.app);
    await crash();
    expect(await ended).toMatchObject({ code: 0 });
  });
});
