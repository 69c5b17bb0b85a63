import { describe, expect, it, test } from "vitest";
import { fail } from "../../../contract/failure.ts";
import { phases, type Attempt, type Phase } from "../../../contract/records/item.ts";
import { attemptOutcome, isUnsettled, wasUncertain, withLastAttempt } from "../../../main/outbox/attempts.ts";
import { bookingItem } from "../../support/store-records.ts";
import { verbatim } from "../../../messages/saying.ts";

const attempt = (phase: Phase, status: number | null): Attempt => ({
  startedAt: "2026-03-02T09:00:00.000Z",
  endedAt: "2026-03-02T09:00:01.000Z",
  phase,
  status,
  outcome: verbatim("x"),
});

describe("an attempt that may have reached the service", () => {
  test.each(phases.map((phase) => [phase, phase !== "none" && phase !== "connecting"] as const))(
    "without an answer, in phase %s: %s",
    (phase, expected) => {
      expect(wasUncertain([attempt(phase, null)])).toBe(expected);
    },
  );
  test.each([
    [200, true], // its content was lost, or it would be done
    [201, true],
    [302, true],
    [400, false],
    [401, false],
    [403, false],
    [404, false],
    [408, true],
    [409, false],
    [422, false],
    [429, false],
    [499, false],
    [500, true],
    [502, true],
    [599, true],
  ])("with answer %i: %s", (status, expected) => {
    expect(wasUncertain([attempt("answered", status)])).toBe(expected);
  });
  it("is not forgotten because a later one was clear", () => {
    expect(wasUncertain([attempt("sent", null), attempt("connecting", null)])).toBe(true);
    expect(wasUncertain([])).toBe(false);
  });
});

describe("what a person has not settled", () => {
  const unclear = attempt("sent", null);
  test.each([
    ["no attempt", [], 0, false],
    ["one unclear attempt", [unclear], 0, true],
    ["one unclear attempt, allowed again", [unclear], 1, false],
    ["a second unclear attempt after that", [unclear, unclear], 1, true],
    ["an attempt that never left", [attempt("connecting", null)], 0, false],
  ])("%s: %s", (_what, attempts, resends, expected) => {
    expect(isUnsettled(bookingItem(1, { attempts, resends }))).toBe(expected);
  });
});

it("changes the last attempt alone", () => {
  const item = bookingItem(1, { attempts: [attempt("sent", null), attempt("none", null)] });
  expect(withLastAttempt(item, { phase: "answered", status: 200 }).attempts).toEqual([
    attempt("sent", null),
    attempt("answered", 200),
  ]);
  expect(withLastAttempt(bookingItem(2), { status: 200 }).attempts).toEqual([]);
});

it("hands the client's outcome to the decision without losing its failure", () => {
  const failure = fail("unreadable-answer", verbatim("lost"));
  const at = { status: 200, phase: "answered" } as const;
  expect(attemptOutcome({ kind: "success", value: {}, ...at })).toEqual({ kind: "accepted" });
  expect(attemptOutcome({ kind: "unreadable", failure, ...at })).toEqual({
    kind: "unreadable",
    problem: failure,
  });
  expect(attemptOutcome({ kind: "failure", failure, ...at })).toEqual({
    kind: "failed",
    failure,
    foreign: false,
  });
});
