import { describe, expect, test } from "vitest";
import { fail, failed, ok, type Failure } from "../../../shared/core/failure.ts";
import { addAnswer } from "../../../shared/core/sentence.ts";
import type { Exchange } from "../../../main/http/exchange.ts";
import { say, sentences, type Saying } from "../../../messages/saying.ts";
import { answered, secret, sourceOf, testWith, url } from "../../support/intent-source.ts";

// How each answer to the question for a setup intent is told, word by word.

type Refusal =
  | "asksToWait"
  | "broken"
  | "noPost"
  | "nothingThere"
  | "redirected"
  | "refused"
  | "refusesAccount"
  | "tokenRefused";

describe("an address that makes no intent", () => {
  test.each<[number, Failure["code"], Refusal, Failure["next"]]>([
    [301, "redirected", "redirected", "check"],
    [399, "redirected", "redirected", "check"],
    [400, "refused", "refused", "edit"],
    [401, "token-refused", "tokenRefused", "sign-in"],
    [403, "refused", "refusesAccount", "edit"],
    [404, "refused", "nothingThere", "edit"],
    [405, "refused", "noPost", "edit"],
    [410, "refused", "refused", "edit"],
    [429, "rate-limited", "asksToWait", "wait"],
    [500, "service-error", "broken", "retry"],
    [503, "service-error", "broken", "retry"],
  ])("with %i is told as %s, with what it said", async (status, code, words, next) => {
    const why = say(`failures.card.source.${words}`, { status });
    const create = async (body: unknown) => sourceOf(answered(body, status)).source.create(url);
    expect(await create("")).toEqual(failed(fail(code, why, { next, details: { status } })));
    const told = code === "redirected" ? why : addAnswer(why, "Not today");
    expect(await create({ message: "Not today" })).toEqual(
      failed(fail(code, told, { next, details: { status, answer: "Not today" } })),
    );
  });

  test("of another origin asks for a sign-in, and is told what it said", async () => {
    const { source } = sourceOf(answered({ message: "Not today" }, 401), "https://service.example");
    const asks = say("failures.card.source.asksForSignIn", { status: 401 });
    expect(await source.create(url)).toEqual(
      failed(
        fail("refused", addAnswer(asks, "Not today"), { details: { status: 401, answer: "Not today" } }),
      ),
    );
  });

  test.each([
    ["that is no JSON", answered("<html>", 299)],
    ["that broke off", { ...answered({ clientSecret: secret }, 299), bodyEnd: "broken" } as Exchange],
  ])("with an answer %s says so", async (_, answer) => {
    expect(await sourceOf(answer).source.create(url)).toEqual(
      failed(fail("unreadable-answer", say("failures.card.source.noJson"), { details: { status: 299 } })),
    );
  });

  test("with an answer that holds no secret says what is wrong with the address", async () => {
    expect(await sourceOf(answered({ id: "seti_1" })).source.create(url)).toEqual(
      failed(fail("unreadable-answer", say("failures.card.source.noSecret"), { next: "edit" })),
    );
  });

  test("can be tried again when it was not reached", async () => {
    const answer: Exchange = { kind: "not-reached", phase: "connecting", reason: "ECONNREFUSED" };
    const reason = say("failures.service.network.refused");
    expect(await sourceOf(answer).source.create(url)).toEqual(
      failed(fail("not-reached", say("failures.card.source.notReached", { reason }), { next: "retry" })),
    );
  });
});

describe("the key and the intent", () => {
  const works = say("failures.card.source.works");
  const keyOf = (mode: "live" | "test"): Saying =>
    sentences(works, say("failures.card.source.keyOf", { mode }));

  test.each<[string, object, Saying]>([
    ["pk_test_1", {}, keyOf("test")],
    ["pk_live_1", {}, keyOf("live")],
    ["pk_live_1", { livemode: true }, keyOf("live")],
    ["pk_live_1", { publishableKey: "pk_live_1" }, keyOf("live")],
    ["pk_custom", { livemode: true }, works],
    ["pk_test_1", { livemode: false, publishableKey: "pk_test_1" }, keyOf("test")],
  ])("belong together: %s, %j", async (key, says, message) => {
    expect(await testWith(answered({ clientSecret: secret, ...says }), key)).toEqual(ok({ message }));
  });

  test.each<[string, object, Saying]>([
    ["pk_live_1", { livemode: false }, say("fields.keyMode", { key: "live", intent: "test" })],
    ["pk_test_1", { publishableKey: "pk_live_1" }, say("fields.keyMode", { key: "test", intent: "live" })],
    ["pk_test_1", { publishableKey: "pk_test_9" }, say("fields.otherKey")],
    ["pk_test_1", { publishableKey: "pk_custom" }, say("fields.otherKey")],
  ])("do not belong together: %s, %j", async (key, says, reason) => {
    expect(await testWith(answered({ clientSecret: secret, ...says }), key)).toEqual(
      failed(fail("invalid-input", reason, { fields: { publishableKey: reason } })),
    );
  });
});
