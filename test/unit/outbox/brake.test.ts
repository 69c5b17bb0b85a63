import { beforeEach, describe, expect, it } from "vitest";
import { fail, type FailureCode } from "../../../shared/core/failure.ts";
import type { Attempt } from "../../../shared/outbox/item.ts";
import { createQueueThrottle, type Brake, createRetryWindows } from "../../../main/features/outbox/brake.ts";
import type { Connectivity } from "../../../main/features/outbox/connectivity.ts";
import type { Decision, QueueOrder } from "../../../main/features/outbox/decide.ts";
import type { Outcome } from "../../../main/http/classify.ts";
import { verbatim } from "../../../messages/saying.ts";
import { fakeClock, type FakeClock } from "../../support/fake-clock.ts";
import { deskAccount, startOfTest } from "../../support/outbox-kit.ts";
import { patientItem } from "../../support/store-records.ts";

const elsewhere = {
  ...deskAccount,
  credentials: { ...deskAccount.credentials, serviceAddress: "https://other.example" },
};
const failure = (code: FailureCode, { foreign, status = 403 }: { foreign?: boolean; status?: number } = {}) =>
  ({
    kind: "failure",
    failure: fail(code, verbatim(code)),
    status,
    phase: "answered",
    ...(foreign === undefined ? {} : { foreign }),
  }) satisfies Outcome<unknown>;
const success: Outcome<unknown> = { kind: "success", value: {}, status: 200, phase: "answered" };
const unreadable: Outcome<unknown> = {
  kind: "unreadable",
  failure: fail("unreadable-answer", verbatim("page")),
  status: 200,
  phase: "answered",
};
const goOn: QueueOrder = { kind: "go-on" };
const left = (to: "ready" | "needs-editing" | "needs-checking", queue: QueueOrder = goOn): Decision => ({
  to,
  problem: fail("busy", verbatim("of the item")),
  queue,
});
const done: Decision = { to: "done", by: "answer" };

const attempt: Attempt = {
  startedAt: startOfTest,
  endedAt: null,
  phase: "none",
  status: null,
  outcome: null,
};

let clock: FakeClock;
let told: string[];
let held: Brake;
let count = 0;
beforeEach(() => {
  clock = fakeClock(startOfTest);
  told = [];
  const line: Pick<Connectivity, "answered" | "failed" | "refused"> = {
    answered: () => void told.push("answered"),
    failed: ({ code }) => void told.push(`failed ${code}`),
    refused: ({ code }) => void told.push(`refused ${code}`),
  };
  held = createQueueThrottle(clock, () => line as Connectivity);
});

/** An attempt of that item, or of one that was never tried before. */
function after(outcome: Outcome<unknown>, decision: Decision, item = (count += 1), attempts = 1): void {
  const answered = { outcome, trustsIdempotencyKey: false, refusedAlike: false };
  const tried = Array.from({ length: attempts }, () => attempt);
  held.after({ item: patientItem(item, { attempts: tried }), account: deskAccount, answered, decision });
}
const wait = (): number => Math.max(0, held.waits.until(deskAccount) - clock.monotonic());

describe("a queue that keeps failing", () => {
  it.each([
    ["a 5xx", failure("service-error"), left("ready")],
    ["too many requests", failure("rate-limited", { status: 429 }), left("ready")],
    ["a redirection", failure("redirected"), left("needs-editing")],
    ["a list that is none", failure("unreadable-answer"), left("ready")],
    ["another one's refusal", failure("refused", { foreign: true }), left("needs-editing")],
    ["a booking that may have been made", failure("unclear"), left("needs-checking")],
    ["a page in place of the answer", unreadable, left("ready")],
    ["an answer with another's number", success, left("needs-checking")],
  ])("slows down after the second item in trouble: %s", (_what, outcome, decision) => {
    after(outcome, decision);
    expect(wait()).toBe(0);
    after(outcome, decision);
    expect(wait()).toBe(4_000);
    after(outcome, decision);
    expect(wait()).toBe(8_000);
  });

  it.each([
    ["the service's own refusal", failure("refused"), left("needs-editing")],
    ["a refusal that says it is its own", failure("refused", { foreign: false }), left("needs-editing")],
    ["no connection", failure("not-reached"), left("ready")],
    ["no answer to what may be repeated", failure("unclear"), left("ready")],
    ["a 401", failure("token-refused"), left("ready", { kind: "token" })],
    ["an answer with another's number of a patient", success, left("needs-editing")],
    ["an answer", success, done],
  ])("does not slow down for %s", (_what, outcome, decision) => {
    for (let item = 0; item < 5; item += 1) after(outcome, decision);
    expect(wait()).toBe(0);
  });

  it("is not held up by one item that fails again and again, and by two waits as long each time", () => {
    for (let attempt = 0; attempt < 9; attempt += 1) after(failure("service-error"), left("ready"), 1_000);
    expect(wait()).toBe(0);
    after(failure("service-error"), left("ready"), 1_001);
    expect(wait()).toBe(4_000);
    clock.skip(4_000);
    expect(wait()).toBe(0);
    for (const again of [1_000, 1_001]) after(failure("service-error"), left("ready"), again);
    expect(wait()).toBe(4_000);
  });

  it("slows down for items that are cut off the fourth time, when probes alone get through", () => {
    const cut = (item: number, attempts: number): void =>
      after(failure("unclear"), left("ready", { kind: "probe" }), item, attempts);
    for (const item of [1_000, 1_001, 1_002]) cut(item, 3);
    expect(wait()).toBe(0);
    cut(1_000, 4);
    expect(wait()).toBe(0);
    cut(1_001, 4);
    expect(wait()).toBe(4_000);
  });

  it.each([
    ["an answer", success, done],
    ["a refusal of the service's own", failure("refused"), left("needs-editing")],
  ])("begins anew after %s", (_what, outcome, decision) => {
    after(failure("service-error"), left("ready"));
    after(outcome, decision);
    after(failure("service-error"), left("ready"));
    expect(wait()).toBe(0);
  });

  it("does not begin anew because the line went down between", () => {
    after(failure("service-error"), left("ready"));
    after(failure("not-reached"), left("ready", { kind: "probe" }));
    after(failure("service-error"), left("ready"));
    expect(wait()).toBe(4_000);
  });

  it("is a wait of ours: a probe may go out meanwhile, and other services are not held", () => {
    after(failure("service-error"), left("ready"));
    after(failure("service-error"), left("ready"));
    expect(held.waits.askedUntil(deskAccount)).toBe(0);
    expect(held.waits.until(elsewhere)).toBe(0);
  });
});

describe("a wait that the service asked for", () => {
  it("is kept in seconds, for probes too", () => {
    clock.skip(500);
    after(failure("rate-limited"), left("ready", { kind: "wait", seconds: 40 }));
    expect(held.waits.askedUntil(deskAccount)).toBe(40_500);
    expect(held.waits.until(deskAccount)).toBe(40_500);
  });

  it("is none where it was not asked for", () => {
    after(failure("not-reached"), left("ready", { kind: "probe" }));
    expect(held.waits.askedUntil(deskAccount)).toBe(0);
  });
});

describe("what the line is told", () => {
  it.each([
    ["an answer", success, done, "answered"],
    ["the service's own refusal", failure("refused"), left("needs-editing"), "answered"],
    ["a wait", failure("rate-limited"), left("ready", { kind: "wait", seconds: 1 }), "answered"],
    ["a 401", failure("token-refused"), left("ready", { kind: "token" }), "refused token-refused"],
    ["no connection", failure("not-reached"), left("ready", { kind: "probe" }), "failed not-reached"],
    ["what means down, though the queue goes on", failure("unclear"), left("ready"), "failed unclear"],
    ["a probe's order", failure("busy"), left("ready", { kind: "probe" }), "failed busy"],
    // What the failure says of the line, not what became of the item; a success has no failure but the item's.
    ["another's number", success, left("needs-checking", { kind: "probe" }), "failed busy"],
    ["another's number of a patient", success, left("needs-editing"), "answered"],
  ])("of %s", (_what, outcome, decision, words) => {
    after(outcome, decision);
    expect(told).toEqual([words]);
  });

  it("is that a list was put off before anything was sent, as a probe is told; and of what was sent that it was answered", () => {
    const wait429: QueueOrder = { kind: "wait", seconds: 1 };
    const putOff = (phase: "none" | "answered", code: FailureCode = "rate-limited") => ({
      ...failure(code, { status: 429 }),
      phase,
    });
    after(putOff("none"), left("ready", wait429));
    after(putOff("answered"), left("ready", wait429));
    after(putOff("none", "refused"), left("needs-editing"));
    expect(told).toEqual(["failed rate-limited", "answered", "answered"]);
  });

  it("is nothing of a refusal that is not the service's: it shows neither that the line is up nor that it is down", () => {
    after(failure("refused", { foreign: true }), left("needs-editing"));
    expect(told).toEqual([]);
  });
});

describe("a refusal that is not the service's", () => {
  const foreign = (status: number) => failure("refused", { foreign: true, status });

  it("is like the last one by its status", () => {
    expect(held.refusedAlike(foreign(403))).toBe(false);
    after(foreign(403), left("needs-editing"));
    expect([held.refusedAlike(foreign(403)), held.refusedAlike(foreign(404))]).toEqual([true, false]);
  });

  it("is not like one in the service's own form, nor like a success", () => {
    after(foreign(403), left("needs-editing"));
    expect(held.refusedAlike(failure("refused"))).toBe(false);
    expect(held.refusedAlike(success)).toBe(false);
    after(failure("refused"), left("needs-editing"));
    expect(held.refusedAlike(foreign(403))).toBe(false);
    expect(held.refusedAlike(failure("refused"))).toBe(false);
  });
});

describe("the waits of a service", () => {
  it("are never shortened, whichever asks, and the longer of both counts", () => {
    const all = createRetryWindows(clock);
    all.atLeast(deskAccount, 9_000, "asked");
    all.atLeast(deskAccount, 2_000, "asked");
    all.atLeast(deskAccount, 5_000, "ours");
    expect([all.until(deskAccount), all.askedUntil(deskAccount)]).toEqual([9_000, 9_000]);
    all.atLeast(deskAccount, 12_000, "ours");
    expect([all.until(deskAccount), all.askedUntil(deskAccount)]).toEqual([12_000, 9_000]);
    expect(all.until(elsewhere)).toBe(0);
  });

  it("are shown as a time of day while they last", () => {
    const all = createRetryWindows(clock);
    expect(all.shown(deskAccount)).toBeNull();
    clock.skip(1_000);
    all.atLeast(deskAccount, 30_000, "asked");
    clock.skip(10_000);
    expect(all.shown(deskAccount)).toBe("2026-03-02T09:00:31.000Z");
    clock.skip(20_000);
    expect(all.shown(deskAccount)).toBeNull();
    clock.skip(1);
    expect(all.shown(deskAccount)).toBeNull();
  });
});
