import { useState, type ReactNode } from "react";
import { genders } from "../../../shared/service-api/patient.ts";
import type { Failure } from "../../../shared/core/failure.ts";
import { type PatientForm, patientFields } from "../../../shared/patients/patient-form.ts";
import type { ImportRow } from "../../../shared/import/import.ts";
import { listFieldNames } from "../../../shared/core/form.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { Button } from "../../ui/button.tsx";
import { CancelButton } from "../../ui/cancel-button.tsx";
import { SelectField } from "../../ui/choice-fields.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./import.module.css";

type Props = {
  readonly row: ImportRow;
  /** Why what was typed is not right yet. */
  readonly failure: Failure | null;
  readonly onClose: () => void;
  readonly onSave: (form: PatientForm) => void;
};

const names = listFieldNames(patientFields);

/** The fields of a row, to put right what is wrong; the file stays as it is. */
export function EditRow({ row, failure, onClose, onSave }: Props): ReactNode {
  const [form, setForm] = useState(row.form);
  /** As it was judged last: an error goes with its cause. */
  const [judged, setJudged] = useState(row.form);
  const errors = failure?.fields ?? row.errors;
  // What is wrong with the row as a whole stands above its fields.
  const whole = Object.entries(errors).filter(([field]) => !names.some((name) => name === field));
  return (
    <Dialog
      title={words.import.edit.title({ row: row.row })}
      size="medium"
      onClose={onClose}
      actions={
        <>
          <CancelButton onPress={onClose} />
          <Button
            variant="primary"
            onPress={() => {
              setJudged(form);
              onSave(form);
            }}
          >
            {words.import.edit.save}
          </Button>
        </>
      }
    >
      {whole.length > 0 && <NoticeBox tone="warning" title={whole.map(([, why]) => said(why)).join(" ")} />}
      <div className={styles["fields"]}>
        {names.map((name) => {
          const shared = {
            name,
            label: words.patients.label[name],
            error: form[name] === judged[name] ? errors[name] : undefined,
            isRequired: patientFields[name].missing !== null,
          };
          const set = (value: string): void => setForm((before) => ({ ...before, [name]: value }));
          return name === "gender" ? (
            <SelectField
              key={name}
              {...shared}
              value={genders.find((gender) => gender === form.gender) ?? ""}
              options={[
                { value: "", label: words.patients.choose },
                ...genders.map((gender) => ({ value: gender, label: words.patients.gender[gender] })),
              ]}
              onChange={set}
            />
          ) : (
            <TextField key={name} {...shared} value={form[name]} onChange={set} />
          );
        })}
      </div>
      <p className={styles["soft"]}>{words.import.edit.help}</p>
    </Dialog>
  );
}
