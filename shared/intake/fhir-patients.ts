import { z } from "zod";

/** Which patients a FHIR text holds, wherever it has them, and whose it is. What is odd counts as absent. */

/** More of a text is no name and no address. */
const textAtMost = 1_000;
const text = z
  .string()
  .catch("")
  .transform((value) => value.slice(0, textAtMost));
const texts = z.array(text).catch([]);
const many = <T extends z.ZodType>(one: T) => z.array(one.nullable().catch(null)).catch([]);

/** In which a name, an address or a number is in use. */
const period = z.object({ start: text, end: text }).catch({ start: "", end: "" });
const name = z.object({ use: text, period, text, family: text, given: texts, suffix: texts });
/** 1 is preferred. */
const rank = z.number().catch(Number.POSITIVE_INFINITY);
const telecom = z.object({ system: text, value: text, use: text, rank, period });
const place = z.object({
  use: text,
  type: text,
  period,
  text,
  line: texts,
  city: text,
  state: text,
  postalCode: text,
});
const identifier = z.object({ system: text, value: text });
/** Somebody else who may be reached. */
const contact = z.object({
  relationship: many(z.object({ text })),
  name: name.nullable().catch(null),
  telecom: many(telecom),
});

const patient = z.object({
  resourceType: z.literal("Patient"),
  id: text,
  active: z.boolean().catch(true),
  /** Of another record of the same person. */
  link: many(z.object({ type: text })),
  name: many(name),
  birthDate: text,
  gender: text,
  address: many(place),
  telecom: many(telecom),
  identifier: many(identifier),
  contact: many(contact),
});
export type Patient = z.infer<typeof patient>;
export type Name = z.infer<typeof name>;
export type FhirAddress = z.infer<typeof place>;

const reference = z.object({ reference: text }).catch({ reference: "" });
/** What may hold a patient, or say whose a record is. */
const resource = z.object({
  contained: many(z.unknown()),
  entry: many(z.object({ fullUrl: text, resource: z.unknown() })),
  parameter: many(z.object({ resource: z.unknown() })),
  subject: reference,
  patient: reference,
  for: reference,
  beneficiary: reference,
  participant: many(z.object({ actor: reference })),
});

type Found = { readonly patient: Patient; readonly addresses: readonly string[] };
type Walk = { readonly found: Found[]; readonly references: Set<string> };

const deepest = 6;
const patientsAtMost = 100;

function walk(json: unknown, url: string, depth: number, { found, references }: Walk): void {
  if (depth > deepest || found.length >= patientsAtMost) return;
  const whose = patient.safeParse(json);
  if (whose.success) {
    const { id, resourceType } = whose.data;
    found.push({
      patient: whose.data,
      addresses: id === "" ? [url] : [url, `#${id}`, `${resourceType}/${id}`],
    });
    // A patient's own contained records are their doctors and relations.
    return;
  }
  const other = resource.safeParse(json);
  if (!other.success) return;
  const {
    contained,
    entry,
    parameter,
    subject,
    patient: of,
    for: ordered,
    beneficiary,
    participant,
  } = other.data;
  for (const one of [subject, of, ordered, beneficiary, ...participant.map((each) => each?.actor)])
    if (one !== undefined && one.reference !== "")
      references.add(one.reference.replace(/\/_history\/.*$/, ""));
  for (const one of contained) walk(one, "", depth + 1, { found, references });
  for (const one of entry) walk(one?.resource, one?.fullUrl ?? "", depth + 1, { found, references });
  for (const one of parameter) walk(one?.resource, "", depth + 1, { found, references });
}

/** A record that another has taken the place of, or that is in use no more. */
const isReplaced = ({ active, link }: Patient): boolean =>
  !active || link.some((each) => each?.type === "replaced-by");

/**
 * The patients of a text, alone, in a list, a Bundle, Parameters or contained in another record: the one whom all other records are of
 * comes first, then as they stand there, and those that are replaced last.
 */
export function findPatients(json: unknown): readonly Patient[] {
  const way: Walk = { found: [], references: new Set() };
  for (const each of Array.isArray(json) ? json : [json]) walk(each, "", 0, way);
  const isMeant = ({ addresses }: Found): boolean =>
    addresses.some(
      (address) =>
        address !== "" &&
        [...way.references].some(
          (given) => given === address || given.endsWith(`/${address}`) || address.endsWith(`/${given}`),
        ),
    );
  const meant = way.found.filter(isMeant);
  const [subject] = meant.length === 1 ? meant : [];
  const order = (each: Found): number => (each === subject ? 0 : isReplaced(each.patient) ? 2 : 1);
  return way.found.toSorted((a, b) => order(a) - order(b)).map((each) => each.patient);
}
