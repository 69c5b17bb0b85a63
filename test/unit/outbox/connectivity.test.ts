import { beforeEach, describe, expect, it } from "vitest";
import { fail, FailureError, type FailureCode } from "../../../shared/core/failure.ts";
import type { Connection } from "../../../shared/session/account.ts";
import {
  createConnectivity,
  toProbeAnswer,
  type Connectivity,
  type ProbeAnswer,
} from "../../../main/features/outbox/connectivity.ts";
import type { Outcome } from "../../../main/http/classify.ts";
import { fakeClock, fakeRandom, settle, type FakeClock } from "../../support/fake-clock.ts";
import { worded } from "../../support/told.ts";
import { words } from "../../../messages/words.ts";
import { verbatim } from "../../../messages/saying.ts";

const up: ProbeAnswer = { kind: "answered" };
const down: ProbeAnswer = { kind: "failed", failure: fail("not-reached", verbatim("No way to it.")) };
const refused: ProbeAnswer = { kind: "failed", failure: fail("token-refused", verbatim("Not any more.")) };

let clock: FakeClock;
let answers: (() => Promise<ProbeAnswer>)[];
let usual: ProbeAnswer;
let probes: number;
let onlines: number;
let askedUntil: number;
let told: Connection[];
let line: Connectivity;

beforeEach(() => {
  clock = fakeClock("2026-03-02T09:00:00.000Z");
  answers = [];
  usual = up;
  probes = 0;
  onlines = 0;
  askedUntil = 0;
  told = [];
  line = createConnectivity({
    probe: () => {
      probes += 1;
      return (answers.shift() ?? (() => Promise.resolve(usual)))();
    },
    clock,
    random: fakeRandom(0.5),
    onChange: (connection) => void told.push(connection),
    onOnline: () => void (onlines += 1),
    askedUntil: () => askedUntil,
    onAskedToWait: (seconds) => void (askedUntil = clock.monotonic() + seconds * 1_000),
  });
});

function held(): { readonly answer: (answer: ProbeAnswer) => void } {
  const { promise, resolve } = Promise.withResolvers<ProbeAnswer>();
  answers.push(() => promise);
  return { answer: resolve };
}

describe("signed out", () => {
  it("asks nobody", async () => {
    expect((await line.check()).state).toBe("signed-out");
    await clock.advance(600_000);
    expect(probes).toBe(0);
  });

  it.each([
    ["before anybody was signed in", () => undefined],
    ["after somebody was", () => [true, false].forEach(line.reset)],
  ])("%s, hears nothing: no late answer makes a line of it", (_when, before) => {
    before();
    told.length = 0;
    line.answered();
    line.failed(fail("not-reached", verbatim("No way to it.")));
    line.refused(fail("token-refused", verbatim("Not any more.")));
    expect(line.current()).toEqual({ state: "signed-out", lastAnswerAt: null, reason: null });
    expect([told, line.isFresh(), clock.pending()]).toEqual([[], false, 0]);
  });
});

describe("signed in", () => {
  beforeEach(() => line.reset(true));

  it("is checking until a real answer came, then online with the time of that answer", async () => {
    expect(line.current()).toEqual({ state: "checking", lastAnswerAt: null, reason: null });
    expect(told).toEqual([line.current()]);
    await clock.advance(1_000);
    const answer = await line.check();
    expect(answer).toEqual({ state: "online", lastAnswerAt: "2026-03-02T09:00:01.000Z", reason: null });
    expect(onlines).toBeGreaterThan(0);
  });

  it("is fresh for half a minute after an answer, whatever the wall clock does", async () => {
    clock.skip(60_000);
    await line.check();
    clock.setWall("2036-01-01T00:00:00.000Z");
    expect(line.isFresh()).toBe(true);
    await clock.advance(29_999);
    expect(line.isFresh()).toBe(true);
    await clock.advance(1);
    expect(line.isFresh()).toBe(false);
  });

  it("probes once a minute while nothing else is said", async () => {
    await line.check();
    await clock.advance(300_000);
    expect(probes).toBe(6);
  });

  it("makes one probe for many that ask at once", async () => {
    const probe = held();
    const all = [line.check(), line.check(), line.check()];
    probe.answer(up);
    expect((await Promise.all(all)).map(({ state }) => state)).toEqual(["online", "online", "online"]);
    expect(probes).toBe(1);
  });

  it("says why it is offline, keeps the time of the last answer, and tries again further and further apart", async () => {
    await line.check();
    usual = down;
    line.failed(fail("not-reached", verbatim("No way to it.")));
    expect(worded(line.current())).toMatchObject({ state: "offline", reason: "No way to it." });
    expect(line.current().lastAnswerAt).toBe("2026-03-02T09:00:00.000Z");
    expect(line.isFresh()).toBe(false);
    const at: number[] = [];
    for (let second = 0; second < 600; second += 1) {
      const before = probes;
      await clock.advance(1_000);
      if (probes > before) at.push(second);
    }
    expect(at.length).toBeGreaterThan(10);
    expect(at.length).toBeLessThan(30);
    const gaps = at.slice(1).map((time, index) => time - (at[index] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(31);
    expect(gaps.at(-1)).toBeGreaterThan(gaps[0] ?? 0);
  });

  // outbox-4: "Online" appears as soon as the service answers again (Actual 3128)
  it(
    "is online again by itself when the service is back, and calls for what was left unsent (Actual 3128)",
    { tags: ["outbox-4"] },
    async () => {
      line.failed(fail("not-reached", verbatim("No way to it.")));
      const before = onlines;
      await clock.advance(5_000);
      expect(line.current()).toMatchObject({ state: "online", reason: null });
      expect(onlines).toBe(before + 1);
    },
  );

  it("stops asking once the token is refused: only signing in helps", async () => {
    usual = refused;
    await line.check();
    expect(worded(line.current())).toMatchObject({ state: "token-refused", reason: "Not any more." });
    const before = probes;
    await clock.advance(600_000);
    expect(probes).toBe(before);
  });

  it("leaves the answer of the line before to nobody, when another is signed in meanwhile", async () => {
    const old = held();
    const asked = line.check();
    line.reset(true);
    old.answer(refused);
    await asked;
    expect(line.current().state).toBe("checking");
    expect((await line.check()).state).toBe("online");
  });

  it("does not let the end of an old probe open the way for two at once", async () => {
    const old = held();
    const first = line.check();
    line.reset(true);
    const present = held();
    const second = line.check();
    old.answer(up);
    await first;
    await settle();
    const third = line.check();
    present.answer(up);
    await Promise.all([second, third]);
    expect(probes).toBe(2);
  });

  it("goes on probing after a probe that threw, and says what it can", async () => {
    answers.push(() => Promise.reject(new FailureError(fail("store", verbatim("The disk is full.")))));
    expect(worded(await line.check())).toMatchObject({ state: "offline", reason: "The disk is full." });
    answers.push(() => Promise.reject(new Error("secret inside")));
    expect((await line.check()).reason).not.toContain("secret");
    await clock.advance(10_000);
    expect(line.current().state).toBe("online");
  });

  it("asks nobody, whoever wants to know, for as long as the service asked to wait", async () => {
    await line.check();
    const asks = fail("rate-limited", verbatim("Wait."), { details: { retryAfterSeconds: 600 } });
    answers.push(() => Promise.resolve({ kind: "failed", failure: asks }));
    expect(worded(await line.check())).toMatchObject({ state: "online", reason: "Wait." });
    const before = probes;
    for (let minute = 0; minute < 9; minute += 1) {
      await clock.advance(60_000);
      await line.check();
    }
    expect(probes).toBe(before);
    await clock.advance(70_000);
    expect(probes).toBeGreaterThan(before);
    expect(line.current()).toMatchObject({ state: "online", reason: null });
  });

  it("waits half a minute when it is asked to wait and not told how long", async () => {
    answers.push(() => Promise.resolve({ kind: "failed", failure: fail("rate-limited", verbatim("Wait.")) }));
    await line.check();
    expect(askedUntil).toBe(clock.monotonic() + 30_000);
  });

  it("says that something else answers, and takes no such answer for the service's", async () => {
    await line.check();
    answers.push(() =>
      Promise.resolve({ kind: "failed", failure: fail("unreadable-answer", verbatim("<html>")) }),
    );
    const reason = expect.stringContaining(words.failures.somethingElseAnswers);
    expect(worded(await line.check())).toMatchObject({ state: "offline", reason });
    expect(line.isFresh()).toBe(false);
  });

  it("lets no probe lift the refusal of a request: only signing in does", async () => {
    line.refused(fail("token-refused", verbatim("Not any more.")));
    const before = probes;
    line.answered();
    line.failed(fail("not-reached", verbatim("No way to it.")));
    await line.check();
    await clock.advance(600_000);
    expect([line.current().state, probes]).toEqual(["token-refused", before]);
    line.reset(true);
    expect((await line.check()).state).toBe("online");
  });

  it("tells of changes, not of sameness", async () => {
    line.failed(fail("not-reached", verbatim("a")));
    const before = told.length;
    line.failed(fail("not-reached", verbatim("a")));
    expect(worded(told)).toHaveLength(before);
    line.failed(fail("not-reached", verbatim("b")));
    expect(told).toHaveLength(before + 1);
  });

  it("leaves no timer behind once stopped, even when an answer comes after that", async () => {
    await line.check();
    line.stop();
    line.failed(fail("unclear", verbatim("ended")));
    line.answered();
    expect(clock.pending()).toBe(0);
  });

  it("knows nothing of the line after signing out", async () => {
    await line.check();
    line.reset(false);
    expect(line.current()).toEqual({ state: "signed-out", lastAnswerAt: null, reason: null });
    expect(line.isFresh()).toBe(false);
    expect(clock.pending()).toBe(0);
  });
});

describe("what a probe's outcome says of the line", () => {
  const at = { status: 200, phase: "answered" } as const;
  const outcome = (code: FailureCode, foreign = false): Outcome<unknown> => ({
    kind: "failure",
    failure: fail(code, verbatim(code)),
    ...at,
    foreign,
  });
  it.each<[string, Outcome<unknown>, string]>([
    ["a list", { kind: "success", value: [], ...at }, "answered"],
    ["a refusal in JSON", outcome("refused"), "answered"],
    ["a refusal that is no JSON", outcome("refused", true), "unreadable-answer"],
    [
      "another 2xx",
      { kind: "unreadable", failure: fail("unreadable-answer", verbatim("x")), ...at },
      "unreadable-answer",
    ],
    ["a redirect", outcome("redirected"), "unreadable-answer"],
    ["a 401", outcome("token-refused"), "token-refused"],
    ["a 429", outcome("rate-limited"), "rate-limited"],
    ["a 5xx", outcome("service-error"), "service-error"],
    ["no answer", outcome("not-reached"), "not-reached"],
  ])("%s", (_what, given, expected) => {
    const answer = toProbeAnswer(given);
    expect(answer.kind === "answered" ? "answered" : answer.failure.code).toBe(expected);
  });
});
