import { describe, expect, test } from "vitest";
import {
  getChannel,
  compareVersions,
  mayTake,
  readVersion,
  type Version,
} from "../../../../shared/updates/version.ts";

const read = (text: string): Version => {
  const version = readVersion(text);
  if (version === null) throw new Error(text);
  return version;
};
const order = (a: string, b: string): number => Math.sign(compareVersions(read(a), read(b)));

describe("a version", () => {
  test.each<[string, readonly number[], readonly string[]]>([
    ["1.2.3", [1, 2, 3], []],
    ["0.0.0", [0, 0, 0], []],
    ["10.20.30", [10, 20, 30], []],
    ["999999999.0.1", [999_999_999, 0, 1], []],
    ["1.2.3-beta", [1, 2, 3], ["beta"]],
    ["1.2.3-beta.11.x-y", [1, 2, 3], ["beta", "11", "x-y"]],
    ["1.2.3-0", [1, 2, 3], ["0"]],
    ["1.2.3-10", [1, 2, 3], ["10"]],
    ["1.2.3-01a", [1, 2, 3], ["01a"]],
    ["1.2.3--", [1, 2, 3], ["-"]],
    ["1.2.3-rc.1+build.5", [1, 2, 3], ["rc", "1"]],
    ["1.2.3+a-b.C9", [1, 2, 3], []],
  ])("%s is read in its parts", (text, numbers, pre) => {
    expect(readVersion(text)).toEqual({ numbers, pre });
  });

  test.each([
    "1.2.x",
    "1.02.3",
    "1.2.03",
    "1000000000.0.0",
    "1.2.3-beta_1",
    "1.2.3-b.01",
    "1.2.3-.b",
    "1.2.3+",
    "1.2.3+a_b",
    "1.2.3+a+b",
    "1.2.3 ",
    "1,2,3",
    "1.2,3",
    "a1.2.3",
    "-1.2.3",
  ])("%j is none", (text) => {
    expect(readVersion(text)).toBeNull();
  });

  test("has a hundred letters at most", () => {
    const long = "1.2.3-".padEnd(100, "a");
    expect(readVersion(long)?.pre).toEqual([long.slice(6)]);
    expect(readVersion(`${long}a`)).toBeNull();
  });
});

describe("of two versions", () => {
  test.each([
    ["1.0.0", "2.0.0"],
    ["1.9.9", "2.0.0"],
    ["1.1.9", "1.2.0"],
    ["1.1.1", "1.1.2"],
    ["1.9.0", "1.10.0"],
    ["1.0.0-a", "1.0.0"],
    ["1.0.0-2", "1.0.0-10"],
    ["1.0.0-10", "1.0.0-a"],
    ["1.0.0-10", "1.0.0--"],
    ["1.0.0-9", "1.0.0-1a"],
    ["1.0.0-a", "1.0.0-b"],
    ["1.0.0-B", "1.0.0-a"],
    ["1.0.0-a", "1.0.0-a.0"],
    ["1.0.0-a.1", "1.0.0-b"],
    ["1.0.0-a.1.z", "1.0.0-a.2"],
  ])("%s is the older one beside %s, whichever is asked first", (older, newer) => {
    expect([order(older, newer), order(newer, older)]).toEqual([-1, 1]);
    const taken = mayTake(older, newer);
    expect(taken).toBe(!newer.includes("-") || older.includes("-"));
    expect(mayTake(newer, older)).toBe(false);
  });

  test("neither is older where they differ by their build alone", () => {
    expect([order("1.0.0-a.1+x", "1.0.0-a.1+y"), order("1.0.0", "1.0.0+1")]).toEqual([0, 0]);
  });
});

describe("the channel", () => {
  test.each([
    ["1.2.3", "latest"],
    ["1.2.3-beta", "beta"],
    ["1.2.3-beta.2", "beta"],
    ["1.2.3-b", "b"],
    ["1.2.3-Rc-2x", "Rc-2x"],
    ["1.2.3-1.beta", "latest"],
    ["1.2.3-1beta", "latest"],
    ["1.2.3--beta", "latest"],
  ])("of %s is %s", (version, channel) => {
    expect(getChannel(read(version))).toBe(channel);
  });

  test("has a name of 41 letters at most, as it becomes a part of an address", () => {
    const name = "b".repeat(41);
    expect(getChannel(read(`1.2.3-${name}`))).toBe(name);
    expect(getChannel(read(`1.2.3-${name}b`))).toBe("latest");
    expect(getChannel({ numbers: [1, 2, 3], pre: ["a/.."] })).toBe("latest");
  });
});
