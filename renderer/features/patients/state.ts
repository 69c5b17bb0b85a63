import { listFieldNames } from "../../../shared/core/form.ts";
import { patientFields, emptyPatientForm, type PatientForm } from "../../../shared/patients/patient-form.ts";
import { isForm, type PatientItem } from "../../../shared/outbox/item.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import type { PatientField } from "../../../shared/service-api/patient.ts";
import {
  applyChange,
  reduceItemForm,
  markTouched,
  untouched,
  type ItemForm,
  type ItemFormAction,
} from "../../lib/item-form.ts";

/** The fields of the patient form in the order in which they stand and are checked. */
export const patientFieldNames: readonly PatientField[] = listFieldNames(patientFields);

export type PatientEditorState = ItemForm<PatientField, PatientItem> & { readonly form: PatientForm };

export type PatientAction =
  | ItemFormAction<PatientField, PatientItem>
  | { readonly type: "typed"; readonly field: PatientField; readonly value: string }
  | { readonly type: "left"; readonly field: PatientField }
  /** Several fields at once: what was typed to find the patient, or an offer that was taken. */
  | { readonly type: "filled"; readonly values: Partial<PatientForm> }
  | { readonly type: "copied-address"; readonly from: PatientRecord };

export const createPatientEditor = (form: PatientForm = emptyPatientForm): PatientEditorState => ({
  ...untouched,
  form,
});

/** What a person or the desk did to the patient form, one step at a time. Never loses what was typed. */
export function reducePatient(state: PatientEditorState, action: PatientAction): PatientEditorState {
  switch (action.type) {
    case "typed":
      return action.value === state.form[action.field]
        ? state
        : applyChange(state, [action.field], { [action.field]: action.value });
    case "left":
      return markTouched(state, action.field, patientFields);
    case "filled":
      return applyChange(
        state,
        patientFieldNames.filter((field) => action.values[field] !== undefined),
        action.values,
      );
    case "copied-address": {
      const { address, city, state: region, zip } = action.from.input;
      return { ...state, form: { ...state.form, address, city, state: region, zip } };
    }
    default:
      return reduceItemForm(state, action, patientFields);
  }
}

/** An item taken up again: a draft with what was typed, a refused or sent one with its answer. */
export function openPatientEditor(item: PatientItem): PatientEditorState {
  const opened = createPatientEditor(item.form);
  const submitted = isForm(item) ? [] : patientFieldNames;
  return reducePatient({ ...opened, submitted }, { type: "settled", item });
}

/** Whether enough is typed to look for the same person: name and date of birth, or phone, or email. */
export const canCompare = (form: PatientForm): boolean =>
  (form.firstName.trim() !== "" && form.lastName.trim() !== "" && form.dob.trim() !== "") ||
  form.phone.replace(/\D/g, "").length >= 7 ||
  /\S@\S/.test(form.email);
