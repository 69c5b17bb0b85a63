import type { PatientRecord } from "../../../shared/patients/patient.ts";
import type { DeskLink } from "../../../shared/links/desk-link.ts";
import type { Intake } from "../../../shared/intake/intake.ts";
import type { Saying } from "../../../messages/saying.ts";
import type { Target } from "../../lib/navigation.ts";

export type OpenLink = Exclude<DeskLink, { kind: "call" }>;

/** A line of the strip: somebody calls, or what became of a link that did not simply open. */
export type LinkRow =
  | { readonly kind: "call"; readonly from: string | null }
  /** It would take the place of what is being typed: a person says when. */
  | { readonly kind: "ask"; readonly link: OpenLink; readonly patient: PatientRecord | null }
  | { readonly kind: "missing"; readonly link: OpenLink; readonly externalId: string }
  | { readonly kind: "refused"; readonly why: Saying }
  | { readonly kind: "notRead"; readonly why: Saying }
  | { readonly kind: "left"; readonly count: number; readonly isLate: boolean };
export type KeyedRow = { readonly key: number; readonly row: LinkRow };

/** A desk has two lines; of more calls the last two stand there. */
const mostCalls = 2;

const groupOf = ({ kind }: LinkRow): "call" | "left" | "link" =>
  kind === "call" || kind === "left" ? kind : "link";

/** With one more, at the end: calls stay beside each other, of links and of those left out the last stands alone. */
export function withRow(rows: readonly KeyedRow[], row: LinkRow): readonly KeyedRow[] {
  const group = groupOf(row);
  const isSameCall = ({ row: other }: KeyedRow): boolean =>
    row.kind === "call" && other.kind === "call" && other.from === row.from;
  const same = rows.filter((each) => groupOf(each.row) === group && !isSameCall(each));
  const kept = group === "call" ? same.slice(-(mostCalls - 1)) : [];
  const others = rows.filter((each) => groupOf(each.row) !== group);
  const key = 1 + Math.max(0, ...rows.map((each) => each.key));
  return [...others, ...kept, { key, row }];
}

/** Where a link leads. `patient`: who has its external ID; null where it names none. */
export function findLinkTarget(link: OpenLink, patient: PatientRecord | null): Target {
  const who = patient === null ? {} : { patientRecordId: patient.id };
  if (link.kind === "patient") return { screen: "patients", ...who };
  const { service, date } = link;
  if (service === null && date === null && patient === null) return { screen: "new-booking", isFresh: true };
  return { screen: "new-booking", ...who, link: { service, date } };
}

/** What the form of a new patient begins with: a value of a link, to be looked at. */
export const createPatientTarget = (values: Intake["values"]): Target => ({
  screen: "patients",
  begins: { format: "link", values, otherNames: "", rest: [], odd: [] },
});
