import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { fail, failureCodes, type FailureCode } from "../../../shared/core/failure.ts";
import type { ItemKind } from "../../../shared/outbox/item.ts";
import { decide, type AttemptFacts, type DecidedOutcome } from "../../../main/features/outbox/decide.ts";
import { said, verbatim } from "../../../messages/saying.ts";
import { told } from "../../../test/support/told.ts";
import { limitCases } from "../../support/cases.ts";

type To = "done" | "ready" | "needs-editing" | "needs-checking";
type Queue = "go-on" | "probe" | "wait" | "token";
/** Patient, booking, webhook. */
type Row = {
  readonly patient: To;
  readonly booking: To | "only-with-key";
  readonly webhook: To;
  readonly queue: Queue;
};

const all = (to: To, queue: Queue): Row => ({ patient: to, booking: to, webhook: to, queue });
/** A repeat is recognised for a patient, looked up for a webhook, and blind for a booking. */
const inDoubt: Row = {
  patient: "needs-editing",
  booking: "needs-checking",
  webhook: "needs-editing",
  queue: "probe",
};
const perhapsMade = (queue: Queue): Row => ({
  patient: "ready",
  booking: "only-with-key",
  webhook: "ready",
  queue,
});

/** What becomes of an item after each class of failure, whatever else is known; 409 has a table of its own. */
const rows: Readonly<Record<Exclude<FailureCode, "patient-exists">, Row>> = {
  "not-reached": all("ready", "probe"),
  unclear: perhapsMade("probe"),
  "service-error": perhapsMade("probe"),
  "fields-refused": all("needs-editing", "go-on"),
  refused: all("needs-editing", "go-on"),
  "token-refused": all("ready", "token"),
  "rate-limited": all("ready", "wait"),
  redirected: inDoubt,
  // The list that would show a registration made earlier: nothing was sent.
  "unreadable-answer": all("ready", "probe"),
  // Never the end of an attempt; if one ever is, a person looks at it and nothing is repeated.
  "invalid-input": all("needs-editing", "go-on"),
  "signed-out": all("needs-editing", "go-on"),
  "account-question": all("needs-editing", "go-on"),
  "not-found": all("needs-editing", "go-on"),
  busy: all("needs-editing", "go-on"),
  keychain: all("needs-editing", "go-on"),
  store: all("needs-editing", "go-on"),
  "card-number": all("needs-editing", "go-on"),
  locked: all("needs-editing", "go-on"),
  "admin-locked": all("needs-editing", "go-on"),
  managed: all("needs-editing", "go-on"),
  internal: all("needs-editing", "go-on"),
};

const kinds: readonly ItemKind[] = ["patient", "booking", "webhook"];
const flags = [false, true];
const everyFacts: readonly AttemptFacts[] = kinds.flatMap((kind) =>
  flags.flatMap((uncertainBefore) =>
    flags.flatMap((ownsConflict) =>
      flags.map((trustsIdempotencyKey) => ({
        kind,
        uncertainBefore,
        isSettled: false,
        ownsConflict,
        trustsIdempotencyKey,
        unreadableBefore: 0,
        takenNumber: null,
        refusedAlike: false,
      })),
    ),
  ),
);
const nameOf = (facts: AttemptFacts): string =>
  [
    facts.kind,
    facts.uncertainBefore ? "unclear before" : "first",
    facts.ownsConflict ? "own external ID" : "typed external ID",
    facts.trustsIdempotencyKey ? "key trusted" : "key not trusted",
  ].join(", ");

const failed = (code: FailureCode, details = {}, foreign = false): DecidedOutcome => ({
  kind: "failed",
  failure: fail(code, verbatim(code), { details }),
  foreign,
});
const accepted: DecidedOutcome = { kind: "accepted" };
const expectedOf = ({ booking, ...row }: Row, facts: AttemptFacts): To => {
  if (facts.kind !== "booking") return row[facts.kind];
  // The refusal is of the repeat: what became of the try before it is still not known.
  if (booking === "needs-editing" && facts.uncertainBefore) return "needs-checking";
  if (booking !== "only-with-key") return booking;
  return facts.trustsIdempotencyKey ? "ready" : "needs-checking";
};

const refusedTo = ({ kind, uncertainBefore }: AttemptFacts): To =>
  kind === "booking" && uncertainBefore ? "needs-checking" : "needs-editing";
const isRefusedRepeat = (row: Parameters<typeof expectedOf>[0], facts: AttemptFacts): boolean =>
  facts.kind === "booking" && facts.uncertainBefore && row.booking === "needs-editing";

describe.each(everyFacts.map((facts) => [nameOf(facts), facts] as const))("%s", (_name, facts) => {
  test.each(failureCodes.filter((code) => code !== "patient-exists"))("after %s", (code) => {
    const row = rows[code];
    expect(decide(facts, failed(code))).toMatchObject({
      to: expectedOf(row, facts),
      problem: { code: isRefusedRepeat(row, facts) ? "unclear" : code },
      queue: { kind: row.queue },
    });
  });

  test("an answer that shows the thing made is the end", () => {
    expect(decide(facts, accepted)).toEqual({ to: "done", by: "answer" });
  });

  test("a 2xx that does not show it is asked for again only where a repeat is recognised, and twice", () => {
    const problem = fail("unreadable-answer", verbatim("a sign-in page"));
    const outcome: DecidedOutcome = { kind: "unreadable", problem };
    const at = (unreadableBefore: number) => decide({ ...facts, unreadableBefore }, outcome);
    const again = expectedOf(perhapsMade("probe"), facts);
    expect([at(0), at(1)]).toEqual([0, 1].map(() => ({ to: again, problem, queue: { kind: "probe" } })));
    expect([at(2).to, at(9).to]).toEqual(["needs-checking", "needs-checking"]);
  });

  test("a number that is another's already is not taken", () => {
    const decision = decide({ ...facts, takenNumber: 7 }, accepted);
    expect(decision).toMatchObject(
      facts.kind === "patient"
        ? { to: "needs-editing", problem: { code: "patient-exists", details: { existingPatientId: 7 } } }
        : { to: "needs-checking" },
    );
  });

  test("a refusal says that nothing was created only where no earlier try may have made it", () => {
    for (const code of ["fields-refused", "refused"] as const) {
      const decision = decide(facts, failed(code));
      const words = decision.to === "done" ? "" : said(decision.problem.why);
      expect(words.includes("Nothing was created"), words).toBe(!facts.uncertainBefore);
      expect(words.includes("may or may not"), words).toBe(facts.uncertainBefore);
    }
  });

  test("a refusal in a form that is not the service's says nothing of what was made, and spares the second", () => {
    const first = decide(facts, failed("refused", {}, true));
    expect(first.to === "done" ? "" : said(first.problem.why)).not.toContain("Nothing was created");
    expect(first.to).toBe(refusedTo(facts));
    const second = decide({ ...facts, refusedAlike: true }, failed("refused", {}, true));
    expect(second.to).toBe(facts.uncertainBefore ? refusedTo(facts) : "ready");
  });

  test("an attempt the program did not survive counts as one that may have been made", () => {
    const problem = fail("unclear", verbatim("ended"));
    expect(decide(facts, { kind: "interrupted", problem })).toEqual({
      to: expectedOf(perhapsMade("go-on"), facts),
      problem,
      queue: { kind: "go-on" },
    });
  });

  test("a 409 that names the patient is our own only after an unclear attempt with an ID made here", () => {
    const decision = decide(facts, failed("patient-exists", { existingPatientId: 5 }));
    const isOurs = facts.kind === "patient" && facts.uncertainBefore && facts.ownsConflict;
    expect(decision).toMatchObject(
      isOurs ? { to: "done", by: "existing-patient" } : { to: refusedTo(facts), queue: { kind: "go-on" } },
    );
  });

  test("a 409 that names nobody is shown to a person", () => {
    expect(decide(facts, failed("patient-exists"))).toMatchObject({ to: refusedTo(facts) });
  });

  test("a 409 after a try that may have made the patient says so first", () => {
    const decision = decide(facts, failed("patient-exists", { existingPatientId: 5 }));
    const problem = decision.to === "done" ? null : decision.problem;
    const isDoubted = facts.kind === "patient" && facts.uncertainBefore;
    expect(problem?.details.mayBeOurs).toBe(isDoubted && !facts.ownsConflict ? true : undefined);
    expect(told(problem).includes("Nothing was created")).toBe(!facts.uncertainBefore);
  });

  test("a 409 of our own under a number that is another's goes to a person", () => {
    const known = { ...facts, takenNumber: 5 };
    expect(decide(known, failed("patient-exists", { existingPatientId: 5 }))).toMatchObject({
      to: refusedTo(facts),
    });
  });
});

it("waits as long as the service asked, and half a minute when it did not say", () => {
  const facts = everyFacts[0] ?? expect.fail();
  expect(decide(facts, failed("rate-limited", { retryAfterSeconds: 7 }))).toMatchObject({
    queue: { kind: "wait", seconds: 7 },
  });
  expect(decide(facts, failed("rate-limited"))).toMatchObject({ queue: { kind: "wait", seconds: 30 } });
  expect(decide(facts, failed("service-error", { retryAfterSeconds: 600 }))).toMatchObject({
    queue: { kind: "wait", seconds: 600 },
  });
});

const anyFacts = fc
  .record({
    facts: fc.constantFrom(...everyFacts),
    isSettled: fc.boolean(),
    unreadableBefore: fc.nat(4),
    takenNumber: fc.constantFrom(null, 7),
    refusedAlike: fc.boolean(),
  })
  .map(({ facts, ...rest }) => ({ ...facts, ...rest }));
const anyDetails = fc.record(
  {
    status: fc.integer({ min: 100, max: 599 }),
    answer: fc.string(),
    existingPatientId: fc.integer(),
    retryAfterSeconds: fc.integer({ min: 0, max: 900 }),
  },
  { requiredKeys: [] },
);
const anyOutcome: fc.Arbitrary<DecidedOutcome> = fc.oneof(
  fc
    .record({ code: fc.constantFrom(...failureCodes), details: anyDetails, foreign: fc.boolean() })
    .map(({ code, details, foreign }) => ({
      kind: "failed" as const,
      failure: fail(code, verbatim(code), { details }),
      foreign,
    })),
  fc.constant({ kind: "accepted" as const }),
  fc.constant({ kind: "unreadable" as const, problem: fail("unreadable-answer", verbatim("lost")) }),
  fc.constant({ kind: "interrupted" as const, problem: fail("unclear", verbatim("ended")) }),
);
/** Codes after which the service may have made what it was asked for. */
const mayBeMade = new Set<FailureCode>(["unclear", "service-error", "redirected"]);

// booking-7: A booking that may have been made is never sent again automatically (ODK 50)
it(
  "never sends a booking again by itself that may have been made, unless its key is trusted (ODK 50)",
  { tags: ["booking-7"] },
  () => {
    fc.assert(
      fc.property(anyFacts, anyOutcome, (facts, outcome) => {
        const unclear =
          outcome.kind === "interrupted" ||
          outcome.kind === "unreadable" ||
          (outcome.kind === "failed" && mayBeMade.has(outcome.failure.code));
        fc.pre(facts.kind === "booking" && !facts.trustsIdempotencyKey && unclear);
        expect(decide(facts, outcome).to).not.toBe("ready");
      }),
      limitCases(2_000),
    );
  },
);

it("ends an item only on the service's word, and gives every other one its reason", () => {
  fc.assert(
    fc.property(anyFacts, anyOutcome, (facts, outcome) => {
      const decision = decide(facts, outcome);
      if (decision.to !== "done") expect(said(decision.problem.why)).not.toBe("");
      else expect(outcome.kind === "accepted" || decision.by === "existing-patient").toBe(true);
    }),
    limitCases(2_000),
  );
});
