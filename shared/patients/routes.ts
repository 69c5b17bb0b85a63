import { z } from "zod";
import { defineRoute, exampleId, otherExampleId } from "../core/define-route.ts";
import { notesText } from "../bookings/booking-fields.ts";
import { card } from "../cards/card.ts";
import { recordId } from "../core/record-id.ts";
import { patientRecord } from "./patient.ts";
import { nothing } from "../core/nothing.ts";

/** Patients who are known on this computer. */
export const patientsRoutes = {
  /**
   * Known patients on this computer, each person once, best match first; empty text: those for whom a booking was made
   * or saved, or who were added, last. `near`: who may be meant as well, for a slip in what was typed. `total`: how many
   * match, null when not counted. A text of more than 200 letters is refused, and said to be too long: one may be scanned or pasted there.
   */
  "patients.search": defineRoute({
    input: z.strictObject({ text: z.string().max(100_000), limit: z.int().min(1).max(20) }),
    output: z.strictObject({
      patients: z.array(patientRecord),
      near: z.array(patientRecord),
      total: z.int().nullable(),
      /** Of an empty text, by record: RFC 3339 instant of the booking, or at which the patient was first known here. */
      last: z.record(recordId, z.strictObject({ at: z.string(), how: z.enum(["booked", "saved", "added"]) })),
      /** By record: further numbers at the service of a person who has several. */
      otherNumbers: z.record(recordId, z.array(z.int())),
    }),
    session: "required",
    access: "everyone",
    sends: false,
    audit: "read",
    example: { text: "ann", limit: 20 },
  }),
  /** The known patient who has this number of the service; null when nobody here has. */
  "patients.byNumber": defineRoute({
    input: z.strictObject({ patientId: z.int() }),
    output: z.strictObject({ patient: patientRecord.nullable() }),
    session: "required",
    access: "everyone",
    sends: false,
    audit: "read",
    example: { patientId: 7 },
  }),
  /** The known person who has this external ID, in any case of its letters; null when nobody here has. */
  "patients.byExternalId": defineRoute({
    input: z.strictObject({ externalId: z.string().min(1).max(200) }),
    output: z.strictObject({ patient: patientRecord.nullable() }),
    session: "required",
    access: "everyone",
    sends: false,
    audit: "read",
    example: { externalId: "CLINIC-7" },
  }),
  /** The city and state that most of the latest patients here with this ZIP code have; null when none of them has it. */
  "patients.placeOfZip": defineRoute({
    input: z.strictObject({ zip: z.string().regex(/^\d{5}$/) }),
    output: z.strictObject({ place: z.strictObject({ city: z.string(), state: z.string() }).nullable() }),
    session: "required",
    access: "everyone",
    sends: false,
    audit: "none",
    example: { zip: "62701" },
  }),
  "patients.get": defineRoute({
    input: z.strictObject({ id: recordId }),
    output: patientRecord,
    session: "required",
    access: "everyone",
    sends: false,
    audit: "read",
    example: { id: exampleId },
  }),
  /**
   * The person whose record this is: the record that stands for them, the others that a person said are theirs too, and
   * what is noted with each on this computer.
   */
  "patients.person": defineRoute({
    input: z.strictObject({ id: recordId }),
    output: z.strictObject({
      patient: patientRecord,
      others: z.array(patientRecord),
      notes: z.array(z.strictObject({ id: recordId, text: z.string() })),
    }),
    session: "required",
    access: "everyone",
    sends: false,
    audit: "read",
    example: { id: exampleId },
  }),
  /**
   * These two are one person on this computer; new bookings are made with the record that stands for `kept`. Nothing that
   * waits changes, and nothing at the service.
   */
  "patients.samePerson": defineRoute({
    input: z.strictObject({ kept: recordId, other: recordId }),
    output: nothing,
    session: "required",
    access: "everyone",
    sends: false,
    audit: "written",
    example: { kept: exampleId, other: otherExampleId },
  }),
  /** This record is somebody by itself again, with those that were said to be it. */
  "patients.notSamePerson": defineRoute({
    input: z.strictObject({ id: recordId }),
    output: nothing,
    session: "required",
    access: "everyone",
    sends: false,
    audit: "written",
    example: { id: exampleId },
  }),
  /** Keeps what is noted of a patient on this computer alone. Refused (`card-number`) with a card number in it. */
  "patients.saveNotes": defineRoute({
    input: z.strictObject({ id: recordId, text: notesText }),
    output: z.strictObject({ savedAt: z.string() }),
    session: "required",
    access: "everyone",
    sends: false,
    audit: "written",
    example: { id: exampleId, text: "Prefers mornings" },
  }),
  /** Cards collected for this person on this computer, each once, the last used first. `usedAt`: RFC 3339 instant. */
  "patients.cards": defineRoute({
    input: z.strictObject({ id: recordId }),
    output: z.strictObject({
      cards: z.array(z.strictObject({ card, expired: z.boolean(), usedAt: z.string() })),
    }),
    session: "required",
    access: "everyone",
    sends: false,
    audit: "none",
    example: { id: exampleId },
  }),
  /** Known patients who may be the same person: same name and date of birth, or phone, or email. */
  "patients.similar": defineRoute({
    input: z.strictObject({
      firstName: z.string().max(2_000),
      lastName: z.string().max(2_000),
      /** `YYYY-MM-DD`, or null while it is not readable. */
      dob: z.string().max(10).nullable(),
      phone: z.string().max(2_000),
      email: z.string().max(2_000),
    }),
    output: z.strictObject({
      patients: z.array(patientRecord),
      /** The same among rows of a file that wait to be created: nobody knows them yet. */
      waiting: z.array(z.strictObject({ name: z.string(), dob: z.string(), row: z.int(), file: z.string() })),
    }),
    session: "required",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {
      firstName: "Ann",
      lastName: "Sample",
      dob: null,
      phone: "",
      email: "https://example.com/hooks",
    },
  }),
  /** The answer to a 409: the existing patient is this one. The patient item is done with that number. */
  "patients.useExisting": defineRoute({
    input: z.strictObject({ itemId: recordId, patientId: z.int() }),
    output: patientRecord,
    session: "required",
    access: "everyone",
    sends: false,
    audit: "written",
    example: { itemId: exampleId, patientId: 7 },
  }),
} as const;
