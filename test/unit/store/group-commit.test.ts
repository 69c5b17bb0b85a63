import { describe, expect, it } from "vitest";
import { fail, failed, FailureError, ok } from "../../../contract/failure.ts";
import { groupCommit } from "../../../main/store/group-commit.ts";
import { memoryStore } from "../../../main/store/memory-store.ts";
import { storeError } from "../../../main/store/store-error.ts";
import type { Store } from "../../../main/store/types.ts";
import { verbatim } from "../../../messages/saying.ts";

/** A store that counts its outermost transactions, and can be made to fail at their end. */
async function counted(): Promise<{ store: Store; commits: () => number; breakNext: () => void }> {
  const inner = await memoryStore();
  let depth = 0;
  let commits = 0;
  let broken = false;
  return {
    commits: () => commits,
    breakNext: () => (broken = true),
    store: {
      ...inner,
      transaction: (work) => {
        depth += 1;
        try {
          const result = inner.transaction(work);
          if (depth > 1) return result;
          commits += 1;
          if (broken) throw storeError("full");
          return result;
        } finally {
          depth -= 1;
        }
      },
    },
  };
}

const put = (store: Store, key: string) => () => ok(store.transaction(({ meta }) => meta.set(key, "1")));
const has = (store: Store, key: string): boolean => store.read(({ meta }) => meta.get(key)) === "1";

describe("group commit", () => {
  it("makes a burst durable with one transaction", async () => {
    const { store, commits } = await counted();
    const inGroup = groupCommit(store);
    const results = await Promise.all(
      Array.from({ length: 500 }, (_, index) => inGroup(put(store, `k${index}`))),
    );
    expect(results.every((result) => result.ok)).toBe(true);
    expect(commits()).toBe(1);
    expect(has(store, "k499")).toBe(true);
  });

  it("undoes a write that fails alone, and keeps its neighbours", async () => {
    const { store } = await counted();
    const inGroup = groupCommit(store);
    const refused = inGroup(() => {
      put(store, "refused")();
      return failed(fail("not-found", verbatim("no")));
    });
    const thrown = inGroup<void>(() => {
      put(store, "thrown")();
      throw new FailureError(fail("busy", verbatim("no")));
    });
    const kept = inGroup(put(store, "kept"));
    expect(await refused).toMatchObject({ ok: false, failure: { code: "not-found" } });
    expect(await thrown).toMatchObject({ ok: false, failure: { code: "busy" } });
    expect(await kept).toMatchObject({ ok: true });
    expect([has(store, "refused"), has(store, "thrown"), has(store, "kept")]).toEqual([false, false, true]);
  });

  it("acknowledges nothing when the one commit fails", async () => {
    const { store, breakNext } = await counted();
    const inGroup = groupCommit(store);
    breakNext();
    const results = await Promise.allSettled([inGroup(put(store, "a")), inGroup(put(store, "b"))]);
    expect(results).toEqual([1, 2].map(() => ({ status: "rejected", reason: storeError("full") })));
  });

  it("passes a fault of the program on to its caller alone", async () => {
    const { store } = await counted();
    const inGroup = groupCommit(store);
    const faulty = inGroup(() => {
      throw new TypeError("a fault");
    });
    const fine = inGroup(put(store, "fine"));
    await expect(faulty).rejects.toThrow("a fault");
    expect((await fine).ok).toBe(true);
  });
});
