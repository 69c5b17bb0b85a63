import { beforeEach, describe, expect, it } from "vitest";
import { fail, type FailureCode } from "../../../shared/core/failure.ts";
import type { Connection } from "../../../shared/session/account.ts";
import {
  createConnectivity,
  isConnectivityFailure,
  toProbeAnswer,
  type Connectivity,
  type ProbeAnswer,
} from "../../../main/features/outbox/connectivity.ts";
import { say, verbatim, type Saying } from "../../../messages/saying.ts";
import { fakeClock, fakeRandom, type FakeClock } from "../../support/fake-clock.ts";

let clock: FakeClock;
let answer: () => Promise<ProbeAnswer>;
let probes: number[];
let onlines: number;
let asked: number[];
let askedUntil: number;
let told: Connection[];
let line: Connectivity;
beforeEach(() => {
  clock = fakeClock("2026-03-02T09:00:00.000Z");
  answer = () => Promise.resolve({ kind: "answered" });
  [probes, asked, told] = [[], [], []];
  [onlines, askedUntil] = [0, 0];
  line = createConnectivity({
    probe: () => {
      probes.push(clock.monotonic());
      return answer();
    },
    clock,
    random: fakeRandom(0.5),
    onChange: (connection) => void told.push(connection),
    onOnline: () => void (onlines += 1),
    askedUntil: () => askedUntil,
    onAskedToWait: (seconds) => void asked.push(seconds),
  });
  line.reset(true);
});

const why = verbatim("No.");
const failure = (code: FailureCode, retryAfterSeconds?: number) =>
  fail(code, why, { details: retryAfterSeconds === undefined ? {} : { retryAfterSeconds } });

describe("when it asks again", () => {
  it("is a moment after each failure that doubles, from the first on", async () => {
    answer = () => Promise.resolve({ kind: "failed", failure: failure("not-reached") });
    // Nothing failed yet: half a second, and half of a second at most.
    await clock.advance(1_000);
    expect(probes).toEqual([1_000]);
    await clock.advance(20_000);
    // Half a second and half of 2, 4, 8 and 16 seconds after the one before.
    expect(probes).toEqual([1_000, 2_500, 5_000, 9_500, 18_000]);
  });

  it("begins with short waits again after an answer", async () => {
    for (let count = 0; count < 5; count += 1) line.failed(failure("not-reached"));
    line.answered();
    line.failed(failure("not-reached"));
    await clock.advance(1_500);
    expect(probes).toEqual([1_500]);
  });

  it("is a minute after an answer", async () => {
    line.answered();
    await clock.advance(59_999);
    expect(probes).toEqual([]);
    await clock.advance(1);
    expect(probes).toEqual([60_000]);
  });

  it("is never before the service wants it, and not later than usual for that", async () => {
    askedUntil = 90_000;
    line.answered();
    await clock.advance(89_999);
    expect(probes).toEqual([]);
    await clock.advance(1);
    expect(probes).toEqual([90_000]);
    askedUntil = 91_000;
    line.answered();
    await clock.advance(60_000);
    expect(probes).toEqual([90_000, 150_000]);
  });

  it("is never, signed out", async () => {
    line.reset(false);
    await clock.advance(600_000);
    expect(probes).toEqual([]);
  });
});

describe("what is told of the line", () => {
  it.each<[FailureCode, Saying]>([
    ["unclear", say("failures.connectionBroke")],
    ["unreadable-answer", say("failures.somethingElseAnswers")],
    ["redirected", say("failures.somethingElseAnswers")],
    ["not-reached", why],
    ["service-error", why],
  ])("after %s", (code, reason) => {
    line.answered();
    told.length = 0;
    line.failed(failure(code));
    expect(told).toEqual([{ state: "offline", lastAnswerAt: "2026-03-02T09:00:00.000Z", reason }]);
    expect(line.isFresh()).toBe(false);
  });

  it("after a wait that was asked for is an answer, and the state stays", async () => {
    await clock.advance(400);
    line.failed(failure("rate-limited"));
    expect(line.current()).toEqual({
      state: "checking",
      lastAnswerAt: "2026-03-02T09:00:00.400Z",
      reason: why,
    });
  });

  it("after a refused token is an answer too", async () => {
    await clock.advance(400);
    line.failed(failure("token-refused"));
    expect(line.current()).toEqual({
      state: "token-refused",
      lastAnswerAt: "2026-03-02T09:00:00.400Z",
      reason: why,
    });
  });

  it("is each answer, since its time is shown, and nothing that is the same", async () => {
    line.answered();
    told.length = 0;
    line.answered();
    expect(told).toEqual([]);
    await clock.advance(10);
    line.answered();
    expect(told).toHaveLength(1);
  });

  it("is that it could not be asked, after a fault of ours", async () => {
    answer = () => Promise.reject(new Error("secret inside"));
    expect((await line.check()).reason).toEqual(say("failures.outbox.probeFailed"));
  });
});

describe("a probe that is asked to wait", () => {
  it.each<[FailureCode, number | undefined, number[]]>([
    ["rate-limited", 7, [7]],
    ["rate-limited", undefined, [30]],
    ["service-error", 9, [9]],
    ["service-error", undefined, []],
    ["service-error", 0, []],
    ["not-reached", undefined, []],
  ])("by %s, %s seconds: %j", async (code, seconds, expected) => {
    answer = () => Promise.resolve({ kind: "failed", failure: failure(code, seconds) });
    await line.check();
    expect(asked).toEqual(expected);
    expect(onlines).toBe(0);
  });
});

describe("what a list that somebody else asked for says", () => {
  it("is heard like a probe's answer, and calls for nothing", () => {
    line.heard({ kind: "answered" });
    expect([line.current().state, onlines]).toEqual(["online", 0]);
    line.heard({ kind: "failed", failure: failure("service-error", 5) });
    expect([line.current().state, asked]).toEqual(["offline", [5]]);
  });
});

it("takes for down what shows that nothing can be sent now, and nothing else", () => {
  const down: readonly FailureCode[] = [
    "token-refused",
    "not-reached",
    "unclear",
    "service-error",
    "unreadable-answer",
    "redirected",
  ];
  expect(down.map((code) => isConnectivityFailure(failure(code)))).toEqual(down.map(() => true));
  const up: readonly FailureCode[] = ["refused", "fields-refused", "patient-exists", "rate-limited"];
  expect(up.map((code) => isConnectivityFailure(failure(code)))).toEqual(up.map(() => false));
});

it("keeps the reason of what is not the service's, and whole what is", () => {
  const at = { status: 403, phase: "answered" } as const;
  const read = (code: FailureCode, foreign?: boolean): ProbeAnswer =>
    toProbeAnswer({
      kind: "failure",
      failure: failure(code),
      ...at,
      ...(foreign === undefined ? {} : { foreign }),
    });
  expect(read("refused", true)).toEqual({
    kind: "failed",
    failure: { ...failure("refused"), code: "unreadable-answer" },
  });
  expect(read("service-error")).toEqual({ kind: "failed", failure: failure("service-error") });
  expect(read("rate-limited", false)).toEqual({ kind: "failed", failure: failure("rate-limited") });
  expect(read("refused", false)).toEqual({ kind: "answered" });
  expect(toProbeAnswer({ kind: "unreadable", failure: failure("unreadable-answer"), ...at })).toMatchObject({
    kind: "failed",
    failure: { code: "unreadable-answer", why },
  });
});

it("says nothing more once it is stopped, and asks nobody", async () => {
  line.answered();
  line.stop();
  await clock.advance(600_000);
  expect([probes, clock.pending()]).toEqual([[], 0]);
});
