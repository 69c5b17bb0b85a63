import { describe, expect, test } from "vitest";
import { ok, failed, fail, type Result } from "../../../shared/core/failure.ts";
import { maxListRows, type StretchOfRows } from "../../../shared/core/place.ts";
import { verbatim } from "../../../messages/saying.ts";
import { createLongList } from "../../../renderer/lib/long-list-store.ts";
import { listDrawnRows, getRowAt, findTabStop, type ListPart } from "../../../renderer/lib/long-list.ts";
import { settled } from "../../support/fake-bridge.ts";

type Row = { readonly id: string };

/** A main that holds these rows, and what it was asked for. */
function main(count: number) {
  let rows = Array.from({ length: count }, (_, at): Row => ({ id: `row-${at}` }));
  const asked: StretchOfRows[] = [];
  let failing = false;
  const read = async ({ from, limit, anchor }: StretchOfRows): Promise<Result<ListPart<Row>>> => {
    asked.push({ from, limit, anchor });
    await Promise.resolve();
    if (failing) return failed(fail("store", verbatim("-")));
    const at = anchor === null ? -1 : rows.findIndex(({ id }) => id === anchor.id);
    const moved = anchor === null || at === -1 ? 0 : at - anchor.was;
    const first = Math.max(0, Math.min(from + moved, rows.length - 1));
    return ok({
      from: first,
      anchorAt: at === -1 ? null : at,
      rows: rows.slice(first, first + limit),
      total: rows.length,
    });
  };
  return {
    asked,
    read,
    /** Newer ones come before all others. */
    add: (more: number, name = "new") => {
      rows = [...Array.from({ length: more }, (_, at) => ({ id: `${name}-${at}` })), ...rows];
    },
    remove: (id: string) => {
      rows = rows.filter((row) => row.id !== id);
    },
    fails: (does: boolean) => {
      failing = does;
    },
  };
}
async function listOf(count: number, id: string | null = null) {
  const desk = main(count);
  const long = createLongList(desk.read, id);
  long.readOn();
  await settled();
  const list = () => long.store.getState().list;
  const drawn = () => listDrawnRows(list()).rows.map(({ row }) => row.id);
  return { ...long, desk, list, drawn };
}

describe("a long list", () => {
  test("is read from its beginning, in parts that are small, and knows how long it is", async () => {
    const { list, desk, drawn } = await listOf(100_000);
    expect(list().total).toBe(100_000);
    expect(drawn().slice(0, 2)).toEqual(["row-0", "row-1"]);
    expect(listDrawnRows(list()).after).toBe(100_000 - drawn().length);
    expect(desk.asked.every(({ limit }) => limit <= maxListRows)).toBe(true);
    expect(desk.asked.length).toBeLessThan(4);
  });

  test("can be opened at any place, of which alone it reads, and forgets what is far", async () => {
    const { list, desk, drawn, see } = await listOf(100_000);
    desk.asked.length = 0;
    see({ from: 60_000, to: 60_040 }, 60_010);
    await settled();
    expect(drawn()).toEqual(Array.from({ length: 40 }, (_, at) => `row-${60_000 + at}`));
    expect(desk.asked.length).toBeLessThan(5);
    expect(list().rows.has(0)).toBe(false);
  });

  test("moves with the row that is in view when others come before it, and draws nothing twice", async () => {
    const { list, desk, drawn, see, refresh } = await listOf(1_000);
    see({ from: 500, to: 530 }, 510);
    await settled();
    see({ from: 500, to: 530 }, 511);
    const before = drawn();
    desk.add(70);
    refresh();
    await settled();
    expect(drawn()).toEqual(before);
    expect(list().range).toEqual({ from: 570, to: 600 });
    const ids = [...list().rows.values()].map(({ row }) => (typeof row === "string" ? "" : row.id));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("reads all that is drawn anew when anything changed, also what one part does not hold", async () => {
    const { list, see, refresh } = await listOf(1_000);
    see({ from: 100, to: 220 }, 140);
    await settled();
    refresh();
    await settled();
    const rounds = [...list().rows]
      .filter(([place]) => place >= 100 && place < 220)
      .map(([, { round }]) => round);
    expect(rounds).toHaveLength(120);
    expect(new Set(rounds)).toEqual(new Set([list().round]));
  });

  test("keeps the held row drawn, with what is left out between, and follows it", async () => {
    const { list, desk, see, stopAt, refresh } = await listOf(1_000);
    stopAt(3, true);
    see({ from: 500, to: 530 }, 510);
    await settled();
    const { rows } = listDrawnRows(list());
    expect(rows.slice(0, 2).map(({ place, gap }) => [place, gap])).toEqual([
      [3, 3],
      [500, 496],
    ]);
    desk.add(5);
    refresh();
    await settled();
    expect(list().stop).toMatchObject({ place: 8, id: "row-3" });
    expect(getRowAt(list(), 8)).toEqual({ id: "row-3" });
    desk.remove("row-3");
    refresh();
    await settled();
    expect(list().stop).toBeNull();
    expect(listDrawnRows(list()).rows[0]?.row.id).toBe("row-500");
  });

  test("has its stop at the row that took the place of one that left", async () => {
    const { list, desk, stopAt, refresh } = await listOf(30);
    stopAt(7, true);
    desk.remove("row-7");
    refresh();
    await settled();
    expect(list().stop).toMatchObject({ place: 7, id: "row-8" });
    expect(findTabStop(listDrawnRows(list()).rows, list())).toBe(7);
  });

  test("ends with its last row, however many left", async () => {
    const { list, desk, drawn, see, refresh } = await listOf(200);
    see({ from: 170, to: 200 }, 190);
    await settled();
    for (let at = 150; at < 200; at += 1) desk.remove(`row-${at}`);
    refresh();
    await settled();
    expect(list().total).toBe(150);
    expect(drawn().at(-1)).toBe("row-149");
    expect(listDrawnRows(list()).after).toBe(0);
  });

  test("opens at the row that was asked for, with those around it", async () => {
    const { list, drawn } = await listOf(5_000, "row-3000");
    expect(list().begins).toBe(3_000);
    expect(drawn()).toContain("row-3000");
    expect(drawn()).toContain("row-2990");
  });

  test("opens at its beginning when that row is not in it any more", async () => {
    const { list, drawn } = await listOf(5_000, "row-gone");
    expect(list().begins).toBeNull();
    expect(drawn()[0]).toBe("row-0");
  });

  test("that cannot be read says so, keeps what it has, and reads on when it is asked again", async () => {
    const { store, desk, drawn, see, refresh } = await listOf(1_000);
    desk.fails(true);
    see({ from: 500, to: 530 }, 510);
    await settled();
    expect(store.getState().failure).not.toBeNull();
    desk.fails(false);
    refresh();
    await settled();
    expect(store.getState().failure).toBeNull();
    expect(drawn()[0]).toBe("row-500");
  });

  test("that is empty and is no longer, shows it", async () => {
    const { desk, drawn, refresh } = await listOf(0);
    expect(drawn()).toEqual([]);
    desk.add(2);
    refresh();
    await settled();
    expect(drawn()).toEqual(["new-0", "new-1"]);
  });
});
