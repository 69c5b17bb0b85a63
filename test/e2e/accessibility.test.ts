import { words } from "../../messages/words.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { join } from "node:path";
import type { Page } from "playwright";
import { allRules, axeFindings, colourRules } from "../support/axe.ts";
import { startFakeService, type FakeService } from "../support/fake-service.ts";
import { go, startApp, step, type TestApp } from "../support/app.ts";
import { drawn, isWhole } from "../support/drawn.ts";
import { handLinks } from "../support/links.ts";
import { setPolicy, tellWindow } from "../support/managed.ts";
import { hiddenFocus } from "../support/focus-in-view.ts";
import { screenFaults } from "../support/screen-rules.ts";
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
    // The host tells pages of a change alone, and one that was loaded anew has not heard of the last.
    nativeTheme.themeSource = "system";
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

/** 1024 × 640, twice as large, and 1280 × 1024 four times as large: zooming by two halves the CSS pixels. */
const small = [
  { width: 1024, height: 640 },
  { width: 512, height: 320 },
  { width: 320, height: 256 },
] as const;

/**
 * `npm run whole` and pictures look at each state in both themes and at every size. `npm test` looks at one state in five, in one theme
 * and at one size, others the next time: a finding names which.
 */
const isLookedAt = (): boolean => isWhole || Math.random() < 1 / 5;
const themesSeen = drawn(themes, 1);
const sizesSeen = drawn(small, 1);

let shown: (typeof themes)[number] = "light";

/**
 * React Aria keeps a dialog out of sight while a keyboard may be opening on the screen: a window that grew smaller
 * looks like one to it.
 */
const dialogShown = (): Promise<unknown> =>
  page.waitForFunction(() =>
    [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].every((dialog) =>
      dialog.checkVisibility({ opacityProperty: true }),
    ),
  );

/**
 * Judges the window as it is, in both themes: a picture for people, and axe. Only colours differ in the dark. It
 * begins with the theme that is on, since changing it takes as long as axe does.
 */
async function judge(name: string): Promise<void> {
  await dialogShown();
  for (const theme of shown === "light" ? themesSeen : themesSeen.toReversed()) {
    if (theme !== shown) await show(theme);
    shown = theme;
    await picture(name, theme);
    const rules = theme === "light" || !isWhole ? allRules : colourRules;
    expect.soft(await axeFindings(page, rules), `${name}, ${theme}`).toEqual([]);
  }
}

/** The same, and what axe does not know: the rules of every screen, and where the focus goes as it gets narrow. */
async function look(name: string): Promise<void> {
  if (!isLookedAt()) return;
  await judge(name);
  expect.soft(await screenFaults(page), name).toEqual([]);
  const own = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  for (const size of sizesSeen) {
    await page.setViewportSize(size);
    expect.soft(await hiddenFocus(page), `${name}, ${size.width} px wide`).toEqual([]);
  }
  await page.setViewportSize(own);
}

const field = (name: string) => page.getByRole("main").getByLabel(name, { exact: true });

it("finds what is planted: a covered button, a small one, two of one name, a table without headers", async () => {
  await page.getByRole("button", { name: words.signIn.connect, exact: true }).waitFor();
  await page.evaluate(() => {
    const made = <K extends keyof HTMLElementTagNameMap>(tag: K, style: string): HTMLElementTagNameMap[K] => {
      const element = document.createElement(tag);
      // An attribute would be refused by the policy.
      element.style.cssText = style;
      return element;
    };
    const part = made("div", "position: fixed; inset: 0 auto auto 0; display: flex");
    part.id = "planted";
    for (const left of [0, 0, 60]) {
      const button = made(
        "button",
        `width: 18px; height: 18px; padding: 0; margin-left: ${left}px; border: 0`,
      );
      button.textContent = "Planted";
      part.append(button);
    }
    const table = made("table", "");
    table.insertRow().insertCell().textContent = "One";
    table.rows[0]?.insertCell().append("Two");
    const cover = made("div", "position: absolute; inset: 0 auto auto 90px; width: 40px; height: 40px");
    part.append(cover, table, made("h1", ""));
    document.querySelector("main")?.append(part);
  });
  const findings = await axeFindings(page, allRules);
  const rules = await screenFaults(page);
  const hidden = await hiddenFocus(page);
  await page.evaluate(() => document.querySelector("#planted")?.remove());
  expect(findings.filter((line) => line.startsWith("target-size at "))).not.toEqual([]);
  expect(rules).toEqual([
    expect.stringContaining("2 headings"),
    expect.stringContaining("a table without a name"),
    expect.stringContaining("a row without a header"),
    expect.stringContaining("two buttons of one name: Planted"),
  ]);
  expect(hidden).toEqual([expect.stringMatching(/^BUTTON “Planted” lies under DIV/)]);
  expect(await hiddenFocus(page)).toEqual([]);
});

it.each(walks)("is accessible: $title", async ({ walk }) => {
  await walk({
    page,
    service,
    look,
    open: (link) => handLinks(desk.app, link),
    setPolicy: (content) => setPolicy(desk, content),
    tellProxy: (state) => tellWindow(desk, "proxy.changed", state),
  });
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
      await judge(`${file}-${part.toLowerCase()}`);
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

/** What is current or chosen and looks like its neighbour: weight alone is no mark. */
const unmarked = (): Promise<readonly string[]> =>
  page.evaluate(() => {
    const chosen = '[aria-current]:not([aria-current="false"]), [aria-selected="true"], input:checked';
    const boxOf = (element: Element): Element =>
      element.closest(element.matches("input") ? "label" : "li") ?? element;
    const ground = getComputedStyle(document.documentElement).backgroundColor;
    /** How a part is drawn, but for words and the lines of icons: what is clear has the window's ground. */
    const drawn = (element: Element): string =>
      [element, ...element.querySelectorAll(":not(svg *)")]
        .flatMap((part) => [null, "::before", "::after"].map((own) => getComputedStyle(part, own)))
        .map(({ outlineStyle, borderWidth, borderColor, backgroundColor, content }) =>
          [
            outlineStyle,
            borderWidth,
            /[1-9]/.test(borderWidth) ? borderColor : "",
            backgroundColor.endsWith(", 0)") ? ground : backgroundColor,
            content,
          ].join(),
        )
        .join("|");
    return [...document.querySelectorAll(chosen)]
      .filter((element) => boxOf(element).checkVisibility())
      .flatMap((element) => {
        const box = boxOf(element);
        // A native box draws its own mark.
        if (element.matches("input") && getComputedStyle(element).opacity !== "0") return [];
        const around = box.closest(
          "ul, ol, nav, [role=tablist], [role=listbox], [role=radiogroup], fieldset",
        );
        const others = [...(around?.querySelectorAll(box.tagName) ?? [])].filter(
          (other) => other !== box && !other.matches(chosen) && other.querySelector(chosen) === null,
        );
        const isAlike = others.some((other) => drawn(other) === drawn(box));
        return isAlike ? [`${box.tagName} “${box.textContent.slice(0, 40)}”`] : [];
      });
  });

it("shows in the day view by line and ground what is booked, what is not yet, and what needs checking", async () => {
  await page.setViewportSize({ width: 1280, height: 820 });
  await go(page, "bookings");
  await page.getByRole("radio", { name: words.bookings.shapes.day }).check({ force: true });
  const swatches = page
    .getByRole("list", { name: words.bookings.day.legend })
    .locator("li > span:first-child");
  await expect.poll(() => swatches.count()).toBe(3);
  const looks = await swatches.evaluateAll((all) =>
    all.map((swatch) => {
      const { borderTopStyle, backgroundImage } = getComputedStyle(swatch);
      return [borderTopStyle, backgroundImage.includes("repeating-linear-gradient")];
    }),
  );
  expect(looks).toEqual([
    ["solid", false],
    ["dashed", false],
    ["solid", true],
  ]);
});

describe("where more contrast is asked for", () => {
  const ratios = (): Promise<Record<string, number>> =>
    page.evaluate(() => {
      const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
      const probe = document.body.appendChild(document.createElement("i"));
      const lightness = (token: string): number => {
        probe.style.color = `var(${token})`;
        if (context === null) return Number.NaN;
        context.fillStyle = getComputedStyle(probe).color;
        context.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((part) =>
          part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
        );
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const against = (token: string): number => {
        const [one, other] = [lightness(token), lightness("--surface")];
        return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      };
      const tokens = ["--line", "--line-control", "--text-soft", "--danger-line", "--warning-line"];
      const found = Object.fromEntries(tokens.map((token) => [token, against(token)]));
      probe.remove();
      return found;
    });

  it.each(themes)("lines are 3 : 1 and more, of controls 4.5 : 1, and soft text 7 : 1: %s", async (theme) => {
    await show(theme);
    const before = await ratios();
    await page.emulateMedia({ contrast: "more" });
    const after = await ratios();
    await page.emulateMedia({ contrast: null });
    expect(before["--line"]).toBeLessThan(3);
    expect(Math.min(...Object.values(after))).toBeGreaterThanOrEqual(3);
    expect(after["--line-control"]).toBeGreaterThanOrEqual(4.5);
    expect(after["--text-soft"]).toBeGreaterThanOrEqual(7);
  });

  it("in forced colors, what is current or chosen is marked, and so is the focus", async () => {
    await page.setViewportSize({ width: 1280, height: 820 });
    await page.emulateMedia({ forcedColors: "active" });
    await go(page, "new-booking");
    await step(page, "visit").click();
    const visit = await unmarked();
    await page.keyboard.press("Tab");
    const ring = await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
      return { outlineStyle, outlineWidth };
    });
    await go(page, "outbox");
    const outbox = await unmarked();
    await go(page, "bookings");
    await page.getByRole("radio", { name: words.bookings.shapes.day }).check({ force: true });
    const bookings = await unmarked();
    const isForced = await page.evaluate(() => matchMedia("(forced-colors: active)").matches);
    // The same is found where it is taken away.
    await page.evaluate(() => {
      const current = document.querySelector<HTMLElement>("nav [aria-current]");
      if (current !== null) current.style.outline = "none";
    });
    const taken = await unmarked();
    await page.emulateMedia({ forcedColors: null });
    expect(isForced).toBe(true);
    expect({ visit, outbox, bookings }).toEqual({ visit: [], outbox: [], bookings: [] });
    expect(ring.outlineStyle).not.toBe("none");
    expect(Number.parseFloat(ring.outlineWidth)).toBeGreaterThanOrEqual(2);
    expect(taken).toEqual([expect.stringContaining(words.shell.screens.bookings)]);
  });
});
