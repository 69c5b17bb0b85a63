import { describe, expect, test } from "vitest";
import { fail } from "../../../contract/failure.ts";
import { itemStatuses } from "../../../contract/records/item.ts";
import { isExpiredCard } from "../../../contract/forms/card-expiry.ts";
import { cardName } from "../../../renderer/features/booking/cards.ts";
import {
  bookingOutcome,
  outcomeWords,
  savedForLaterText,
} from "../../../renderer/features/booking/outcome.ts";
import { appointment, bookingItem } from "./builders.ts";

const result = { appointment, bookedAt: "2026-11-20T15:00:00Z", markedByPerson: false };

describe("the words for what became of a booking", () => {
  test.each(itemStatuses.filter((status) => status !== "done"))(
    "%s never says Booked, which only the service's answer allows",
    (status) => {
      const { title } = outcomeWords(bookingOutcome(bookingItem({ status })));
      expect(title).not.toMatch(/^booked/i);
    },
  );

  test.each(["ready", "waiting-for-patient", "needs-card"] as const)(
    "%s says that it is saved and not booked yet",
    (status) => {
      const { title } = outcomeWords(bookingOutcome(bookingItem({ status })));
      expect(title).toBe("Saved on this computer – not booked yet.");
    },
  );

  test("Save for later never says that an unfinished booking is complete", () => {
    expect(savedForLaterText({ status: "on-hold" })).toContain("not complete");
    expect(savedForLaterText({ status: "saved-for-later" })).toContain("Send now");
    expect(savedForLaterText({ status: "needs-card" })).toContain("card");
  });

  test("an unclear outcome says to ask first, and offers both decisions", () => {
    const problem = fail("unclear", "The line broke.");
    const words = outcomeWords(bookingOutcome(bookingItem({ status: "needs-checking", problem })));
    expect(words.text).toBe("The line broke. Ask the service, then choose.");
    expect(words.actions).toEqual(expect.arrayContaining(["mark-booked", "book-again"]));
  });

  test("a refused token is said once, with the way to another, and without its old answer", () => {
    const problem = fail("token-refused", "The service no longer accepts the access token.", {
      details: { status: 401 },
    });
    const item = bookingItem({ status: "ready", problem });
    const words = outcomeWords(bookingOutcome(item));
    expect(words).toMatchObject({
      tone: "warning",
      title: "Not booked. The access token was refused.",
      text: "It is saved and goes out after a new token.",
    });
    expect(words.actions[0]).toBe("new-token");
    const sent = {
      startedAt: "2026-11-20T15:00:00Z",
      endedAt: "2026-11-20T15:00:01Z",
      phase: "sent",
      status: null,
      outcome: null,
    } as const;
    const after = outcomeWords(bookingOutcome({ ...item, attempts: [sent] }));
    expect(after.title).toBe("The access token was refused.");
  });

  test("after an unclear try a refusal never says that it is not booked", () => {
    const problem = fail("unclear", "Restored from a backup.");
    const words = outcomeWords(bookingOutcome(bookingItem({ status: "needs-editing", problem })));
    expect(words.title).toBe("It may or may not have been booked.");
  });

  test("no other outcome offers to book again, so that a booking is not made twice", () => {
    for (const status of itemStatuses.filter((each) => each !== "needs-checking")) {
      const words = outcomeWords(bookingOutcome(bookingItem({ status, result })));
      expect(words.actions).not.toContain("book-again");
    }
  });

  test("what is saved for later, complete or not, is never said to be sent by itself", () => {
    const words = (["saved-for-later", "on-hold", "needs-card"] as const).map((status) =>
      savedForLaterText({ status }),
    );
    expect(words.filter((text) => text.includes("by itself"))).toEqual([]);
    expect(words.filter((text) => text.includes("Send now"))).toHaveLength(1);
  });

  const ended = (change: object | null, markedByPerson = false) =>
    outcomeWords(
      bookingOutcome(
        bookingItem({
          status: "done",
          result: {
            ...result,
            markedByPerson,
            appointment: change === null ? null : { ...appointment, ...change },
          },
        }),
      ),
    );

  test.each([
    ["Pending", "info", "Booked – waiting for approval (Pending)"],
    ["In Progress", "success", "Booked – status “In Progress”"],
    ["Completed", "success", "Booked – status “Completed”"],
    ["Denied", "danger", "Denied by the service"],
    [" DENIED\u200B", "danger", "Denied by the service"],
    ["Canceled", "warning", "Canceled by the service"],
    ["cancelled", "warning", "Canceled by the service"],
    ["On hold", "info", "Booked – status “On hold”"],
    ["Denied\nBooked", "info", "Booked – status “Denied Booked”"],
    ["constructor", "info", "Booked – status “constructor”"],
    ["", "info", "Booked – the service gave no status"],
    [null, "info", "Booked – the service gave no status"],
  ] as const)("the status %j is %s: %s", (status, tone, title) => {
    expect(ended({ status })).toMatchObject({ tone, title });
  });

  test("nothing but the service's own good status is green", () => {
    expect(ended(null)).toMatchObject({
      tone: "warning",
      title: "The service took it, but its answer could not be read",
    });
    expect(ended(null, true)).toMatchObject({ tone: "info", title: "Marked as booked" });
    expect(ended(null, true).text).toMatch(/by a person/);
  });

  test("a denied or canceled visit is told to the person, not called made", () => {
    expect(ended({ status: "Denied" }).text).toContain("Tell the person");
    expect(ended({ status: "Canceled" }).text).toContain("Tell the person");
    expect(ended({ status: "Pending" }).text).toBe("The service has it.");
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
    expect(cardName(visa)).toBe("Visa •••• 4242, expires 11/2026");
    expect(cardName(unknown)).toBe("Card …9f3c");
    expect(cardName({ ...unknown, brand: "Visa", last4: "4242" })).toBe("Visa •••• 4242");
  });
});
