import { describe, expect, test } from "vitest";
import { z } from "zod";
import { dedupeById, parseRow, parseRows, parseJsonRow } from "../../../main/db/rows.ts";
import { createStoreError } from "../../../main/db/store-error.ts";

const shape = {
  schema: z.object({ id: z.string(), accountId: z.string(), kind: z.string(), status: z.string() }),
  upgrades: [],
};
const record = { v: 1, id: "a", accountId: "one", kind: "booking", status: "ready" };
const { v: _v, ...read } = record;
const row = (columns: object = {}, json: object = record) => ({
  id: "a",
  json: JSON.stringify(json),
  ...columns,
});

describe("a row", () => {
  test("is read where its columns say what its record says, or say nothing", () => {
    expect(parseJsonRow(shape, row())).toEqual(read);
    expect(parseJsonRow(shape, row({ accountId: "one", kind: "booking", status: "ready" }))).toEqual(read);
  });

  test.each([{ id: "b" }, { accountId: "two" }, { kind: "patient" }, { status: "done" }])(
    "whose columns say something else is damaged: %j",
    (columns) => {
      expect(() => parseJsonRow(shape, row(columns))).toThrow(createStoreError("damaged"));
      expect(parseRows(shape, [row(columns), row()])).toEqual({
        items: [read],
        damaged: [{ id: "a", ...columns }.id],
        newer: [],
      });
    },
  );

  test("is completed by what stands beside it before it is read, and damaged where that fails", () => {
    const half = row({ rest: { status: "ready" } }, { ...record, status: undefined });
    const complete = (value: unknown, { rest }: { rest?: object }) => ({ ...(value as object), ...rest });
    expect(
      parseJsonRow<z.output<typeof shape.schema>, typeof half & { rest?: object }>(shape, half, complete),
    ).toEqual(read);
    const fails = (): never => {
      throw new Error("no JSON");
    };
    expect(parseRow(shape, half.json, fails)).toBe("damaged");
    expect(parseRow(shape, "{")).toBe("damaged");
    expect(parseRow(shape, JSON.stringify(record))).toEqual(read);
  });
});

test("records that came several times stand where they came first, as they were then", () => {
  const of = (id: string, n: number) => ({ id, n });
  expect(dedupeById([of("a", 1), of("b", 2), of("a", 3), of("c", 4), of("b", 5)])).toEqual([
    of("a", 1),
    of("b", 2),
    of("c", 4),
  ]);
});
