import { describe, expect, it } from "vitest";
import { appointment } from "../../../../shared/service-api/appointment.ts";
import { compareEcho, findUnreadableFields, parseSentMembers } from "../../../../shared/outbox/echo.ts";

const sent = {
  address: "12 Oak St",
  city: "New York",
  state: "NY",
  zip: "10001",
  patientId: 71,
  appointmentDateTime: "2026-12-01T14:00:00-05:00",
  serviceId: 101,
  notes: "Rings twice",
  billingType: "Bill to Patient",
  paymentMethod: "pm_visa",
};
const answered = {
  id: 9,
  appointmentDateTime: "2026-12-01T14:00:00-05:00",
  appointmentTimeZone: "America/New_York",
  price: 85,
  status: "Pending",
  notes: "Rings twice",
  address: "12 Oak St",
  city: "New York",
  state: "NY",
  zip: "10001",
  billingType: "Bill to Patient",
};
const differences = (change: object, of: Record<string, unknown> = sent) =>
  compareEcho(of, { ...answered, ...change });

describe("what the service repeats otherwise than it was sent", () => {
  it.each([
    ["address", "21 Oak St"],
    ["city", "Newark"],
    ["state", "NJ"],
    ["zip", "10010"],
    ["billingType", "Bill to Account"],
    ["notes", "Rings once"],
    ["appointmentDateTime", "2026-12-01T15:00:00-05:00"],
  ] as const)("is named with both values: %s", (field, recorded) => {
    expect(differences({ [field]: recorded })).toEqual([{ field, sent: sent[field], recorded }]);
  });

  it.each([
    ["patientId", 17],
    ["serviceId", 102],
    ["patientId", "17"],
  ] as const)("is named when the answer shows more than documented: %s %j", (field, recorded) => {
    expect(differences({ [field]: recorded })).toEqual([
      { field, sent: String(sent[field]), recorded: String(recorded) },
    ]);
  });

  it("is named when notes came that were never sent, and when those that were sent are gone", () => {
    const { notes: _, ...without } = sent;
    expect(differences({}, without)).toEqual([{ field: "notes", sent: null, recorded: "Rings twice" }]);
    expect(differences({ notes: "" })).toEqual([{ field: "notes", sent: "Rings twice", recorded: "" }]);
  });

  it("is told of another's booking in the order in which a person asks: who, when, what, where", () => {
    const other = { patientId: 5, serviceId: 7, city: "Boston", appointmentDateTime: "2027-01-01T09:00:00Z" };
    expect(differences(other).map(({ field }) => field)).toEqual([
      "patientId",
      "appointmentDateTime",
      "serviceId",
      "city",
    ]);
  });
});

describe("what is a difference, however alike it looks", () => {
  it.each([
    ["a space that a name has", "city", "New York", "NewYork"],
    ["a state that is none of ours", "state", "Quebec", "Ontario"],
    ["an accent that is gone", "city", "Montréal", "Montreal"],
    ["a letter that became two", "address", "Weißstraße 1", "WEISSSTRASSE 1"],
    ["four digits more of a ZIP code", "zip", "10001-1234", "10001-9999"],
    ["digits before a ZIP code", "zip", "910001 1234", "910001-1234"],
    ["digits behind a ZIP code", "zip", "10001 12345", "10001-12345"],
    ["a letter before a number", "patientId", "A1", "B1"],
    ["a letter behind a number", "patientId", "1A", "1B"],
  ] as const)("is %s: %s", (_, field, before, recorded) => {
    expect(compareEcho({ [field]: before }, { [field]: recorded })).toEqual([
      { field, sent: before, recorded },
    ]);
  });
});

describe("what is no difference", () => {
  it.each([
    ["a ZIP code of nine digits without its dash", "zip", "10001-1234", "100011234"],
    ["a ZIP code of nine digits with a space", "zip", "10001-1234", "10001 1234"],
    ["letter case of a state that is none of ours", "state", "Quebec", "QUEBEC"],
    ["a ZIP code that was written as a number", "zip", "02207", "2207"],
    [
      "a text that is no moment, which is told as that",
      "appointmentDateTime",
      "2026-12-01T14:00:00Z",
      "soon",
    ],
    [
      "another day without an offset, which is told as that",
      "appointmentDateTime",
      "2026-12-01T14:00:00Z",
      "2026-12-02",
    ],
    ["white space around a number with zeros before it", "patientId", "71", " 0071 "],
  ] as const)("is %s", (_, field, before, recorded) => {
    expect(compareEcho({ [field]: before }, { [field]: recorded })).toEqual([]);
  });

  it.each([
    ["the same", {}],
    ["letter case", { address: "12 OAK ST", billingType: "bill to patient" }],
    ["white space", { address: "  12  Oak\tSt\n" }],
    ["characters that cannot be seen", { city: "N\u200bew York\u202e" }],
    ["a state's name", { state: "New York" }],
    ["the same moment in another offset", { appointmentDateTime: "2026-12-01T19:00:00Z" }],
    ["parts of a second", { appointmentDateTime: "2026-12-01T14:00:00.250-05:00" }],
    ["numbers as digits", { patientId: "71", serviceId: "0101" }],
    ["what is not shown", { address: null, notes: null, zip: undefined }],
    ["what has another type", { zip: { code: 1 }, city: ["Boston"], patientId: true }],
  ])("is %s", (_, change) => {
    expect(differences(change)).toEqual([]);
  });

  it("is an accent written as one character or two", () => {
    expect(compareEcho({ city: "Montre\u0301al" }, { city: "Montr\u00e9al" })).toEqual([]);
  });

  it("is empty notes where none were sent", () => {
    const { notes: _, ...without } = sent;
    expect(differences({ notes: "" }, without)).toEqual([]);
  });

  it("is a field that the schema of the answer could not read", () => {
    const read = appointment.parse({ id: 9, zip: { code: 10001 }, address: "12 Oak St" });
    expect(compareEcho(sent, read)).toEqual([]);
  });
});

describe("what of an answer cannot be read", () => {
  it.each([
    ["an object", "notes", "Rings twice", { is: 1 }, '{"is":1}'],
    ["a list of texts", "city", "New York", ["New York"], '["New York"]'],
    ["a list of lists", "zip", "10001", [[1]], "[[1]]"],
    ["an empty object", "address", "12 Oak St", {}, "{}"],
    ["a longer one than is kept", "notes", "x", { is: "y".repeat(500) }, `{"is":"${"y".repeat(193)}`],
  ] as const)("is %s", (_, field, before, came, recorded) => {
    const read = appointment.parse({ id: 9, [field]: came });
    expect(findUnreadableFields({ [field]: before }, read)).toEqual([{ field, sent: before, recorded }]);
    expect(compareEcho({ [field]: before }, read)).toEqual([]);
  });

  it.each(["[urgent] Rings twice", "[1] Rings twice", "{see file}", '["a"]', '{"is":1}'])(
    "is no text that came back as it was sent, whatever it looks like: %s",
    (notes) => {
      const read = appointment.parse({ id: 9, notes });
      expect([findUnreadableFields({ notes }, read), compareEcho({ notes }, read)]).toEqual([[], []]);
    },
  );

  it("is no other text that begins with a bracket: that one differs", () => {
    const read = appointment.parse({ id: 9, notes: "[urgent] Rings" });
    expect(compareEcho({ notes: "Rings" }, read)).toMatchObject([{ field: "notes" }]);
    expect(findUnreadableFields({ notes: "Rings" }, read)).toEqual([]);
  });
});

describe("the frozen body", () => {
  it("comes back as its members", () => {
    expect(parseSentMembers(JSON.stringify(sent))).toEqual(sent);
  });
  it.each([null, "", "{", "[]", "null", "5"])("is none: %j", (payload) => {
    expect(parseSentMembers(payload)).toBeNull();
  });
});
