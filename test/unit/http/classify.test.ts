import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { FailureCode } from "../../../shared/core/failure.ts";
import { failure as failureSchema } from "../../../shared/core/failure-schema.ts";
import { phases } from "../../../shared/outbox/item.ts";
import { classify, type Outcome } from "../../../main/http/classify.ts";
import type { Exchange } from "../../../main/http/exchange.ts";
import { documented } from "../../../main/http/recognise.ts";
import { said } from "../../../messages/saying.ts";
import { worded } from "../../support/told.ts";
import { limitCases } from "../../support/cases.ts";

const now = new Date("2026-03-02T09:00:00.000Z");
type BodyEnd = Extract<Exchange, { kind: "answered" }>["bodyEnd"];

type Answer = {
  readonly body?: string | Buffer;
  readonly end?: BodyEnd;
  readonly retryAfter?: string | null;
};
const answered = (
  status: number,
  { body = "", end = "complete", retryAfter = null }: Answer = {},
): Exchange => ({
  kind: "answered",
  phase: end === "complete" ? "answered" : "answering",
  status,
  retryAfter,
  body: Buffer.from(body),
  bodyEnd: end,
});
const booking = {
  id: 5,
  appointmentDateTime: "2026-04-01T14:00:00-04:00",
  appointmentTimeZone: "America/New_York",
  price: "80.00",
  status: "Pending",
  notes: null,
  address: "1 Main St",
  city: "Springfield",
  state: "IL",
  zip: "62701",
  billingType: "Monthly Invoice",
};
const validBooking = JSON.stringify(booking);
const read = (exchange: Exchange, payload: string | null = null): Outcome<unknown> =>
  classify(exchange, { documented: documented.bookAppointment, payload, now });
const readPatient = (body: string, payload: string | null = null, status = 200): Outcome<unknown> =>
  classify(answered(status, { body }), { documented: documented.createPatient, payload, now });
const readList = (body: string): Outcome<unknown> =>
  classify(answered(200, { body }), { documented: documented.listWebhooks, payload: null, now });
const codeOf = (outcome: Outcome<unknown>): FailureCode | null =>
  outcome.kind === "success" ? null : outcome.failure.code;

/** Bodies that say nothing useful, or do harm to whoever reads them carelessly. */
const badBodies: readonly (readonly [string, string | Buffer])[] = [
  ["nothing", ""],
  ["spaces", "  \n"],
  ["cut JSON", validBooking.slice(0, 40)],
  ["two JSONs", `${validBooking}${validBooking}`],
  ["a page", "<!doctype html><html><body><h1>Gateway</h1><script>alert(1)</script></body></html>"],
  ["bytes that are no UTF-8", Buffer.from([0xff, 0xfe, 0x7b, 0x80])],
  ["half a character at the end", Buffer.from([0x7b, 0x22, 0xe2, 0x82])],
  ["UTF-16", Buffer.from(validBooking, "utf16le")],
  ["null", "null"],
  ["a number", "1e999"],
  ["a text", '"made"'],
  ["an empty array", "[]"],
  ["an empty object", "{}"],
  ["JSON nested very deep", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
  ["errors nested deep", `{"errors":${"[".repeat(50_000)}${"]".repeat(50_000)}}`],
  [
    "an extra member nested deep",
    `${validBooking.slice(0, -1)},"x":${"[".repeat(9_000)}${"]".repeat(9_000)}}`,
  ],
  ["a key of the prototype", '{"__proto__":{"id":1},"constructor":1}'],
  ["much of nothing", " ".repeat(200_000)],
  ["much that begins tags", "<a".repeat(100_000)],
];

describe("a 2xx", () => {
  test.each([200, 201, 202, 204, 206, 226, 299])("%i with what is documented is success", (status) => {
    expect(read(answered(status, { body: validBooking }))).toMatchObject({
      kind: "success",
      status,
      value: { id: 5, price: 80 },
    });
  });

  test.each(badBodies)("with %s does not show that it was made", (_what, body) => {
    const outcome = read(answered(200, { body }));
    expect(outcome).toMatchObject({ kind: "unreadable", failure: { code: "unreadable-answer" } });
  });

  test.each(["broken", "too-large"] as const)(
    "whose body is %s does not show that it was made, though all of it seems there",
    (end) => {
      expect(read(answered(201, { body: validBooking, end }))).toMatchObject({
        kind: "unreadable",
        status: 201,
      });
    },
  );

  test.each(Object.keys(booking).filter((name) => name !== "id"))(
    "without %s is made, and what is missing is not known",
    (name) => {
      const body = JSON.stringify({ ...booking, [name]: undefined });
      expect(read(answered(200, { body }))).toMatchObject({ kind: "success", value: { [name]: null } });
    },
  );

  it.each([
    ["a new status", { status: "Rescheduled" }],
    ["a new billing type", { billingType: "Insurance" }],
    ["a member nobody knows", { room: { floor: 3 } }],
    ["a byte order mark", {}],
  ])("with %s is still read", (what, change) => {
    const body = `${what === "a byte order mark" ? "\uFEFF" : ""}${JSON.stringify({ ...booking, ...change })}`;
    expect(read(answered(200, { body }))).toMatchObject({ kind: "success", value: change });
  });

  it.each([
    ["a fraction", '{"patientId":1.5}'],
    ["a text", '{"patientId":"7"}'],
    ["more than a safe integer", '{"patientId":9007199254740993}'],
    ["null", '{"patientId":null}'],
  ])("does not take %s for a patient's number", (_what, body) => {
    expect(readPatient(body).kind).toBe("unreadable");
  });

  it("does not take an object for a list", () => {
    expect(readList('{"webhooks":[]}').kind).toBe("unreadable");
    expect(readList("[]")).toMatchObject({ kind: "success", value: [] });
  });
});

const codes: readonly (readonly [number, FailureCode])[] = [
  [300, "redirected"],
  [301, "redirected"],
  [302, "redirected"],
  [303, "redirected"],
  [304, "redirected"],
  [307, "redirected"],
  [308, "redirected"],
  [400, "fields-refused"],
  [401, "token-refused"],
  [402, "refused"],
  [403, "refused"],
  [404, "refused"],
  [405, "refused"],
  [406, "refused"],
  [407, "not-reached"],
  [408, "service-error"],
  [409, "refused"],
  [410, "refused"],
  [413, "refused"],
  [415, "refused"],
  [418, "refused"],
  [422, "fields-refused"],
  [425, "refused"],
  [429, "rate-limited"],
  [431, "refused"],
  [451, "refused"],
  [500, "service-error"],
  [501, "service-error"],
  [502, "service-error"],
  [503, "service-error"],
  [504, "service-error"],
  [511, "service-error"],
  [599, "service-error"],
];

describe("any other status", () => {
  test.each(codes)("%i is %s, whatever its body holds", (status, code) => {
    const bodies = [...badBodies.map(([, body]) => body), '{"message":"No."}', "No.", validBooking];
    for (const body of bodies) {
      const outcome = read(answered(status, { body }));
      expect(codeOf(outcome)).toBe(code);
      expect(outcome).toMatchObject({ status, failure: { details: { status } } });
    }
  });

  test.each(codes)("%i that breaks off is unclear, but for 401 and 429, which say enough", (status, code) => {
    const outcome = read(answered(status, { end: "broken" }));
    expect(codeOf(outcome)).toBe(status === 401 || status === 429 ? code : "unclear");
  });

  test.each(codes)("%i with more body than is read is still %s", (status, code) => {
    expect(codeOf(read(answered(status, { body: "x".repeat(9_000), end: "too-large" })))).toBe(code);
  });
});

describe("what is shown of an answer", () => {
  it("is one plain line, never a page, never long", () => {
    for (const [, body] of badBodies) {
      for (const status of [200, 400, 409, 500]) {
        const outcome = read(answered(status, { body }));
        if (outcome.kind === "success") continue;
        const texts = [said(outcome.failure.why), outcome.failure.details.answer ?? ""];
        for (const text of texts) {
          expect(text).not.toMatch(/<\w+[^>]*>/);
          expect(text).not.toContain("\n");
          expect(text.length).toBeLessThan(500);
        }
        expect(failureSchema.safeParse(outcome.failure).success).toBe(true);
      }
    }
  });

  it.each([
    ["a message", '{"message":"No such ZIP."}'],
    ["a text", "No such ZIP."],
    ["an error", '{"error":{"message":"No such ZIP."}}'],
  ])("names the reason that came as %s", (_what, body) => {
    const outcome = read(answered(400, { body }));
    expect(outcome.kind === "failure" ? said(outcome.failure.why) : "").toContain("“No such ZIP.”");
  });

  it("quotes nothing of an empty body", () => {
    const outcome = read(answered(302, { body: "" }));
    expect(outcome.kind === "failure" ? outcome.failure.details : {}).toStrictEqual({ status: 302 });
  });

  it("marks the fields that a 422 names", () => {
    const body = '{"errors":[{"field":"body.zip","message":"No such ZIP."}]}';
    expect(worded(read(answered(422, { body })))).toMatchObject({
      failure: { fields: { zip: "No such ZIP." } },
    });
  });

  it("takes the existing patient's number out of a 409, and says nothing where there is none", () => {
    expect(readPatient('{"existingPatientId":"12"}', null, 409)).toMatchObject({
      failure: { code: "patient-exists", details: { existingPatientId: 12 } },
    });
    const outcome = readPatient('{"message":"Exists."}', null, 409);
    expect(outcome.kind === "failure" ? outcome.failure.details : {}).toEqual({
      status: 409,
      answer: "Exists.",
    });
  });

  it.each<[string, (exchange: Exchange) => Outcome<unknown>]>([
    ["a booking", (exchange) => read(exchange)],
    [
      "a webhook",
      (exchange) => classify(exchange, { documented: documented.registerWebhook, payload: null, now }),
    ],
    [
      "the list of webhooks",
      (exchange) => classify(exchange, { documented: documented.listWebhooks, payload: null, now }),
    ],
  ])("says nothing of a patient in a 409 to %s, whatever it holds", (_what, readAnswer) => {
    for (const body of ['{"existingPatientId":12}', '{"patientId":12,"message":"Exists."}', "{}", ""]) {
      const outcome = readAnswer(answered(409, { body }));
      expect(codeOf(outcome)).toBe("refused");
      const { details, why } = outcome.kind === "failure" ? outcome.failure : expect.fail("no failure");
      expect(details).not.toHaveProperty("existingPatientId");
      expect(said(why)).not.toMatch(/patient/i);
    }
  });

  it("names the seconds of a 429", () => {
    expect(read(answered(429, { retryAfter: "12" }))).toMatchObject({
      failure: { details: { retryAfterSeconds: 12 } },
    });
    expect(read(answered(429))).toMatchObject({ failure: { details: { retryAfterSeconds: 30 } } });
  });
});

describe("no answer", () => {
  test.each(phases)(
    "not reached says that nothing was sent, unclear that it may have been made: %s",
    (phase) => {
      expect(read({ kind: "not-reached", phase, reason: "ECONNREFUSED" })).toEqual(
        expect.objectContaining({
          status: null,
          phase,
          failure: expect.objectContaining({ code: "not-reached" }),
        }),
      );
      const outcome = read({ kind: "unclear", phase, reason: "ECONNRESET" });
      expect(outcome).toMatchObject({ status: null, phase, failure: { code: "unclear" } });
      expect(outcome.kind === "failure" ? said(outcome.failure.why) : "").toContain("may or may not");
    },
  );

  it.each([
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "CERT_HAS_EXPIRED",
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  ])("names the certificate for %s", (reason) => {
    const outcome = read({ kind: "not-reached", phase: "connecting", reason });
    expect(outcome.kind === "failure" ? said(outcome.failure.why) : "").toContain(
      "certificate wasn’t accepted",
    );
  });
});

it(
  "never throws, and never takes anything but a 2xx for a success, whatever comes",
  { timeout: 60_000 },
  () => {
    const anyBody = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc.json().map((text) => Buffer.from(text)),
      fc.object({ maxDepth: 3 }).map((value) => Buffer.from(JSON.stringify({ ...booking, ...value }))),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 200, max: 599 }),
        anyBody,
        fc.constantFrom<BodyEnd>("complete", "broken", "too-large"),
        (status, body, end) => {
          const outcome = read(answered(status, { body, end }));
          const isSuccessStatus = status < 300;
          expect(outcome.kind === "failure").toBe(!isSuccessStatus);
          if (outcome.kind !== "success") expect(failureSchema.safeParse(outcome.failure).success).toBe(true);
        },
      ),
      limitCases(10_000),
    );
  },
);
