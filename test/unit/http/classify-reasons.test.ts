import { describe, expect, it } from "vitest";
import { fail } from "../../../shared/core/failure.ts";
import { addAnswer } from "../../../shared/core/sentence.ts";
import { explainNetworkError } from "../../../main/platform/network-reason.ts";
import { classify, type Outcome } from "../../../main/http/classify.ts";
import type { Exchange } from "../../../main/http/exchange.ts";
import { documented } from "../../../main/http/recognise.ts";
import { say, sentences, verbatim } from "../../../messages/saying.ts";

/** What an answer is taken for, whole: the reason that is shown, what is kept of it, and what stands as seen. */
type Answer = Partial<Omit<Extract<Exchange, { kind: "answered" }>, "body">> & { body?: string | Buffer };
const read = ({ body = "", ...answer }: Answer): Outcome<unknown> =>
  classify(
    {
      kind: "answered",
      phase: "answered",
      status: 200,
      retryAfter: null,
      bodyEnd: "complete",
      ...answer,
      body: Buffer.from(body),
    },
    { documented: documented.bookAppointment, payload: null, now: new Date("2026-03-02T09:00:00.000Z") },
  );
const page = "<html><body>Sign in</body></html>";
const json = '{"message":"No."}';
const orElsewhere = (why: ReturnType<typeof say>) => sentences(why, say("failures.service.somethingElse"));
const service = "failures.service";

describe("a refusal", () => {
  const details = (status: number) => ({ status, answer: "No." });

  it.each([
    [400, fail("fields-refused", addAnswer(say(`${service}.notAccepted`), "No."))],
    [422, fail("fields-refused", addAnswer(say(`${service}.notAccepted`), "No."))],
    [401, fail("token-refused", say(`${service}.tokenRefused`))],
    [407, fail("not-reached", say(`${service}.proxyPassword`, { status: 407 }))],
    [409, fail("refused", addAnswer(say(`${service}.refused`, { status: 409 }), "No."))],
    [408, fail("service-error", addAnswer(say(`${service}.broken`, { status: 408 }), "No."))],
    [500, fail("service-error", addAnswer(say(`${service}.broken`, { status: 500 }), "No."))],
    [503, fail("service-error", addAnswer(say(`${service}.broken`, { status: 503 }), "No."))],
    [403, fail("refused", addAnswer(say(`${service}.refused`, { status: 403 }), "No."))],
    [302, fail("redirected", orElsewhere(say(`${service}.redirected`, { status: 302 })))],
  ])("of %i in the service's own form says what the service said", (status, failure) => {
    expect(read({ status, body: json })).toEqual({
      kind: "failure",
      failure: { ...failure, details: details(status) },
      status,
      phase: "answered",
      evidence: { contentType: null, firstWords: json },
    });
  });

  it("that asks to wait names the seconds, of a 429 always and of a 503 where it says so", () => {
    expect(read({ status: 429, body: json, retryAfter: "7" })).toMatchObject({
      failure: fail("rate-limited", say(`${service}.asksToWait`, { seconds: 7 }), {
        details: { ...details(429), retryAfterSeconds: 7 },
      }),
    });
    expect(read({ status: 503, body: json, retryAfter: "7" })).toMatchObject({
      failure: fail("service-error", addAnswer(say(`${service}.brokenAsksToWait`, { status: 503 }), "No."), {
        details: { ...details(503), retryAfterSeconds: 7 },
      }),
    });
    expect(read({ status: 502, retryAfter: "7" })).toMatchObject({ failure: { details: { status: 502 } } });
  });

  it("marks the fields that it names, in the service's words", () => {
    const body = '{"errors":[{"field":"zip","message":"No such ZIP."}]}';
    expect(read({ status: 422, body })).toMatchObject({
      failure: { fields: { zip: verbatim("No such ZIP.") } },
    });
  });

  it.each([
    [402, true],
    [403, true],
    [404, true],
    [407, true],
    [499, true],
    [400, false],
    [401, false],
    [408, false],
    [409, false],
    [422, false],
    [429, false],
    [302, false],
    [500, false],
    [502, false],
  ])("of %i that is no JSON is another's: %s", (status, isForeign) => {
    for (const body of [page, "", "  "]) {
      const outcome = read({ status, body });
      if (isForeign) expect(outcome).toMatchObject({ foreign: true });
      else expect(outcome).not.toHaveProperty("foreign");
    }
    expect(read({ status, body: json })).not.toHaveProperty("foreign");
  });

  it("that is another's says so in place of what the page says", () => {
    expect(read({ status: 403, body: "Sign in" })).toMatchObject({
      failure: fail("refused", orElsewhere(say(`${service}.refused`, { status: 403 })), {
        details: { status: 403, answer: "Sign in" },
      }),
    });
  });

  it("keeps an answer without a message as one line, and nothing of what is no text", () => {
    expect(read({ status: 500, body: '{"code":7}' })).toMatchObject({
      failure: { details: { status: 500, answer: '{"code":7}' } },
    });
    const bytes = read({ status: 500, body: Buffer.from([0xff, 0xfe, 0x80]) });
    expect(bytes).toMatchObject({ evidence: { contentType: null, firstWords: null } });
    expect(bytes.kind === "failure" && bytes.failure.details).toEqual({ status: 500 });
  });

  it("that broke off may be a gateway's: nobody says what became of it", () => {
    expect(read({ status: 400, body: json, bodyEnd: "broken", phase: "answering" })).toEqual({
      kind: "failure",
      failure: fail("unclear", say(`${service}.brokeOff`, { status: 400 }), { details: { status: 400 } }),
      status: 400,
      phase: "answering",
      evidence: { contentType: null, firstWords: json },
    });
  });

  it("has a status from 300, or none that HTTP gives an end to", () => {
    expect(read({ status: 199, body: '{"id":5}' })).toMatchObject({ kind: "failure", status: 199 });
    expect(read({ status: 200, body: '{"id":5}' })).toMatchObject({ kind: "success", status: 200 });
  });
});

describe("a 2xx that cannot be believed says why", () => {
  const doubt = "failures.service.doubt" as const;
  const deep = `${"[".repeat(101)}${"]".repeat(101)}`;
  it.each([
    ["no body", { body: "" }, say(`${doubt}.empty`)],
    ["white space", { body: " \n\t" }, say(`${doubt}.empty`)],
    ["a page", { body: page }, say(`${doubt}.notJson`)],
    ["bytes that are no text", { body: Buffer.from([0xff]) }, say(`${doubt}.notJson`)],
    ["very deep JSON", { body: deep }, say(`${doubt}.tooDeep`)],
    ["more than is read", { body: '{"id":5}', bodyEnd: "too-large" as const }, say(`${doubt}.tooLarge`)],
    ["a body that broke off", { body: '{"id":5}', bodyEnd: "broken" as const }, say(`${doubt}.brokeOff`)],
    ["no number", { body: "{}" }, say(`${doubt}.noValid`, { member: "id" })],
  ])("%s", (_what, answer, why) => {
    expect(read(answer)).toMatchObject({
      kind: "unreadable",
      status: 200,
      phase: "answered",
      failure: { code: "unreadable-answer", why: say(`${service}.unlike`, { status: 200, doubt: why }) },
    });
  });

  it("and keeps its type and first words, where it has any", () => {
    const outcome = read({ body: page, contentType: "text/html; charset=utf-8" });
    expect(outcome).toMatchObject({ evidence: { contentType: "text/html", firstWords: "Sign in" } });
    expect(outcome.kind === "unreadable" && outcome.failure.details).toEqual({
      status: 200,
      answer: "Sign in",
      contentType: "text/html",
    });
    const nothing = read({});
    expect(nothing.kind === "unreadable" && nothing.failure.details).toEqual({ status: 200 });
  });
});

describe("how deep JSON may be", () => {
  /** A booking whose extra member is nested so deep; the object itself is one level. */
  const nested = (levels: number): string =>
    `{"id":5,"x":${'{"a":['.repeat(levels / 2)}${"]}".repeat(levels / 2)}}`;

  it("is a hundred levels of lists and objects, and not one more", () => {
    expect(read({ body: `{"id":5,"x":${"[".repeat(99)}${"]".repeat(99)}}` }).kind).toBe("success");
    expect(read({ body: `{"id":5,"x":${"[".repeat(100)}${"]".repeat(100)}}` }).kind).toBe("unreadable");
    expect(read({ body: nested(98) }).kind).toBe("success");
    expect(read({ body: nested(100) }).kind).toBe("unreadable");
  });

  it("does not count what was closed again", () => {
    expect(read({ body: `{"id":5,"x":[${"[],".repeat(300)}{}]}` }).kind).toBe("success");
    expect(read({ body: `{"id":5,"x":[${"{},".repeat(300)}[]]}` }).kind).toBe("success");
  });

  it.each([
    ["brackets", `${"[".repeat(300)}${"{".repeat(300)}`],
    ["a quote and brackets", `\\"${"[".repeat(300)}`],
    ["a backslash before its end", "\\\\"],
  ])("does not count what stands in a text: %s", (_what, text) => {
    expect(read({ body: `{"id":5,"x":"${text}"}` }).kind).toBe("success");
    // The text has ended: what follows is counted again.
    const body = `{"id":5,"x":"${text}","y":${"[".repeat(120)}${"]".repeat(120)}}`;
    expect(read({ body })).toMatchObject({
      kind: "unreadable",
      failure: { why: say(`${service}.unlike`, { status: 200, doubt: say(`${service}.doubt.tooDeep`) }) },
    });
  });
});

describe("no answer", () => {
  const wanted = { documented: documented.bookAppointment, payload: null, now: new Date() };
  it.each([
    [
      "not-reached",
      "connecting",
      say(`${service}.notReached`, { reason: explainNetworkError("ECONNREFUSED") }),
    ],
    ["unclear", "sent", say(`${service}.unclear`, { reason: explainNetworkError("ECONNREFUSED") })],
  ] as const)("is %s, with how far it got and why", (kind, phase, why) => {
    expect(classify({ kind, phase, reason: "ECONNREFUSED" }, wanted)).toEqual({
      kind: "failure",
      failure: fail(kind, why),
      status: null,
      phase,
    });
  });
});
