import { describe, expect, it } from "vitest";
import type { Check } from "../../../shared/connection-check/doctor.ts";
import {
  checkClock,
  checkServiceAnswer,
  checkHub,
  checkIntent,
  checkList,
  checkName,
  checkNotices,
  checkProxy,
  signedOutCheck,
  checkToken,
  createUnchecked,
} from "../../../shared/connection-check/checks.ts";
import { verbatim } from "../../../messages/saying.ts";

const problem = verbatim("it broke");
const minute = 60_000;
const day = 24 * 60 * minute;
const answered = {
  kind: "answered",
  isTls: true,
  status: 200,
  date: 0,
  contentType: "text/plain",
  isList: false,
  milliseconds: 120,
} as const;
const hub = { where: "hub", answer: { wire: [1], ours: 1, date: 0 }, problem: null, now: 0 } as const;
const notices = { isRegistered: true, isPointed: true, unread: 0, hasGap: false, total: 3 };

describe("each step is told under its own name", () => {
  it.each<[string, readonly Check[]]>([
    [
      "proxy",
      [
        signedOutCheck,
        checkProxy({ kind: "here" }),
        checkProxy({ kind: "direct" }),
        checkProxy({ kind: "proxy", where: "p" }),
        checkProxy({ kind: "none", problem }),
      ],
    ],
    ["name", [checkName("h", "found"), checkName("h", { problem })]],
    [
      "connection",
      [
        checkServiceAnswer("h", answered),
        checkServiceAnswer("h", { ...answered, milliseconds: 9_000 }),
        checkServiceAnswer("h", { kind: "failed", problem, about: "other" }),
      ],
    ],
    ["clock", [checkClock(null, 0), checkClock(0, 0), checkClock(0, day)]],
    [
      "token",
      [
        ...[200, 401, 403, 500].map((status) => checkToken(status, { expiresAt: null }, 0)),
        checkToken(200, { expiresAt: 0 }, 0),
      ],
    ],
    [
      "list",
      [
        checkList({ ...answered, isList: true }),
        checkList({ ...answered, contentType: "text/html" }),
        ...[200, 302, 401, 403, 404, 429, 500].map((status) => checkList({ ...answered, status })),
        createUnchecked("list"),
      ],
    ],
    [
      "intent",
      [checkIntent("unused"), checkIntent("practice"), checkIntent({ problem }), checkIntent({ status: 1 })],
    ],
    [
      "hub",
      [
        checkHub("unused"),
        checkHub("closed"),
        checkHub(hub),
        checkHub({ ...hub, answer: null }),
        checkHub({ ...hub, answer: { ...hub.answer, wire: [] } }),
        checkHub({ ...hub, problem }),
        checkHub({ ...hub, now: day }),
      ],
    ],
    [
      "notices",
      [
        checkNotices("unused"),
        checkNotices("closed"),
        checkNotices(notices),
        checkNotices({ ...notices, isRegistered: false }),
        checkNotices({ ...notices, isPointed: false }),
        checkNotices({ ...notices, hasGap: true }),
        checkNotices({ ...notices, unread: 1 }),
      ],
    ],
  ])("%s", (name, checks) => {
    expect(checks.map((check) => check.name)).toEqual(checks.map(() => name));
  });
});

describe("what a step found says", () => {
  it.each<[string, Check, Record<string, unknown>]>([
    ["over which proxy", checkProxy({ kind: "proxy", where: "p:8080" }), { where: "p:8080" }],
    ["why there is no way out", checkProxy({ kind: "none", problem }), { problem }],
    ["which name", checkName("h", "proxy"), { host: "h" }],
    ["which name was not found, and why", checkName("h", { problem }), { host: "h", problem }],
    [
      "who did not answer, and why",
      checkServiceAnswer("h", { kind: "failed", problem, about: "other" }),
      { host: "h", problem },
    ],
    [
      "how slow the answer was",
      checkServiceAnswer("h", { ...answered, milliseconds: 5_449 }),
      { host: "h", took: "5.4" },
    ],
    [
      "never that an answer took no time",
      checkServiceAnswer("h", { ...answered, milliseconds: 3 }),
      { host: "h", took: "0.1" },
    ],
    ["how far the clock is ahead", checkClock(0, 89 * minute + 29_999), { minutes: 89 }],
    ["how far the clock is behind", checkClock(89 * minute + 30_000, 0), { minutes: 90 }],
    ["how many days the token has", checkToken(200, { expiresAt: 3 * day - 1 }, 0), { days: 2 }],
    ["what else the token was answered with", checkToken(500, { expiresAt: null }, 0), { status: 500 }],
    ["with what status the list broke", checkList({ ...answered, status: 500 }), { status: 500 }],
    [
      "with what status a page came",
      checkList({ ...answered, contentType: "text/html", status: 203 }),
      { status: 203 },
    ],
    ["with what status it moved", checkList({ ...answered, status: 399 }), { status: 399 }],
    ["with what status nothing is there", checkList({ ...answered, status: 404 }), { status: 404 }],
    ["what came instead", checkList(answered), { status: 200, type: "text/plain" }],
    ["that what came has no type", checkList({ ...answered, contentType: null }), { status: 200, type: "–" }],
    ["why the card address failed", checkIntent({ problem }), { problem }],
    ["what the card address answered", checkIntent({ status: 405 }), { status: 405 }],
    ["which hub is in step", checkHub(hub), { where: "hub" }],
    ["which hub is none", checkHub({ ...hub, answer: null }), { where: "hub" }],
    [
      "which hub is of another version",
      checkHub({ ...hub, answer: { ...hub.answer, ours: 2 } }),
      { where: "hub" },
    ],
    ["which hub stopped, and why", checkHub({ ...hub, problem }), { where: "hub", problem }],
    ["which hub's clock differs", checkHub({ ...hub, now: day }), { where: "hub" }],
    ["how many notices are unread", checkNotices({ ...notices, unread: 2 }), { count: 2 }],
    ["how many notices there are", checkNotices(notices), { count: 3 }],
  ])("%s", (_what, { found }, values) => {
    expect(found.values).toEqual(values);
  });
});

describe("a computer whose clock is far on", () => {
  const now = 900 * day;
  it("reckons what is left of a token from now", () => {
    const token = (expiresAt: number): unknown => checkToken(200, { expiresAt }, now).found;
    expect(token(now + 3 * day)).toMatchObject({ id: "doctor.token.soon", values: { days: 3 } });
    expect(token(now + 7 * day)).toMatchObject({ id: "doctor.token.taken" });
  });
  it("compares the hub's clock with its own, and none with none", () => {
    const found = (date: number | null): string =>
      checkHub({ ...hub, answer: { ...hub.answer, date }, now }).found.id;
    const [inStep, differs] = ["doctor.hub.inStep", "doctor.hub.clock"];
    expect([now, now - 5 * minute, now + 5 * minute, null].map(found)).toEqual(Array(4).fill(inStep));
    expect([now - 5 * minute - 1, now + 5 * minute + 1].map(found)).toEqual([differs, differs]);
  });
});

describe("the list of registrations", () => {
  const found = (change: Partial<Parameters<typeof checkList>[0]>): string =>
    checkList({ ...answered, ...change }).found.id;
  it("is read from an answer that is a list and a success, and from no other", () => {
    const statuses = [199, 200, 299, 300].map((status) => found({ status, isList: true }));
    expect(statuses).toEqual([
      "doctor.list.other",
      "doctor.list.read",
      "doctor.list.read",
      "doctor.list.moved",
    ]);
  });
  it("has moved from 300 to 399 alone, and is broken from 500 on", () => {
    expect([299, 300, 399, 400, 499, 500].map((status) => found({ status }))).toEqual([
      "doctor.list.other",
      "doctor.list.moved",
      "doctor.list.moved",
      "doctor.list.other",
      "doctor.list.other",
      "doctor.list.broken",
    ]);
  });
});
