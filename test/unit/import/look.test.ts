import { expect, it } from "vitest";
import { inspectFile, toShownColumns } from "../../../main/features/import/look.ts";
import { createDroppedSource } from "../../../main/features/import/source.ts";

const context = { today: "2026-11-26", dateOrder: "month-first" } as const;
const shown = async (text: string) => {
  const source = createDroppedSource("a.csv", new TextEncoder().encode(text));
  return toShownColumns(await inspectFile(source, null, context)).columns.map(({ head, first }) => [
    head,
    first,
  ]);
};

it("a card number is shown of no column, whether it becomes anything or not", async () => {
  expect(await shown("Name,Card,DOB\nJane Doe,4242 4242 4242 4242,3/5/84\n")).toEqual([
    ["Name", "Jane Doe"],
    ["Card", ""],
    ["DOB", "3/5/84"],
  ]);
  expect(await shown("Name,4242424242424242,DOB\nJane Doe,x,3/5/84\n")).toEqual([
    ["Name", "Jane Doe"],
    [null, "x"],
    ["DOB", "3/5/84"],
  ]);
});
