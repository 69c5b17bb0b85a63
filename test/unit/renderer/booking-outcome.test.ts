import { describe, expect, test } from "vitest";
import { fail, type Failure } from "../../../shared/core/failure.ts";
import { itemStatuses } from "../../../shared/outbox/item.ts";
import { isExpiredCard } from "../../../shared/cards/card-expiry.ts";
import { formatCard } from "../../../renderer/ui/card-name.ts";
import { describeBookingOutcome, formatSavedForLater } from "../../../renderer/features/booking/outcome.ts";
import { appointment, bookingItem } from "./builders.ts";
import { words } from "../../../messages/words.ts";
import { said, say, verbatim } from "../../../messages/saying.ts";

const result = { appointment, bookedAt: "2026-11-20T15:00:00Z", markedByPerson: false };

const later = (id: keyof typeof words.booking.later): string => {
  const message = words.booking.later[id];
  return typeof message === "string" ? message : message({ kept: "disk" });
};

describe("the words for what became of a booking", () => {
  test.each(itemStatuses.filter((status) => status !== "done"))(
    "%s never says Booked, which only the service's answer allows",
    (status) => {
      const { title } = describeBookingOutcome(bookingItem({ status }), "disk");
      expect(title).not.toMatch(/^booked/i);
    },
  );

  // booking-28: A saved booking is called saved, and not booked yet
  test.each(["ready", "waiting-for-patient", "needs-card"] as const)(
    "%s says that it is saved and not booked yet",
    { tags: ["booking-28"] },
    (status) => {
      const { title } = describeBookingOutcome(bookingItem({ status }), "disk");
      expect(title).toBe(words.booking.savedNotBooked({ kept: "disk" }));
    },
  );

  test.each([
    ["on-hold", "onHold"],
    ["needs-card", "needsCard"],
    ["saved-for-later", "held"],
  ] as const)("Save for later of one that is %s says what it waits for: %s", (status, id) => {
    expect(formatSavedForLater({ status }, "disk")).toBe(later(id));
  });

  // booking-9: An unknown result tells people to ask first, and offers both decisions
  test("an unclear outcome says to ask first, and offers both decisions", { tags: ["booking-9"] }, () => {
    const problem = fail("unclear", verbatim("The line broke."));
    const shown = describeBookingOutcome(bookingItem({ status: "needs-checking", problem }), "disk");
    expect(shown.text).toBe(words.booking.outcome.checkingWhy({ why: "The line broke." }));
    expect(shown.actions).toEqual(expect.arrayContaining(["mark-booked", "book-again"]));
  });

  test("an answer that cannot be saved is told as that, and not as none", () => {
    const why = "Answered; it can't be saved: the disk is full.";
    const problem = fail("store", verbatim(why));
    const shown = describeBookingOutcome(bookingItem({ status: "sending", problem }), "disk");
    expect(shown).toMatchObject({ tone: "warning", title: why, text: words.booking.outcome.unsavedEnd });
    const waiting = describeBookingOutcome(bookingItem({ status: "sending" }), "disk");
    expect(waiting.title).toBe(words.booking.outcome.sendingTitle);
  });

  // booking-27: A rejected token is said once, with the way to a new one
  test(
    "a refused token is said once, with the way to another, and without its old answer",
    { tags: ["booking-27"] },
    () => {
      const problem = fail("token-refused", verbatim("The service no longer accepts the access token."), {
        details: { status: 401 },
      });
      const item = bookingItem({ status: "ready", problem });
      const shown = describeBookingOutcome(item, "disk");
      expect(shown).toMatchObject({
        tone: "warning",
        title: words.items.tokenRefused.title({ made: "booking" }),
        text: words.items.tokenRefused.text({ kept: "disk" }),
      });
      expect(shown.actions[0]).toBe("new-token");
      const sent = {
        startedAt: "2026-11-20T15:00:00Z",
        endedAt: "2026-11-20T15:00:01Z",
        phase: "sent",
        status: null,
        outcome: null,
      } as const;
      const after = describeBookingOutcome({ ...item, attempts: [sent] }, "disk");
      expect(after.title).toBe(words.items.tokenRefused.title({ made: "unknown" }));
    },
  );

  // booking-29: After an unclear attempt, nothing says that it is not booked
  test("after an unclear try a refusal never says that it is not booked", { tags: ["booking-29"] }, () => {
    const problem = fail("unclear", verbatim("Restored from a backup."));
    const shown = describeBookingOutcome(bookingItem({ status: "needs-editing", problem }), "disk");
    expect(shown.title).toBe(words.booking.mayOrMayNot);
  });

  // booking-65: A refusal that leaves a doubt is never described as certain
  test(
    "a refusal whose answer does not show that nothing was made is not called not booked",
    { tags: ["booking-65"] },
    () => {
      const conflict = say("failures.service.refused", { status: 409 });
      const shown = (details: Failure["details"]) =>
        describeBookingOutcome(
          bookingItem({ status: "needs-editing", problem: fail("refused", conflict, { details }) }),
          "disk",
        );
      const { outcome } = words.booking;
      expect(shown({ status: 409 })).toMatchObject({
        title: outcome.refusedTitle,
        text: outcome.refusedUnsaidWhy({ why: said(conflict) }),
      });
      expect(shown({ status: 409, nothingMade: true }).title).toBe(outcome.notBooked);
    },
  );

  test("no other outcome offers to book again, so that a booking is not made twice", () => {
    for (const status of itemStatuses.filter((each) => each !== "needs-checking")) {
      const shown = describeBookingOutcome(bookingItem({ status, result }), "disk");
      expect(shown.actions).not.toContain("book-again");
    }
  });

  const ended = (change: object | null, markedByPerson = false) =>
    describeBookingOutcome(
      bookingItem({
        status: "done",
        result: {
          ...result,
          markedByPerson,
          appointment: change === null ? null : { ...appointment, ...change },
        },
      }),
      "disk",
    );

  test.each([
    ["Pending", "info", words.items.appointment.pending.title],
    ["In Progress", "success", words.items.appointment.inProgress.title],
    ["Completed", "success", words.items.appointment.completed.title],
    ["Denied", "danger", words.items.appointment.denied.title],
    [" DENIED\u200B", "danger", words.items.appointment.denied.title],
    ["Canceled", "warning", words.items.appointment.canceled.title],
    ["cancelled", "warning", words.items.appointment.canceled.title],
    ["On hold", "info", words.items.otherStatus({ status: "On hold" })],
    ["Denied\nBooked", "info", words.items.otherStatus({ status: "Denied Booked" })],
    ["constructor", "info", words.items.otherStatus({ status: "constructor" })],
    ["", "info", words.items.appointment.noStatus.title],
    [null, "info", words.items.appointment.noStatus.title],
  ] as const)("the status %j is %s: %s", (status, tone, title) => {
    expect(ended({ status })).toMatchObject({ tone, title });
  });

  // booking-6: "Booked" appears only after the service has shown it, then with its status
  test("nothing but the service's own good status is green", { tags: ["booking-6"] }, () => {
    expect(ended(null)).toMatchObject({
      tone: "warning",
      title: words.items.appointment.unread.title,
    });
    expect(ended(null, true)).toMatchObject({ tone: "info", title: words.items.appointment.marked.title });
    expect(ended(null, true).text).toBe(words.booking.outcome.marked);
  });

  test("a denied or canceled visit is told to the person, not called made", () => {
    expect(ended({ status: "Denied" }).text).toBe(words.booking.outcome.denied);
    expect(ended({ status: "Canceled" }).text).toBe(words.booking.outcome.canceled);
    expect(ended({ status: "Pending" }).text).toBe(words.booking.outcome.booked);
  });
});

describe("cards", () => {
  const visa = { id: "pm_1", brand: "Visa", last4: "4242", expMonth: 11, expYear: 2026 };
  const unknown = { id: "pm_1AbC9f3c", brand: null, last4: null, expMonth: null, expYear: null };

  test("a card is good in its last month and expired the day after", () => {
    expect(isExpiredCard(visa, "2026-11-30")).toBe(false);
    expect(isExpiredCard(visa, "2026-12-01")).toBe(true);
    expect(isExpiredCard({ ...visa, expMonth: 12, expYear: 2025 }, "2026-01-01")).toBe(true);
  });

  test("a card of which nothing is known is never called expired", () => {
    expect(isExpiredCard(unknown, "2099-01-01")).toBe(false);
  });

  test("a card is named by brand, last four and expiry, or by the end of its identifier", () => {
    expect(formatCard(visa)).toBe("Visa •••• 4242, expires 11/2026");
    expect(formatCard(unknown)).toBe("Card …9f3c");
    expect(formatCard({ ...unknown, brand: "Visa", last4: "4242" })).toBe("Visa •••• 4242");
  });
});
