import { readInstant } from "./time/instant.ts";
import { readState } from "./patient/contact.ts";

/** What a booking sends and an answer may repeat, in the order in which a difference is told. */
const echoedFields = [
  "patientId",
  "appointmentDateTime",
  "serviceId",
  "address",
  "city",
  "state",
  "zip",
  "billingType",
  "notes",
] as const;
export type EchoedField = (typeof echoedFields)[number];

/** A field that the answer gives otherwise than it was sent, both as they came. */
type EchoDifference = {
  readonly field: EchoedField;
  /** Null: the field was not sent. */
  readonly sent: string | null;
  /** Never null, but may be empty: what is not shown is no difference. */
  readonly recorded: string;
};

type Members = Readonly<Record<string, unknown>>;

const shown = (value: unknown): string | null =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : null;

/** Letter case, white space, invisible characters and the way an accent is written make no difference. */
const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/\p{Cf}+/gu, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .toLowerCase();

/** "0071" and "71" are one number; what is no number stays text. */
const number = (text: string): string =>
  /^\d{1,15}$/.test(text.trim()) ? String(Number(text)) : plain(text);

/** The moment to the second, in whatever offset it is written. */
function moment(text: string): string {
  const instant = readInstant(text);
  return instant === null ? plain(text) : String(Math.floor(instant.ms / 1_000));
}

const asCompared: Readonly<Record<EchoedField, (text: string) => string>> = {
  patientId: number,
  appointmentDateTime: moment,
  serviceId: number,
  address: plain,
  city: plain,
  state: (text) => readState(text)?.code ?? plain(text),
  zip: (text) => plain(text).replace(/^(\d{5})[ -]?(\d{4})$/, "$1-$2"),
  billingType: plain,
  notes: plain,
};

/**
 * What the answer to a booking repeats otherwise than it was sent. `sent` is the body of the request, `answered`
 * the answer, as parsed from JSON. A member that the answer leaves out, or shows as null or as another type, is
 * not known and no difference; neither is the same moment in another offset, a state's name for its code, or a
 * field that was not sent and is empty.
 */
export function echoDifferences(sent: Members, answered: Members): readonly EchoDifference[] {
  return echoedFields.flatMap((field) => {
    const recorded = shown(answered[field]);
    if (recorded === null) return [];
    const before = shown(sent[field]);
    const same = asCompared[field];
    return same(before ?? "") === same(recorded) ? [] : [{ field, sent: before, recorded }];
  });
}

/** The frozen body of a request as its members; null before the first attempt, or when it is no JSON object. */
export function sentMembers(payload: string | null): Members | null {
  if (payload === null) return null;
  try {
    const body: unknown = JSON.parse(payload);
    return typeof body === "object" && body !== null && !Array.isArray(body) ? { ...body } : null;
  } catch {
    return null;
  }
}
