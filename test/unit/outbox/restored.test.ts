import { expect, it } from "vitest";
import { itemStatuses, type Attempt, type Item } from "../../../shared/outbox/item.ts";
import { doubts, markDoubtful, markRestored, markUncertain } from "../../../main/features/outbox/restored.ts";
import { said } from "../../../messages/saying.ts";
import { bookingItem, idOf, patientItem, webhookItem } from "../../support/store-records.ts";

const at = "2026-11-20T12:00:00.000Z";
/** What may have left without these records knowing: bytes may have gone, and nothing answered. */
const doubtful: Attempt = {
  startedAt: at,
  endedAt: at,
  phase: "sending",
  status: null,
  outcome: doubts.restored.why,
};
const earlier: Attempt = { ...doubtful, startedAt: "2026-11-01T12:00:00.000Z", phase: "connecting" };

/** What another desk holds is only shown here. */
const own = itemStatuses.filter((status) => status !== "elsewhere");

it.each(own)("makes a person look at a booking that was %s, and says why", (status) => {
  const booking = bookingItem(1, { status, attempts: [earlier] });
  expect(markUncertain(booking, at)).toEqual({
    ...booking,
    status: "needs-checking",
    problem: doubts.restored,
    attempts: [earlier, doubtful],
  });
});

it.each([doubts.restored, doubts.putBack, doubts.otherCopy])(
  "leaves what another desk holds as it is: %s",
  (problem) => {
    const theirs = bookingItem(1, { status: "elsewhere", attempts: [earlier] });
    expect(markUncertain(theirs, at, problem)).toBeNull();
    const { saved, options } = records([theirs, bookingItem(2)]);
    expect(markDoubtful(problem, options)).toEqual([idOf(2)]);
    expect(saved.map(({ id }) => id)).toEqual([idOf(2)]);
  },
);

it.each(itemStatuses.flatMap((status) => [patientItem(1, { status }), webhookItem(1, { status })]))(
  "counts a try of a $kind only where it may have gone out: $status",
  (item: Item) => {
    const goesOut = item.status === "ready" || item.status === "saved-for-later";
    expect(markUncertain(item, at)).toEqual(goesOut ? { ...item, attempts: [doubtful] } : null);
  },
);

it("says of a second copy that it was one", () => {
  expect(markUncertain(bookingItem(1), at, doubts.otherCopy)).toMatchObject({
    problem: doubts.otherCopy,
    attempts: [{ outcome: doubts.otherCopy.why }],
  });
  expect(said(doubts.otherCopy.why)).not.toBe(said(doubts.restored.why));
  expect([doubts.restored.code, doubts.otherCopy.code]).toEqual(["unclear", "unclear"]);
});

/** What is unfinished, and what was saved of it. */
function records(unfinished: readonly Item[]) {
  const saved: Item[] = [];
  return {
    saved,
    options: { unfinished: () => unfinished, save: (item: Item) => void saved.push(item), now: () => at },
  };
}
const three = [bookingItem(1), patientItem(2), patientItem(3, { status: "ready" })];

it("saves what is doubtful with the time of its change, and nothing else", () => {
  const { saved, options } = records(three);
  expect(markDoubtful(doubts.otherCopy, options)).toEqual([idOf(1), idOf(3)]);
  expect(saved).toMatchObject([
    { id: idOf(1), updatedAt: at, status: "needs-checking", problem: doubts.otherCopy },
    { id: idOf(3), updatedAt: at, status: "ready", attempts: [{ outcome: doubts.otherCopy.why }] },
  ]);
});

it.each([
  ["fewer than", 4, 5, true],
  ["as many as", 5, 5, false],
  ["more than", 6, 5, false],
  ["some, where nothing is known of", 4, null, false],
])("takes a database that counts %s those outside for older, or not", (_what, inside, outside, isOlder) => {
  const { saved, options } = records(three);
  expect(markRestored({ ...options, inside, outside })).toEqual(isOlder ? [idOf(1), idOf(3)] : []);
  expect(saved.map(({ problem }) => problem)).toEqual(isOlder ? [doubts.restored, null] : []);
});
