import { expect, it } from "vitest";
import { fail } from "../../../shared/core/failure.ts";
import { createResultWriter, type EndedAttempt } from "../../../main/features/outbox/ended.ts";
import type { Finished } from "../../../main/features/outbox/transitions.ts";
import { createStoreError } from "../../../main/db/store-error.ts";
import { verbatim } from "../../../messages/saying.ts";
import { fakeClock, settle } from "../../support/fake-clock.ts";
import { deskAccount, startOfTest } from "../../support/outbox-kit.ts";
import { bookingItem, idOf } from "../../support/store-records.ts";

/** Milliseconds after which a store that could not write is tried again. */
const again = 3_000;

/** The end of an attempt that the service refused. */
function refused(number: number): EndedAttempt {
  const failure = fail("refused", verbatim("No."));
  return {
    item: bookingItem(number),
    account: deskAccount,
    answered: {
      outcome: { kind: "failure", failure, status: 403, phase: "answered" },
      trustsIdempotencyKey: false,
      refusedAlike: false,
    },
    decision: { to: "needs-editing", problem: failure, queue: { kind: "go-on" } },
  };
}
const finished: Finished = { decision: { to: "done", by: "answer" }, changed: [idOf(1)] };

/** Ends over a store that writes unless `isFull`, when it is its turn. */
function kit() {
  const clock = fakeClock(startOfTest);
  const world = { isFull: false, turn: Promise.resolve() };
  const tried: unknown[][] = [];
  const stored: unknown[][] = [];
  const unstored: unknown[][] = [];
  const logged: unknown[][] = [];
  const traced: string[] = [];
  const ends = createResultWriter({
    transitions: {
      finish: (...all) => {
        tried.push(all);
        if (world.isFull) throw createStoreError("full");
        return finished;
      },
    },
    inGroup: async (work) => {
      await world.turn;
      return work();
    },
    clock,
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (...all: readonly unknown[]) => void logged.push([...all]),
    },
    trace: (step) => void traced.push(step),
    onStored: (...all) => void stored.push(all),
    onUnstored: (...all) => void unstored.push(all),
  });
  return { clock, world, tried, stored, unstored, logged, traced, ends };
}

it("an end is stored at once, and whoever waits for it is told what it came to", async () => {
  const { clock, ends, tried, stored, traced, logged } = kit();
  const one = refused(1);
  const kept = ends.keep(one);
  expect([ends.waiting(), stored]).toEqual([1, []]);
  await kept;
  expect(tried).toEqual([[one.item, one.answered]]);
  expect(stored).toEqual([[one, finished]]);
  expect([ends.waiting(), clock.pending(), traced, logged]).toEqual([0, 0, ["finish-kept"], []]);
});

it("an end that the store cannot write is kept, and tried again every three seconds until it is stored", async () => {
  const { clock, world, ends, tried, stored, traced, logged } = kit();
  const one = refused(1);
  world.isFull = true;
  await ends.keep(one);
  expect([ends.waiting(), stored, traced]).toEqual([1, [], []]);
  expect(logged).toEqual([["outbox.not-stored", createStoreError("full")]]);
  await clock.advance(again);
  expect([ends.waiting(), tried.length, stored]).toEqual([1, 2, []]);
  world.isFull = false;
  await clock.advance(again - 1);
  expect(stored).toEqual([]);
  await clock.advance(1);
  expect([ends.waiting(), stored, clock.pending()]).toEqual([0, [[one, finished]], 0]);
});

it("ends that could not be written wait for one moment together, and each is stored once", async () => {
  const { clock, world, ends, tried, stored } = kit();
  const all = [refused(1), refused(2), refused(3)];
  world.isFull = true;
  await Promise.all(all.map(ends.keep));
  expect([ends.waiting(), clock.pending()]).toEqual([3, 1]);
  world.isFull = false;
  await clock.advance(again);
  expect(stored).toEqual(all.map((one) => [one, finished]));
  await clock.advance(10 * again);
  expect([tried.length, ends.waiting()]).toEqual([6, 0]);
});

it("what is not stored is tried a last time at the end, which waits for it, and then no more", async () => {
  const { clock, world, ends, tried, stored } = kit();
  const one = refused(1);
  world.isFull = true;
  await ends.keep(one);
  world.isFull = false;
  await ends.stop();
  expect([stored, ends.waiting(), clock.pending()]).toEqual([[[one, finished]], 0, 0]);
  await ends.stop();
  expect(tried).toHaveLength(2);
});

it("the end of the program tries nothing more while the disk stays full", async () => {
  const { clock, world, ends, tried, stored } = kit();
  world.isFull = true;
  await ends.keep(refused(1));
  await ends.stop();
  expect([clock.pending(), ends.waiting(), tried.length, stored]).toEqual([0, 1, 2, []]);
});

it("the end of the program waits for a try that is under way, and tries what that could not write", async () => {
  const { clock, world, ends, tried, stored } = kit();
  const one = refused(1);
  world.isFull = true;
  await ends.keep(one);
  const { promise, resolve } = Promise.withResolvers<void>();
  world.turn = promise;
  await clock.advance(again);
  const stopped = ends.stop();
  await settle();
  expect(tried).toHaveLength(1);
  resolve();
  await settle();
  expect([tried.length, ends.waiting()]).toEqual([3, 1]);
  await stopped;
  expect([stored, clock.pending()]).toEqual([[], 0]);
});

it("nothing that is over ends nothing", async () => {
  const { ends, tried, stored, logged } = kit();
  await ends.stop();
  expect([tried, stored, logged, ends.waiting()]).toEqual([[], [], [], 0]);
});
