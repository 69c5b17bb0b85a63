import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import { go } from "../../test/support/app.ts";
import { idOf, patientItem } from "../../test/support/store-records.ts";
import { atLeast, atMost, single, statsOf, type Context, type Result, type Row } from "../harness.ts";
import { openRecords, recordsWith } from "../records.ts";
import { open, ourApp, placeFor } from "../windows.ts";

/**
 * Row 15: an outbox of 100,000 items is scrolled from its top by the wheel. A frame is dropped when the next one comes
 * more than half a frame late. The list has no more rows in the page than three times those in view, and its last row
 * is reached by scrolling alone: by the End key and the scroll bar's end.
 */

const turns = 120;

type Scrolled = { readonly frames: readonly number[]; readonly drawn: number; readonly inView: number };

async function scroll(page: Page): Promise<Scrolled> {
  await page.evaluate(() => {
    const frames: number[] = [];
    let last = performance.now();
    const next = (now: number): void => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    Object.assign(window, { frames });
  });
  await page.locator("#main").hover();
  for (let turn = 0; turn < turns; turn += 1) {
    await page.mouse.wheel(0, 600);
    await page.waitForTimeout(16);
  }
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll("#main :is(li, [role=row], [role=option])")];
    const inView = rows.filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    const { frames } = window as unknown as { readonly frames: number[] };
    return { frames, drawn: rows.length, inView: inView.length };
  });
}

/** How many rows there are to be scrolled to, as the list tells assistive technology, or as it has drawn. */
const reachable = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const told = [...document.querySelectorAll("#main [aria-setsize], #main [aria-rowcount]")].map(
      (element) => Number(element.getAttribute("aria-setsize") ?? element.getAttribute("aria-rowcount")),
    );
    return Math.max(0, ...told, document.querySelectorAll("#main :is(li, [role=row], [role=option])").length);
  });

async function run(context: Context): Promise<Result> {
  const count = context.sizes.fewer;
  const directory = join(context.directory, "scrolling");
  mkdirSync(directory, { recursive: true });
  const records = await recordsWith(10, { directory });
  const store = await openRecords(records);
  const { accountId } = records;
  for (let from = 0; from < count; from += 1_000) {
    store.transaction(({ items }) => {
      for (let number = from; number < Math.min(count, from + 1_000); number += 1) {
        const item = patientItem(number, { accountId, status: "needs-editing" });
        items.insert({
          ...item,
          id: idOf(number),
          form: { ...item.form, firstName: "Ann", lastName: `Row ${number}` },
        });
      }
    });
    context.progress((from / count) * 0.6, "making items");
  }
  store.close();
  const place = await placeFor(directory, records);
  const { page, close } = await open(ourApp, place);
  await go(page, "outbox");
  await page.locator("#main").getByText("Row ").first().waitFor();
  const { frames, drawn, inView } = await scroll(page);
  const rows = await reachable(page);
  await close();
  await place.remove();
  const usual = statsOf(frames).p50;
  const dropped = frames.filter((frame) => frame > usual * 1.5).length / frames.length;
  return {
    lines: [
      {
        what: `a frame, ${count} rows`,
        unit: "ms",
        ours: statsOf(frames),
        peers: [],
        goals: [atMost("< 1 % dropped", dropped, 0.01)],
      },
      {
        what: "rows in the page",
        unit: "count",
        ours: single(drawn),
        peers: [{ name: "in view", stats: single(inView) }],
        goals: [atMost("≤ 3 × those in view", drawn / inView, 3)],
      },
      {
        what: "rows that scrolling reaches",
        unit: "count",
        ours: single(rows),
        peers: [],
        goals: [atLeast("all of them", rows, count)],
      },
    ],
    checks: [],
  };
}

export const row: Row = {
  id: "scrolling",
  title: "15. A long list scrolled",
  goal: "< 1 % of frames dropped, rows in the page ≤ 3 × those in view, all reached",
  minutes: 1,
  run,
};
