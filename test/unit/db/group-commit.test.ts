import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { fail, FailureError } from "../../../shared/core/failure.ts";
import { createGroupCommit, type GroupCommit } from "../../../main/db/group-commit.ts";
import { blankStore } from "../../support/blank-store.ts";
import { createStoreError } from "../../../main/db/store-error.ts";
import type { Store } from "../../../main/db/types.ts";
import { verbatim } from "../../../messages/saying.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { startOfTest } from "../../support/outbox-kit.ts";

type Bench = {
  readonly store: Store;
  readonly inGroup: GroupCommit;
  /** Writes under that key, and lets so many milliseconds pass. */
  readonly put: (key: string, milliseconds?: number) => () => string;
  readonly pass: (milliseconds: number) => void;
  readonly has: (...keys: readonly string[]) => boolean[];
  /** How many transactions were tried and how many flushes asked for: each is one turn of the loop. */
  readonly tried: () => number;
  readonly turns: () => number;
  /** So many of the next transactions fail at their end, with all that was written in them. */
  readonly breakCommits: (count: number) => void;
};

/** A group commit over a store that can be made to fail where it would sync; a look at the clock takes so long. */
async function bench(slowness = 0): Promise<Bench> {
  const inner = await blankStore();
  const clock = fakeClock(startOfTest);
  let [depth, tried, turns, broken, passed] = [0, 0, 0, 0, 0];
  const failing =
    (begin: Store["transaction"]): Store["transaction"] =>
    (work) => {
      depth += 1;
      if (depth === 1) tried += 1;
      try {
        return begin((repositories) => {
          const result = work(repositories);
          if (depth === 1 && broken > 0) {
            broken -= 1;
            throw createStoreError("full");
          }
          return result;
        });
      } finally {
        depth -= 1;
      }
    };
  const store: Store = { ...inner, transaction: failing(inner.transaction), group: failing(inner.group) };
  const soon = (flush: () => void): void => {
    turns += 1;
    setImmediate(flush);
  };
  return {
    store,
    inGroup: createGroupCommit({ store, clock: { ...clock, monotonic: () => (passed += slowness) }, soon }),
    put:
      (key, milliseconds = 0) =>
      () => {
        passed += milliseconds;
        store.transaction(({ meta }) => meta.set(key, "1"));
        return key;
      },
    pass: (milliseconds) => (passed += milliseconds),
    has: (...keys) => keys.map((key) => inner.read(({ meta }) => meta.get(key)) === "1"),
    tried: () => tried,
    turns: () => turns,
    breakCommits: (count) => (broken = count),
  };
}

const many = (count: number): string[] => Array.from({ length: count }, (_none, index) => `k${index}`);

describe("a group", () => {
  it("makes what waits at the same time durable with one transaction", async () => {
    const { inGroup, put, has, tried } = await bench();
    expect(await Promise.all([inGroup(put("a")), inGroup(put("b"))])).toEqual(["a", "b"]);
    expect(tried()).toBe(1);
    expect(has("a", "b")).toEqual([true, true]);
  });

  it("shares the sync with what each turn of the loop brings, for 4 milliseconds", async () => {
    const { inGroup, pass, put, tried } = await bench();
    const all: Promise<string>[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      all.push(inGroup(put(`a${turn}`)), inGroup(put(`b${turn}`)));
      await nextTurn();
      pass(1);
    }
    await Promise.all(all);
    expect(tried()).toBe(2);
  });

  it("is gathered no longer once 4 milliseconds are over", async () => {
    const { inGroup, pass, put, tried } = await bench();
    const all: Promise<string>[] = [];
    const seen: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      all.push(inGroup(put(`a${turn}`)), inGroup(put(`b${turn}`)));
      await nextTurn();
      pass(1);
      seen.push(tried());
    }
    expect(seen).toEqual([0, 0, 0, 0, 1, 1]);
    await Promise.all(all);
  });

  it("waits no turn for one that came alone", async () => {
    const { inGroup, put, turns } = await bench();
    await inGroup(put("a"));
    expect(turns()).toBe(1);
  });

  it("keeps the order of asking", async () => {
    const { inGroup } = await bench();
    const ran: string[] = [];
    const settled: string[] = [];
    const note = (key: string) =>
      inGroup(() => void ran.push(key)).then(() => {
        settled.push(key);
      });
    await Promise.all(many(150).map(note));
    expect([ran, settled]).toEqual([many(150), many(150)]);
  });

  it("takes no more once 8 milliseconds are over, and gives the loop a turn before the next", async () => {
    const { inGroup, put, tried, turns, has } = await bench();
    await Promise.all(many(10).map((key) => inGroup(put(key, 3))));
    // 3 + 3 + 3 ms, then the next; and the turn that looked whether more comes.
    expect([tried(), turns()]).toEqual([4, 5]);
    expect(new Set(has(...many(10)))).toEqual(new Set([true]));
  });

  it.each([8, 100])("takes one of %i milliseconds alone", async (milliseconds) => {
    const { inGroup, put, tried } = await bench();
    await Promise.all(many(3).map((key) => inGroup(put(key, milliseconds))));
    expect(tried()).toBe(3);
  });

  it("takes one at least, also where the time is over before it began", async () => {
    const { inGroup, put, has } = await bench(100);
    await Promise.all(many(3).map((key) => inGroup(put(key))));
    expect(has(...many(3))).toEqual([true, true, true]);
  });

  it("leaves what is asked for while it runs to the next", async () => {
    const { inGroup, put, tried } = await bench();
    let later: Promise<string> | undefined;
    await inGroup(() => {
      later = inGroup(put("later"));
    });
    expect(tried()).toBe(1);
    expect(await later).toBe("later");
    expect(tried()).toBe(2);
  });
});

describe("a write that fails", () => {
  it.each([
    ["with a failure", new FailureError(fail("busy", verbatim("no")))],
    ["with a fault of the program", new TypeError("a fault")],
  ])("%s is undone alone, and its neighbours are kept", async (_how, thrown) => {
    const { inGroup, put, has, tried } = await bench();
    const results = await Promise.allSettled([
      inGroup(put("before")),
      inGroup<void>(() => {
        put("undone")();
        throw thrown;
      }),
      inGroup(put("after")),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(results[1]).toMatchObject({ reason: thrown });
    expect(has("before", "undone", "after")).toEqual([true, false, true]);
    expect(tried()).toBe(1);
  });

  it("with an error of the store ends the group: each is done again alone, and only that one fails", async () => {
    const { inGroup, put, has, tried } = await bench();
    const results = await Promise.allSettled([
      inGroup(put("before")),
      inGroup<void>(() => {
        put("undone")();
        throw createStoreError("misfit");
      }),
      inGroup(put("after")),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(has("before", "undone", "after")).toEqual([true, false, true]);
    expect(tried()).toBe(4);
  });
});

describe("a sync that fails", () => {
  it("acknowledges none of those that shared it: each is done again alone, in order", async () => {
    const { inGroup, put, has, tried, turns, breakCommits } = await bench();
    breakCommits(1);
    const settled: string[] = [];
    const all = many(3).map((key) => inGroup(put(key)).then((value) => settled.push(value)));
    await Promise.all(all);
    expect(settled).toEqual(many(3));
    expect([tried(), turns()]).toEqual([4, 5]);
    expect(has(...many(3))).toEqual([true, true, true]);
  });

  it("lets nobody who came since share theirs", async () => {
    const { inGroup, put, tried, breakCommits } = await bench();
    breakCommits(1);
    await Promise.all([inGroup(put("a")).then(() => inGroup(put("later"))), inGroup(put("b"))]);
    expect(tried()).toBe(4);
  });

  it("tells each one whose own sync fails too, and keeps the others", async () => {
    const { inGroup, put, has, breakCommits } = await bench();
    breakCommits(2);
    const results = await Promise.allSettled(many(3).map((key) => inGroup(put(key))));
    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
    expect(results[0]).toMatchObject({ reason: createStoreError("full") });
    expect(has(...many(3))).toEqual([false, true, true]);
  });

  it("acknowledges nothing while the store goes on failing", async () => {
    const { inGroup, put, has, breakCommits } = await bench();
    breakCommits(Infinity);
    const results = await Promise.allSettled(many(70).map((key) => inGroup(put(key))));
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(["rejected"]));
    expect(new Set(has(...many(70)))).toEqual(new Set([false]));
  });

  it("lets those that come later share one again", async () => {
    const { inGroup, put, tried, breakCommits } = await bench();
    breakCommits(1);
    await Promise.all(many(2).map((key) => inGroup(put(key))));
    const before = tried();
    await Promise.all(many(2).map((key) => inGroup(put(key))));
    expect(tried() - before).toBe(1);
  });
});

it("tells everyone who still waits when the store is closed", async () => {
  const { store, inGroup, put } = await bench();
  const results = Promise.allSettled([inGroup(put("a")), inGroup(put("b"))]);
  store.close();
  expect(await results).toMatchObject([1, 2].map(() => ({ status: "rejected", reason: { code: "closed" } })));
});
