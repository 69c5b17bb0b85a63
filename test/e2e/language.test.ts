import { afterEach, expect, it } from "vitest";
import type { ElectronApplication, Page } from "playwright";
import english from "../../messages/compiled/en-US.js";
import spanish from "../../messages/compiled/es-US.js";
import type { Words } from "../../messages/words.ts";
import { fillCard, testNumbers } from "../provider/card-page.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { allRules, axeFindings } from "../support/axe.ts";
import { bookingUpToCard, collectCard, formIsThere, startCardDesk } from "../support/card-kit.ts";
import { answerQuestions } from "../support/ending.ts";

let desk: TestApp | null = null;
afterEach(async () => {
  await desk?.dispose();
  desk = null;
});

/** A computer whose system is in Spanish; the system's own settings cannot be changed everywhere. */
const inSpanish: Readonly<Record<string, string>> =
  process.platform === "linux"
    ? { FRONT_DESK_LANGUAGE: "", LANGUAGE: "es_MX", LC_ALL: "es_MX.UTF-8" }
    : { FRONT_DESK_LANGUAGE: "es-US" };

async function start(env: Readonly<Record<string, string>>): Promise<TestApp> {
  desk = await startApp({ env });
  return desk;
}
const langOf = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.lang);
/** Presses an entry of the main menu, by its command. */
const command = ({ app }: TestApp, id: string): Promise<void> =>
  app.evaluate(({ Menu }, wanted) => Menu.getApplicationMenu()?.getMenuItemById(wanted)?.click(), id);
const menuLabels = ({ app }: TestApp): Promise<string[]> =>
  app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label) ?? []);
const practise = (page: Page, words: Words): Promise<void> =>
  page.getByRole("button", { name: words.signIn.practice.start }).click();
async function openSettings(app: TestApp, words: Words): Promise<void> {
  await command(app, "settings");
  await app.page.getByRole("heading", { level: 1, name: words.settings.title }).waitFor();
}
const choose = (page: Page, name: string): Promise<void> =>
  page.getByRole("radio", { name, exact: true }).check({ force: true });

it("starts in the system's language and changes it at once, with all that is typed in its place", async () => {
  const app = await start(inSpanish);
  const { page } = app;
  await page.getByRole("heading", { level: 1, name: spanish.signIn.title }).waitFor();
  expect(await langOf(page)).toBe("es-US");
  expect(await menuLabels(app)).toContain(spanish.desk.menu.edit);

  await practise(page, spanish);
  await page.getByRole("combobox").first().fill("nguyen");
  await page.getByRole("option", { name: /Linh Nguyen/ }).click();
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");
  await page.keyboard.type("102");

  await openSettings(app, spanish);
  await page.getByLabel(spanish.settings.services.name, { exact: true }).fill("Half a name");
  await choose(page, "English");
  await page.getByRole("heading", { level: 1, name: english.settings.title }).waitFor();
  expect(await langOf(page)).toBe("en-US");
  expect(await page.getByLabel(english.settings.services.name, { exact: true }).inputValue()).toBe(
    "Half a name",
  );
  await expect.poll(() => menuLabels(app)).toContain(english.desk.menu.edit);

  await command(app, "go-booking");
  const typed = (): Promise<string[]> =>
    page
      .getByRole("main")
      .getByRole("combobox")
      .evaluateAll((all) => all.map((field) => String(Reflect.get(field, "value"))));
  await expect.poll(typed).toContainEqual(expect.stringContaining("Follow-up visit"));

  await openSettings(app, english);
  await choose(page, "Español");
  await page.getByRole("heading", { level: 1, name: spanish.settings.title }).waitFor();
  expect(await langOf(page)).toBe("es-US");
  await expect.poll(() => menuLabels(app)).toContain(spanish.desk.menu.edit);
  await choose(page, "English");
  await page.getByRole("heading", { level: 1, name: english.settings.title }).waitFor();

  // Also what is made of words and kept between drawings, of a list that stays where it is.
  await command(app, "go-outbox");
  await page.getByRole("heading", { level: 1, name: english.outbox.title }).waitFor();
  const items = page.getByRole("main").getByRole("listitem");
  await expect.poll(() => items.first().textContent()).toContain(english.outbox.summary.booking);
  const save = (language: "en-US" | "es-US"): Promise<unknown> =>
    page.evaluate((chosen) => window.desk.invoke("settings.save", { language: chosen }), language);
  await save("es-US");
  await expect.poll(() => items.first().textContent()).toContain(spanish.outbox.summary.booking);
  await save("en-US");
  await openSettings(app, english);

  // What was chosen last is spoken at the next start, before anybody is signed in, against the system's.
  await page.getByRole("button", { name: english.settings.leave.practice }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: english.settings.leave.practice }).click();
  await page.getByRole("heading", { level: 1, name: english.signIn.title }).waitFor();
  await app.restart();
  await app.page.getByRole("heading", { level: 1, name: english.signIn.title }).waitFor();
  expect(await langOf(app.page)).toBe("en-US");
  expect(app.errors).toEqual([]);
});

it("is accessible in Spanish on the main screens, whose words are longer", async () => {
  const app = await start(inSpanish);
  const { page } = app;
  await page.getByRole("heading", { level: 1, name: spanish.signIn.title }).waitFor();
  // A colour half way to its next one is no finding.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const found: string[] = [];
  const judge = async (name: string): Promise<void> => {
    await app.picture(`spanish-${name}`);
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (wide > 0) found.push(`${name}: ${String(wide)} px too wide`);
    for (const finding of await axeFindings(page, allRules)) found.push(`${name}: ${finding}`);
  };
  await judge("sign-in");
  await practise(page, spanish);
  await page.getByRole("combobox").first().fill("nguyen");
  await page.getByRole("option", { name: /Linh Nguyen/ }).click();
  const steps = page.getByRole("list", { name: spanish.booking.stepsLabel });
  for (const step of ["patient", "visit", "billing", "review"] as const) {
    await steps.getByRole("button", { name: spanish.booking.steps[step] }).click();
    await steps.locator('[aria-current="step"]', { hasText: spanish.booking.steps[step] }).waitFor();
    await judge(step);
  }
  for (const [id, title] of [
    ["go-outbox", spanish.outbox.title],
    ["go-bookings", spanish.bookings.title],
    ["go-patients", spanish.patients.title],
    ["settings", spanish.settings.title],
  ] as const) {
    await command(app, id);
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    await judge(id);
  }
  expect(found).toEqual([]);
  expect(await langOf(page)).toBe("es-US");
});

it("asks in its language where the window breaks again", async () => {
  const { app, page } = await start(inSpanish);
  await page.getByRole("heading", { level: 1, name: spanish.signIn.title }).waitFor();
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
  await expect.poll(isThere).toContain(spanish.signIn.description);
  await crash();
  await expect.poll(async () => (await questions()).asked).toEqual([spanish.desk.broken.message]);
  await expect.poll(isThere).toContain(spanish.signIn.description);
});

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
  const kit = await startCardDesk();
  try {
    await bookingUpToCard(kit.desk.page, { time: "9am" });
    const card = await collectCard(kit.desk);
    await card.getByRole("heading", { name: english.card.titleFor({ name: "Ann Sample" }) }).waitFor();
    await formIsThere(card);
    await fillCard(card, testNumbers.accepted);
    const menus = await watchMenus(kit.desk.app);
    await kit.desk.page.evaluate(() => window.desk.invoke("settings.save", { language: "es-US" }));
    await card.getByRole("heading", { name: spanish.card.titleFor({ name: "Ann Sample" }) }).waitFor();
    expect(await langOf(card)).toBe("es-US");
    expect(await card.title()).toBe(spanish.card.title);
    expect(await menus()).toEqual(["the program's", "none"]);
    await card.getByRole("button", { name: spanish.card.save, exact: true }).click();
    await expect.poll(() => kit.provider.ledger().at(-1)?.paymentMethod).toMatch(/^pm_/);
    await expect.poll(() => card.isClosed()).toBe(true);
    expect(kit.desk.errors).toEqual([]);
  } finally {
    await kit.close();
  }
});
