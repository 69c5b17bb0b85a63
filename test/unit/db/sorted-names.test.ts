import { describe, expect, test } from "vitest";
import { createSortedNames, type SortedNames } from "../../../main/db/sorted-names.ts";
import { people } from "../../../bench/people.ts";

const of = (...list: string[]): SortedNames => {
  const names = createSortedNames();
  for (const name of list) names.add(name);
  return names;
};

/** Every text that one letter more, less, another or two in turn make of this one. */
function edits(word: string, letters: string): Set<string> {
  const all = new Set<string>();
  for (let at = 0; at <= word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    if (after !== "") all.add(before + after.slice(1));
    if (after.length > 1) all.add(before + after.charAt(1) + after.charAt(0) + after.slice(2));
    for (const letter of letters) {
      all.add(before + letter + after);
      if (after !== "") all.add(before + letter + after.slice(1));
    }
  }
  return all;
}

describe("sorted names", () => {
  test("beginnings are found, and too many are not counted out", () => {
    const names = of("garner", "garcia", "gary", "smith", "garcia");
    expect(names.beginning("gar", 3)).toEqual(["garcia", "garner", "gary"]);
    expect(names.beginning("gar", 2)).toBeNull();
    expect(names.beginning("garcia", 1)).toEqual(["garcia"]);
    expect(names.beginning("x", 1)).toEqual([]);
    expect(createSortedNames().beginning("x", 1)).toEqual([]);
  });

  test("a name that comes later is found by the error that was looked for before", () => {
    const names = of("smith");
    expect(names.near("harcia", 9)).toEqual([]);
    names.add("garcia");
    expect(names.near("harcia", 9)).toEqual(["garcia"]);
    names.append(["marcia"]);
    expect(names.near("harcia", 9).toSorted()).toEqual(["garcia", "marcia"]);
  });

  test("names that come in order are taken over, and others find their place", () => {
    const names = of("b");
    names.append(["c", "d", "a", "d"]);
    expect(names.beginning("", 9)).toEqual(["a", "b", "c", "d"]);
  });

  test.each([
    ["a letter left out", "garia"],
    ["a letter too many", "garrcia"],
    ["a letter too many at its end", "garciaz"],
    ["another letter", "gatcia"],
    ["another first letter", "harcia"],
    ["two letters in turn", "gracia"],
    ["the first two in turn", "agrcia"],
  ])("%s", (_what, typed) => {
    expect(of("garcia", "smith", "garner").near(typed, 9)).toEqual(["garcia"]);
  });

  test("beginnings with an error are found after whole names, and what was typed right is left out", () => {
    const names = of("garcia", "garciamarquez", "gard", "marcia");
    expect(names.near("gaecia", 9)).toEqual(["garcia", "garciamarquez"]);
    expect(names.near("garcia", 9)).toEqual(["marcia"]);
    expect(names.near("gaecia", 1)).toEqual(["garcia"]);
  });

  test("among all short names of two letters it finds exactly what is one error away, whatever is typed", () => {
    const words = [""];
    for (const word of words) if (word.length < 4) words.push(`${word}a`, `${word}b`);
    const list = words.filter((word) => word !== "" && word !== "ab" && word !== "bab");
    const names = createSortedNames();
    names.append(list);
    for (const typed of words.filter((word) => word.length > 1)) {
      const near = edits(typed, "ab");
      const isNear = (name: string): boolean =>
        !name.startsWith(typed) && [-1, 0, 1].some((more) => near.has(name.slice(0, typed.length + more)));
      expect([...names.near(typed, 99)].toSorted(), typed).toEqual(list.filter(isNear).toSorted());
      const begun = list.filter((name) => name.startsWith(typed));
      expect(names.beginning(typed, begun.length), typed).toEqual(begun.toSorted());
    }
  });

  test("whole names stand before those that only begin so, and a short list is the beginning of a long one", () => {
    const words = [""];
    for (const word of words) if (word.length < 4) words.push(`${word}a`, `${word}b`, `${word}c`);
    const list = words.filter((word, at) => word !== "" && at % 3 > 0);
    const names = createSortedNames();
    names.append(list);
    for (const typed of words.filter((word) => word.length > 1)) {
      const all = names.near(typed, 999);
      const near = edits(typed, "abc");
      const whole = list.filter((name) => near.has(name) && !name.startsWith(typed));
      expect(all.slice(0, whole.length).toSorted(), typed).toEqual(whole.toSorted());
      for (const most of [1, 2, 5]) expect(names.near(typed, most), typed).toEqual(all.slice(0, most));
    }
  });

  test("among thousands of names it finds exactly what a look at each of them finds", () => {
    const list = [...new Set([...people({ count: 3_000 })].map(({ input }) => input.lastName.toLowerCase()))];
    const names = of(...list);
    const letters = [...new Set(list.join("").split(""))].join("");
    for (const typed of ["smiht", "grcia", "jonson", "thmpson", "wiliams", "kin", "braun", "zzzz"]) {
      const near = edits(typed, letters);
      const expected = list.filter(
        (name) =>
          !name.startsWith(typed) && [-1, 0, 1].some((more) => near.has(name.slice(0, typed.length + more))),
      );
      expect([...names.near(typed, 10_000)].toSorted()).toEqual(expected.toSorted());
    }
  });
});
