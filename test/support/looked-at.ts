import { join } from "node:path";
import type { Page } from "playwright";
import { expect } from "vitest";
import { allRules, axeFindings } from "./axe.ts";
import type { TestApp } from "./app.ts";
import { hiddenFocus } from "./focus-in-view.ts";
import { screenFaults } from "./screen-rules.ts";

export const themes = ["light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** 1024 × 640, twice as large, and 1280 × 1024 four times as large: zooming by two halves the CSS pixels. */
export const sizes = [
  { width: 1024, height: 640 },
  { width: 512, height: 320 },
  { width: 320, height: 256 },
] as const;
export type Size = (typeof sizes)[number];

/** Shows the window in a theme, with all that it changes changed at once; null: as the computer has it. */
export const wear = (page: Page, theme: Theme | null): Promise<void> =>
  page.emulateMedia({ colorScheme: theme, reducedMotion: theme === null ? null : "reduce" });

/**
 * React Aria keeps a dialog out of sight, transparent and clipped, while a keyboard may be opening on the screen: a window that grew
 * smaller looks like one to it. Until then axe takes it for none, and the window behind it for a page without a main part.
 */
const dialogShown = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const dialogs = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")];
    const last = dialogs.at(-1);
    if (last === undefined) return true;
    const { left, right, top, bottom } = last.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2];
    // What is clipped away cannot be hit.
    return (
      last.contains(document.elementFromPoint(x, y)) &&
      dialogs.every((dialog) => dialog.checkVisibility({ opacityProperty: true }))
    );
  });

/** Judges the window as it is in a theme: a picture for people, and axe. */
export async function judge(desk: TestApp, name: string, theme: Theme, rules = allRules): Promise<void> {
  await wear(desk.page, theme);
  await dialogShown(desk.page);
  await desk.picture(join(theme, name));
  expect.soft(await axeFindings(desk.page, rules), `${name}, ${theme}`).toEqual([]);
}

/** What axe does not know: the rules of every screen, and where the focus goes as it gets narrow. */
export async function judgeAt(page: Page, name: string, seen: readonly Size[]): Promise<void> {
  expect.soft(await screenFaults(page), name).toEqual([]);
  const own = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  for (const size of seen) {
    await page.setViewportSize(size);
    expect.soft(await screenFaults(page), `${name}, ${size.width} px wide`).toEqual([]);
    expect.soft(await hiddenFocus(page), `${name}, ${size.width} px wide`).toEqual([]);
  }
  await page.setViewportSize(own);
}
