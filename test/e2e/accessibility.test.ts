import { words } from "../../messages/words.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { join } from "node:path";
import type { Page } from "playwright";
import { allRules, axeFindings, colourRules } from "../support/axe.ts";
import { startFakeService, type FakeService } from "../support/fake-service.ts";
import { go, startApp, step, type TestApp } from "../support/app.ts";
import { walks } from "../support/looks.ts";

const themes = ["light", "dark"] as const;

let desk: TestApp;
let page: Page;
let service: FakeService;

beforeAll(async () => {
  service = await startFakeService();
  // A theme then changes at once.
  desk = await startApp({ switches: ["--force-prefers-reduced-motion"] });
  ({ page } = desk);
});
afterAll(async () => {
  await desk.dispose();
  await service.close();
});

async function show(theme: (typeof themes)[number]): Promise<void> {
  await desk.app.evaluate(({ nativeTheme }, source) => {
    nativeTheme.themeSource = source;
  }, theme);
  // A colour half way to its next one is no finding.
  await page.waitForFunction(
    (dark) =>
      matchMedia("(prefers-color-scheme: dark)").matches === dark &&
      document
        .getAnimations()
        .every(
          ({ playState, effect }) => playState !== "running" || effect?.getTiming().iterations === Infinity,
        ),
    theme === "dark",
  );
}

const picture = (name: string, theme: (typeof themes)[number]): Promise<void> =>
  desk.picture(join(theme, name));

let shown: (typeof themes)[number] = "light";

/**
 * Looks at the window as it is, in both themes: a picture for people, and axe. Only colours differ in the dark. It
 * begins with the theme that is on, since changing it takes as long as axe does.
 */
async function look(name: string): Promise<void> {
  for (const theme of shown === "light" ? themes : themes.toReversed()) {
    await show(theme);
    shown = theme;
    await picture(name, theme);
    const rules = theme === "light" ? allRules : colourRules;
    expect.soft(await axeFindings(page, rules), `${name}, ${theme}`).toEqual([]);
  }
}

const field = (name: string) => page.getByRole("main").getByLabel(name, { exact: true });

it.each(walks)("is accessible: $title", async ({ walk }) => {
  await walk({ page, service, look });
});

/** What the page is given at a size of the window and a zoom: zooming by two halves the CSS pixels. */
const sizes = [
  { name: "1024 × 640", width: 1024, height: 640 },
  { name: "1024 × 640 at 200 %", width: 512, height: 320 },
] as const;

describe.each(sizes)("the wizard at $name", ({ name, width, height }) => {
  const file = name.replaceAll(/[^0-9a-z]+/g, "-").replace(/-$/, "");

  it.each(["patient", "visit", "billing", "review"] as const)(
    "has no sideways scrolling in %s, and its button in view",
    async (part) => {
      await page.setViewportSize({ width, height });
      await go(page, "new-booking");
      await step(page, part).click();
      const primary = page.getByRole("button", {
        name: part === "review" ? words.booking.book : words.booking.next,
        exact: true,
      });
      await primary.scrollIntoViewIfNeeded();
      await look(`${file}-${part.toLowerCase()}`);
      const wide = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(wide).toBe(0);
      const box = await primary.boundingBox();
      expect(box).not.toBeNull();
      if (box === null) return;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
    },
  );

  it("never puts the focus where it cannot be seen", async () => {
    await step(page, "visit").click();
    await field(words.booking.label.service).focus();
    const hidden: string[] = [];
    const focused = new Set<string>();
    for (let press = 0; press < 40; press += 1) {
      await page.keyboard.press("Tab");
      const seen = await page.evaluate(() => {
        const focused = document.activeElement;
        if (focused === null || focused === document.body) return null;
        const { left, right, top, bottom } = focused.getBoundingClientRect();
        // The middle of each edge and the centre: under a sticky bar none of them is the element's own.
        const points = [
          [(left + right) / 2, (top + bottom) / 2],
          [(left + right) / 2, top + 2],
          [(left + right) / 2, bottom - 2],
        ] as const;
        const isSeen = points.some(([x, y]) => {
          const at = document.elementFromPoint(x, y);
          return (
            at !== null && (focused.contains(at) || at.contains(focused) || at.closest("label") !== null)
          );
        });
        return { isSeen, name: `${focused.tagName} ${focused.textContent.slice(0, 40)}` };
      });
      if (seen === null) continue;
      focused.add(seen.name);
      if (!seen.isSeen) hidden.push(seen.name);
    }
    // The keyboard goes through the form, not round the body.
    expect(focused.size).toBeGreaterThan(10);
    expect(hidden).toEqual([]);
  });
});
