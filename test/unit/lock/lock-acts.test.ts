import fc from "fast-check";
import { expect, it } from "vitest";
import {
  lockAct,
  mostActs,
  withAct,
  type KeptAct,
  type LockAct,
} from "../../../main/features/lock/lock-acts.ts";

const at = (minute: number): string => new Date(Date.UTC(2026, 3, 1, 15, minute)).toISOString();

it("the same in a row is one with its first and last time; something else is another", () => {
  let acts: readonly KeptAct[] = [];
  const done: readonly LockAct[] = [
    { act: "started" },
    { act: "pin-wrong" },
    { act: "pin-wrong" },
    { act: "unlocked", why: "pin" },
    { act: "unlocked", why: "token" },
  ];
  for (const [minute, act] of done.entries()) acts = withAct(acts, act, at(minute));
  expect(acts).toEqual([
    { act: "started", at: at(0), until: at(0), count: 1 },
    { act: "pin-wrong", at: at(1), until: at(2), count: 2 },
    { act: "unlocked", why: "pin", at: at(3), until: at(3), count: 1 },
    { act: "unlocked", why: "token", at: at(4), until: at(4), count: 1 },
  ]);
});

it("the first twelve stay in their order; beyond them the same is counted together, whatever came in between", () => {
  const pair: readonly LockAct[] = [{ act: "locked", why: "idle" }, { act: "unlocked" }];
  let acts: readonly KeptAct[] = [];
  const add = (act: LockAct | undefined, minute: number): void => {
    if (act !== undefined) acts = withAct(acts, act, at(minute));
  };
  for (let minute = 0; minute < 12; minute += 1) add(pair[minute % 2], minute);
  expect(acts).toHaveLength(12);
  add(pair[0], 12);
  add(pair[1], 13);
  add({ act: "unlocked", why: "pin" }, 14);
  add(pair[0], 15);
  expect(acts).toHaveLength(13);
  expect(acts.map(({ count }) => count)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 2, 1]);
  expect(acts.slice(10)).toEqual([
    { act: "locked", why: "idle", at: at(10), until: at(15), count: 3 },
    { act: "unlocked", at: at(11), until: at(13), count: 2 },
    { act: "unlocked", why: "pin", at: at(14), until: at(14), count: 1 },
  ]);
});

it("however much is done at a locked desk, it stays small and nothing of it is forgotten", () => {
  const anyAct = fc.record({ act: fc.constantFrom(...lockAct.options) });
  fc.assert(
    fc.property(fc.array(anyAct, { maxLength: 300 }), (done) => {
      let acts: readonly KeptAct[] = [];
      for (const [minute, act] of done.entries()) acts = withAct(acts, act, at(minute));
      expect(acts.length).toBeLessThanOrEqual(mostActs);
      for (const name of lockAct.options) {
        const count = acts
          .filter(({ act }) => act === name)
          .reduce((sum, { count: times }) => sum + times, 0);
        expect(count).toBe(done.filter(({ act }) => act === name).length);
      }
      for (const { at: first, until } of acts) expect(first <= until).toBe(true);
    }),
  );
});
