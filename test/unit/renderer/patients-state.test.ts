import { saidEach, verbatim } from "../../../messages/saying.ts";
import { describe, expect, test } from "vitest";
import { fail } from "../../../shared/core/failure.ts";
import { listFieldNames, findFirstBad, isBlankForm } from "../../../shared/core/form.ts";
import { getShownErrors } from "../../../renderer/lib/item-form.ts";
import { patientFields, readPatientForm } from "../../../shared/patients/patient-form.ts";
import type { PatientField } from "../../../shared/service-api/patient.ts";
import {
  formatExists,
  toPatientOutcome,
  formatPatientTitle,
} from "../../../renderer/features/patients/outcome.ts";
import {
  canCompare,
  createPatientEditor,
  openPatientEditor,
  reducePatient,
  type PatientAction,
  type PatientEditorState,
} from "../../../renderer/features/patients/state.ts";
import { knownPatient, patientItem, refusal, uuid } from "./builders.ts";
import { words } from "../../../messages/words.ts";

const context = { today: "2026-11-20", dateOrder: "month-first" } as const;
const after = (actions: readonly PatientAction[], from = createPatientEditor()): PatientEditorState =>
  actions.reduce(reducePatient, from);
const type = (field: PatientField, value: string): PatientAction => ({ type: "typed", field, value });
const leave = (field: PatientField): PatientAction => ({ type: "left", field });
const shown = (state: PatientEditorState) =>
  saidEach(getShownErrors(state, patientFields, readPatientForm(state.form, context).errors));

describe("errors of the patient form", () => {
  // typing-18: A field is not judged before it was left
  test(
    "an untouched form shows none, so that nobody is shouted at before typing",
    { tags: ["typing-18"] },
    () => {
      expect(shown(createPatientEditor())).toEqual({});
    },
  );

  test("a wrong value is silent while it is typed and named on leaving the field", () => {
    const typing = after([type("email", "ann@")]);
    expect(shown(typing)).toEqual({});
    expect(Object.keys(shown(after([leave("email")], typing)))).toEqual(["email"]);
  });

  // typing-17: An error disappears with its cause (Ottehr 3125)
  test(
    "an error goes as soon as the field is right, before it is left (Ottehr 3125)",
    { tags: ["typing-17"] },
    () => {
      const wrong = after([type("email", "ann@"), leave("email")]);
      expect(shown(after([type("email", "ann@example.com")], wrong))).toEqual({});
    },
  );

  test("leaving a required field empty asks for nothing until Create patient", () => {
    const left = after([leave("firstName"), leave("zip")]);
    expect(shown(left)).toEqual({});
    const asked = after([{ type: "submitted", fields: listFieldNames(patientFields) }], left);
    expect(Object.keys(shown(asked))).toEqual(
      expect.arrayContaining(["firstName", "lastName", "dob", "gender", "zip"]),
    );
    expect(
      findFirstBad(
        patientFields,
        getShownErrors(asked, patientFields, readPatientForm(asked.form, context).errors),
      ),
    ).toBe("firstName");
  });

  test("optional fields are never asked for", () => {
    const asked = after([{ type: "submitted", fields: listFieldNames(patientFields) }]);
    expect(shown(asked)["phone"]).toBeUndefined();
    expect(shown(asked)["externalId"]).toBeUndefined();
  });

  test("a date of birth in the future is refused, one over 110 years ago is not", () => {
    expect(shown(after([type("dob", "2030-01-01"), leave("dob")]))["dob"]).toBeDefined();
    expect(shown(after([type("dob", "1900-01-01"), leave("dob")]))["dob"]).toBeUndefined();
  });

  test("what the service says stands at its field and goes when that field changes, others stay", () => {
    const item = patientItem({
      status: "needs-editing",
      problem: refusal({ city: "Unknown city.", zip: "Unknown ZIP.", somethingElse: "?" }),
    });
    const refused = after([{ type: "settled", item }], after([type("city", "Albny"), type("zip", "1")]));
    expect(shown(refused)).toMatchObject({ city: "Unknown city.", zip: "Unknown ZIP." });
    expect(shown(refused)["somethingElse"]).toBeUndefined();
    const corrected = after([type("city", "Albany")], refused);
    expect(shown(corrected)["city"]).toBeUndefined();
    expect(shown(corrected)["zip"]).toBe("Unknown ZIP.");
  });

  test("retyping the same text keeps what the service said", () => {
    const item = patientItem({ status: "needs-editing", problem: refusal({ city: "Unknown city." }) });
    const refused = after([type("city", "Albny"), { type: "settled", item }]);
    expect(after([type("city", "Albny")], refused)).toBe(refused);
  });
});

describe("typing in the patient form", () => {
  test.each([
    ["phone", "2125550123", "(212) 555-0123"],
    ["zip", "122071234", "12207-1234"],
    ["state", "new york", "NY"],
    ["state", "Ontario", "Ontario"],
    ["phone", "+44 20 7946 0000", "+44 20 7946 0000"],
    ["firstName", "  ann  lou ", "ann lou"],
  ] as const)("%s %j is %j after leaving the field", (field, typed, formatted) => {
    expect(after([type(field, typed), leave(field)]).form[field]).toBe(formatted);
  });

  test("a failure to save or send keeps every typed value", () => {
    const typed = after([type("firstName", "Ann"), type("dob", "3/5/84")]);
    const afterFailure = after(
      [{ type: "sending" }, { type: "failed", failure: fail("store", verbatim("The disk is full.")) }],
      typed,
    );
    expect(afterFailure.form).toEqual(typed.form);
  });

  test("one letter is worth keeping, white space is not", () => {
    expect(isBlankForm(patientFields, after([type("city", " ")]).form)).toBe(true);
    expect(isBlankForm(patientFields, after([type("city", "A")]).form)).toBe(false);
  });

  // patients-12: "Same household" copies the address and nothing else
  test("same household copies the address and nothing of the other person", { tags: ["patients-12"] }, () => {
    const { form } = after([type("firstName", "Ben"), { type: "copied-address", from: knownPatient() }]);
    expect(form).toMatchObject({ address: "1 Main St", city: "Albany", state: "NY", zip: "12207" });
    expect(form).toMatchObject({ firstName: "Ben", lastName: "", dob: "", email: "", gender: "" });
  });

  test.each([
    [{ firstName: "Ann", lastName: "Smith" }, false],
    [{ firstName: "Ann", lastName: "Smith", dob: "3/5/84" }, true],
    [{ phone: "212" }, false],
    [{ phone: "(212) 555-0123" }, true],
    [{ email: "ann@" }, false],
    [{ email: "ann@example.com" }, true],
  ])("with %j typed, looking for the same person is worth it: %s", (typed, expected) => {
    expect(canCompare({ ...createPatientEditor().form, ...typed })).toBe(expected);
  });
});

describe("what became of a patient", () => {
  test("done with a number is created", () => {
    const item = patientItem({ status: "done", result: { patientId: 7 }, patientRecordId: uuid(1) });
    expect(toPatientOutcome(item)).toEqual({
      kind: "created",
      patientId: 7,
      recordId: uuid(1),
      caution: null,
    });
  });

  test("a 409 names the external ID and the patient, and chooses nothing", () => {
    const problem = fail("patient-exists", verbatim("Exists."), {
      details: { existingPatientId: 123, externalId: "MRN-7" },
    });
    const outcome = toPatientOutcome(patientItem({ status: "needs-editing", problem }));
    expect(outcome).toMatchObject({
      kind: "exists",
      existingPatientId: 123,
      message: words.patients.exists.known({ externalId: "MRN-7", id: "123" }),
    });
  });

  test("a 409 without a readable number never shows a made-up one", () => {
    expect(formatExists("MRN-7", null)).not.toMatch(/#/);
    const problem = fail("patient-exists", verbatim("Exists."), { details: { externalId: "MRN-7" } });
    expect(toPatientOutcome(patientItem({ status: "needs-editing", problem }))).toMatchObject({
      kind: "exists",
      existingPatientId: null,
    });
  });

  test("a 409 for the generated external ID names that one", () => {
    const problem = fail("patient-exists", verbatim("Exists."), { details: { existingPatientId: 9 } });
    expect(toPatientOutcome(patientItem({ status: "needs-editing", problem }))).toMatchObject({
      externalId: "FD-0001",
    });
  });

  test.each([
    ["ready", "saved"],
    ["sending", "sending"],
  ] as const)("%s is never called created", (status, kind) => {
    expect(toPatientOutcome(patientItem({ status, patientRecordId: uuid(1) })).kind).toBe(kind);
  });

  test("what is being sent is not called saved, and not said to be not created yet", () => {
    const outcome = toPatientOutcome(patientItem({ status: "sending" }));
    const { end, saved } = words.patients;
    const title = formatPatientTitle(outcome, { name: "A", kept: "disk" });
    expect(title).toBe(end.sending);
    expect([saved.notCreated({ kept: "disk" }), saved.mayBeCreated({ kept: "disk" })]).not.toContain(title);
  });

  test("a refused item opened again shows its refusal, a draft opens clean", () => {
    const refused = patientItem({ status: "needs-editing", problem: refusal({ city: "Unknown city." }) });
    expect(shown(openPatientEditor(refused))["city"]).toBe("Unknown city.");
    expect(shown(openPatientEditor(patientItem()))).toEqual({});
  });
});
