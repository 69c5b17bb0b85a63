import { expect, test } from "vitest";
import { recordId } from "../../../shared/core/record-id.ts";
import { createSortableId } from "../../../main/platform/growing-id.ts";
import { systemRandom } from "../../../main/platform/system.ts";

test("an id made later sorts after one made before, and is a record's id of version 7", () => {
  const moments = ["1999-12-31T23:59:59.999Z", "2026-03-02T09:00:00.000Z", "2026-03-02T09:00:00.001Z"];
  const ids = moments.map((now) => createSortableId(now, systemRandom));
  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids) expect([recordId.parse(id), id[14]]).toEqual([id, "7"]);
});

test("of one moment, the rest is what was drawn", () => {
  const now = "2026-03-02T09:00:00.000Z";
  const drawn = (byte: number) => ({ bytes: (length: number) => new Uint8Array(length).fill(byte) });
  expect(createSortableId(now, drawn(0xff))).toBe("019cadc6-9a80-7fff-bfff-ffffffffffff");
  expect(createSortableId(now, drawn(0))).toBe("019cadc6-9a80-7000-8000-000000000000");
});
