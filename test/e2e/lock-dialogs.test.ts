import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { words } from "../../messages/words.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import { go, signIn, startApp, type TestApp } from "../support/app.ts";

/** The system's dialogs stay open when the desk locks: what they answer then is nothing. One story. */
const pin = "4711";
let mock: MockService;
let desk: TestApp;
const page = (): Page => desk.page;
const field = (name: string): Locator => page().getByLabel(name, { exact: true });
const button = (name: string): Locator => page().getByRole("button", { name, exact: true });
const list = (): string => join(desk.profile, "patients.csv");

/** From now on the system's dialogs for files stay open until they are answered. */
const holdDialogs = (): Promise<void> =>
  desk.app.evaluate(({ dialog }) => {
    const asked: ((path: string) => void)[] = [];
    Object.assign(globalThis, { asked });
    const ask = <T>(answer: (path: string) => T): Promise<T> =>
      new Promise((resolve) => void asked.push((path) => resolve(answer(path))));
    Object.assign(dialog, {
      showSaveDialog: () => ask((filePath) => ({ canceled: false, filePath })),
      showOpenDialog: () => ask((path) => ({ canceled: false, filePaths: [path] })),
    });
  });
const asked = (): Promise<number> => desk.app.evaluate(() => Reflect.get(globalThis, "asked").length);
/** Somebody chooses that file in the last dialog; settles when all that follows at once has run. */
const choose = (path: string): Promise<void> =>
  desk.app.evaluate(async (_, chosen) => {
    Reflect.get(globalThis, "asked").at(-1)(chosen);
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  }, path);
async function lock(): Promise<void> {
  await desk.app.evaluate(({ powerMonitor }) => void powerMonitor.emit("lock-screen"));
  await page().getByRole("heading", { level: 1, name: words.lock.title }).waitFor();
}
async function unlock(): Promise<void> {
  await field(words.lock.pin).fill(pin);
  await page().keyboard.press("Enter");
  await button(words.lock.button).waitFor();
}

beforeAll(async () => {
  mock = await startMockService({ sampleData: true });
  desk = await startApp();
  await signIn(page(), { address: mock.baseUrl, token: mock.token });
  await page().getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
  await page().evaluate(
    (next) => window.desk.invoke("lock.setPin", { which: "desk", present: "", next }),
    pin,
  );
  await button(words.lock.button).waitFor();
  await holdDialogs();
});
afterAll(async () => {
  await desk.dispose();
  await mock.close();
});

it("a file that is chosen for a list after the desk was locked is not written; one before it is", async () => {
  await go(page(), "patients");
  await button(words.import.exportPatients).click();
  await expect.poll(asked).toBe(1);
  await lock();
  await choose(list());
  expect(existsSync(list())).toBe(false);
  await unlock();
  await go(page(), "patients");
  await button(words.import.exportPatients).click();
  await expect.poll(asked).toBe(2);
  await choose(list());
  await expect
    .poll(() => existsSync(list()) && readFileSync(list(), "utf8"))
    .toContain(words.patients.number);
});

it("also where it was unlocked again meanwhile: what was asked before the lock is over", async () => {
  const late = join(desk.profile, "late.csv");
  await button(words.import.exportPatients).click();
  await expect.poll(asked).toBe(3);
  await lock();
  await unlock();
  await choose(late);
  expect(existsSync(late)).toBe(false);
});

it("a file of patients that is chosen after it was locked is not read", async () => {
  await go(page(), "patients");
  await page().evaluate(() => void window.desk.invoke("import.choose", {}));
  await expect.poll(asked).toBe(4);
  await lock();
  await choose(list());
  await unlock();
  const answer = await page().evaluate(() => window.desk.invoke("import.get", {}));
  expect(answer).toMatchObject({ ok: true, value: { file: null } });
});
