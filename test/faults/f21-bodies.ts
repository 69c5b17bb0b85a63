import type { LedgerEntry } from "../../mock/ledger.ts";
import { page, type Canned } from "./line/canned.ts";

export type OtherBody = {
  readonly name: string;
  readonly answer: Canned | ((ledger: readonly LedgerEntry[]) => Canned);
  /** A JSON array without a stranger's entry: of the list it would be a good answer. */
  readonly isList?: boolean;
  /** Only of a booking that is not the first: what is wrong is that another one has its number. */
  readonly isNumberOfFirst?: boolean;
};

const json = (name: string, status: number, value: unknown): OtherBody => ({
  name,
  answer: { status, body: JSON.stringify(value) },
});
const text = (name: string, type: string | null, body: string): OtherBody => ({
  name,
  answer: { status: 200, type, body },
});

/** Everything that an answer may name, of somebody else's patient, visit and webhook. */
const strangers = {
  id: 990_001,
  patientId: 990_002,
  serviceId: 990_003,
  firstName: "Zoe",
  lastName: "Other",
  dob: "1950-12-24",
  externalId: "ANOTHER-1",
  appointmentDateTime: "2031-12-24T08:00:00-05:00",
  appointmentTimeZone: "America/New_York",
  price: 1,
  status: "Pending",
  notes: null,
  address: "9 Elsewhere Road",
  city: "Reno",
  state: "NV",
  zip: "89501",
  billingType: "Bill to Account",
  url: "https://elsewhere.example/hooks",
  events: ["elsewhere.happened.v1"],
};
const ids = { id: 990_001, patientId: 990_001, url: "https://example.com/hooks/1", events: ["a.b.v1"] };

/** Well-formed answers of something that is not the service: each says success, and none shows what was made. */
export const otherBodies: readonly OtherBody[] = [
  text("a sign-in page of the network", "text/html; charset=utf-8", page),
  text("a page without a type", null, page),
  text("a page that says it is JSON", "application/json", page),
  text("nothing", "application/json", ""),
  { name: "204", answer: { status: 204 } },
  text("a word", "text/plain", "OK"),
  text("XML", "application/xml", `<?xml version="1.0"?><result><id>7</id></result>`),
  json("202, queued", 202, { queued: true }),
  json("207, many answers in one", 207, { responses: [{ status: 201, id: 7 }] }),
  json("success: false", 200, { success: false, ...ids }),
  json("an error beside an id", 200, { error: { code: 5, message: "Not now." }, ...ids }),
  { ...json("an empty list", 200, []), isList: true },
  json("a list of something else", 200, [{ name: "printer", port: 9100 }]),
  json("an empty object", 200, {}),
  json("null", 200, null),
  json("a number", 200, 7),
  json("ids of 0", 200, { ...ids, id: 0, patientId: 0 }),
  json("ids below 0", 200, { ...ids, id: -5, patientId: -5 }),
  json("ids that are no numbers", 200, { ...ids, id: "7a", patientId: "7a" }),
  json("a stranger's", 201, strangers),
  {
    name: "the number of another booking",
    answer: (ledger) => ({
      status: 201,
      body: JSON.stringify({ id: ledger.find(({ kind }) => kind === "appointment")?.id }),
    }),
    isNumberOfFirst: true,
  },
];
