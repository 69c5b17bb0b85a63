import { expect, it } from "vitest";
import { emptyPatientForm, readPatientForm } from "../../shared/patients/patient-form.ts";
import type { Intake } from "../../shared/intake/intake.ts";
import { readIntake } from "../../shared/intake/read.ts";

/**
 * Inputs that are written by their kinds, with their right values, before the readers are asked. Values are those that are sent: a
 * date as `YYYY-MM-DD`, a phone as the form writes it.
 */
export type Written = {
  readonly kind: string;
  readonly text: string;
  readonly values: Readonly<Record<string, string>>;
  /** What must be in view, as it was placed nowhere. */
  readonly shown?: readonly string[];
  readonly odd?: Intake["odd"];
};

const context = { today: "2026-11-27", dateOrder: "month-first" } as const;

const read = (text: string): Intake | null => {
  const found = readIntake(text, context);
  return found.kind === "read" ? found.intake : null;
};
/** What the form then sends of it. */
function sent(text: string): Readonly<Record<string, unknown>> {
  const { values } = readPatientForm({ ...emptyPatientForm, ...read(text)?.values }, context);
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** A test for each of them. */
export function itReads(all: readonly Written[]): void {
  it.each(all)("$kind", ({ text, values, shown = [], odd = [] }) => {
    expect(sent(text)).toEqual(values);
    const rest = (read(text)?.rest ?? []).join("\n");
    for (const part of shown) expect(rest).toContain(part);
    expect(read(text)?.odd ?? []).toEqual(odd);
  });
}

/** An HL7 message with these fields of PID. */
export const pid = (
  fields: Readonly<Record<number, string>>,
  { head = "MSH|^~\\&|LAB||FD", tail = "PV1|1|O" } = {},
): string =>
  `${head}\r${["PID", ...Array.from({ length: 20 }, (_, at) => fields[at + 1] ?? "")].join("|")}\r${tail}`;
export const vcf = (...lines: readonly string[]): string =>
  ["BEGIN:VCARD", ...lines, "END:VCARD", ""].join("\r\n");
export const fhir = (more: object): string => JSON.stringify({ resourceType: "Patient", ...more }, null, 2);
/** The barcode of a license with these elements. */
export const license = (version: string, ...lines: readonly string[]): string =>
  `@\n\u001E\rANSI 636035${version}0001DL00310200DL${lines.join("\n")}\r`;
