import { describe, expect, it } from "vitest";
import { fail, type Failure, type FailureCode } from "../../../shared/core/failure.ts";
import { decide, type AttemptFacts, type Decision } from "../../../main/features/outbox/decide.ts";
import { say, sentences, verbatim } from "../../../messages/saying.ts";

/**
 * Each decision whole, with the reason that a person reads: a wrong sentence here has somebody book twice, or not at
 * all, as surely as a wrong status.
 */
const factsOf = (kind: AttemptFacts["kind"], change: Partial<AttemptFacts> = {}): AttemptFacts => ({
  kind,
  uncertainBefore: false,
  isSettled: false,
  unreadableBefore: 0,
  ownsConflict: false,
  trustsIdempotencyKey: false,
  takenNumber: null,
  refusedAlike: false,
  ...change,
});
const why = verbatim("No.");
const after = (
  facts: AttemptFacts,
  {
    code,
    details = {},
    foreign = false,
  }: { code: FailureCode; details?: Failure["details"]; foreign?: boolean },
): Decision => decide(facts, { kind: "failed", failure: fail(code, why, { details }), foreign });
const goOn = { kind: "go-on" };
const probe = { kind: "probe" };

describe("a number that is known here as another's", () => {
  it("is told of a patient as who may be theirs, and the queue goes on", () => {
    expect(decide(factsOf("patient", { takenNumber: 7 }), { kind: "accepted" })).toEqual({
      to: "needs-editing",
      problem: fail("patient-exists", say("failures.takenPatient", { number: 7 }), {
        details: { existingPatientId: 7, mayBeOurs: true },
      }),
      queue: goOn,
    });
  });

  it("is told of a booking as an answer that cannot be believed, and the line is looked at", () => {
    expect(decide(factsOf("booking", { takenNumber: 7 }), { kind: "accepted" })).toEqual({
      to: "needs-checking",
      problem: fail("unreadable-answer", say("failures.takenBooking", { number: 7 })),
      queue: probe,
    });
  });

  it("is told like that in a 409 after a try that may have made the patient, and in no other 409", () => {
    const details = { existingPatientId: 7 };
    const doubted = factsOf("patient", { takenNumber: 7, uncertainBefore: true, ownsConflict: true });
    expect(after(doubted, { code: "patient-exists", details })).toEqual(
      decide(doubted, { kind: "accepted" }),
    );
    const first = factsOf("patient", { takenNumber: 7, ownsConflict: true });
    expect(after(first, { code: "patient-exists", details })).toMatchObject({
      to: "needs-editing",
      problem: {
        why: sentences(why, say("failures.nothingCreated")),
        details: { ...details, nothingMade: true },
      },
    });
  });
});

describe("a request that did not reach the service", () => {
  it.each(["not-reached", "unreadable-answer"] as const)(
    "says that nothing was sent, but only where no earlier try may have arrived: %s",
    (code) => {
      for (const kind of ["patient", "booking", "webhook"] as const) {
        expect(after(factsOf(kind), { code })).toEqual({
          to: "ready",
          problem: fail(code, sentences(why, say("failures.nothingSent"))),
          queue: probe,
        });
        expect(after(factsOf(kind, { uncertainBefore: true }), { code })).toEqual({
          to: "ready",
          problem: fail(code, sentences(why, say("failures.triedBefore"))),
          queue: probe,
        });
      }
    },
  );
});

describe("an attempt that the end of the program cut off", () => {
  const problem = fail("unclear", why);
  it.each([
    ["patient", false, "ready"],
    ["webhook", false, "ready"],
    ["booking", false, "needs-checking"],
    ["booking", true, "ready"],
  ] as const)(
    "of a %s, key trusted %s: it is %s, and the queue goes on",
    (kind, trustsIdempotencyKey, to) => {
      expect(decide(factsOf(kind, { trustsIdempotencyKey }), { kind: "interrupted", problem })).toEqual({
        to,
        problem,
        queue: goOn,
      });
    },
  );
});

describe("a 2xx that does not show it made", () => {
  it("keeps its problem when a person is to look at it, and the line is looked at", () => {
    const problem = fail("unreadable-answer", why);
    const decision = decide(factsOf("patient", { unreadableBefore: 2 }), { kind: "unreadable", problem });
    expect(decision).toEqual({ to: "needs-checking", problem, queue: probe });
  });
});

describe("a 5xx or no answer", () => {
  it.each(["unclear", "service-error"] as const)("keeps the wait that was asked for: %s", (code) => {
    const waits = after(factsOf("patient"), { code, details: { retryAfterSeconds: 0 } });
    expect(waits).toMatchObject({ to: "ready", queue: { kind: "wait", seconds: 0 } });
    expect(after(factsOf("patient"), { code })).toMatchObject({ to: "ready", queue: probe });
  });
});

describe("a 409", () => {
  const details = { existingPatientId: 5, status: 409 };
  const doubted = factsOf("patient", { uncertainBefore: true });

  it("with a typed external ID says that the patient may be ours, with the number and what was answered", () => {
    expect(after(doubted, { code: "patient-exists", details })).toEqual({
      to: "needs-editing",
      problem: fail("patient-exists", say("failures.mayBeOursNumber", { number: 5 }), {
        details: { ...details, mayBeOurs: true },
      }),
      queue: goOn,
    });
  });

  it("without a number says that, whoever's external ID it is", () => {
    for (const ownsConflict of [false, true]) {
      expect(
        after({ ...doubted, ownsConflict }, { code: "patient-exists", details: { status: 409 } }),
      ).toEqual({
        to: "needs-editing",
        problem: fail("patient-exists", say("failures.mayBeOurs"), {
          details: { status: 409, mayBeOurs: true },
        }),
        queue: goOn,
      });
    }
  });

  it("to a booking or a webhook is a refusal like any other, and never the end of it", () => {
    for (const kind of ["booking", "webhook"] as const) {
      const facts = factsOf(kind, { uncertainBefore: true, ownsConflict: true });
      const likeAny = after(facts, { code: "fields-refused", details });
      const decision = after(facts, { code: "patient-exists", details });
      expect(decision.to).toBe(likeAny.to);
      expect(decision).toMatchObject({
        queue: goOn,
        problem: { why: say(`failures.repeatRefused.${kind}`, { why }), details },
      });
    }
  });

  it("to a booking or a webhook says what was answered, and not that nothing was created: the interface shows no 409 there", () => {
    for (const kind of ["booking", "webhook"] as const) {
      const refused = after(factsOf(kind), { code: "refused", details: { status: 409 } });
      expect(refused).toMatchObject({ to: "needs-editing", problem: { why, details: { status: 409 } } });
      expect(refused).not.toHaveProperty("problem.details.nothingMade");
      expect(after(factsOf(kind), { code: "refused", details: { status: 403 } })).toMatchObject({
        problem: {
          why: sentences(why, say("failures.nothingCreated")),
          details: { status: 403, nothingMade: true },
        },
      });
    }
  });

  it("after Book again keeps a booking needing a check: the earlier attempt may have arrived", () => {
    const facts = factsOf("booking", { uncertainBefore: true, isSettled: true });
    expect(after(facts, { code: "refused", details: { status: 409 } })).toMatchObject({
      to: "needs-checking",
      problem: { why: say("failures.repeatRefused.booking", { why }) },
    });
  });
});

describe("fields that are refused after Book again", () => {
  it("can be mended, and nothing is said of the earlier attempt that is not known", () => {
    const facts = factsOf("booking", { uncertainBefore: true, isSettled: true });
    expect(after(facts, { code: "fields-refused" })).toMatchObject({
      to: "needs-editing",
      problem: { why: say("failures.repeatRefused.booking", { why }) },
    });
    expect(after({ ...facts, isSettled: false }, { code: "fields-refused" })).toMatchObject({
      to: "needs-checking",
    });
  });
});

describe("a refusal", () => {
  const details = { status: 422, answer: "No." };

  it("of the first try says that nothing was created, and keeps what was answered", () => {
    expect(after(factsOf("booking"), { code: "fields-refused", details })).toEqual({
      to: "needs-editing",
      problem: fail("fields-refused", sentences(why, say("failures.nothingCreated")), {
        details: { ...details, nothingMade: true },
      }),
      queue: goOn,
    });
  });

  it("of a repeated booking leaves the earlier try to a person, with what was answered", () => {
    expect(after(factsOf("booking", { uncertainBefore: true }), { code: "fields-refused", details })).toEqual(
      {
        to: "needs-checking",
        problem: fail("unclear", say("failures.repeatRefused.booking", { why }), { details }),
        queue: goOn,
      },
    );
  });

  it.each(["patient", "webhook"] as const)("of a repeated %s is put right, and says what may be", (kind) => {
    expect(after(factsOf(kind, { uncertainBefore: true }), { code: "fields-refused", details })).toEqual({
      to: "needs-editing",
      problem: fail("fields-refused", say(`failures.repeatRefused.${kind}`, { why }), { details }),
      queue: goOn,
    });
  });

  it("that is not the service's leaves an item ready only where another was refused alike, and nothing is open", () => {
    const foreign = { code: "refused", details, foreign: true } as const;
    const alike = factsOf("booking", { refusedAlike: true });
    expect(after(alike, foreign)).toEqual({
      to: "ready",
      problem: fail("refused", why, { details }),
      queue: goOn,
    });
    expect(after(factsOf("booking"), foreign)).toEqual({
      to: "needs-editing",
      problem: fail("refused", why, { details }),
      queue: goOn,
    });
    expect(after(alike, { ...foreign, foreign: false }).to).toBe("needs-editing");
    expect(after({ ...alike, uncertainBefore: true }, foreign).to).toBe("needs-checking");
  });
});
