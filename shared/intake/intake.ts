import type { PatientForm } from "../patients/patient-form.ts";
import { hasCardNumber } from "../cards/card-number.ts";
import { cleanLine } from "../text/clean-text.ts";

/** What a text that was scanned, pasted or dropped was taken for; `link`: a `frontdesk:` link brought the values. */
export type IntakeFormat = "license" | "vcard" | "fhir" | "hl7" | "csv" | "text" | "link";

/**
 * What must be known of the whole: a license was read in part, or came without line ends, so that its names are guessed
 * at; or has its whole name in one, and nothing parts its words; a card number was left out; not all that was left over is shown.
 */
export type Odd = "part" | "joined" | "names" | "card-number" | "more";

/** What such a text says of a patient. */
export type Intake = {
  readonly format: IntakeFormat;
  /** As they go into the form; a field of which nothing is said is absent. */
  readonly values: Partial<PatientForm>;
  /** Middle names and what stands behind a name, for which the form has no field; "" where there are none. */
  readonly otherNames: string;
  /** What stands in the text and in no field, for the person to read. Never kept. */
  readonly rest: readonly string[];
  readonly odd: readonly Odd[];
};

/** The most that is read of a text, in UTF-16 units: a card of contacts with a picture is about so long. */
export const readAtMost = 1_000_000;
const linesAtMost = 2_000;
export const shownLines = 60;
const lineAtMost = 300;

/** The lines of a text, each as it can be seen and cut; those in which nothing stands go, unless they are asked for. */
export const splitLines = (text: string, which: "filled" | "all" = "filled"): readonly string[] =>
  text
    .split(/\r\n|[\r\n\u0085\u2028\u2029]/, linesAtMost)
    .map((line) => cleanLine(line, lineAtMost))
    .filter((line) => which === "all" || line !== "");

type Found = Pick<Intake, "format" | "rest"> & {
  readonly values: Readonly<Record<string, string | undefined>>;
  readonly otherNames?: string;
  readonly odd?: Intake["odd"];
};

/** Puts together what was found: what is empty goes, what cannot be seen goes, a card number is in nothing of it. */
export function createIntake({ format, values, rest, otherNames = "", odd = [] }: Found): Intake {
  const clean = Object.entries(values).flatMap(([field, value]) => {
    const line = cleanLine(value ?? "", lineAtMost);
    return line === "" ? [] : [[field, line] as const];
  });
  const lines = rest.map((line) => cleanLine(line, lineAtMost)).filter((line) => line !== "");
  const names = cleanLine(otherNames, lineAtMost);
  const isSafe = (line: string): boolean => !hasCardNumber(line);
  const shown = lines.filter(isSafe);
  const isAllSafe = [...clean.map(([, value]) => value), ...lines, names].every(isSafe);
  const left: readonly Odd[] = isAllSafe ? [] : ["card-number"];
  const more: readonly Odd[] = shown.length > shownLines && !odd.includes("more") ? ["more"] : [];
  return {
    format,
    values: Object.fromEntries(clean.filter(([, value]) => isSafe(value))),
    otherNames: isSafe(names) ? names : "",
    rest: shown.slice(0, shownLines),
    odd: [...odd, ...left, ...more],
  };
}

/** How many fields it fills. */
export const countFilled = ({ values }: Intake): number => Object.keys(values).length;
