import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "playwright";
import english from "../../messages/compiled/en-US.js";
import spanish from "../../messages/compiled/es-US.js";
import type { Words } from "../../messages/words.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { allRules, axeFindings } from "../support/axe.ts";
import { seen } from "../support/seen.ts";

/** One story over one app: each test goes on from the one before. */
let desk: TestApp;

/** A computer whose system is in Spanish; the system's own settings cannot be changed everywhere. */
const inSpanish: Readonly<Record<string, string>> =
  process.platform === "linux"
    ? { FRONT_DESK_LANGUAGE: "", LANGUAGE: "es_MX", LC_ALL: "es_MX.UTF-8" }
    : { FRONT_DESK_LANGUAGE: "es-US" };

beforeAll(async () => {
  desk = await startApp({ env: inSpanish });
});
afterAll(() => desk.dispose());

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

// window-10: Longer words still fit
// window-44: axe finds nothing on the main screens in Spanish, and nothing is too wide
it(
  "starts in the system's language: is accessible in Spanish on the main screens, whose longer words all fit",
  { tags: ["window-10", "window-44"] },
  async () => {
    const { page } = desk;
    await page.getByRole("heading", { level: 1, name: spanish.signIn.title }).waitFor();
    // A colour half way to its next one is no finding.
    await page.emulateMedia({ reducedMotion: "reduce" });
    const found: string[] = [];
    const judge = async (name: string): Promise<void> => {
      await desk.picture(`spanish-${name}`);
      for (const width of [900, 1280]) {
        await page.setViewportSize({ width, height: 720 });
        const { misfits } = await seen(page, ".");
        for (const misfit of misfits) found.push(`${name}, ${String(width)} px wide: ${misfit}`);
      }
      for (const finding of await axeFindings(page, allRules)) found.push(`${name}: ${finding}`);
    };
    await judge("sign-in");
    await practise(page, spanish);
    await page.getByRole("combobox").first().waitFor();
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
      await command(desk, id);
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      await judge(id);
    }
    await page.emulateMedia({ reducedMotion: null });
    expect(found).toEqual([]);
    expect(await langOf(page)).toBe("es-US");
  },
);

it("changes its language at once, with all that is typed in its place", async () => {
  const { page } = desk;
  const show = (words: Words, name: "services" | "computer"): Promise<void> =>
    page.getByRole("tab", { name: words.settings.pages[name], exact: true }).click();
  expect(await menuLabels(desk)).toContain(spanish.desk.menu.edit);
  await command(desk, "new-booking");
  await page.getByRole("combobox", { name: spanish.booking.patient.find }).fill("nguyen");
  await page.getByRole("option", { name: /Linh Nguyen/ }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");
  await page.keyboard.type("102");

  await openSettings(desk, spanish);
  await show(spanish, "services");
  await page.getByLabel(spanish.settings.services.name, { exact: true }).fill("Half a name");
  await show(spanish, "computer");
  await choose(page, "English");
  await page.getByRole("heading", { level: 1, name: english.settings.title }).waitFor();
  expect(await langOf(page)).toBe("en-US");
  await show(english, "services");
  expect(await page.getByLabel(english.settings.services.name, { exact: true }).inputValue()).toBe(
    "Half a name",
  );
  await expect.poll(() => menuLabels(desk)).toContain(english.desk.menu.edit);

  await command(desk, "go-booking");
  // Half a visit type is in no record: whoever leaves it is asked.
  await page.getByRole("button", { name: english.shell.leave.leave, exact: true }).click();
  const typed = (): Promise<string[]> =>
    page
      .getByRole("main")
      .getByRole("combobox")
      .evaluateAll((all) => all.map((field) => String(Reflect.get(field, "value"))));
  await expect.poll(typed).toContainEqual(expect.stringContaining("Follow-up visit"));

  await openSettings(desk, english);
  await show(english, "computer");
  await choose(page, "Español");
  await page.getByRole("heading", { level: 1, name: spanish.settings.title }).waitFor();
  expect(await langOf(page)).toBe("es-US");
  await expect.poll(() => menuLabels(desk)).toContain(spanish.desk.menu.edit);
  await choose(page, "English");
  await page.getByRole("heading", { level: 1, name: english.settings.title }).waitFor();

  // Also what is made of words and kept between drawings, of a list that stays where it is.
  await command(desk, "go-outbox");
  await page.getByRole("heading", { level: 1, name: english.outbox.title }).waitFor();
  const items = page.getByRole("main").getByRole("listitem");
  await expect.poll(() => items.first().textContent()).toContain(english.outbox.summary.booking);
  const save = (language: "en-US" | "es-US"): Promise<unknown> =>
    page.evaluate((chosen) => window.desk.invoke("settings.save", { language: chosen }), language);
  await save("es-US");
  await expect.poll(() => items.first().textContent()).toContain(spanish.outbox.summary.booking);
  await save("en-US");
  await openSettings(desk, english);

  // What was chosen last is spoken at the next start, before anybody is signed in, against the system's.
  await page.getByRole("button", { name: english.settings.leave.practice }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: english.settings.leave.practice }).click();
  await page.getByRole("heading", { level: 1, name: english.signIn.title }).waitFor();
  await desk.restart();
  await desk.page.getByRole("heading", { level: 1, name: english.signIn.title }).waitFor();
  expect(await langOf(desk.page)).toBe("en-US");
  expect(desk.errors).toEqual([]);
});
