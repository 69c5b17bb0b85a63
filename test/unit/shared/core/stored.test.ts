import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readStored, stampVersion, getVersion, type KeptRecord } from "../../../../shared/core/stored.ts";

/** A record of which each step says that it was there, so that one too many or too few is seen. */
const step = (name: string) => (record: KeptRecord) => ({
  ...record,
  text: `${String(record["text"])}${name}`,
});
const shape = { schema: z.strictObject({ text: z.string() }), upgrades: [step("a"), step("b")] };

describe("a kept record", () => {
  it.each([
    [1, "ab"],
    [2, "b"],
    [3, ""],
  ])("of version %i is brought to today by the steps since then alone, in order", (v, text) => {
    expect(readStored(shape, { v, text: "" })).toEqual({ text });
  });

  it("is kept with the version of today, and comes back as it was", () => {
    expect(getVersion(shape)).toBe(3);
    expect(stampVersion(shape, { text: "x" })).toEqual({ v: 3, text: "x" });
    expect(readStored(shape, stampVersion(shape, { text: "x" }))).toEqual({ text: "x" });
  });

  it.each([
    null,
    undefined,
    "text",
    7,
    [],
    Object.assign([], { v: 3, text: "" }),
    { text: "" },
    { v: "3", text: "" },
    { v: 0, text: "" },
    { v: 2.5, text: "" },
    { v: 3 },
    { v: 3, text: "", more: 1 },
  ])("is damaged where it is none: %j", (kept) => {
    expect(readStored(shape, kept)).toBe("damaged");
  });

  it("of a later version is newer, whatever it holds", () => {
    expect(readStored(shape, { v: 4 })).toBe("newer");
  });
});
