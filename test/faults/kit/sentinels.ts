import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BookingForm } from "../../../shared/bookings/booking-form.ts";
import type { PatientForm } from "../../../shared/patients/patient-form.ts";

/** A word of 14 letters that stands in no program and no dictionary, and is like no other number's. */
export const sentinel = (number: number): string =>
  `zq${[...createHash("sha256").update(`sentinel ${number}`).digest().subarray(0, 12)]
    .map((byte) => String.fromCodePoint(97 + (byte % 26)))
    .join("")}`;

/** A telephone number of nobody (555-01xx is kept free), as digits. */
const phoneOf = (number: number): string =>
  `${String(number % 10_000)
    .padStart(4, "0")
    .padStart(6, "91")}5501`;

/** What a person might be known by, all of it findable. */
export const sentinelPatient = (number: number): Partial<PatientForm> => {
  const word = sentinel(number);
  return {
    firstName: `First${word}`,
    lastName: `Last${word}`,
    address: `1 ${word} Street`,
    city: `City${word}`,
    email: `${word}@example.com`,
    phone: phoneOf(number),
  };
};
export const sentinelBooking = (number: number): Partial<BookingForm> => {
  const word = sentinel(number);
  return { address: `2 ${word} Road`, city: `City${word}`, notes: `Note ${word}` };
};

/** Every file of a folder and of those within. */
function filesIn(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

export type Scan = { readonly files: number; readonly bytes: number; readonly hits: readonly string[] };

/** Null: it was there a moment ago. Chromium clears its caches while it runs, and what is gone holds no word. */
function contentOf(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Looks through every byte of a folder for words, however they are written: case, UTF-8, UTF-16, base64. */
export function scanFolder(directory: string, words: readonly string[]): Scan {
  const files = filesIn(directory);
  const hits = new Set<string>();
  let bytes = 0;
  const forms = words.flatMap((word) => [
    { word, bytes: Buffer.from(word.toLowerCase()) },
    { word, bytes: Buffer.from(word.toLowerCase(), "utf16le") },
  ]);
  for (const file of files) {
    const raw = contentOf(file);
    if (raw === null) continue;
    bytes += raw.length;
    // Lower case of every byte that is a letter, whatever stands between.
    const text = Buffer.from(raw.toString("latin1").toLowerCase(), "latin1");
    for (const form of forms) if (text.includes(form.bytes)) hits.add(`${form.word} in ${file}`);
    for (const word of words)
      for (const shift of ["", " ", "  "]) {
        // The middle of its base64, which does not depend on what stands before and after it.
        const encoded = Buffer.from(shift + word)
          .toString("base64")
          .slice(4, -4);
        if (encoded.length > 5 && raw.includes(encoded)) hits.add(`${word} as base64 in ${file}`);
      }
  }
  return { files: files.length, bytes, hits: [...hits] };
}
