import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { faults } from "../../faults/index.ts";

/** The list of faults that people read is the one that is run. */
const folder = join(import.meta.dirname, "../../faults");
const rows = new Map(
  readFileSync(join(folder, "README.md"), "utf8")
    .split("\n")
    .flatMap((line) => {
      const [, id, text] = /^\| (F\d+) +\| (.*)\|$/.exec(line) ?? [];
      return id === undefined || text === undefined ? [] : [[id, text] as const];
    }),
);
const numbers = (text: string): readonly string[] => text.match(/\d+/g) ?? [];

it("has a row for each kind of fault, and no other", () => {
  const files = readdirSync(folder).flatMap((name) => /^f(\d+)-/.exec(name)?.[1] ?? []);
  expect([...rows.keys()].toSorted()).toEqual([...new Set(files)].map((number) => `F${number}`).toSorted());
  // Some are there on Linux alone.
  for (const { fault } of faults) expect(rows.has(fault.id), fault.id).toBe(true);
});

it("names no number of cases that is not the one that is run", () => {
  const counted = [...rows].filter(([, text]) => numbers(text).length > 0);
  expect(counted.length).toBeGreaterThan(1);
  for (const [id, text] of counted) {
    const run = faults.find(({ fault }) => fault.id === id);
    // Others tell of statuses and the like.
    if (run !== undefined && numbers(run.fault.title).length > 0)
      expect(numbers(run.fault.title), id).toEqual(expect.arrayContaining([...numbers(text)]));
  }
});
