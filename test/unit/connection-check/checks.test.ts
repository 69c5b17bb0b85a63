import { describe, expect, it } from "vitest";
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
  type AnswerFacts,
  type HubFacts,
  type NoticeFacts,
} from "../../../shared/connection-check/checks.ts";
import type { Check } from "../../../shared/connection-check/doctor.ts";
import { checkNames, verdicts } from "../../../shared/connection-check/doctor.ts";
import { hasFailed, formatReport } from "../../../main/features/connection-check/report.ts";
import { said, say, verbatim } from "../../../messages/saying.ts";

const shown = ({ verdict, found, todo }: Check) => [verdict, found.id, todo?.id ?? null];
const problem = verbatim("it broke");
const minute = 60_000;
const day = 24 * 60 * minute;
const answered = (
  change: Partial<Extract<AnswerFacts, { kind: "answered" }>> = {},
): Extract<AnswerFacts, { kind: "answered" }> => ({
  kind: "answered",
  isTls: true,
  status: 200,
  date: 0,
  contentType: "application/json",
  isList: true,
  milliseconds: 120,
  ...change,
});

describe("what the facts of a step mean", () => {
  it.each([
    [checkProxy({ kind: "here" }), ["pass", "doctor.proxy.here", null]],
    [checkProxy({ kind: "direct" }), ["pass", "doctor.proxy.direct", null]],
    [checkProxy({ kind: "proxy", where: "p:8080" }), ["pass", "doctor.proxy.over", null]],
    [checkProxy({ kind: "none", problem }), ["fail", "doctor.proxy.none", "doctor.do.proxy"]],
    [signedOutCheck, ["fail", "doctor.proxy.signedOut", "doctor.do.signIn"]],
    [checkName("h", "found"), ["pass", "doctor.name.found", null]],
    [checkName("h", "proxy"), ["pass", "doctor.name.proxy", null]],
    [checkName("h", "address"), ["pass", "doctor.name.address", null]],
    [checkName("h", { problem }), ["fail", "doctor.name.none", "doctor.do.name"]],
    [checkServiceAnswer("h", answered()), ["pass", "doctor.connection.secure", null]],
    [checkServiceAnswer("h", answered({ isTls: false })), ["pass", "doctor.connection.here", null]],
    [checkServiceAnswer("h", answered({ milliseconds: 5_000 })), ["pass", "doctor.connection.secure", null]],
    [
      checkServiceAnswer("h", answered({ milliseconds: 5_001 })),
      ["warning", "doctor.connection.slow", "doctor.do.connection"],
    ],
    [
      checkServiceAnswer("h", { kind: "failed", problem, about: "certificate" }),
      ["fail", "doctor.connection.failed", "doctor.do.certificate"],
    ],
    [
      checkServiceAnswer("h", { kind: "failed", problem, about: "proxy-password" }),
      ["fail", "doctor.connection.failed", "doctor.do.proxyPassword"],
    ],
    [
      checkServiceAnswer("h", { kind: "failed", problem, about: "other" }),
      ["fail", "doctor.connection.failed", "doctor.do.connection"],
    ],
    [checkClock(null, 0), ["unchecked", "doctor.clock.untold", null]],
    [checkClock(0, 5 * minute), ["pass", "doctor.clock.right", null]],
    [checkClock(5 * minute, 0), ["pass", "doctor.clock.right", null]],
    [checkClock(0, 5 * minute + 1), ["warning", "doctor.clock.ahead", "doctor.do.clock"]],
    [checkClock(5 * minute + 1, 0), ["warning", "doctor.clock.behind", "doctor.do.clock"]],
    [checkToken(401, { expiresAt: null }, 0), ["fail", "doctor.token.refused", "doctor.do.token"]],
    [checkToken(403, { expiresAt: null }, 0), ["fail", "doctor.token.forbidden", "doctor.do.rights"]],
    [checkToken(500, { expiresAt: null }, 0), ["unchecked", "doctor.token.untold", null]],
    [checkToken(199, { expiresAt: null }, 0), ["unchecked", "doctor.token.untold", null]],
    [checkToken(300, { expiresAt: null }, 0), ["unchecked", "doctor.token.untold", null]],
    [checkToken(299, { expiresAt: null }, 0), ["pass", "doctor.token.taken", null]],
    [checkToken(200, { expiresAt: 7 * day }, 0), ["pass", "doctor.token.taken", null]],
    [checkToken(200, { expiresAt: 7 * day - 1 }, 0), ["warning", "doctor.token.soon", "doctor.do.token"]],
    [checkList(answered()), ["pass", "doctor.list.read", null]],
    [checkList(answered({ status: 401, isList: false })), ["unchecked", "doctor.unchecked", null]],
    [checkList(answered({ status: 403, isList: false })), ["unchecked", "doctor.unchecked", null]],
    [checkList(answered({ status: 429, isList: false })), ["warning", "doctor.list.busy", "doctor.do.wait"]],
    [checkList(answered({ status: 500, isList: true })), ["fail", "doctor.list.broken", "doctor.do.service"]],
    [
      checkList(answered({ contentType: "text/html", isList: false })),
      ["fail", "doctor.list.page", "doctor.do.page"],
    ],
    [checkList(answered({ status: 302, isList: false })), ["fail", "doctor.list.moved", "doctor.do.address"]],
    [
      checkList(answered({ status: 404, isList: false })),
      ["fail", "doctor.list.nothing", "doctor.do.address"],
    ],
    [checkList(answered({ status: 418, isList: false })), ["fail", "doctor.list.other", "doctor.do.service"]],
    [
      checkList(answered({ isList: false, contentType: null })),
      ["fail", "doctor.list.other", "doctor.do.service"],
    ],
    [checkIntent("unused"), ["unused", "doctor.intent.unused", null]],
    [checkIntent("practice"), ["pass", "doctor.intent.practice", null]],
    [checkIntent({ status: 405 }), ["pass", "doctor.intent.answers", null]],
    [checkIntent({ problem }), ["fail", "doctor.intent.failed", "doctor.do.intent"]],
    [createUnchecked("list"), ["unchecked", "doctor.unchecked", null]],
  ])("%#", (check, expected) => expect(shown(check)).toEqual(expected));

  it("says of a token that has ended by its own word, and is still taken, that it has no day left", () => {
    expect(checkToken(200, { expiresAt: -day }, 0).found.values).toEqual({ days: 0 });
    expect(checkToken(200, { expiresAt: 2 * day + 1 }, 0).found.values).toEqual({ days: 2 });
    expect(checkClock(0, 90 * minute).found.values).toEqual({ minutes: 90 });
    expect(checkServiceAnswer("h", answered({ milliseconds: 1_250 })).found.values).toEqual({
      host: "h",
      took: "1.3",
    });
  });
});

describe("the hub", () => {
  const inStep = {
    where: "hub",
    answer: { wire: [1], ours: 1, date: 0 },
    problem: null,
    now: 5 * minute,
  } satisfies HubFacts;
  it.each<[HubFacts, unknown[]]>([
    ["unused", ["unused", "doctor.hub.unused", null]],
    ["closed", ["unchecked", "doctor.inside", null]],
    [inStep, ["pass", "doctor.hub.inStep", null]],
    [{ ...inStep, answer: { ...inStep.answer, date: null } }, ["pass", "doctor.hub.inStep", null]],
    [{ ...inStep, now: 5 * minute + 1 }, ["warning", "doctor.hub.clock", "doctor.do.clock"]],
    [{ ...inStep, answer: null }, ["fail", "doctor.hub.none", "doctor.do.hub"]],
    [
      { ...inStep, answer: { ...inStep.answer, wire: [2] } },
      ["fail", "doctor.hub.version", "doctor.do.hubVersion"],
    ],
    [{ ...inStep, problem }, ["fail", "doctor.hub.stopped", "doctor.do.hub"]],
  ])("%#", (facts, expected) => expect(shown(checkHub(facts))).toEqual(expected));
});

describe("notices", () => {
  const fine = { isRegistered: true, isPointed: true, unread: 0, hasGap: false, total: 3 };
  it.each<[NoticeFacts, unknown[]]>([
    ["unused", ["unused", "doctor.notices.unused", null]],
    ["closed", ["unchecked", "doctor.inside", null]],
    [fine, ["pass", "doctor.notices.fine", null]],
    [{ ...fine, total: 0, isPointed: false }, ["pass", "doctor.notices.fine", null]],
    [{ ...fine, isRegistered: false }, ["warning", "doctor.notices.unregistered", "doctor.do.notices"]],
    [{ ...fine, isPointed: false }, ["warning", "doctor.notices.unpointed", "doctor.do.notices"]],
    [{ ...fine, hasGap: true }, ["warning", "doctor.notices.gap", "doctor.do.ask"]],
    [{ ...fine, unread: 2 }, ["warning", "doctor.notices.unread", "doctor.do.notices"]],
  ])("%#", (facts, expected) => expect(shown(checkNotices(facts))).toEqual(expected));
});

describe("the report", () => {
  const checks = [checkProxy({ kind: "direct" }), checkName("service.example", { problem })];
  it("has a line for each step in the words of the window, and what to do under it", () => {
    const text = formatReport(checks, { version: "0.1.0", when: "2026-11-23" });
    expect(text.split("\n")).toEqual([
      "Front Desk 0.1.0, connection check, 2026-11-23",
      "",
      `OK: Proxy – ${said(say("doctor.proxy.direct"))}`,
      "Problem: Address lookup – The name service.example couldn’t be found: it broke.",
      `    To do: ${said(say("doctor.do.name"))}`,
      "",
    ]);
  });
  it("fails where a step fails, and not for a warning or what was not looked at", () => {
    expect(hasFailed(checks)).toBe(true);
    expect(hasFailed([checkClock(0, day), createUnchecked("list"), checkHub("unused")])).toBe(false);
    expect(new Set(checkNames).size).toBe(9);
    expect(verdicts).toContain("unchecked");
  });
});
