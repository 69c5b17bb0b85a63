import fc from "fast-check";
import { expect, it } from "vitest";
import { lockAct, mostActs, withAct, type KeptAct, type LockAct } from "../../../main/lock/lock-acts.ts";

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
