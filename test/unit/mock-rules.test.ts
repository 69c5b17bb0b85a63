import { describe, expect, test } from "vitest";
import {
  decideAppointment,
  issuedPaymentMethods,
  looksLikePaymentMethod,
} from "../../mock/appointment-rules.ts";
import { newSetupIntent } from "../../mock/setup-intent.ts";
import { dateInZone, inZone, isTimeZone } from "../../mock/clinic-time.ts";
import { checkWebhook, isPrivateHost } from "../../mock/webhook-rules.ts";
import { sampleServices, samplePatients } from "../../mock/sample-data.ts";
import { clientSecret, publishableKey } from "../../shared/cards/card-window.ts";
import { patientInput } from "../../shared/service-api/patient.ts";

describe("a time in the clinic's zone", () => {
  test.each([
    ["2026-03-08T06:59:59Z", "America/New_York", "2026-03-08T01:59:59-05:00"],
    ["2026-03-08T07:00:00Z", "America/New_York", "2026-03-08T03:00:00-04:00"],
    ["2026-11-01T05:30:00Z", "America/New_York", "2026-11-01T01:30:00-04:00"],
    ["2026-11-01T06:30:00Z", "America/New_York", "2026-11-01T01:30:00-05:00"],
    ["2026-12-31T20:00:00.250Z", "Asia/Kathmandu", "2027-01-01T01:45:00.250+05:45"],
    ["2026-06-01T00:00:00Z", "UTC", "2026-06-01T00:00:00+00:00"],
  ])("%s in %s keeps its instant and takes that day's offset", (instant, zone, expected) => {
    expect(inZone(new Date(instant), zone)).toBe(expected);
    expect(Date.parse(expected)).toBe(Date.parse(instant));
  });

  test("the date is the clinic's own, not Greenwich's", () => {
    expect(dateInZone(new Date("2026-03-02T02:00:00Z"), "America/New_York")).toBe("2026-03-01");
  });

  test("a zone nobody knows is told from one that is known", () => {
    expect([isTimeZone("America/Chicago"), isTimeZone("Mars/Olympus")]).toEqual([true, false]);
  });
});

test.each([
  ["pm_1Nx", true],
  ["pm_practice_42", true],
  ["pm_", false],
  ["PM_1", false],
  [" pm_1", false],
  ["pm_1\n", false],
  ["4242424242424242", false],
  ["tok_visa", false],
])("%j as a payment method identifier: %s", (identifier, accepted) => {
  expect(looksLikePaymentMethod(identifier)).toBe(accepted);
});

test.each([
  ["please DENY this", "appointment.denied.v1", "Denied"],
  ["she denied any allergy", "appointment.approved.v1", "In Progress"],
  [undefined, "appointment.approved.v1", "In Progress"],
])("notes %j are decided as %s", (notes, kind, status) => {
  expect(decideAppointment(notes)).toEqual({ kind, status });
});

describe("the target of a webhook", () => {
  test.each(["localhost", "a.localhost", "localhost.", "127.0.0.1", "10.1.2.3", "172.31.0.1", "192.168.1.1"])(
    "%s is private",
    (host) => expect(isPrivateHost(host)).toBe(true),
  );
  test.each(["169.254.169.254", "0.0.0.0", "[::1]", "[fd00::1]", "[fe80::1]", "[::ffff:7f00:1]"])(
    "%s is private",
    (host) => expect(isPrivateHost(host)).toBe(true),
  );
  test.each(["example.com", "8.8.8.8", "172.32.0.1", "[2001:db8::1]", "localhost.example.com"])(
    "%s is public",
    (host) => expect(isPrivateHost(host)).toBe(false),
  );
  test.each(["ftp://example.com/", "javascript:alert(1)", "https://me:secret@example.com/"])(
    "%s is refused, since nothing can be delivered there",
    (url) => {
      const errors = checkWebhook({ url, events: ["appointment.denied.v1"] }, true);
      expect(errors.map(({ field }) => field)).toEqual(["url"]);
    },
  );
});

test("every sample patient would be accepted, and no service or external ID is there twice", () => {
  for (const patient of samplePatients) expect(patientInput.safeParse(patient).success).toBe(true);
  expect(new Set(samplePatients.map(({ externalId }) => externalId)).size).toBe(samplePatients.length);
  expect(new Set(sampleServices.map(({ id }) => id)).size).toBe(sampleServices.length);
});

describe("payment methods of the strict mock", () => {
  test("are those of the practice form and those it was told of, as soon as it is told", () => {
    const registered = new Set<string>();
    const accepts = issuedPaymentMethods(registered);
    expect(accepts("pm_practice_0a1b2c")).toBe(true);
    expect(["pm_1", "pm_card_visa", "practice", "pm_practice_", "pm_practice_1 "].filter(accepts)).toEqual(
      [],
    );
    registered.add("pm_1");
    expect(accepts("pm_1")).toBe(true);
  });
});

test("setup intents have the provider's form, and none is like another", () => {
  const made = Array.from({ length: 50 }, newSetupIntent);
  for (const intent of made) {
    expect(clientSecret.safeParse(intent.clientSecret).success).toBe(true);
    expect(publishableKey.safeParse(intent.publishableKey).success).toBe(true);
  }
  expect(new Set(made.map((intent) => intent.clientSecret)).size).toBe(50);
});
