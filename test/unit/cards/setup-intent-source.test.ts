import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Exchange } from "../../../main/http/exchange.ts";
import { fail, failed } from "../../../shared/core/failure.ts";
import { said, say } from "../../../messages/saying.ts";
import { answered, secret, sourceOf, testWith, token, url } from "../../support/intent-source.ts";
import { worded } from "../../support/told.ts";

describe("the request", () => {
  test("is one POST to that very address, with the token on the service's own origin", async () => {
    const { source, sent } = sourceOf(answered({ clientSecret: secret }));
    await source.create(`${url}?desk=1`);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toEqual({
      origin: "https://clinic.example",
      path: "/intents?desk=1",
      method: "POST",
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        "user-agent": "FrontDesk/0",
        authorization: `Bearer ${token}`,
      },
      body: "{}",
    });
  });

  test.each([
    ["https://other.example/intents", "https://clinic.example"],
    ["https://clinic.example:8443/intents", "https://clinic.example"],
    ["https://sub.clinic.example/intents", "https://clinic.example"],
    ["https://clinic.example.evil.example/intents", "https://clinic.example"],
    ["http://127.0.0.1:4011/intents", "http://127.0.0.1:4010"],
    ["http://localhost:4010/intents", "http://127.0.0.1:4010"],
    ["https://clinic.example/intents", null],
  ])("to %s has no token when the service is at %j", async (address, service) => {
    const { source, sent } = sourceOf(answered({ clientSecret: secret }), service);
    await source.create(address);
    expect(sent).toHaveLength(1);
    expect(JSON.stringify(sent)).not.toContain(token);
    expect(sent[0]?.headers).not.toHaveProperty("authorization");
  });

  test("is not made without an address, and asks for one", async () => {
    const { source, sent } = sourceOf(answered({ clientSecret: secret }));
    const why = say("fields.enterSetupIntentUrl");
    expect(await source.create("")).toEqual(
      failed(fail("invalid-input", why, { fields: { setupIntentUrl: why } })),
    );
    expect(sent).toEqual([]);
  });

  test.each([
    "http://clinic.example/intents",
    "https://me:pw@clinic.example/x",
    "ftp://x.example",
    "intents",
  ])("is not made to %j", async (address) => {
    const { source, sent } = sourceOf(answered({ clientSecret: secret }));
    expect(worded(await source.create(address))).toMatchObject({
      ok: false,
      failure: { fields: { setupIntentUrl: expect.any(String) } },
    });
    expect(sent).toEqual([]);
  });
});

describe("the answer", () => {
  test.each([
    [{ clientSecret: secret }],
    [{ client_secret: secret }],
    [{ setupIntentClientSecret: secret }],
    [{ setupIntent: { client_secret: secret, livemode: false } }],
    [{ data: { clientSecret: secret } }],
  ])("%j is read", async (body) => {
    const made = await sourceOf(answered(body)).source.create(url);
    expect(made).toMatchObject({ ok: true, value: { clientSecret: secret } });
  });

  test("brings the account's key and mode along when it has them", async () => {
    const body = { setupIntent: { clientSecret: secret, livemode: true }, publishable_key: "pk_live_9" };
    expect(await sourceOf(answered(body, 201)).source.create(url)).toEqual({
      ok: true,
      value: { clientSecret: secret, publishableKey: "pk_live_9", isLive: true },
    });
  });

  test.each([
    ["yes", null],
    [1, null],
    [false, false],
  ])("that says its mode as %j is of mode %j", async (livemode, isLive) => {
    const made = await sourceOf(answered({ clientSecret: secret, livemode })).source.create(url);
    expect(made).toMatchObject({ ok: true, value: { isLive } });
  });

  test("is never more than a failure, whatever it is", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.json(), fc.string()),
        fc.integer({ min: 200, max: 599 }),
        async (body, status) => {
          const made = await sourceOf(answered(body, status)).source.create(url);
          expect(made.ok).toBe(false);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("the test of the settings", () => {
  test("takes no notice of white space around them", async () => {
    const { source, sent } = sourceOf(answered({ clientSecret: secret }));
    const tested = await source.test({ publishableKey: " pk_test_1 ", setupIntentUrl: ` ${url}\n` });
    expect(tested.ok).toBe(true);
    expect(sent[0]?.path).toBe("/intents");
  });

  test("asks for the address where none was typed", async () => {
    const { source, sent } = sourceOf(answered({ clientSecret: secret }));
    const missing = say("fields.enterSetupIntentUrl");
    expect(await source.test({ publishableKey: "pk_test_1", setupIntentUrl: " " })).toEqual(
      failed(fail("invalid-input", missing, { fields: { setupIntentUrl: missing } })),
    );
    expect(sent).toEqual([]);
  });

  test("asks for the key where none was typed", async () => {
    const { source } = sourceOf(answered({ clientSecret: secret }));
    const missing = say("fields.enterPublishableKey");
    expect(await source.test({ publishableKey: " ", setupIntentUrl: url })).toEqual(
      failed(fail("invalid-input", missing, { fields: { publishableKey: missing } })),
    );
  });

  test("says that they work, and of which mode the key is", async () => {
    expect(worded(await testWith(answered({ clientSecret: secret })))).toMatchObject({
      ok: true,
      value: { message: expect.stringContaining("test mode") },
    });
  });

  const broken = (reason: string): Exchange => ({ kind: "not-reached", phase: "connecting", reason });
  test.each<[string, Exchange, RegExp]>([
    ["no such name", broken("ENOTFOUND"), /address was not found/],
    ["nobody listens", broken("ECONNREFUSED"), /rejected the connection/],
    ["a bad certificate", broken("DEPTH_ZERO_SELF_SIGNED_CERT"), /certificate/],
    ["no answer in time", { kind: "unclear", phase: "sent", reason: "timeout" }, /in time/],
    [
      "a broken connection",
      { kind: "unclear", phase: "sent", reason: "ECONNRESET" },
      /the connection was reset/,
    ],
    ["401", answered({ message: "no" }, 401), /doesn’t accept the access token.*401.*“no\.”/],
    ["403", answered("", 403), /rejects this account.*403/],
    ["404", answered("<html>", 404), /nothing at the setup intent URL.*404/],
    ["405", answered("", 405), /POST/],
    ["a redirect", answered("", 302), /doesn’t follow redirects/],
    ["429", answered("", 429), /asks you to wait.*429/],
    ["500", answered("", 500), /has a problem.*500/],
    ["no JSON", answered("<html>"), /not with JSON/],
    ["an empty answer", answered(""), /not with JSON/],
    ["half an answer", { ...answered('{"clientSecret":"'), bodyEnd: "broken" } as Exchange, /not with JSON/],
    ["no client secret", answered({ id: "seti_1" }), /without a client secret/],
    ["a list", answered([secret]), /without a client secret/],
    ["a payment intent", answered({ clientSecret: "pi_1_secret_2" }), /payment intent/],
    ["a secret of another form", answered({ clientSecret: "hello" }), /isn’t in the provider’s format/],
    [
      "a key of another form",
      answered({ clientSecret: secret, publishableKey: "sk_test_1" }),
      /start with pk_/,
    ],
    [
      "another account's key",
      answered({ clientSecret: secret, publishableKey: "pk_test_9" }),
      /a different publishable key/,
    ],
    ["a live intent", answered({ clientSecret: secret, livemode: true }), /test mode.*live mode/],
    [
      "a live key in the answer",
      answered({ clientSecret: secret, publishableKey: "pk_live_1" }),
      /test mode.*live mode/,
    ],
  ])("tells %s for what it is", async (_name, answer, words) => {
    const tested = await testWith(answer);
    expect(tested.ok ? "it works" : said(tested.failure.why)).toMatch(words);
  });

  test("does not blame the token for a 401 of an address that never gets it", async () => {
    const { source } = sourceOf(answered("", 401), "https://service.example");
    const tested = await source.test({ publishableKey: "pk_test_1", setupIntentUrl: url });
    expect(tested.ok ? "" : said(tested.failure.why)).toMatch(
      /only sends the access token to the booking service’s own address/,
    );
  });

  test.each(["sk_test_1", "rk_live_1", "hello"])(
    "refuses the key %j before anything is sent",
    async (key) => {
      const { source, sent } = sourceOf(answered({ clientSecret: secret }));
      expect(worded(await source.test({ publishableKey: key, setupIntentUrl: url }))).toMatchObject({
        ok: false,
        failure: { fields: { publishableKey: expect.any(String) } },
      });
      expect(sent).toEqual([]);
    },
  );
});
