import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright";
import { addTo } from "../../shared/time/calendar.ts";
import { getToday } from "../../shared/time/zoned-time.ts";
import { words } from "../../messages/words.ts";
import { borrowApp, signIn, withPictures, type TestApp } from "../support/app.ts";
import { ask, bookingForm, bookingOf, knownPatient, patientCalled, send } from "../support/by-bridge.ts";
import { json, jwtOf, startFakeService, type FakeService } from "../support/fake-service.ts";
import { seen } from "../support/seen.ts";
import { wear } from "../support/looked-at.ts";

/** How much of a day the lists show: rows that are seen whole, in both languages, on the screens of usual laptops. */
let desk: TestApp;
let page: Page;
let service: FakeService;

const names = ["Bea", "Cid", "Eve", "Gil", "Ivy", "Maximiliana-Wilhelmina-Theodora"];
const hours = Array.from({ length: 28 }, (_, at) => `${8 + Math.floor(at / 4)}:${(at % 4) * 15 || "00"}`);

/** Of this year or soon in the next: no year is named. */
const soon = new Date(Date.now() + 5 * 24 * 60 * 60_000).toISOString().slice(0, 10);

beforeAll(async () => {
  service = await startFakeService();
  desk = await borrowApp();
  ({ page } = desk);
  await signIn(page, {
    address: service.baseUrl,
    token: jwtOf({ iss: "elm", sub: "Elm Street Clinic", exp: 4_102_444_800 }),
  });
  await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
  await wear(page, "light");
  const services = [
    { id: 101, name: "Annual physical", minutes: 15 },
    { id: 102, name: "Telehealth consultation", minutes: 45 },
  ];
  await ask(page, "settings.save", { services });
  for (const name of names) await send(page, patientCalled(name));
  const patients = await Promise.all(names.map((name) => knownPatient(page, name)));
  // The one with a long name comes last: ordinary rows are counted.
  for (const [at, time] of hours.entries()) {
    const patient = patients[at === 27 ? 5 : at % 5];
    await send(page, bookingOf({ patient: patient ?? null, time, service: "101" }));
  }
  await send(page, bookingOf({ patient: patients[0] ?? null, date: "2031-03-05", time: "9am" }));
  await send(page, bookingOf({ patient: patients[0] ?? null, date: "2031-03-05", time: "9:30am" }));
  await send(page, bookingOf({ patient: patients[5] ?? null, date: "2031-03-05", time: "9:30am" }));
  service.rule(({ path }) =>
    path === "/api/appointment" ? json(422, { message: "There is no service 101." }) : null,
  );
  for (const time of hours.slice(0, 18))
    await send(page, bookingOf({ patient: patients[1] ?? null, date: soon, time, service: "101" }));
  await send(page, bookingForm({ date: soon, billingType: "Bill to Patient" }), {
    wait: false,
  }).catch(() => null);
  service.rule(() => null);
});
afterAll(async () => {
  await ask(page, "settings.save", { language: "en-US" });
  await page.setViewportSize({ width: 1280, height: 820 });
  await wear(page, null);
  await desk.dispose();
  await service.close();
});

/** Rows of a list of which nothing is hidden, neither by the window nor by heads that stay. */
const rowsSeen = (row: string): Promise<{ readonly whole: number; readonly heights: readonly number[] }> =>
  page.evaluate((selector) => {
    const rows = [...document.querySelectorAll<HTMLElement>(selector)];
    const whole = rows.filter((each) => {
      const { left, top, bottom } = each.getBoundingClientRect();
      return [top + 2, bottom - 2].every((y) => each.contains(document.elementFromPoint(left + 40, y)));
    });
    return { whole: whole.length, heights: whole.map((each) => each.offsetHeight) };
  }, row);

const languages = ["en-US", "es-US"] as const;
const sizes = [768, 669] as const;
const states = languages.flatMap((language) => sizes.map((height) => ({ language, height })));

async function become({ language, height }: (typeof states)[number]): Promise<void> {
  await ask(page, "settings.save", { language });
  await page.locator(`html[lang=${language}]`).waitFor();
  await page.setViewportSize({ width: 1366, height });
}

/** Pictures in both themes, for people to look at. */
async function look(name: string, { language, height }: (typeof states)[number]): Promise<void> {
  if (!withPictures) return;
  for (const theme of ["light", "dark"] as const) {
    await wear(page, theme);
    await desk.picture(`rows-${name}-${height}-${language}-${theme}`);
  }
  await wear(page, "light");
}

describe.each(states)("at 1366 × $height in $language", (state) => {
  const { height } = state;
  beforeAll(() => become(state));

  it("shows a day of appointments, with one opened beside it too", async () => {
    await page.keyboard.press("Control+3");
    await page.locator("[data-line]").nth(5).waitFor();
    await look("bookings", state);
    const { whole, heights } = await rowsSeen("[data-line]");
    expect(whole).toBeGreaterThanOrEqual(height === 768 ? 18 : 15);
    expect(new Set(heights).size).toBe(1);
    await page.locator("[data-line]").nth(3).click();
    await page.locator("main h2").first().waitFor();
    await look("bookings-open", state);
    expect((await rowsSeen("[data-line]")).whole).toBe(whole);
  });

  it("shows what needs a person in the outbox", async () => {
    await page.keyboard.press("Control+4");
    await page.locator("[data-row]").nth(5).waitFor();
    await look("outbox", state);
    const { whole, heights } = await rowsSeen("[data-row]");
    expect(whole).toBeGreaterThanOrEqual(height === 768 ? 16 : 13);
    expect(new Set(heights).size).toBe(1);
  });
});

describe("of a day with 41 appointments", () => {
  beforeAll(async () => {
    const patients = await Promise.all(names.map((name) => knownPatient(page, name)));
    const tomorrow = addTo(getToday("America/New_York", new Date().toISOString()), { days: 1 });
    for (let at = 0; at < 41; at += 1) {
      const change = {
        date: tomorrow,
        time: hours[(at * 3) % 20] ?? "8am",
        service: at % 3 === 0 ? "102" : "101",
      };
      await send(page, bookingOf({ patient: patients[at % 6] ?? null, ...change }));
    }
  });

  it.each(states)("no word is clipped at 1366 × $height in $language", async (state) => {
    await become(state);
    await page.keyboard.press("Control+3");
    const shape = page
      .getByRole("radiogroup")
      .filter({ has: page.getByRole("radio") })
      .last();
    await shape.getByRole("radio").nth(1).check({ force: true });
    // The day before, today, and the day after.
    for (const turn of [1, 2]) await page.getByRole("main").getByRole("button").nth(turn).click();
    await page.locator("[data-line]").nth(40).waitFor();
    await look("day", state);
    const { misfits } = await seen(page, ".");
    expect(misfits.filter((line) => !line.startsWith("over one another"))).toEqual([]);
    await shape.getByRole("radio").nth(0).check({ force: true });
  });
});
