import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { emptySeries } from "../../../shared/bookings/series-form.ts";
import type { Result } from "../../../shared/core/failure.ts";
import { mayHaveBeenMade } from "../../../shared/outbox/attempts.ts";
import type { BookingItem, Item } from "../../../shared/outbox/item.ts";
import { said } from "../../../messages/saying.ts";
import { longestQuestion, mostQuestions } from "../../../main/features/outbox/questions.ts";
import { settle } from "../../support/fake-clock.ts";
import { outboxKit, typedBooking, type OutboxKit } from "../../support/outbox-kit.ts";
import { booked, failing } from "../../support/scripted-client.ts";

let kit: OutboxKit;
/** Bookings can be taken back for five seconds. */
async function kitWithUndo(): Promise<OutboxKit> {
  const made = await outboxKit();
  made.world.settings = { ...made.world.settings, undoSeconds: 5 };
  let number = 0;
  made.client.respond = () => booked((number += 1));
  return made;
}
beforeEach(async () => {
  kit = await kitWithUndo();
});

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${said(result.failure.why)}`);
  return result.value;
}
const weekly = typedBooking({ series: { ...emptySeries, every: "1", times: "3" } });
const begun = (isSeries: boolean): BookingItem =>
  valueOf(kit.items.create({ kind: "booking", form: isSeries ? weekly : typedBooking({}) })) as BookingItem;
/** Presses Book. */
function press(item: Item, isSeries: boolean): void {
  void (isSeries ? kit.items.bookSeries(item.id) : kit.items.submit(item.id, true));
}
const held = (): string => kit.questions.hold() ?? expect.fail("Too many are open");
const posts = (): number => kit.client.posts().length;

it("a yes that has a moment of its own does not wait for it below its question", async () => {
  const item = begun(false);
  const question = held();
  expect(kit.questions.answer(question)).toBe(true);
  // As "Book again" ends at a desk of a clinic that took the booking over: nothing was tried here.
  const done = kit.items.submit(item.id, true).finally(() => kit.questions.release(question));
  await settle();
  await kit.clock.advance(5_000);
  expect(valueOf(await done).status).toBe("done");
  expect(posts()).toBe(1);
});

describe.each([false, true])("a question over what is about to be sent (a series: %s)", (isSeries) => {
  it("holds it for as long as it is asked; a yes is carried out as it was read", async () => {
    const item = begun(isSeries);
    press(item, isSeries);
    const id = held();
    await kit.clock.advance(60_000);
    expect(posts()).toBe(0);
    expect(kit.questions.answer(id)).toBe(true);
    const read = { status: item.status, mayBeMade: false };
    expect(valueOf(kit.items.discard(item.id, read)).status).toBe("discarded");
    kit.questions.release(id);
    await kit.clock.advance(60_000);
    expect(posts()).toBe(0);
  });

  it("lets it go once it is answered with no", async () => {
    const item = begun(isSeries);
    press(item, isSeries);
    const id = held();
    await kit.clock.advance(60_000);
    kit.questions.release(id);
    await kit.clock.advance(4_999);
    expect(posts()).toBe(0);
    await kit.clock.advance(1);
    expect(posts()).toBe(isSeries ? 3 : 1);
  });

  it("is closed when it was asked for too long: then a yes is no answer any more", async () => {
    const others = kit.clock.pending();
    const item = begun(isSeries);
    press(item, isSeries);
    const id = held();
    await kit.clock.advance(longestQuestion - 1);
    expect([kit.closed, posts()]).toEqual([[], 0]);
    await kit.clock.advance(1);
    expect(kit.closed).toEqual([id]);
    expect(kit.questions.answer(id)).toBe(false);
    await kit.clock.advance(5_000);
    expect(posts()).toBe(isSeries ? 3 : 1);
    expect(kit.clock.pending()).toBe(others);
  });

  it("goes with its page", async () => {
    const others = kit.clock.pending();
    const item = begun(isSeries);
    press(item, isSeries);
    kit.questions.hold();
    kit.questions.hold();
    kit.questions.releaseAll();
    await kit.clock.advance(5_000);
    expect(posts()).toBe(isSeries ? 3 : 1);
    expect(kit.clock.pending()).toBe(others);
  });
});

it("has its whole time again once it was answered, and is released once", async () => {
  const id = held();
  await kit.clock.advance(longestQuestion - 1);
  expect(kit.questions.answer(id)).toBe(true);
  await kit.clock.advance(longestQuestion - 1);
  expect(kit.closed).toEqual([]);
  const other = held();
  kit.questions.release(id);
  kit.questions.release(id);
  press(begun(false), false);
  await kit.clock.advance(60_000);
  expect(posts()).toBe(0);
  kit.questions.release(other);
  await kit.clock.advance(5_000);
  expect(posts()).toBe(1);
});

it("is not held where too many are, and can be once one of them is gone, or their page is", async () => {
  const all = Array.from({ length: mostQuestions }, held);
  expect(kit.questions.hold()).toBeNull();
  kit.questions.release(all[3] ?? "");
  held();
  expect(kit.questions.hold()).toBeNull();
  kit.questions.releaseAll();
  press(begun(false), false);
  await kit.clock.advance(5_000);
  expect(posts()).toBe(1);
  expect(Array.from({ length: mostQuestions }, held)).toHaveLength(mostQuestions);
  expect(kit.questions.hold()).toBeNull();
});

describe("after the answer to “Discard?”, what was read and the ledger agree", () => {
  const states = [
    "moment",
    "series in its moment",
    "waits",
    "under way",
    "cut off",
    "saved for later",
  ] as const;

  /** Brings an item there. What the service holds is counted where its answer is made. */
  async function bring(state: (typeof states)[number], ledger: { made: number }): Promise<Item> {
    const isSeries = state === "series in its moment";
    const makes = (answer: () => ReturnType<typeof booked>) => () => {
      ledger.made += 1;
      return answer();
    };
    let number = 0;
    const taken = makes(() => booked((number += 1)));
    const unheard = makes(() => failing("unclear"));
    const item = begun(isSeries);
    if (state === "saved for later") {
      await kit.items.submit(item.id, false);
      kit.client.respond = taken;
      return kit.item(item.id);
    }
    kit.client.respond = state === "cut off" || state === "waits" ? unheard : taken;
    if (state === "under way") {
      kit.client.respond = () => {
        ledger.made += 1;
        return null;
      };
    }
    press(item, isSeries);
    if (state === "moment" || isSeries) return kit.item(item.id);
    if (state === "waits") kit.engine.pause(true);
    await kit.clock.advance(5_000);
    return kit.item(item.id);
  }

  // booking-56: Discard removes exactly what the question showed
  it(
    "whatever it is about, however long it is asked, and whatever is answered",
    { tags: ["booking-56"] },
    async () => {
      const check = fc.asyncProperty(
        fc.constantFrom(...states),
        fc.constantFrom(
          0,
          1,
          4_999,
          5_000,
          5_001,
          60_000,
          longestQuestion - 1,
          longestQuestion,
          longestQuestion + 60_000,
        ),
        fc.boolean(),
        fc.boolean(),
        async (state, asked, isYes, goesOnMeanwhile) => {
          kit = await kitWithUndo();
          const ledger = { made: 0 };
          const item = await bring(state, ledger);
          const before = ledger.made;
          const read = { status: item.status, mayBeMade: mayHaveBeenMade(item) };
          const id = held();
          // What has no moment any more goes on by itself below the question.
          if (goesOnMeanwhile) {
            kit.engine.pause(false);
            kit.client.open().forEach(({ answer }) => answer(booked()));
          }
          await kit.clock.advance(asked);
          let isDiscarded = false;
          if (isYes && kit.questions.answer(id)) isDiscarded = kit.items.discard(item.id, read).ok;
          kit.questions.release(id);
          await kit.clock.advance(longestQuestion);
          await settle();
          const now = kit.item(item.id);
          // "This booking won't be sent, and no appointment is made" – unless it said that it may have been.
          if (isDiscarded && !read.mayBeMade) expect([now.status, ledger.made]).toEqual(["discarded", 0]);
          if (isDiscarded && read.mayBeMade) expect([now.status, ledger.made]).toEqual(["discarded", before]);
          // What was not thrown away is where it would be without the question.
          if (!isDiscarded) expect(now.status).not.toBe("discarded");
          const goesOut = state === "moment" || state === "series in its moment";
          if (!isDiscarded && goesOut) expect(ledger.made).toBe(state === "moment" ? 1 : 3);
        },
      );
      await fc.assert(check, { seed: 20261127, numRuns: 150 });
    },
  );
});
