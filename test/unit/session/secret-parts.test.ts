import { describe, expect, it } from "vitest";
import { longestPart, splitSecret, createWholeHeader } from "../../../main/features/session/secret-parts.ts";

describe("a long secret", () => {
  it.each([longestPart - 1, longestPart])(
    "is cut beside a pair of surrogates, never in it: after %i",
    (letters) => {
      const secret = `${"x".repeat(letters)}😀${"y".repeat(10)}`;
      const parts = splitSecret(secret);
      expect(parts.join("")).toBe(secret);
      expect(parts.map((part) => part.length <= longestPart && part.isWellFormed())).toEqual([true, true]);
    },
  );

  it("stands in one entry as long as all of the entry has room there", () => {
    const around = JSON.stringify(createWholeHeader("")).length;
    expect(createWholeHeader("x".repeat(longestPart - around))).not.toBeNull();
    expect(createWholeHeader("x".repeat(longestPart - around + 1))).toBeNull();
  });
});
