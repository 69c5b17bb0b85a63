import type { DateContext } from "../time/calendar.ts";
import { readCsvRow } from "./csv.ts";
import { readFhir } from "./fhir.ts";
import { readHl7 } from "./hl7.ts";
import { countFilled, readAtMost, type Intake } from "./intake.ts";
import { readLicense } from "./license.ts";
import { readIntakeText } from "./text.ts";
import { readVcard } from "./vcard.ts";

export type IntakeRead =
  | { readonly kind: "read"; readonly intake: Intake }
  /** The head of a license, and nothing that can be read after it. */
  | { readonly kind: "unread" }
  /** The licenses of two people. */
  | { readonly kind: "two" }
  /** Nothing in it belongs into the form. */
  | { readonly kind: "nothing" };

/** In this order: what has a mark of its own comes before what is told by its look. */
const readers = [readVcard, readFhir, readHl7, readCsvRow, readIntakeText];

/** Reads what was scanned, pasted or dropped, at most `readAtMost` of it. Never throws, and asks nobody. */
export function readIntake(text: string, context: DateContext): IntakeRead {
  // An accent may come as a sign of its own behind its letter.
  const part = text.slice(0, readAtMost).replaceAll("\uFEFF", "").normalize("NFC");
  const license = readLicense(part);
  if (license.kind !== "none") return license;
  for (const read of readers) {
    const intake = read(part, context);
    if (intake !== null && countFilled(intake) > 0) return { kind: "read", intake };
    // A record of a firm says nothing of a patient, whatever its lines look like.
    if (intake?.format === "vcard" && intake.rest.length > 0) return { kind: "nothing" };
  }
  return { kind: "nothing" };
}
