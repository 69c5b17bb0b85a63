import { z } from "zod";
import { changesSetup, defineRoute, exampleId, looksAtSetup } from "../core/define-route.ts";
import { emptyPatientForm, patientForm } from "../patients/patient-form.ts";
import { recordId } from "../core/record-id.ts";
import { fileReading, importRow, importState } from "./import.ts";
import { nothing } from "../core/nothing.ts";

/** Bytes of the largest file that may be dropped; a larger one is chosen, and read by main alone. */
export const largestDropped = 32_000_000;

const state = { output: importState };
const ofFile = z.strictObject({ id: recordId });

/** Patients out of a file of columns. Looking creates and keeps nothing; what is begun goes on until it is done. */
export const importRoutes = {
  "import.get": defineRoute({
    input: nothing,
    ...state,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  /** Has a person choose a file, and looks at it. */
  "import.choose": defineRoute({
    input: nothing,
    ...state,
    session: "none",
    access: changesSetup,
    sends: false,
    audit: "none",
    example: {},
  }),
  /** Looks at one that was dropped on the window. */
  "import.drop": defineRoute({
    input: z.strictObject({
      name: z.string().max(255),
      bytes: z.instanceof(Uint8Array).refine(({ length }) => length <= largestDropped),
    }),
    ...state,
    session: "none",
    access: changesSetup,
    sends: false,
    audit: "none",
    example: { name: "patients.csv", bytes: new Uint8Array([65]) },
  }),
  /** Reads the file in another way. */
  "import.read": defineRoute({
    input: ofFile.extend({ reading: fileReading }),
    ...state,
    session: "none",
    access: changesSetup,
    sends: false,
    audit: "none",
    example: {
      id: exampleId,
      reading: { encoding: "utf-8", separator: ",", headRow: 1, columns: null, dateOrder: null },
    },
  }),
  /** Some of the rows that must be put right, or whose patient is known. */
  "import.rows": defineRoute({
    input: ofFile.extend({ which: z.enum(["bad", "known"]) }),
    output: z.strictObject({ rows: z.array(importRow) }),
    session: "none",
    access: looksAtSetup,
    sends: false,
    audit: "none",
    example: { id: exampleId, which: "bad" },
  }),
  /** Puts a row right. Refused (`invalid-input`) by field as long as it is not. */
  "import.fix": defineRoute({
    input: ofFile.extend({ fixed: z.strictObject({ row: z.int(), form: patientForm }) }),
    ...state,
    session: "none",
    access: changesSetup,
    sends: false,
    audit: "none",
    example: {
      id: exampleId,
      fixed: {
        row: 2,
        form: {
          ...emptyPatientForm,
          firstName: "Ann",
          lastName: "Sample",
          dob: "3/5/84",
          address: "1 Main St",
          city: "Springfield",
          state: "IL",
          zip: "62701",
          email: "ann@example.com",
          gender: "Female",
        },
      },
    },
  }),
  /** Saves the rows that must be put right as a file, with why; `name` is null when none was chosen. */
  "import.saveBad": defineRoute({
    input: ofFile,
    output: z.strictObject({ name: z.string().nullable(), rows: z.int() }),
    session: "none",
    access: changesSetup,
    sends: false,
    audit: "read",
    example: { id: exampleId },
  }),
  /** Keeps the rows that are right; from then on they become patients, whatever becomes of the file. */
  "import.begin": defineRoute({
    input: ofFile,
    ...state,
    session: "none",
    access: changesSetup,
    sends: true,
    audit: "written",
    example: { id: exampleId },
  }),
  /** Looks at no file any more, and has seen how the last import ended. */
  "import.close": defineRoute({
    input: nothing,
    ...state,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  "import.pause": defineRoute({
    input: z.strictObject({ id: recordId, paused: z.boolean() }),
    ...state,
    session: "none",
    // It loses nothing, and holds up what goes wrong.
    access: "everyone",
    sends: false,
    audit: "written",
    example: { id: exampleId, paused: true },
  }),
  /** What is not in the outbox yet is not created. */
  "import.stop": defineRoute({
    input: ofFile,
    ...state,
    session: "none",
    // What is stopped is not taken over.
    access: changesSetup,
    sends: false,
    audit: "written",
    example: { id: exampleId },
  }),
} as const;
