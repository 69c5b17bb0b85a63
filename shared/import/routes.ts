import { z } from "zod";
import { patientForm, recordId } from "../outbox/forms.ts";
import { fileReading, importRow, importState } from "./import.ts";
import { nothing } from "../core/nothing.ts";

/** Bytes of the largest file that may be dropped; a larger one is chosen, and read by main alone. */
export const largestDropped = 32_000_000;

const state = { output: importState };
const ofFile = z.strictObject({ id: recordId });

/** Patients out of a file of columns. Looking creates and keeps nothing; what is begun goes on until it is done. */
export const importRoutes = {
  "import.get": { input: nothing, ...state },
  /** Has a person choose a file, and looks at it. */
  "import.choose": { input: nothing, ...state },
  /** Looks at one that was dropped on the window. */
  "import.drop": {
    input: z.strictObject({
      name: z.string().max(255),
      bytes: z.instanceof(Uint8Array).refine(({ length }) => length <= largestDropped),
    }),
    ...state,
  },
  /** Reads the file in another way. */
  "import.read": { input: ofFile.extend({ reading: fileReading }), ...state },
  /** Some of the rows that must be put right, or whose patient is known. */
  "import.rows": {
    input: ofFile.extend({ which: z.enum(["bad", "known"]) }),
    output: z.strictObject({ rows: z.array(importRow) }),
  },
  /** Puts a row right. Refused (`invalid-input`) by field as long as it is not. */
  "import.fix": {
    input: ofFile.extend({ fixed: z.strictObject({ row: z.int(), form: patientForm }) }),
    ...state,
  },
  /** Saves the rows that must be put right as a file, with why; `name` is null when none was chosen. */
  "import.saveBad": {
    input: ofFile,
    output: z.strictObject({ name: z.string().nullable(), rows: z.int() }),
  },
  /** Keeps the rows that are right; from then on they become patients, whatever becomes of the file. */
  "import.begin": { input: ofFile, ...state },
  /** Looks at no file any more, and has seen how the last import ended. */
  "import.close": { input: nothing, ...state },
  "import.pause": { input: z.strictObject({ id: recordId, paused: z.boolean() }), ...state },
  /** What is not in the outbox yet is not created. */
  "import.stop": { input: ofFile, ...state },
  /** Writes all patients or bookings of this computer into a file; `name` is null when none was chosen. */
  "export.save": {
    input: z.strictObject({ what: z.enum(["patients", "bookings"]) }),
    output: z.strictObject({ name: z.string().nullable(), rows: z.int() }),
  },
} as const;
