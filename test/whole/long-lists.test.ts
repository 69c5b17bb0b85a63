import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright";
import { createEmptyBookingForm } from "../../shared/bookings/booking-form.ts";
import { emptyPatientForm } from "../../shared/patients/patient-form.ts";
import { words } from "../../messages/words.ts";
import { borrowApp, go, signIn, type TestApp } from "../support/app.ts";
import { jwtOf, startFakeService, type FakeService } from "../support/fake-service.ts";

/** Lists far longer than a window: every row can be reached, and none goes away from under a person. */

const drafts = 2_000;
const visits = 210;

let desk: TestApp;
let page: Page;
let service: FakeService;

/** Drafts of patients, the last of them made last. */
const makeDrafts = (from: number, count: number): Promise<void> =>
  page.evaluate(
    async ({ form, from: first, count: all }) => {
      const one = (number: number) =>
        window.desk.invoke("items.create", {
          kind: "patient",
          form: { ...form, firstName: "Row", lastName: `N${number}` },
        });
      for (let at = 0; at < all; at += 100)
        await Promise.all(
          Array.from({ length: Math.min(100, all - at) }, (_, more) => one(first + at + more)),
        );
    },
    { form: emptyPatientForm, from, count },
  );
const makeVisits = (): Promise<void> =>
  page.evaluate(
    async ({ form, count }) => {
      const one = async (number: number): Promise<void> => {
        const date = new Date(Date.UTC(2031, 2, 3 + Math.floor(number / 7))).toISOString().slice(0, 10);
        const made = await window.desk.invoke("items.create", {
          kind: "booking",
          form: { ...form, date, time: `${9 + (number % 7)}:00` },
        });
        if (made.ok) await window.desk.invoke("items.submit", { id: made.value.id, wait: false });
      };
      for (let at = 0; at < count; at += 30)
        await Promise.all(Array.from({ length: 30 }, (_, more) => one(at + more)));
    },
    {
      count: visits,
      form: {
        ...createEmptyBookingForm("America/New_York"),
        patient: { kind: "number" as const, text: "7" },
        sameAddress: false,
        address: "1 Main St",
        city: "Springfield",
        state: "IL",
        zip: "62701",
        service: "101",
        billingType: "Monthly Invoice" as const,
      },
    },
  );

const panel = () => page.getByRole("tabpanel");
const place = (): Promise<number | null> =>
  page.evaluate(() => {
    const row = document.activeElement?.closest("[data-place]");
    return row === null || row === undefined ? null : Number(row.getAttribute("data-place"));
  });
/** The rows in view, the first of them with its distance from the top, and how many are drawn. */
const seen = () =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll<HTMLElement>("[data-place]")];
    const scroller = document.querySelector("[data-place]")?.closest("[role=tabpanel], [data-scrolls]");
    const view = scroller?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
    const inView = rows.filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return bottom > view.top && top < view.bottom;
    });
    const names = inView.map((row) => /N\d+/.exec(row.textContent)?.[0] ?? "");
    const edges = {
      top: inView[0]?.getBoundingClientRect().top,
      bottom: inView.at(-1)?.getBoundingClientRect().bottom,
    };
    return {
      names,
      top: Math.round(edges.top ?? 0),
      drawn: rows.length,
      places: inView.map((row) => Number(row.dataset["place"])),
      isFull: (edges.top ?? Infinity) <= view.top && (edges.bottom ?? -Infinity) >= view.bottom,
    };
  });
/** To the middle of the list, until its rows fill the view: right after a jump it is empty. */
async function scrollHalfWay(): Promise<void> {
  await panel().evaluate((part) => part.scrollTo(0, part.scrollHeight / 2));
  await expect
    .poll(async () => {
      const { places, isFull } = await seen();
      return isFull ? places[0] : null;
    })
    .toBeGreaterThan(800);
}

beforeAll(async () => {
  service = await startFakeService();
  desk = await borrowApp();
  ({ page } = desk);
  await signIn(page, {
    address: service.baseUrl,
    token: jwtOf({ iss: "elm", sub: "Elm Street Clinic", exp: 4_102_444_800 }),
  });
  await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
  await makeDrafts(0, drafts);
});
afterAll(async () => {
  await desk.dispose();
  await service.close();
});

describe("an outbox of some thousand items", () => {
  it("says of each row its number and how many there are, and draws few", async () => {
    await go(page, "outbox");
    const first = panel()
      .getByRole("listitem")
      .filter({ hasText: `N${drafts - 1}` });
    await first.waitFor();
    expect(await first.getAttribute("aria-setsize")).toBe(String(drafts));
    expect(await first.getAttribute("aria-posinset")).toBe("1");
    const { drawn, names } = await seen();
    expect(drawn).toBeLessThanOrEqual(names.length * 3);
  });

  it("is gone through by keys: End, Home, a page at a time, and the rows between", async () => {
    await panel().locator("[data-row]").first().focus();
    await page.keyboard.press("End");
    await expect.poll(place).toBe(drafts - 1);
    expect((await seen()).names.at(-1)).toBe("N0");
    await page.keyboard.press("ArrowUp");
    await expect.poll(place).toBe(drafts - 2);
    await page.keyboard.press("PageUp");
    await expect.poll(place).toBeLessThan(drafts - 5);
    await page.keyboard.press("Home");
    await expect.poll(place).toBe(0);
    await page.keyboard.press("PageDown");
    await expect.poll(place).toBeGreaterThan(4);
    await desk.picture("long-outbox-by-keys");
  });

  it("shows every row to who scrolls, without a hole", async () => {
    await page.keyboard.press("Home");
    await expect.poll(place).toBe(0);
    await panel().hover();
    const passed = new Set<number>();
    const note = async (): Promise<number> => {
      const { places } = await seen();
      for (const each of places) passed.add(each);
      return Math.max(...passed);
    };
    for (let turn = 0; turn < 40; turn += 1) {
      const before = await note();
      await page.mouse.wheel(0, 200);
      await expect.poll(note).toBeGreaterThan(before);
    }
    expect(passed.size).toBeGreaterThan(100);
    expect([...passed].toSorted((a, b) => a - b)).toEqual(Array.from({ length: passed.size }, (_, at) => at));
  });

  it("keeps the focused row, wherever it is scrolled to", async () => {
    expect(await place()).toBe(0);
    await scrollHalfWay();
    expect(await place()).toBe(0);
    await page.keyboard.press("ArrowDown");
    await expect.poll(place).toBe(1);
    await expect.poll(async () => (await seen()).places).toContain(1);
  });

  it("stays where it is when news arrive", async () => {
    await scrollHalfWay();
    const before = await seen();
    await makeDrafts(drafts, 30);
    const row = panel()
      .getByRole("listitem")
      .filter({ hasText: before.names[2] ?? "no row" });
    await expect.poll(() => row.getAttribute("aria-setsize")).toBe(String(drafts + 30));
    const after = await seen();
    expect(after.names).toEqual(before.names);
    expect(Math.abs(after.top - before.top)).toBeLessThanOrEqual(1);
  });

  it("is where it was for who comes back to it", async () => {
    const before = await seen();
    await go(page, "bookings");
    await go(page, "outbox");
    await expect.poll(async () => (await seen()).names).toContain(before.names[0]);
    await desk.picture("long-outbox-again");
  });

  it("gives the focus to the next row when the focused one leaves", async () => {
    await panel().locator("[data-row]").nth(12).focus();
    const at = await place();
    const id = await page.evaluate(() => {
      const list = document.activeElement?.closest("[data-item]");
      return list?.getAttribute("data-item") ?? "";
    });
    await page.evaluate((gone) => window.desk.invoke("items.discard", { id: gone }), id);
    await expect
      .poll(() =>
        page.evaluate(() => document.activeElement?.closest("[data-item]")?.getAttribute("data-item") ?? ""),
      )
      .not.toBe(id);
    expect(await place()).toBe(at);
  });
});

describe("some hundred bookings", () => {
  it("are gone through by keys, each with its number in its day", async () => {
    await makeVisits();
    await go(page, "bookings");
    await page.locator("[data-line]").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await expect.poll(place).toBe(0);
    await page.keyboard.press("End");
    await expect.poll(place).toBe(visits - 1);
    const row = page.locator(`[data-place="${visits - 1}"]`);
    const of = Number(await row.getAttribute("aria-setsize"));
    expect(of).toBe(((visits - 1) % 7) + 1);
    expect(await row.getAttribute("aria-posinset")).toBe(String(of));
    await desk.picture("long-bookings-end");
    const { drawn, places } = await seen();
    expect(drawn).toBeLessThanOrEqual(places.length * 3);
    await page.keyboard.press("Home");
    await expect.poll(place).toBe(0);
  });
});
