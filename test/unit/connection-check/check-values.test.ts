import { describe, expect, it } from "vitest";
import type { Check } from "../../../shared/connection-check/doctor.ts";
import {
  clockCheck,
  connectionCheck,
  hubCheck,
  intentCheck,
  listCheck,
  nameCheck,
  noticesCheck,
  proxyCheck,
  signedOut,
  tokenCheck,
  unchecked,
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
        signedOut,
        proxyCheck({ kind: "here" }),
        proxyCheck({ kind: "direct" }),
        proxyCheck({ kind: "proxy", where: "p" }),
        proxyCheck({ kind: "none", problem }),
      ],
    ],
    ["name", [nameCheck("h", "found"), nameCheck("h", { problem })]],
    [
      "connection",
      [
        connectionCheck("h", answered),
        connectionCheck("h", { ...answered, milliseconds: 9_000 }),
        connectionCheck("h", { kind: "failed", problem, about: "other" }),
      ],
    ],
    ["clock", [clockCheck(null, 0), clockCheck(0, 0), clockCheck(0, day)]],
    [
      "token",
      [
        ...[200, 401, 403, 500].map((status) => tokenCheck(status, { expiresAt: null }, 0)),
        tokenCheck(200, { expiresAt: 0 }, 0),
      ],
    ],
    [
      "list",
      [
        listCheck({ ...answered, isList: true }),
        listCheck({ ...answered, contentType: "text/html" }),
        ...[200, 302, 401, 403, 404, 429, 500].map((status) => listCheck({ ...answered, status })),
        unchecked("list"),
      ],
    ],
    [
      "intent",
      [intentCheck("unused"), intentCheck("practice"), intentCheck({ problem }), intentCheck({ status: 1 })],
    ],
    [
      "hub",
      [
        hubCheck("unused"),
        hubCheck("closed"),
        hubCheck(hub),
        hubCheck({ ...hub, answer: null }),
        hubCheck({ ...hub, answer: { ...hub.answer, wire: [] } }),
        hubCheck({ ...hub, problem }),
        hubCheck({ ...hub, now: day }),
      ],
    ],
    [
      "notices",
      [
        noticesCheck("unused"),
        noticesCheck("closed"),
        noticesCheck(notices),
        noticesCheck({ ...notices, isRegistered: false }),
        noticesCheck({ ...notices, isPointed: false }),
        noticesCheck({ ...notices, hasGap: true }),
        noticesCheck({ ...notices, unread: 1 }),
      ],
    ],
  ])("%s", (name, checks) => {
    expect(checks.map((check) => check.name)).toEqual(checks.map(() => name));
  });
});

describe("what a step found says", () => {
  it.each<[string, Check, Record<string, unknown>]>([
    ["over which proxy", proxyCheck({ kind: "proxy", where: "p:8080" }), { where: "p:8080" }],
    ["why there is no way out", proxyCheck({ kind: "none", problem }), { problem }],
    ["which name", nameCheck("h", "proxy"), { host: "h" }],
    ["which name was not found, and why", nameCheck("h", { problem }), { host: "h", problem }],
    [
      "who did not answer, and why",
      connectionCheck("h", { kind: "failed", problem, about: "other" }),
      { host: "h", problem },
    ],
    [
      "how slow the answer was",
      connectionCheck("h", { ...answered, milliseconds: 5_449 }),
      { host: "h", took: "5.4" },
    ],
    [
      "never that an answer took no time",
      connectionCheck("h", { ...answered, milliseconds: 3 }),
      { host: "h", took: "0.1" },
    ],
    ["how far the clock is ahead", clockCheck(0, 89 * minute + 29_999), { minutes: 89 }],
    ["how far the clock is behind", clockCheck(89 * minute + 30_000, 0), { minutes: 90 }],
    ["how many days the token has", tokenCheck(200, { expiresAt: 3 * day - 1 }, 0), { days: 2 }],
    ["what else the token was answered with", tokenCheck(500, { expiresAt: null }, 0), { status: 500 }],
    ["with what status the list broke", listCheck({ ...answered, status: 500 }), { status: 500 }],
    [
      "with what status a page came",
      listCheck({ ...answered, contentType: "text/html", status: 203 }),
      { status: 203 },
    ],
    ["with what status it moved", listCheck({ ...answered, status: 399 }), { status: 399 }],
    ["with what status nothing is there", listCheck({ ...answered, status: 404 }), { status: 404 }],
    ["what came instead", listCheck(answered), { status: 200, type: "text/plain" }],
    ["that what came has no type", listCheck({ ...answered, contentType: null }), { status: 200, type: "–" }],
    ["why the card address failed", intentCheck({ problem }), { problem }],
    ["what the card address answered", intentCheck({ status: 405 }), { status: 405 }],
    ["which hub is in step", hubCheck(hub), { where: "hub" }],
    ["which hub is none", hubCheck({ ...hub, answer: null }), { where: "hub" }],
    [
      "which hub is of another version",
      hubCheck({ ...hub, answer: { ...hub.answer, ours: 2 } }),
      { where: "hub" },
    ],
    ["which hub stopped, and why", hubCheck({ ...hub, problem }), { where: "hub", problem }],
    ["which hub's clock differs", hubCheck({ ...hub, now: day }), { where: "hub" }],
    ["how many notices are unread", noticesCheck({ ...notices, unread: 2 }), { count: 2 }],
    ["how many notices there are", noticesCheck(notices), { count: 3 }],
  ])("%s", (_what, { found }, values) => {
    expect(found.values).toEqual(values);
  });
});

describe("a computer whose clock is far on", () => {
  const now = 900 * day;
  it("reckons what is left of a token from now", () => {
    const token = (expiresAt: number): unknown => tokenCheck(200, { expiresAt }, now).found;
    expect(token(now + 3 * day)).toMatchObject({ id: "doctor.token.soon", values: { days: 3 } });
    expect(token(now + 7 * day)).toMatchObject({ id: "doctor.token.taken" });
  });
  it("compares the hub's clock with its own, and none with none", () => {
    const found = (date: number | null): string =>
      hubCheck({ ...hub, answer: { ...hub.answer, date }, now }).found.id;
    const [inStep, differs] = ["doctor.hub.inStep", "doctor.hub.clock"];
    expect([now, now - 5 * minute, now + 5 * minute, null].map(found)).toEqual(Array(4).fill(inStep));
    expect([now - 5 * minute - 1, now + 5 * minute + 1].map(found)).toEqual([differs, differs]);
  });
});

describe("the list of registrations", () => {
  const found = (change: Partial<Parameters<typeof listCheck>[0]>): string =>
    listCheck({ ...answered, ...change }).found.id;
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
