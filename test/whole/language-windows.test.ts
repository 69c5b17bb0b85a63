import { afterAll, beforeAll, expect, it } from "vitest";
import type { ElectronApplication, Page } from "playwright";
import english from "../../messages/compiled/en-US.js";
import spanish from "../../messages/compiled/es-US.js";
import { startMockService, type MockService } from "../../mock/service.ts";
import { fillCard, testNumbers } from "../provider/card-page.ts";
import { startIntentEndpoint, startProvider, type IntentEndpoint, type Provider } from "../provider/kit.ts";
import { signIn, startApp, type TestApp } from "../support/app.ts";
import { annForm, send } from "../support/by-bridge.ts";
import { bookingUpToCard, collectCard, formIsThere } from "../support/card-kit.ts";
import { answerQuestions } from "../support/ending.ts";

/** One story over one app: the second test goes on from the first. */
let desk: TestApp;
let mock: MockService;
let provider: Provider;
let endpoint: IntentEndpoint;

beforeAll(async () => {
  mock = await startMockService({ decideAfterMs: 50 });
  provider = await startProvider({ onPaymentMethod: mock.registerPaymentMethod });
  endpoint = await startIntentEndpoint(provider);
  desk = await startApp({ switches: provider.switches });
});
afterAll(async () => {
  await desk.dispose();
  await endpoint.close();
  await provider.close();
  await mock.close();
});

const langOf = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.lang);

/** Notes the menu that the program gets from now on, which on Windows and Linux is every window's, and who is rid of it. */
async function watchMenus(app: ElectronApplication): Promise<() => Promise<string[]>> {
  await app.evaluate(({ BrowserWindow, Menu }) => {
    const menus: string[] = [];
    Reflect.set(globalThis, "menus", menus);
    Reflect.set(Menu, "setApplicationMenu", () => void menus.push("the program's"));
    Reflect.set(BrowserWindow.prototype, "removeMenu", () => void menus.push("none"));
  });
  return () => app.evaluate(() => Reflect.get(globalThis, "menus") as string[]);
}

it("changes an open card window too, which still has no menu, and the card that is typed in it is saved", async () => {
  const { page } = desk;
  await signIn(page, { address: mock.baseUrl, token: mock.token });
  await page.getByRole("heading", { level: 1, name: english.shell.screens["new-booking"] }).waitFor();
  await page.evaluate((source) => window.desk.invoke("settings.save", { card: source }), {
    publishableKey: provider.publishableKey,
    setupIntentUrl: endpoint.url,
  });
  await send(page, annForm);
  await bookingUpToCard(page, { time: "9am" });
  const card = await collectCard(desk);
  await card.getByRole("heading", { name: english.card.titleFor({ name: "Ann Sample" }) }).waitFor();
  await formIsThere(card);
  await fillCard(card, testNumbers.accepted);
  const menus = await watchMenus(desk.app);
  await page.evaluate(() => window.desk.invoke("settings.save", { language: "es-US" }));
  await card.getByRole("heading", { name: spanish.card.titleFor({ name: "Ann Sample" }) }).waitFor();
  expect(await langOf(card)).toBe("es-US");
  expect(await card.title()).toBe(spanish.card.title);
  expect(await menus()).toEqual(["the program's", "none"]);
  await card.getByRole("button", { name: spanish.card.save, exact: true }).click();
  await expect.poll(() => provider.ledger().at(-1)?.paymentMethod).toMatch(/^pm_/);
  await expect.poll(() => card.isClosed()).toBe(true);
  expect(desk.errors).toEqual([]);
});

it("asks in its language where the window breaks again", async () => {
  const { app } = desk;
  /** Asked through main, as the tool's own page object is gone with the page. */
  const isThere = (): Promise<string> =>
    app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      if (contents === undefined || contents.isCrashed() || contents.isLoading()) return "";
      return String(await contents.executeJavaScript("document.body.innerText"));
    });
  const crash = (): Promise<void> =>
    app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
    );
  const questions = await answerQuestions(app, { button: 0 });
  await crash();
  await expect.poll(isThere).toContain(spanish.shell.screens["new-booking"]);
  await crash();
  await expect.poll(async () => (await questions()).asked).toEqual([spanish.desk.broken.message]);
  await expect.poll(isThere).toContain(spanish.shell.screens["new-booking"]);
});
