import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { freeTries, findPinFault, getPinWait } from "../../../shared/lock/pin.ts";

describe("what may be a PIN", () => {
  it.each([
    "2580",
    "0070",
    "1235",
    "1134",
    "2344",
    "4433",
    "2468",
    "135790",
    "258025802580",
    "correct horse",
    "¡entra ya!",
    "987654321x",
    "x1234567",
    "1234567x",
    "aaaaaaaa",
    "x".repeat(128),
  ])("%s may", (pin) => {
    expect(findPinFault(pin)).toBeNull();
  });
  it.each([
    ["", "short"],
    ["258", "short"],
    ["secret", "short"],
    ["sevenle", "short"],
    ["123 456", "short"],
    ["2580258025802", "long"],
    ["x".repeat(129), "long"],
    ["0000", "simple"],
    ["1234", "simple"],
    ["98765", "simple"],
    ["999999999999", "simple"],
    ["012345", "simple"],
    ["3210", "simple"],
  ])("%j is too %s", (pin, fault) => {
    expect(findPinFault(pin)).toBe(fault);
  });
});

describe("how long a wrong PIN waits", () => {
  it("not at all for the first four, then half a minute, growing to an hour", () => {
    const seconds = [1, 4, 5, 6, 7, 8, 9, 10, 1_000].map((tries) => getPinWait(tries) / 1_000);
    expect(seconds).toEqual([0, 0, 30, 60, 300, 900, 3_600, 3_600, 3_600]);
  });
  it("never less for one more", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (tries) => {
        expect(getPinWait(tries + 1)).toBeGreaterThanOrEqual(getPinWait(tries));
        if (tries >= freeTries) expect(getPinWait(tries)).toBeGreaterThanOrEqual(30_000);
      }),
    );
  });
});
