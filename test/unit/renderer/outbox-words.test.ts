import { describe, expect, test } from "vitest";
import { fail } from "../../../shared/core/failure.ts";
import { itemStatuses, phases, type Attempt, type Item } from "../../../shared/outbox/item.ts";
import {
  describeAttempt,
  explainDiscard,
  formatEnd,
  groupKeys,
  describeGroup,
  explainRefusal,
} from "../../../renderer/features/outbox/words.ts";
import { formatLastSeen, formatSeenIn } from "../../../renderer/ui/answer-words.ts";
import { appointment, bookingItem, patientItem, webhookItem } from "./builders.ts";
import { words } from "../../../messages/words.ts";
import { say, verbatim } from "../../../messages/saying.ts";
import { isExistingPatient, formatItemState, getItemKind } from "../../../renderer/lib/item-kinds.ts";

const attempt = (change: Partial<Attempt> = {}): Attempt => ({
  startedAt: "2026-11-20T15:00:00Z",
  endedAt: "2026-11-20T15:00:01Z",
  phase: "answered",
  status: 400,
  outcome: null,
  ...change,
});
const checkingHelp = (item: Item): string => getItemKind(item).checkingHelp(item);
const page = { contentType: "text/html", firstWords: "Welcome to Guest WiFi. Sign in to go on." };
const unclear = attempt({ phase: "sent", status: null });
const wifi = attempt({ status: 200, evidence: page });
const refused = fail("fields-refused", verbatim("The booking service didn’t accept this."));
const kinds = [bookingItem, patientItem, webhookItem] as const;

/** Everything the outbox says of an item beside what main says. */
const said = (item: Item): string =>
  [explainRefusal(item), explainDiscard(item), formatEnd(item), item.attempts.map(describeAttempt)]
    .flat()
    .join(" ");

describe("an attempt in words", () => {
  test.each([
    "failures.outbox.restored",
    "failures.outbox.putBack",
    "failures.outbox.otherCopy",
    "failures.outbox.leftClinic",
    "failures.clinic.started",
  ] as const)(
    "of one that may have left from other records, or as the program ended, nothing is said but that: %s",
    (why) => {
      const outcome = say(why);
      const supposed = attempt({ phase: "sending", status: null, outcome });
      expect(describeAttempt(supposed)).toBe(words.outbox.attempt.notKnown);
      expect(describeAttempt({ ...supposed, phase: "none" })).toBe(words.outbox.phase.none);
    },
  );
  test("says of each phase what may have left this computer", () => {
    const shown = phases.map((phase) => [phase, describeAttempt(attempt({ phase, status: null }))]);
    expect(Object.fromEntries(shown)).toEqual(words.outbox.phase);
    expect(describeAttempt(attempt({ endedAt: null }))).toBe(words.outbox.attempt.open);
  });

  test("takes nothing for the service's answer that is not in its way", () => {
    const json = { contentType: "application/json", firstWords: "{}" };
    expect(describeAttempt(attempt())).toBe(words.outbox.attempt.answered({ status: "400" }));
    expect(describeAttempt(attempt({ status: 409, evidence: json }))).toBe(
      words.outbox.attempt.answered({ status: "409" }),
    );
    for (const [status, evidence] of [
      [403, page],
      [200, json],
    ] as const)
      expect(describeAttempt(attempt({ status, evidence }))).toBe(
        words.outbox.attempt.strange({ status: String(status) }),
      );
  });
});

describe("what was seen of an answer", () => {
  test("is its status, type and first words", () => {
    expect(formatSeenIn(wifi)).toBe("200, text/html: “Welcome to Guest WiFi. Sign in to go on.”");
    expect(formatSeenIn(attempt({ status: 204, evidence: { contentType: null, firstWords: null } }))).toBe(
      "204, no text",
    );
  });

  test("is that of the last unclear attempt, and not of a refusal after it", () => {
    expect(formatLastSeen({ attempts: [wifi, attempt()] })).toBe(formatSeenIn(wifi));
    expect(formatLastSeen({ attempts: [wifi, unclear] })).toBeNull();
    expect(formatLastSeen({ attempts: [attempt()] })).toBeNull();
  });

  test("is one line of plain text, whatever came", () => {
    const hostile = { contentType: "text/html", firstWords: "a\nStatus: Booked\u202E\u0000b" };
    expect(formatSeenIn(attempt({ status: 200, evidence: hostile }))).toBe(
      "200, text/html: “a Status: Booked b”",
    );
  });
});

describe("what needs checking", () => {
  test("a booking is asked after first; sending a patient or a webhook again is said to be safe", () => {
    const [booking, patient, webhook] = kinds.map((kind) => checkingHelp(kind({ status: "needs-checking" })));
    expect(booking).toBe(words.outbox.checking.booking);
    expect(patient).toBe(words.outbox.checking.patient({ externalId: "FD-0001" }));
    expect(webhook).toBe(words.outbox.checking.webhook);
  });

  test("the external ID is the one that is sent", () => {
    const item = patientItem({ status: "needs-checking", heldExternalId: "MRN-7" });
    expect(checkingHelp(item)).toContain("MRN-7");
  });

  test("a booking that was taken for made names the number to ask about", () => {
    const result = { appointment, bookedAt: "2026-11-20T15:00:00Z", markedByPerson: false };
    const item = bookingItem({ status: "needs-checking", result });
    expect(checkingHelp(item)).toBe(words.outbox.checking.answeredAs({ id: "900" }));
  });
});

describe("after a refusal", () => {
  test("nothing is said beside it when no try may have arrived", () => {
    for (const kind of kinds)
      expect(
        explainRefusal(kind({ status: "needs-editing", problem: refused, attempts: [attempt()] })),
      ).toBeNull();
  });

  test.each([
    ["an unclear attempt before it", { attempts: [unclear, attempt()], problem: refused }],
    ["a sign-in page before it", { attempts: [wifi, attempt()], problem: refused }],
    ["an unclear problem", { attempts: [attempt()], problem: fail("unclear", verbatim("Restored.")) }],
  ])("%s is never followed by the word that nothing was made", (_, change) => {
    for (const kind of kinds) {
      const item = kind({ status: "needs-editing", ...change });
      expect(explainRefusal(item)).toMatch(/earlier one may have|may have made/);
      expect(said(item)).not.toMatch(/not (made|created|registered|booked)\b|nothing was/i);
      expect(explainDiscard(item)).toBe(words.outbox.discardText.unclear);
    }
  });

  test("a held external ID says so too, though this draft was never sent", () => {
    expect(explainRefusal(patientItem({ status: "needs-editing", heldExternalId: "MRN-7" }))).not.toBeNull();
  });

  test("a 409 after an unclear try points to that patient, and warns of a second one", () => {
    const problem = fail("patient-exists", verbatim("Exists."), {
      details: { existingPatientId: 71, mayBeOurs: true },
    });
    const help = explainRefusal(patientItem({ status: "needs-editing", problem, attempts: [unclear] }));
    expect(help).toBe(words.outbox.refused.ours({ id: "71" }));
  });

  test("no sentence over a group says for all of them that nothing was made", () => {
    for (const kept of ["disk", "memory"] as const)
      for (const key of groupKeys)
        expect(describeGroup(key, kept).sentence).not.toMatch(/not made|nothing was/i);
  });
});

describe("the question before something is thrown away", () => {
  test.each(itemStatuses)("%s: an unclear item is not said to be undone by it", (status) => {
    for (const kind of kinds) {
      expect(explainDiscard(kind({ status, attempts: [unclear] }))).toBe(words.outbox.discardText.unclear);
    }
  });

  test("claims nothing that a refusal does not show", { tags: ["booking-65"] }, () => {
    const why = say("failures.service.refused", { status: 409 });
    const unsaid = fail("refused", why, { details: { status: 409 } });
    const shows = fail("refused", why, { details: { status: 409, nothingMade: true } });
    for (const kind of kinds) {
      const item = kind({ status: "needs-editing", problem: unsaid });
      expect([explainDiscard(item), explainRefusal(item)]).toEqual([
        words.outbox.discardText.unsaid,
        words.outbox.refused.unsaid,
      ]);
      const plain = kind({ status: "needs-editing", problem: shows });
      expect([explainDiscard(plain), explainRefusal(plain)]).toEqual([
        words.outbox.discardText[plain.kind],
        null,
      ]);
    }
  });

  test("says what is then not made, where nothing left this computer", () => {
    expect(kinds.map((kind) => explainDiscard(kind({ status: "ready" })))).toEqual([
      words.outbox.discardText.booking,
      words.outbox.discardText.patient,
      words.outbox.discardText.webhook,
    ]);
  });
});

describe("an item that is done", () => {
  const used = patientItem({
    status: "done",
    attempts: [attempt({ status: 409 })],
    result: { patientId: 1, detailsMayDiffer: true },
  });

  test("a patient who was there already is used, never created", () => {
    expect(isExistingPatient(used)).toBe(true);
    expect(formatItemState(used)).toBe(words.items.inUse);
    expect(formatEnd(used)).toBe(words.outbox.end.usedDiffers({ id: "1" }));
    // One that the service answered with, though another is known by that number here.
    expect(isExistingPatient({ ...used, attempts: [attempt({ status: 201 })] })).toBe(true);
  });

  test("the 409 of its own earlier try is its creation", () => {
    const own = patientItem({
      status: "done",
      attempts: [unclear, attempt({ status: 409 })],
      result: { patientId: 7 },
    });
    expect(formatItemState(own)).toBe(words.items.made.patient);
    expect(formatEnd(own)).toBe(words.outbox.end.patientAs({ id: "7" }));
  });

  test("a denied booking is not called booked", () => {
    const result = {
      appointment: { ...appointment, status: "Denied" },
      bookedAt: "2026-11-20T15:00:00Z",
      markedByPerson: false,
    };
    const item = bookingItem({ status: "done", result });
    expect(formatItemState(item)).toBe("Denied");
    expect(formatEnd(item)).toBe(words.outbox.end.booking({ status: words.items.appointment.denied.title }));
  });
});
