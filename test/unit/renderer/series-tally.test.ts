import { expect, test } from "vitest";
import { fail } from "../../../shared/core/failure.ts";
import type { Attempt, BookingItem } from "../../../shared/outbox/item.ts";
import { verbatim } from "../../../messages/saying.ts";
import { tallySeries } from "../../../renderer/features/booking/series-tally.ts";
import { appointment, bookingItem } from "./builders.ts";

const answered = (status: string | null): BookingItem =>
  bookingItem({
    status: "done",
    result: {
      appointment: { ...appointment, status },
      bookedAt: "2026-12-01T00:00:00Z",
      markedByPerson: false,
    },
  });
const unanswered: Attempt = {
  startedAt: "2026-12-01T00:00:00Z",
  endedAt: "2026-12-01T00:00:10Z",
  phase: "sent",
  status: null,
  outcome: null,
};
const only = (item: BookingItem): unknown =>
  Object.fromEntries(Object.entries(tallySeries([item])).filter(([, count]) => count > 0));

test.each([
  ["pending", answered("Pending"), { booked: 1, pending: 1 }],
  ["in progress", answered("In Progress"), { booked: 1 }],
  ["denied", answered("Denied"), { needYou: 1 }],
  ["canceled", answered("cancelled"), { needYou: 1 }],
  [
    "not read",
    bookingItem({ status: "done", result: { appointment: null, bookedAt: "", markedByPerson: false } }),
    { needYou: 1 },
  ],
  [
    "marked",
    bookingItem({ status: "done", result: { appointment: null, bookedAt: "", markedByPerson: true } }),
    { booked: 1 },
  ],
  ["ready", bookingItem({ status: "ready" }), { automatic: 1 }],
  ["under way", bookingItem({ status: "sending" }), { automatic: 1 }],
  ["waiting", bookingItem({ status: "waiting-for-patient" }), { automatic: 1 }],
  ["refused", bookingItem({ status: "needs-editing" }), { needYou: 1 }],
  ["in doubt", bookingItem({ status: "needs-checking" }), { unclear: 1 }],
  ["in doubt and to be repeated", bookingItem({ status: "ready", attempts: [unanswered] }), { unclear: 1 }],
  [
    "refused after a try in doubt",
    bookingItem({ status: "needs-editing", problem: fail("unclear", verbatim("?")) }),
    { unclear: 1 },
  ],
  ["thrown away", bookingItem({ status: "discarded" }), {}],
])("one that is %s is counted as what it is", (_what, item, expected) => {
  expect(only(item)).toEqual(expected);
});
