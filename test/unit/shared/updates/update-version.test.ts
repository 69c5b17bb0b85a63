import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getChannel, compareVersions, mayTake, readVersion } from "../../../../shared/updates/version.ts";

const read = (text: string): NonNullable<ReturnType<typeof readVersion>> => {
  const version = readVersion(text);
  if (version === null) throw new Error(text);
  return version;
};

describe("versions", () => {
  test.each([
    "v1.2.3",
    "1.2",
    "1.2.3.4",
    "01.2.3",
    "1.2.3-",
    "1.2.3-01",
    "1.2.3-a..b",
    "",
    " 1.2.3",
    "1.2.3\n",
    "9".repeat(200),
  ])("%j is none", (text) => {
    expect(readVersion(text)).toBeNull();
    expect(mayTake("1.0.0", text)).toBe(false);
    expect(mayTake(text, "9.0.0")).toBe(false);
  });

  test("stand in the order of semver.org, 11.4", () => {
    const order = [
      "1.0.0-alpha",
      "1.0.0-alpha.1",
      "1.0.0-alpha.beta",
      "1.0.0-alpha.x10",
      "1.0.0-alpha.x2",
      "1.0.0-beta",
      "1.0.0-beta.2",
      "1.0.0-beta.11",
      "1.0.0-rc.1",
      "1.0.0",
      "1.0.1",
      "1.2.0",
      "1.10.0",
      "2.0.0",
    ];
    expect(order.toReversed().toSorted((a, b) => compareVersions(read(a), read(b)))).toEqual(order);
  });

  const part = fc.integer({ min: 0, max: 30 });
  const version = fc
    .tuple(part, part, part, fc.option(fc.constantFrom("alpha.1", "beta", "beta.2", "rc.1")))
    .map(([a, b, c, pre]) => `${a}.${b}.${c}${pre === null ? "" : `-${pre}`}`);

  test("of two, at most one may take the other, and none itself", () => {
    fc.assert(
      fc.property(version, version, (a, b) => {
        expect(mayTake(a, b) && mayTake(b, a)).toBe(false);
        expect(mayTake(a, a)).toBe(false);
      }),
    );
  });

  test("a build's own mark makes no newer version", () => {
    expect(mayTake("1.0.0", "1.0.0+2")).toBe(false);
  });

  test("a pre-release is taken by a pre-release alone", () => {
    expect(mayTake("1.0.0", "1.1.0-beta.1")).toBe(false);
    expect(mayTake("1.1.0-beta.1", "1.1.0-beta.2")).toBe(true);
    expect(mayTake("1.1.0-beta.1", "1.1.0")).toBe(true);
    expect([getChannel(read("1.1.0")), getChannel(read("1.1.0-beta.1"))]).toEqual(["latest", "beta"]);
  });
});
