import fc from "fast-check";
import { beforeEach, describe, expect, it, test } from "vitest";
import { fail, failed, FailureError, ok, type Result } from "../../../shared/core/failure.ts";
import { failure } from "../../../shared/core/failure-schema.ts";
import { isRouteName, routes, type RouteName } from "../../../shared/routes.ts";
import { createRouter, type Handlers, type Route } from "../../../main/ipc/router.ts";
import type { Log } from "../../../main/platform/ports.ts";
import { openGate } from "../../support/open-gate.ts";
import { routeInputs } from "../../support/route-inputs.ts";
import { verbatim } from "../../../messages/saying.ts";

type Call = { readonly name: RouteName; readonly input: unknown };
let calls: Call[];
let logged: string[];
let log: Log;
/** What every handler does. */
let answer: () => Promise<Result<never>> | Result<never>;

beforeEach(() => {
  calls = [];
  logged = [];
  const note = (event: string): void => void logged.push(event);
  log = { info: note, warn: note, error: note };
  answer = () => failed(fail("busy", verbatim("A test is busy.")));
});

const run =
  (name: RouteName) =>
  (input: unknown): Promise<Result<never>> | Result<never> => {
    calls.push({ name, input });
    return answer();
  };
const names = Object.keys(routes).filter(isRouteName);
const handlers = Object.fromEntries(names.map((name) => [name, run(name)])) as unknown as Handlers;
const route: Route = (name, input) => createRouter(handlers, { gate: openGate, log })(name, input);

const anything = fc.anything({
  maxDepth: 3,
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withNullPrototype: true,
  withTypedArray: true,
  withSparseArray: true,
  withObjectString: true,
});
const isEnvelope = (value: Result<unknown>): boolean =>
  value.ok ? "value" in value : failure.safeParse(value.failure).success;

describe.each(names)("%s", (name) => {
  const valid: Readonly<Record<string, unknown>> = { ...routeInputs[name] };

  it("takes what it is made for, and hands on nothing else", async () => {
    expect(await route(name, valid)).toMatchObject({ ok: false, failure: { code: "busy" } });
    expect(calls).toEqual([{ name, input: valid }]);
  });

  it("refuses anything else whatever it is, without a throw and without its handler", async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (input) => {
        calls.length = 0;
        const envelope = await route(name, input);
        expect(isEnvelope(envelope)).toBe(true);
        const isMeant = routes[name].input.safeParse(input).success;
        expect(calls.length).toBe(isMeant ? 1 : 0);
        if (!isMeant) expect(envelope).toMatchObject({ ok: false, failure: { code: "invalid-input" } });
      }),
      { numRuns: 200 },
    );
  });

  it.each(["extra", "token", "constructor", "toString", "id2"])(
    "refuses %s beside its own fields",
    async (extra) => {
      expect(await route(name, { ...valid, [extra]: 1 })).toMatchObject({
        failure: { code: "invalid-input" },
      });
      expect(calls).toEqual([]);
    },
  );

  it("refuses its input with a field less, and with junk in a field", async () => {
    const junk = [undefined, Number.NaN, Symbol("x"), () => 1, { deep: { deeper: [] } }, new Date(0)];
    // A change of the settings, or of the plan for backups, names as many of them as it likes.
    const isPatch = name === "settings.save" || name === "backup.set";
    for (const field of Object.keys(valid)) {
      const { [field]: _left, ...rest } = valid;
      if (!isPatch)
        expect(await route(name, rest), field).toMatchObject({ failure: { code: "invalid-input" } });
      for (const value of isPatch ? junk.slice(1) : junk) {
        expect(await route(name, { ...valid, [field]: value }), field).toMatchObject({
          failure: { code: "invalid-input" },
        });
      }
    }
    expect(calls).toEqual([]);
  });

  it("answers a throw of its handler as a fault without the words of that throw", async () => {
    for (const thrown of [new Error("SECRET 123-45-6789"), "SECRET", null, undefined, { SECRET: 1 }]) {
      answer = () => Promise.reject(thrown);
      const envelope = await route(name, valid);
      expect(envelope).toMatchObject({ ok: false, failure: { code: "internal" } });
      expect(JSON.stringify(envelope)).not.toContain("SECRET");
    }
    answer = () => {
      throw new Error("SECRET");
    };
    expect(JSON.stringify(await route(name, valid))).not.toContain("SECRET");
    expect(logged).toEqual(Array.from({ length: 6 }, () => "ipc.threw"));
  });

  it("answers a failure that was thrown as that failure", async () => {
    answer = () => Promise.reject(new FailureError(fail("store", verbatim("The disk is full."))));
    expect(await route(name, valid)).toMatchObject({ ok: false, failure: { code: "store" } });
    expect(logged).toEqual([]);
  });
});

describe("a name", () => {
  test.each([
    "",
    "items",
    "items.drop",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "APP.INFO",
    " app.info",
  ])("that is %j is no request", async (name) => {
    expect(await route(name, {})).toMatchObject({ ok: false, failure: { code: "invalid-input" } });
    expect(calls).toEqual([]);
  });
  it("that is anything else is no request", async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (name) => {
        fc.pre(!isRouteName(name));
        expect(await route(name, {})).toMatchObject({ failure: { code: "invalid-input" } });
      }),
      { numRuns: 500 },
    );
    expect(calls).toEqual([]);
  });
});

it.each(["bookings.days", "bookings.counts", "bookings.onDates"] as const)(
  "%s refuses a time zone that there is not, which its handler could not reckon with",
  async (name) => {
    for (const timeZone of ["", "Nowhere/At_All", "meArica/New_York", "x".repeat(50)]) {
      expect(await route(name, { ...routeInputs[name], timeZone })).toMatchObject({
        failure: { code: "invalid-input" },
      });
    }
    expect(calls).toEqual([]);
  },
);

it("refuses an input that fights being read", async () => {
  const trap = {
    get id(): string {
      throw new Error("SECRET");
    },
  };
  const envelope = await route("items.get", trap);
  expect(envelope.ok).toBe(false);
  expect(JSON.stringify(envelope)).not.toContain("SECRET");
  const circle: Record<string, unknown> = {};
  circle["id"] = circle;
  expect(await route("items.get", circle)).toMatchObject({ failure: { code: "invalid-input" } });
  expect(calls).toEqual([]);
});

describe("what goes out", () => {
  const answering = (change: Partial<Handlers>): Route =>
    createRouter({ ...handlers, ...change }, { gate: openGate, log });

  it("is a fault of ours when it is not what the route says, and does not leave", async () => {
    const leaky = { paused: true, token: "SECRET" };
    const envelope = await answering({ "outbox.pause": () => ok(leaky) })("outbox.pause", { paused: true });
    expect(envelope).toMatchObject({ ok: false, failure: { code: "internal" } });
    expect(JSON.stringify(envelope)).not.toContain("SECRET");
    expect(logged).toEqual(["ipc.bad-output"]);
  });

  it("is refused deep inside as well", async () => {
    const search = answering({
      "patients.search": () => ok({ patients: [], near: [], total: 1.5, last: {}, otherNumbers: {} }),
    });
    expect(await search("patients.search", routeInputs["patients.search"])).toMatchObject({
      failure: { code: "internal" },
    });
  });

  it("goes out as it is when it is what the route says", async () => {
    const pause = answering({ "outbox.pause": ({ paused }) => ok({ paused }) });
    expect(await pause("outbox.pause", { paused: true })).toEqual({ ok: true, value: { paused: true } });
  });
});
