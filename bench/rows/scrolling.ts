import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright";
import type { BookingItem } from "../../shared/outbox/item.ts";
import { appointment } from "../../shared/service-api/appointment.ts";
import { go } from "../../test/support/app.ts";
import { bookingItem, idOf, patientItem } from "../../test/support/store-records.ts";
import {
  atLeast,
  atMost,
  single,
  statsOf,
  type Context,
  type Line,
  type Result,
  type Row,
} from "../harness.ts";
import { openRecords, recordsWith, type Records } from "../records.ts";
import { bareApp, open, ourApp, placeFor } from "../windows.ts";

/**
 * Row 15: an outbox of 100,000 items and as many bookings are scrolled by the wheel, from the top and again from the
 * middle. A frame is dropped when the next one comes more than half a frame late; a page that only scrolls, with nothing in
 * it, says how many this computer drops by itself. The page has no more rows than three times those in view, and the last row is
 * reached in two ways: by the End key, and by the scroll bar's end.
 */

const turns = 120;

type Scrolled = { readonly frames: readonly number[]; readonly drawn: number; readonly inView: number };

/** Turns the wheel over the middle of a part, and reads the frames and the rows afterwards. */
async function scroll(page: Page, part: Locator): Promise<Scrolled> {
  await part.hover();
  await page.evaluate(() => {
    const frames: number[] = [];
    let last = performance.now();
    const next = (now: number): void => {
      frames.push(now - last);
      last = now;
      if ("frames" in window) requestAnimationFrame(next);
    };
    Object.assign(window, { frames });
    requestAnimationFrame(next);
  });
  for (let turn = 0; turn < turns; turn += 1) {
    await page.mouse.wheel(0, 600);
    await page.waitForTimeout(16);
  }
  const frames = await page.evaluate(() => {
    const { frames: all } = window as unknown as { readonly frames: number[] };
    Reflect.deleteProperty(window, "frames");
    return all;
  });
  return { frames: frames.slice(2), ...(await rowsOf(part)) };
}

const rowsOf = (part: Locator): Promise<{ drawn: number; inView: number }> =>
  part.evaluate((element) => {
    const view = element.getBoundingClientRect();
    const rows = [...element.querySelectorAll("[data-place]")];
    const seen = rows.filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return bottom > view.top && top < view.bottom;
    });
    return { drawn: rows.length, inView: seen.length };
  });

/** Of the frames, how many came late. */
function droppedOf(frames: readonly number[]): number {
  const usual = statsOf(frames).p50;
  return frames.filter((frame) => frame > usual * 1.5).length / frames.length;
}

type Reached = { readonly byKey: number; readonly byBar: number; readonly byKeyMs: number };

/** How many rows there are up to the last that each way leads to. */
async function reach(page: Page, part: Locator): Promise<Reached> {
  await part.evaluate((element) => element.scrollTo(0, 0));
  await part.locator('[data-place="0"] button').focus();
  const begun = performance.now();
  await page.keyboard.press("End");
  const focused = await page.waitForFunction(() => {
    const row = document.activeElement?.closest("[data-place]");
    const place = Number(row?.getAttribute("data-place") ?? 0);
    return place > 0 ? place + 1 : null;
  });
  const byKeyMs = performance.now() - begun;
  const byKey = (await focused.jsonValue()) ?? 0;
  await page.keyboard.press("Home");
  await part.locator('[data-place="0"]').waitFor();
  await part.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  const last = part.locator(`[data-place="${byKey - 1}"]`);
  await last.waitFor();
  const byBar = await last.evaluate((row) => Number(row.getAttribute("data-place")) + 1);
  return { byKey, byBar, byKeyMs };
}

/** A list: from its top, from its middle, and to its end. */
async function measure(page: Page, part: Locator) {
  const first = await scroll(page, part);
  await part.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
  await page.waitForFunction(() =>
    [...document.querySelectorAll("[data-place]")].some(
      (row) => Number(row.getAttribute("data-place")) > 1_000,
    ),
  );
  const middle = await scroll(page, part);
  const share = (each: Scrolled): number => each.drawn / each.inView;
  return {
    frames: [...first.frames, ...middle.frames],
    most: share(first) > share(middle) ? first : middle,
    ...(await reach(page, part)),
  };
}

/** A window with nothing but a height to scroll. */
async function emptyPage(directory: string): Promise<readonly number[]> {
  const place = await placeFor(directory, null);
  const { page, close } = await open(bareApp, place);
  await page.locator("#echo").waitFor({ state: "attached" });
  await page.waitForLoadState("load");
  await page.evaluate(() => {
    const part = document.createElement("div");
    part.id = "part";
    part.style.cssText = "position: fixed; inset: 0; overflow: auto";
    const tall = document.createElement("div");
    tall.style.blockSize = "5000000px";
    part.append(tall);
    document.body.replaceChildren(part);
  });
  const { frames } = await scroll(page, page.locator("#part"));
  await close();
  await place.remove();
  return frames;
}

function make(records: Records, count: number, context: Context): Promise<void> {
  const { accountId } = records;
  return openRecords(records).then((store) => {
    for (let from = 0; from < count; from += 1_000) {
      store.transaction(({ items }) => {
        for (let number = from; number < Math.min(count, from + 1_000); number += 1) {
          const item = patientItem(number, { accountId, status: "needs-editing" });
          const form = { ...item.form, firstName: "Ann", lastName: `Row ${number}` };
          items.insert({ ...item, id: idOf(number), form });
          items.insert(visit(number, accountId));
        }
      });
      context.progress((from / count) * 0.5, "making items and bookings");
    }
    store.close();
  });
}

/** A booking in the years to come, one each quarter of an hour. */
function visit(number: number, accountId: string): BookingItem {
  const at = new Date(Date.UTC(2031, 0, 1) + number * 900_000).toISOString();
  const booking = bookingItem(1_000_000 + number, { accountId, status: "done" });
  return {
    ...booking,
    form: { ...booking.form, service: "101", patient: { kind: "number", text: String(number) } },
    result: {
      appointment: appointment.parse({ id: number + 1, status: "Pending", appointmentDateTime: at }),
      bookedAt: at,
      markedByPerson: false,
    },
  };
}

type Measured = Awaited<ReturnType<typeof measure>>;

const linesOf = (name: string, measured: Measured, empty: readonly number[], count: number): Line[] => [
  {
    what: `a frame, ${count} ${name}`,
    unit: "ms",
    ours: statsOf(measured.frames),
    peers: [
      { name: `an empty page, ${(droppedOf(empty) * 100).toFixed(1)} % dropped`, stats: statsOf(empty) },
    ],
    goals: [atMost("< 1 % dropped", droppedOf(measured.frames), 0.01)],
  },
  {
    what: `rows of ${name} in the page`,
    unit: "count",
    ours: single(measured.most.drawn),
    peers: [{ name: "in view", stats: single(measured.most.inView) }],
    goals: [atMost("≤ 3 × those in view", measured.most.drawn / measured.most.inView, 3)],
  },
  {
    what: `${name} that scrolling reaches`,
    unit: "count",
    ours: single(Math.min(measured.byKey, measured.byBar)),
    peers: [],
    goals: [atLeast("all of them", Math.min(measured.byKey, measured.byBar), count)],
  },
  { what: `End, in ${name}`, unit: "ms", ours: single(measured.byKeyMs), peers: [], goals: [] },
];

async function run(context: Context): Promise<Result> {
  const count = context.sizes.fewer;
  const directory = join(context.directory, "scrolling");
  mkdirSync(directory, { recursive: true });
  const records = await recordsWith(10, { directory });
  await make(records, count, context);
  const empty = await emptyPage(directory);
  const place = await placeFor(directory, records);
  const { page, close } = await open(ourApp, place);
  await go(page, "outbox");
  const panel = page.getByRole("tabpanel");
  await panel.getByText("Row ").first().waitFor();
  const outbox = await measure(page, panel);
  context.progress(0.8, "bookings");
  await go(page, "bookings");
  await page.locator("[data-line]").first().waitFor();
  const bookings = await measure(page, page.locator("[data-scrolls]"));
  await close();
  await place.remove();
  return {
    lines: [...linesOf("items", outbox, empty, count), ...linesOf("bookings", bookings, empty, count)],
    checks: [],
  };
}

export const row: Row = {
  id: "scrolling",
  title: "15. A long list scrolled",
  goal: "< 1 % of frames dropped, rows in the page ≤ 3 × those in view, all reached",
  minutes: 3,
  run,
};
