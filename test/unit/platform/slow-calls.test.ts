import { describe, expect, it } from "vitest";
import { createSerializedCalls, Unanswered } from "../../../main/platform/slow-calls.ts";
import { fakeClock, settle } from "../../support/fake-clock.ts";

const patience = 60_000;

/** A call that comes back when it is told to. */
function held<T>(value: T) {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  let begun = 0;
  const call = (): Promise<T> => {
    begun += 1;
    return promise;
  };
  return { call, begun: () => begun, back: () => resolve(value), fail: (error: Error) => reject(error) };
}
function world() {
  const clock = fakeClock("2026-11-26T09:00:00Z");
  return { clock, ...createSerializedCalls({ clock, patience }) };
}
/** What came of it, or that nothing did yet. */
const stateOf = (pending: Promise<unknown>): Promise<unknown> =>
  Promise.race([
    pending.then(
      (value) => value,
      (error: unknown) => error,
    ),
    settle().then(() => "waits"),
  ]);

describe("a call that may never return", () => {
  it("answers what it answers, and throws what it throws", async () => {
    const { answered } = world();
    expect(await answered(async () => 7)).toBe(7);
    const full = new Error("ENOSPC");
    await expect(answered(() => Promise.reject(full))).rejects.toBe(full);
    expect(await answered(async () => 8)).toBe(8);
  });

  it("is waited for no longer than it may take", async () => {
    const { clock, answered } = world();
    const pending = answered(held(1).call);
    await clock.advance(patience - 1);
    expect(await stateOf(pending)).toBe("waits");
    await clock.advance(1);
    expect(await stateOf(pending)).toBeInstanceOf(Unanswered);
  });

  it("is not waited for once nobody wants it, also before it is begun", async () => {
    const { answered } = world();
    const abort = new AbortController();
    const first = held(1);
    const pending = answered(first.call, abort.signal);
    const second = held(2);
    const behind = answered(second.call, abort.signal);
    abort.abort();
    for (const each of [pending, behind]) expect(await stateOf(each)).toBeInstanceOf(Unanswered);
    expect([first.begun(), second.begun()]).toEqual([1, 0]);
  });

  it("lets none begin behind it while it hangs, however often one is tried, and lets them once it came back", async () => {
    const { clock, answered } = world();
    const hangs = held(1);
    const first = answered(hangs.call);
    first.catch(() => undefined);
    await clock.advance(patience);
    for (let again = 0; again < 10; again += 1) {
      const next = held(2);
      const pending = answered(next.call);
      pending.catch(() => undefined);
      await clock.advance(patience);
      expect([next.begun(), await stateOf(pending)]).toEqual([0, expect.any(Unanswered)]);
    }
    hangs.fail(new Error("the share is gone"));
    await settle();
    expect(await answered(async () => 3)).toBe(3);
  });

  it("begins the next as soon as the one before it came back within its time", async () => {
    const { answered } = world();
    const one = held(1);
    const [first, second] = [answered(one.call), answered(async () => 2)];
    expect(await stateOf(second)).toBe("waits");
    one.back();
    expect([await first, await second]).toEqual([1, 2]);
  });
});

describe("what puts things in order afterwards", () => {
  it("is done after what hangs came back, however late, and holds nobody up longer than a call may", async () => {
    const { clock, answered, afterwards } = world();
    const hangs = held(1);
    answered(hangs.call).catch(() => undefined);
    await clock.advance(patience);
    const closing = held(undefined);
    const removing = held(undefined);
    const done = [afterwards(closing.call), afterwards(removing.call)];
    await clock.advance(patience);
    await Promise.all(done);
    expect([closing.begun(), removing.begun()]).toEqual([0, 0]);
    hangs.back();
    await settle();
    expect([closing.begun(), removing.begun()]).toEqual([1, 1]);
  });

  it("is waited for where nothing hangs, and its failure is nobody's", async () => {
    const { afterwards } = world();
    let isDone = false;
    await afterwards(async () => {
      await settle();
      isDone = true;
    });
    expect(isDone).toBe(true);
    await afterwards(() => Promise.reject(new Error("gone already")));
  });
});
