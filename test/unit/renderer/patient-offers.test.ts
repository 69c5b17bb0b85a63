import { describe, expect, test } from "vitest";
import { emptyPatientForm, type PatientForm } from "../../../shared/patients/patient-form.ts";
import { findOffer } from "../../../renderer/features/patients/offers.ts";
import {
  listDetailFacts,
  listPatientFacts,
  formatUnfinishedName,
} from "../../../renderer/features/patients/describe.ts";
import { words } from "../../../messages/words.ts";
import { knownPatient } from "./builders.ts";

const context = { today: "2026-11-22", dateOrder: "month-first" } as const;
const offer = (form: Partial<PatientForm>) =>
  findOffer({ ...emptyPatientForm, ...form }, ["firstName", "lastName"], context);

describe("what is offered of a name", () => {
  test("a full name is split, whichever of the two fields it stands in", () => {
    const values = { firstName: "Jane", lastName: "Doe" };
    expect(offer({ firstName: "jane doe" })).toEqual({ kind: "split", values });
    expect(offer({ lastName: "Doe, Jane" })).toEqual({ kind: "split", values });
  });

  test("a date beside one name leaves the name in its field", () => {
    expect(offer({ firstName: "Jane 3/5/84", lastName: "Doe" })?.values).toEqual({
      firstName: "Jane",
      dob: "3/5/84",
    });
  });

  test("nothing is offered where a part would go over what is typed", () => {
    expect(offer({ firstName: "Mary Ann", lastName: "Doe" })).toBeNull();
    expect(offer({ firstName: "Jane 3/5/84", lastName: "Doe", dob: "3/6/84" })).toBeNull();
  });

  test("nothing is offered of a field that was not left, or that is as names are", () => {
    expect(findOffer({ ...emptyPatientForm, firstName: "jane doe" }, [], context)).toBeNull();
    expect(offer({ firstName: "Jane", lastName: "van Dyke" })).toBeNull();
  });

  test("capitals are offered for both names at once", () => {
    expect(offer({ firstName: "jane", lastName: "o'brien" })).toEqual({
      kind: "capitals",
      values: { firstName: "Jane", lastName: "O'Brien" },
    });
  });
});

describe("what is said of a patient", () => {
  const labels = (externalId: string): readonly string[] => {
    const patient = knownPatient();
    const of = { ...patient, input: { ...patient.input, externalId } };
    return [...listPatientFacts(of), ...listDetailFacts(of)].map(({ label }) => label);
  };

  test("an external ID that this computer made up is not told, one that somebody typed is", () => {
    expect(labels("FD-7Q3XZ0V9KD2M")).not.toContain(words.patients.label.externalId);
    expect(labels("FD-7")).toContain(words.patients.label.externalId);
  });

  test("a draft is named by what is in it", () => {
    const named = (form: Partial<PatientForm>) => formatUnfinishedName({ ...emptyPatientForm, ...form });
    expect(named({ lastName: "Smith" })).toBe("Smith");
    expect(named({ phone: "(217) 555-0199" })).toBe("(217) 555-0199");
    expect(named({})).toBe(words.patients.nameless);
  });
});
