import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { cardCalls, isCardCallName } from "../../../shared/cards/card-window.ts";
import { fail, failed, FailureError, ok } from "../../../shared/core/failure.ts";
import { say, verbatim } from "../../../messages/saying.ts";
import { routes } from "../../../shared/routes.ts";
import { createCardRoute, type CardHandlers } from "../../../main/features/cards/card-route.ts";
import type { Log } from "../../../main/platform/ports.ts";

let calls: unknown[];
let logged: string[];
beforeEach(() => {
  calls = [];
  logged = [];
});
const note = (event: string): void => void logged.push(event);
const log: Log = { info: note, warn: note, error: note };

const start = {
  clientSecret: "seti_1_secret_1",
  publishableKey: "pk_test_1",
  displayName: verbatim("Ann Sample"),
  lookUpFirst: false,
  practice: false,
};
const handlers: CardHandlers = {
  begin: (input) => (calls.push(input), ok(start)),
  done: (input) => (calls.push(input), ok({})),
  cancel: (input) => (calls.push(input), ok({})),
};
const route = (name: unknown, input: unknown) => createCardRoute(handlers, log)(name, input);

const card = { brand: "Visa", last4: "4242", expMonth: 12, expYear: 2034 };
const done = { setupIntentId: "seti_1", paymentMethod: "pm_1", card };

describe("the card window's channel", () => {
  test("takes its three calls", async () => {
    expect(await route("begin", { renew: false })).toEqual(ok(start));
    expect(await route("done", done)).toEqual(ok({}));
    expect(await route("done", { ...done, card: null })).toEqual(ok({}));
    expect(await route("cancel", { reason: "closed" })).toEqual(ok({}));
    expect(calls).toHaveLength(4);
  });

  test.each([
    ...Object.keys(routes),
    "constructor",
    "__proto__",
    "toString",
    "",
    1,
    null,
    undefined,
    {},
    ["begin"],
  ])("has no call %j", async (name) => {
    expect(await route(name, { renew: false })).toEqual(
      failed(fail("invalid-input", say("failures.card.mayNotAsk"))),
    );
    expect(calls).toEqual([]);
  });

  test.each([
    ["begin", undefined],
    ["begin", {}],
    ["begin", { renew: "yes" }],
    ["begin", { renew: false, itemId: "another" }],
    ["done", { ...done, setupIntentId: "pi_1" }],
    ["done", { ...done, paymentMethod: "4242424242424242" }],
    ["done", { ...done, paymentMethod: "pm_1 4242" }],
    ["done", { ...done, paymentMethod: "tok_1" }],
    ["done", { ...done, card: { ...card, last4: "42424242" } }],
    ["done", { ...done, card: { ...card, number: "4242424242424242" } }],
    ["done", { ...done, card: { ...card, expMonth: 13 } }],
    ["done", { ...done, card: undefined }],
    ["cancel", { reason: "other" }],
    ["cancel", "closed"],
  ])("refuses %s with %j", async (name, input) => {
    expect(await route(name, input)).toMatchObject({ ok: false, failure: { code: "invalid-input" } });
    expect(calls).toEqual([]);
  });

  test("answers whatever it is given with an envelope, and never with a throw", async () => {
    const names = fc.oneof(fc.constantFrom(...Object.keys(cardCalls)), fc.string(), fc.anything());
    await fc.assert(
      fc.asyncProperty(
        names,
        fc.anything({ withBigInt: true, withMap: true, withNullPrototype: true }),
        async (name, input) => {
          expect(await route(name, input)).toHaveProperty("ok");
        },
      ),
      { numRuns: 500 },
    );
    expect(calls.filter((input) => typeof input !== "object")).toEqual([]);
  });

  test("carries a failure of the store, and hides a fault of ours", async () => {
    const throwing = (error: Error) =>
      createCardRoute(
        {
          ...handlers,
          done: () => {
            throw error;
          },
        },
        log,
      );
    const full = fail("store", verbatim("The disk is full."));
    expect(await throwing(new FailureError(full))("done", done)).toEqual(failed(full));
    const hidden = await throwing(new Error("SECRET"))("done", done);
    expect(hidden).toEqual(failed(fail("internal", say("failures.card.fault"))));
    expect(JSON.stringify(hidden)).not.toContain("SECRET");
  });

  test("lets nothing out that is not in the schema", async () => {
    const leaky = { ...start, token: "SECRET" };
    const answer = await createCardRoute({ ...handlers, begin: () => ok(leaky) }, log)("begin", {
      renew: false,
    });
    expect(answer).toMatchObject({ ok: false, failure: { code: "internal" } });
    expect(JSON.stringify(answer)).not.toContain("SECRET");
    expect(logged).toEqual(["card.bad-output"]);
  });
});

test("no route of the desk has the name of a card window's call", () => {
  expect(Object.keys(routes).filter(isCardCallName)).toEqual([]);
});
