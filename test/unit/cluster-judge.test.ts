import { expect, it } from "vitest";
import { untoldIn } from "../cluster/judge.ts";

const yes = (attempt: string, named: readonly string[] = [], told = false, item = "one") => ({
  item,
  attempt,
  named,
  told,
});

it("two yeses for one item are told of where a decision named the other one, or said that there may be others", () => {
  expect(untoldIn([yes("a"), yes("b", ["a"]), yes("c", [], false, "two")])).toBe(0);
  expect(untoldIn([yes("a"), yes("b", [], true)])).toBe(0);
  expect(untoldIn([yes("a"), yes("b")])).toBe(1);
  expect(untoldIn([yes("a"), yes("b", ["a"]), yes("c", ["b"])])).toBe(1);
});
