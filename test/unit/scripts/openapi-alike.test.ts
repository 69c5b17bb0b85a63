import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { appointmentInput } from "../../../shared/service-api/appointment.ts";
import { endpoints, type EndpointName } from "../../../shared/service-api/endpoints.ts";
import { patientInput } from "../../../shared/service-api/patient.ts";
import { parseDateTime } from "../../../shared/service-api/text.ts";
import { webhookInput } from "../../../shared/service-api/webhook.ts";
import { checkAppointment, looksLikePaymentMethod } from "../../../mock/appointment-rules.ts";
import { checkPatient } from "../../../mock/patient-rules.ts";
import { sampleServices } from "../../../mock/sample-data.ts";
import { parseBody } from "../../../mock/validation.ts";
import { checkWebhook } from "../../../mock/webhook-rules.ts";
import { readInstant } from "../../../shared/time/instant.ts";
import { file } from "../../../scripts/openapi.ts";
import { bookings, examples } from "../../../scripts/openapi/examples.ts";
import { serviceDescription } from "../../support/service-description.ts";

/** What the description takes and what the practice service takes is the same, whatever is typed. */
const description = serviceDescription(readFileSync(file, "utf8"));
const headers = new Headers({ "content-type": "application/json", authorization: "Bearer x" });
function isDescribed(name: EndpointName, body: unknown): boolean {
  const { method, path } = endpoints[name];
  return description.faultsOfRequest(method, path, { headers, body }).length === 0;
}

const visit = bookings["Bill to Patient"];
const facts = {
  patientIsKnown: true,
  service: sampleServices[0],
  // Before all that is tried.
  now: new Date(-1e15),
  acceptsPaymentMethod: looksLikePaymentMethod,
};
const isTaken = {
  booking(body: object): boolean {
    const parsed = parseBody(appointmentInput, body);
    return (
      parsed.ok && checkAppointment(parsed.value, facts).every(({ message }) => message.includes("too far"))
    );
  },
  patient(body: object): boolean {
    const parsed = parseBody(patientInput, body);
    return parsed.ok && checkPatient(parsed.value, "9999-12-31").length === 0;
  },
  webhook(body: object): boolean {
    const parsed = parseBody(webhookInput, body);
    return parsed.ok && checkWebhook(parsed.value, true).length === 0;
  },
};
const both = {
  dateTime: (appointmentDateTime: string) => {
    const body = { ...visit, appointmentDateTime };
    return [isDescribed("bookAppointment", body), isTaken.booking(body)];
  },
  paymentMethod: (paymentMethod: string) => {
    const body = { ...visit, paymentMethod };
    return [isDescribed("bookAppointment", body), isTaken.booking(body)];
  },
  email: (email: string) => {
    const body = { ...examples.PatientInput, email };
    return [isDescribed("createPatient", body), isTaken.patient(body)];
  },
  url: (url: string) => {
    const body = { ...examples.WebhookInput, url };
    return [isDescribed("registerWebhook", body), isTaken.webhook(body)];
  },
};
type Kind = keyof typeof both;

const taken: Readonly<Record<Kind, readonly string[]>> = {
  dateTime: [
    "2026-12-01T14:00:00-06:00",
    "2026-12-01t14:00:00z",
    "2026-12-01T14:00:00.123456789Z",
    "2026-12-31T23:59:60Z",
    "2026-12-31T18:59:60-05:00",
    "2027-01-01T05:29:60+05:30",
    "2028-02-29T00:00:00+00:00",
    "2026-12-01T14:00:00-00:00",
  ],
  paymentMethod: ["pm_1", "pm_card_visa", `pm_${"a".repeat(250)}`],
  email: ["ann@example.com", "a.b+c@mail.example.co", "A_B@EXAMPLE.COM", "x'y@a-b.io"],
  url: [
    "https://example.com",
    "http://example.com:8080/a/b?c=d#e",
    "HTTPS://Example.com/",
    "https://192.0.2.7/hook",
    "https://[2001:db8::1]:443/hook",
    "https://xn--mnchen-3ya.de/%7Ehook",
  ],
};
const refused: Readonly<Record<Kind, readonly string[]>> = {
  dateTime: [
    "2026-12-01T14:00:00",
    "2026-12-01 14:00:00Z",
    "2026-12-01T14:00Z",
    "2026-12-01T14:00:00+05",
    "2026-12-01T14:00:00+0500",
    "2026-12-01T24:00:00Z",
    "2026-12-01T14:00:60Z",
    "2026-12-31T23:59:61Z",
    "2026-12-31T23:59:60-05:00",
    "2026-02-30T14:00:00Z",
    "2026-12-01T14:00:00+24:00",
    "2026-12-01",
    "",
  ],
  paymentMethod: ["", "pm_", "pm_a-b", "card_1", ` pm_1`, `pm_${"a".repeat(251)}`],
  email: [
    "a@b",
    "a..b@example.com",
    ".a@example.com",
    "a.@example.com",
    "a@-b.com",
    "a b@example.com",
    "a@b..com",
    "",
  ],
  url: [
    "example.com",
    "ftp://example.com",
    "https://",
    "https:example.com",
    "https://ann@example.com",
    "https://ann:secret@example.com",
    "https://example.com:70000",
    "https://256.1.1.1/",
    "https://exa mple.com",
    "https://example.com/a b",
    "https://example.com/%zz",
    "https://münchen.de",
    `https://example.com/${"a".repeat(2_000)}`,
  ],
};

describe.each(Object.keys(both) as Kind[])("%s", (kind) => {
  test.each(taken[kind])("is taken by both: %s", (text) => expect(both[kind](text)).toEqual([true, true]));
  test.each(refused[kind])("is refused by both: %j", (text) =>
    expect(both[kind](text)).toEqual([false, false]),
  );

  it("is taken by both or by none, one letter away from what is taken", () => {
    const letters = [..." .:/@-+_%#?[]0159TtZzaAé\u0000"];
    const changed = fc
      .tuple(
        fc.constantFrom(...taken[kind], ...refused[kind]),
        fc.nat(),
        fc.constantFrom(...letters, ""),
        fc.nat(2),
      )
      .map(([text, place, letter, cut]) => {
        const at = place % (text.length + 1);
        return `${text.slice(0, at)}${letter}${text.slice(at + cut)}`;
      });
    fc.assert(
      // Whether a name of another alphabet is one, only a table says: no pattern can.
      fc.property(changed, (text) => {
        fc.pre(!/xn--/i.test(text) || taken[kind].includes(text));
        const [isInDescription, isAtService] = both[kind](text);
        expect(isAtService).toBe(isInDescription);
      }),
      { numRuns: 2_000, seed: 38 },
    );
  });
});

test("a date-time is the same moment for the desk and for the practice service", () => {
  for (const text of taken.dateTime) expect(readInstant(text)?.ms, text).toBe(parseDateTime(text));
  expect(parseDateTime("2026-12-31T23:59:60Z")).toBe(Date.parse("2027-01-01T00:00:00Z"));
  expect(parseDateTime("1969-12-31T23:59:60Z")).toBe(0);
  expect(parseDateTime("1960-06-30t23:59:60z")).toBe(Date.parse("1960-07-01T00:00:00Z"));
});

describe("the examples are what they are examples of", () => {
  it.each(Object.entries(bookings))("a booking with %s", (_type, body) => {
    expect([isDescribed("bookAppointment", body), isTaken.booking(body)]).toEqual([true, true]);
  });
  it("a patient and a webhook", () => {
    expect([
      isDescribed("createPatient", examples.PatientInput),
      isTaken.patient(examples.PatientInput),
    ]).toEqual([true, true]);
    expect([
      isDescribed("registerWebhook", examples.WebhookInput),
      isTaken.webhook(examples.WebhookInput),
    ]).toEqual([true, true]);
  });
});
