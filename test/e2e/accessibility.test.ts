import { words } from "../../messages/words.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Locator, Page } from "playwright";
import { allRules, axeFindings } from "../support/axe.ts";
import { annForm, bookingForm, send } from "../support/by-bridge.ts";
import { json, jwtOf, startFakeService, type FakeService } from "../support/fake-service.ts";
import { settingsPages } from "../../renderer/lib/settings-pages.ts";
import {
  borrowApp,
  choosePatient,
  go,
  newBooking,
  openSettings,
  showSettings,
  signIn,
  step,
  type TestApp,
} from "../support/app.ts";
import { dropFile, patientsFile } from "../support/import-files.ts";
import { hiddenFocus } from "../support/focus-in-view.ts";
import { judge, judgeAt, sizes, themes, wear, type Theme } from "../support/looked-at.ts";
import { tellWindow } from "../support/managed.ts";
import { screenFaults } from "../support/screen-rules.ts";

let desk: TestApp;
let page: Page;
let service: FakeService;

beforeAll(async () => {
  service = await startFakeService();
  desk = await borrowApp();
  ({ page } = desk);
  // A theme then changes at once.
  await wear(page, "light");
});
afterAll(async () => {
  await wear(page, null);
  await desk.dispose();
  await service.close();
});

const main = (): Locator => page.getByRole("main");
const button = (name: string): Locator => main().getByRole("button", { name, exact: true });
const field = (name: string): Locator => main().getByLabel(name, { exact: true });
const text = (said: string | RegExp): Locator => main().getByText(said).first();
const wrong = (of: Locator): Promise<void> => of.and(page.locator("[aria-invalid=true]")).waitFor();
const dialog = (): Locator => page.getByRole("dialog").or(page.getByRole("alertdialog"));

/** The headings of what was looked at. */
const seen: string[] = [];
let theme: Theme = "light";
/**
 * Each state is judged once: in the theme of its story, since a change of it costs as much as axe, and at the sizes in turn, so
 * that each theme meets each size. `npm run whole` judges every state in both themes and at every size.
 */
async function look(name: string): Promise<void> {
  const size = sizes[seen.length % sizes.length] ?? sizes[0];
  seen.push(await page.locator("h1").innerText());
  await judge(desk, name, theme);
  await judgeAt(page, name, [size]);
}

it("finds what is planted: a covered button, a small one, two of one name, a table without headers, a list of nothing", async () => {
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
    const arrow = made("button", "min-width: 40px; min-height: 40px");
    arrow.ariaLabel = "Day before \u2039";
    const named = made("section", "");
    named.ariaLabel = "That day";
    named.append(made("p", ""));
    named.firstElementChild?.append("That day");
    const bold = made("p", "");
    bold.append(made("strong", ""));
    bold.firstElementChild?.append("Bold");
    part.append(cover, table, made("h1", ""), made("ul", "display: block; height: 1px"), arrow, named, bold);
    part.append(document.createElement("link"));
    document.querySelector("main")?.append(part);
  });
  const findings = await axeFindings(page, allRules);
  const rules = await screenFaults(page);
  const hidden = await hiddenFocus(page);
  await page.evaluate(() => document.querySelector("#planted")?.remove());
  expect(findings.filter((line) => line.startsWith("target-size at "))).not.toEqual([]);
  expect(rules).toEqual([
    expect.stringContaining("2 headings"),
    "in the body: <link>",
    expect.stringContaining("a list of nothing"),
    "what names a part is no heading: That day",
    "a heading that is none: Bold",
    expect.stringContaining("a table without a name"),
    expect.stringContaining("a row without a header"),
    "a glyph in a name: Day before \u2039",
    "18 × 18 px: BUTTON Planted",
    expect.stringContaining("two buttons of one name: Planted"),
  ]);
  expect(hidden).toEqual([expect.stringMatching(/^BUTTON “Planted” lies under DIV/)]);
  expect(await hiddenFocus(page)).toEqual([]);
});

/** Looks at the dialog that was opened, and closes it. */
async function lookAtDialog(name: string): Promise<void> {
  await dialog().waitFor();
  await look(name);
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
}

async function signingIn(): Promise<void> {
  await page.getByRole("button", { name: words.signIn.connect, exact: true }).click();
  await wrong(page.getByLabel(words.signIn.address));
  await look("sign-in-missing");
  await page.getByRole("button", { name: words.signIn.practice.start }).click();
}

async function bookingAVisit(): Promise<void> {
  const { booking, slip, bookings } = words;
  await newBooking(page);
  await page.getByRole("combobox", { name: booking.patient.find }).fill("a");
  await page.getByRole("option").first().waitFor();
  await look("booking-patient-options");
  await choosePatient(page, "Alvarez");
  await step(page, "visit").click();
  await field(booking.label.service).fill("102");
  await field(booking.label.date).fill("3/9/2031");
  await field(booking.label.time).fill("2:30 am");
  await field(booking.label.time).press("Tab");
  await button(booking.visit.takeTime({ time: "03:30" })).click();
  await page.getByLabel(booking.visit.sameAddress).press("Space");
  await look("booking-visit");
  await step(page, "billing").click();
  await page.getByRole("radio", { name: booking.billing.names["Bill to Patient"] }).check({ force: true });
  await button(booking.practice.add).waitFor();
  await look("booking-billing");
  await page.getByRole("radio", { name: booking.billing.names["Monthly Invoice"] }).check({ force: true });
  await step(page, "review").click();
  await text(booking.review.heading).waitFor();
  await look("booking-review");
  await page.getByRole("button", { name: booking.book, exact: true }).click();
  await button(slip.open).waitFor();
  await look("booked");
  await page.keyboard.press("Control+p");
  await dialog()
    .getByText(/Maria Alvarez/)
    .first()
    .waitFor();
  await lookAtDialog("slip");
  await go(page, "bookings");
  await main()
    .getByRole("button", { name: /Maria Alvarez/ })
    .click();
  await page.getByRole("region", { name: bookings.details }).waitFor();
  await look("bookings-detail");
  await page.getByRole("radio", { name: bookings.shapes.week }).check({ force: true });
  await page.getByRole("button", { name: bookings.turn.week.previous }).waitFor();
  await look("bookings-week");
}

async function patients(): Promise<void> {
  const { patients: says, import: imports } = words;
  await go(page, "patients");
  await main()
    .getByRole("button", { name: /Maria Alvarez/ })
    .click();
  await page.getByRole("region", { name: says.details }).waitFor();
  await look("patients-detail");
  await button(says.newPatient).click();
  await button(says.create).click();
  await wrong(field(says.label.firstName));
  await look("patient-form-errors");
  await button(says.close).click();
  await button(imports.button).click();
  await button(imports.choose).waitFor();
  await dropFile(page, { name: "springfield-east.csv", text: patientsFile(120) });
  await button(imports.dryRun.editOf({ row: 97 })).waitFor();
  await look("import-preview");
  await button(imports.dryRun.editOf({ row: 97 })).click();
  await lookAtDialog("import-edit");
  await button(imports.closeFile).click();
  await button(imports.choose).waitFor();
}

async function webhooks(): Promise<void> {
  await go(page, "webhooks");
  await button(words.webhooks.practiceInbox).click();
  await page.getByRole("checkbox").first().check({ force: true });
  await button(words.webhooks.register).click();
  await dialog().getByRole("button", { name: words.webhooks.once.yes, exact: true }).click();
  await text(words.webhooks.noDeliveriesYet).waitFor();
  await look("webhooks");
}

async function settingUp(): Promise<void> {
  const { settings: says, audit } = words;
  await go(page, "settings");
  for (const { page: name } of settingsPages) {
    await showSettings(page, name);
    await look(`settings-${name}`);
  }
  await showSettings(page, "services");
  await button(says.services.paste).click();
  await lookAtDialog("settings-paste-list");
  await showSettings(page, "support");
  await button(audit.diagnostics.open).click();
  await dialog().getByText("about.json", { exact: false }).first().waitFor();
  await lookAtDialog("settings-diagnostics");
  const asks = { proxy: "proxy.example:3128", realm: "Clinic network", isWrong: true, serial: 1 };
  await tellWindow(desk, "proxy.changed", { asks, known: [] });
  await lookAtDialog("proxy-asks");
  await tellWindow(desk, "proxy.changed", { asks: null, known: [] });
  await button(audit.settings.open).click();
  await page.getByRole("list", { name: audit.list }).getByRole("button").first().click();
  await look("activity-log");
  await button(audit.export).click();
  await lookAtDialog("activity-log-export");
}

async function findingTheWay(): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: words.shell.palette.field }).fill("nguyen");
  await page
    .getByRole("option", { name: /Linh Nguyen/ })
    .first()
    .waitFor();
  await look("palette");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
  await page.keyboard.press("Control+/");
  await lookAtDialog("shortcuts");
  await openSettings(page, "support");
  await button(words.settings.about.open).click();
  await dialog().getByText("zod 4").click();
  await lookAtDialog("about");
  await showSettings(page, "connection");
  await button(words.settings.leave.practice).click();
  await dialog().waitFor();
  await look("leave-practice");
  await dialog().getByRole("button", { name: words.settings.leave.practice }).click();
}

async function whatWaits(): Promise<void> {
  const { outbox, handover, backup, lock } = words;
  const token = jwtOf({ iss: "elm", sub: "Elm Street Clinic", exp: 4_102_444_800 });
  await signIn(page, { address: service.baseUrl, token, staysAtSetup: true });
  await page.getByRole("heading", { level: 1, name: words.shell.screens.setup }).waitFor();
  await look("setup");
  await send(page, annForm);
  await send(page, bookingForm({ billingType: "Bill to Patient", time: "9am" }), { wait: false });
  const answers = [
    json(422, { message: "Not on a holiday", errors: { serviceId: "Closed that day" } }),
    json(503, { message: "Down for repair" }),
  ];
  service.rule(({ path }) => (path === "/api/appointment" ? (answers.shift() ?? null) : null));
  await send(page, bookingForm({ time: "10am" }));
  await send(page, bookingForm({ time: "11am" }));
  await newBooking(page);
  await page.getByRole("region", { name: words.start.calls.title }).waitFor();
  await look("start");
  await go(page, "outbox");
  await main()
    .getByRole("list", { name: outbox.group["needs-checking"].title, exact: true })
    .getByRole("button")
    .first()
    .click();
  await page.getByRole("region", { name: outbox.item, exact: true }).waitFor();
  await look("outbox-needs-checking");
  await button(outbox.again.booking).click();
  await lookAtDialog("outbox-question");
  await button(outbox.calls.start).click();
  await page.getByRole("region", { name: outbox.calls.who }).waitFor();
  await look("calls");
  await go(page, "handover");
  await main().getByRole("list", { name: handover.before }).waitFor();
  await look("handover");
  await button(handover.handOver).click();
  await lookAtDialog("staff");
  await openSettings(page, "lock");
  await button(words.settings.lock.set).click();
  await dialog().getByRole("button", { name: lock.form.save }).click();
  await wrong(dialog().getByLabel(lock.form.next, { exact: true }));
  await lookAtDialog("lock-set-pin");
  await showSettings(page, "backup");
  await button(backup.passphrase.set).click();
  await dialog().getByRole("button", { name: backup.passphrase.suggest }).click();
  await dialog().getByText(backup.passphrase.suggested).waitFor();
  await lookAtDialog("backup-passphrase");
  await button(backup.restore.open).click();
  await lookAtDialog("backup-restore");
  service.rule(() => json(401, { message: "The token has expired" }));
  await go(page, "webhooks");
  await page.getByRole("button", { name: words.shell.token.enter }).click();
  await lookAtDialog("token-dialog");
  service.rule(() => null);
}

// They follow one another: each begins where the one before ended.
// window-7: axe finds nothing on any screen, light and dark
// window-24: The focus is fully in view on every screen down to 320 px, and nothing scrolls sideways
it.each([
  { title: "signing in, with what is missing", worn: "dark", walk: signingIn },
  { title: "a booking, its slip, and the list of bookings", worn: "light", walk: bookingAVisit },
  { title: "patients, and a file of them", worn: "dark", walk: patients },
  { title: "webhooks", worn: "dark", walk: webhooks },
  { title: "settings, what they open, and the activity log", worn: "light", walk: settingUp },
  { title: "the palette, the shortcuts, About, and leaving practice", worn: "dark", walk: findingTheWay },
  { title: "what waits, calls, the handover, a token refused", worn: "dark", walk: whatWaits },
] as const)("is accessible: $title", { tags: ["window-7", "window-24"] }, async ({ worn, walk }) => {
  theme = worn;
  await walk();
});

it("every screen of the window was looked at", () => {
  expect(
    Object.values(words.shell.screens).filter((title) => !seen.some((heading) => heading.includes(title))),
  ).toEqual([]);
});

describe.each([
  { name: "1024 × 640", width: 1024, height: 640 },
  { name: "1024 × 640 at 200 %", width: 512, height: 320 },
])("the wizard at $name", ({ name, width, height }) => {
  const file = name.replaceAll(/[^0-9a-z]+/g, "-").replace(/-$/, "");

  // window-46: At 1024 × 640 and twice the size, nothing scrolls sideways and the button is in view
  it.each(["patient", "visit", "billing", "review"] as const)(
    "has no sideways scrolling in %s, and its button in view",
    { tags: ["window-46"] },
    async (part) => {
      await page.setViewportSize({ width, height });
      await go(page, "new-booking");
      await step(page, part).click();
      const primary = page.getByRole("button", {
        name: part === "review" ? words.booking.book : words.booking.next,
        exact: true,
      });
      // At one moment: what is said of saving may come between two.
      const box = await primary.evaluate((element) => {
        element.scrollIntoView({ block: "nearest" });
        const { left, right, bottom } = element.getBoundingClientRect();
        const { scrollWidth, clientWidth } = document.documentElement;
        return { left, right, bottom, tooWide: scrollWidth - clientWidth };
      });
      expect(box.tooWide).toBe(0);
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(width);
      expect(box.bottom).toBeLessThanOrEqual(height);
      // As large as it is, the steps were judged above.
      if (width < 1024) await judge(desk, `${file}-${part}`, theme);
    },
  );

  // window-8: The focus is always visible
  it("never puts the focus where it cannot be seen", { tags: ["window-8"] }, async () => {
    await step(page, "visit").click();
    await field(words.booking.label.service).focus();
    const hidden: string[] = [];
    const focused = new Set<string>();
    for (let press = 0; press < 40; press += 1) {
      await page.keyboard.press("Tab");
      const seen = await page.evaluate(async () => {
        // Where it stands once it has come there.
        const moving = document.getAnimations().filter((each) => each instanceof CSSTransition);
        await Promise.allSettled(moving.map(({ finished }) => finished));
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

// lists-13: These looks are solid, dashed and hatched
it(
  "shows in the day view by line and ground what is booked, what is not yet, and what needs checking",
  { tags: ["lists-13"] },
  async () => {
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
  },
);

describe("where more contrast is asked for", () => {
  const ratios = (): Promise<Record<string, number>> =>
    page.evaluate(() => {
      const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.setProperty("transition", "none", "important");
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

  // window-26: With more contrast requested, lines and soft text are darker
  it.each(themes)(
    "lines are 3 : 1 and more, of controls 4.5 : 1, and soft text 7 : 1: %s",
    { tags: ["window-26"] },
    async (theme) => {
      await wear(page, theme);
      const before = await ratios();
      await page.emulateMedia({ contrast: "more" });
      const after = await ratios();
      await page.emulateMedia({ contrast: null });
      expect(before["--line"]).toBeLessThan(3);
      expect(Math.min(...Object.values(after))).toBeGreaterThanOrEqual(3);
      expect(after["--line-control"]).toBeGreaterThanOrEqual(4.5);
      expect(after["--text-soft"]).toBeGreaterThanOrEqual(7);
    },
  );

  // window-25: In forced colors, the current choice is marked by more than weight
  it(
    "in forced colors, what is current or chosen is marked, and so is the focus",
    { tags: ["window-25"] },
    async () => {
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
    },
  );
});
