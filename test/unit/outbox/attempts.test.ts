import { describe, expect, it, test } from "vitest";
import { fail } from "../../../shared/core/failure.ts";
import { phases, type Attempt, type Phase } from "../../../shared/outbox/item.ts";
import { mayHaveBeenMade } from "../../../shared/outbox/attempts.ts";
import {
  toAttemptOutcome,
  isUnsettled,
  countResendsAfterAgain,
  countUnreadable,
  wasUncertain,
  withLastAttempt,
} from "../../../main/features/outbox/attempts.ts";
import { bookingItem, patientItem, webhookItem } from "../../support/store-records.ts";
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
  test.each([
    [400, true],
    [401, false],
    [403, true],
    [409, true],
    [422, true],
    [429, false],
    [499, true],
  ])("with answer %i that broke off, as a gateway's may: %s", (status, expected) => {
    expect(wasUncertain([attempt("answering", status)])).toBe(expected);
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
  expect(toAttemptOutcome({ kind: "success", value: {}, ...at })).toEqual({ kind: "accepted" });
  expect(toAttemptOutcome({ kind: "unreadable", failure, ...at })).toEqual({
    kind: "unreadable",
    problem: failure,
  });
  expect(toAttemptOutcome({ kind: "failure", failure, ...at })).toEqual({
    kind: "failed",
    failure,
    foreign: false,
  });
});

it("keeps apart a refusal that is not the service's", () => {
  const refusal = {
    kind: "failure",
    failure: fail("refused", verbatim("page")),
    status: 403,
    phase: "answered",
  } as const;
  expect(toAttemptOutcome({ ...refusal, foreign: true })).toMatchObject({ kind: "failed", foreign: true });
  expect(toAttemptOutcome({ ...refusal, foreign: false })).toMatchObject({ kind: "failed", foreign: false });
});

it("counts every 2xx that did not show the thing made, and nothing else", () => {
  const statuses = [null, 100, 199, 200, 250, 299, 300, 404, 500];
  expect(countUnreadable(statuses.map((status) => attempt("answered", status)))).toBe(3);
  expect(statuses.map((status) => countUnreadable([attempt("answered", status)]))).toEqual([
    0, 0, 0, 1, 1, 1, 0, 0, 0,
  ]);
});

it("settles with Book again every attempt so far, and always one more than before", () => {
  const unclear = attempt("sent", null);
  const clear = attempt("connecting", null);
  expect(countResendsAfterAgain(bookingItem(1, { attempts: [unclear], resends: 0 }))).toBe(1);
  expect(countResendsAfterAgain(bookingItem(1, { attempts: [unclear, unclear, clear], resends: 0 }))).toBe(2);
  expect(countResendsAfterAgain(bookingItem(1, { attempts: [unclear], resends: 4 }))).toBe(5);
  expect(countResendsAfterAgain(bookingItem(1, { attempts: [clear], resends: 0 }))).toBe(1);
});

describe("nobody is told that nothing was made", () => {
  const unclear = attempt("sent", null);
  const doubt = (code: "unclear" | "refused", mayBeOurs?: true) =>
    fail(code, verbatim("x"), { details: mayBeOurs === undefined ? {} : { mayBeOurs } });

  test.each([
    ["while it is under way", bookingItem(1, { status: "sending" })],
    ["after a try of which nobody knows", bookingItem(1, { problem: doubt("unclear") })],
    ["where the service's patient may be ours", patientItem(1, { problem: doubt("refused", true) })],
    ["of a booking that a person has not settled", bookingItem(1, { attempts: [unclear] })],
    ["of a webhook that a person has not settled", webhookItem(1, { attempts: [unclear] })],
    ["of a webhook whose item before may have made it", webhookItem(1, { mayExist: true })],
    ["of a patient, though sent again since", patientItem(1, { attempts: [unclear], resends: 1 })],
    ["of a patient whose item before may have made them", patientItem(1, { heldExternalId: "FD-0" })],
  ])("%s", (_when, item) => {
    expect(mayHaveBeenMade(item)).toBe(true);
  });

  test.each([
    ["of one that was never tried", bookingItem(1)],
    ["of a patient that was never tried", patientItem(1)],
    ["of a webhook that was never tried", webhookItem(1)],
    ["of one that was refused", bookingItem(1, { problem: doubt("refused") })],
    ["of a booking that a person has settled", bookingItem(1, { attempts: [unclear], resends: 1 })],
    ["of a webhook that a person has settled", webhookItem(1, { attempts: [unclear], resends: 1 })],
    ["of what never left", patientItem(1, { attempts: [attempt("connecting", null)] })],
  ])("but so it is %s", (_when, item) => {
    expect(mayHaveBeenMade(item)).toBe(false);
  });
});
