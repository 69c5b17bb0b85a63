import { genders, type PatientField } from "../../../shared/service-api/patient.ts";
import type { ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { FieldRow, FieldStack } from "../../ui/field.tsx";
import { SelectField } from "../../ui/choice-fields.tsx";
import { MeantDate } from "../../ui/meant-date.tsx";
import { StateField } from "../../ui/state-field.tsx";
import { takeZipOffer, ZipOffer } from "./zip-offer.tsx";
import { TextField, type TextFieldProps } from "../../ui/text-field.tsx";
import { useSaidWhenLeft } from "../../lib/use-said-when-left.ts";
import { formatGender } from "./describe.ts";
import { FilledMark } from "./intake-entry.tsx";
import type { PatientEditing } from "./use-patient-editor.ts";

type Editing = { readonly editing: PatientEditing };
type FieldProps = Editing & {
  readonly field: PatientField;
  readonly isRequired?: boolean;
  readonly help?: ReactNode;
  readonly inputMode?: NonNullable<TextFieldProps["inputMode"]>;
  readonly offer?: ReactNode;
  readonly onKeyDown?: NonNullable<TextFieldProps["onKeyDown"]>;
};

/** What every field of the form shares: its name, its lines, and what leaving it does. */
const shared = ({ editing, field }: FieldProps) => ({
  name: field,
  label: words.patients.label[field],
  error: editing.errors[field],
  help: editing.filled?.includes(field) === true ? <FilledMark /> : null,
  warning: editing.state.touched.includes(field) ? editing.read.warnings[field] : null,
  onBlur: () => {
    editing.dispatch({ type: "left", field });
    void editing.draft.flush();
  },
});

const Field = (props: FieldProps): ReactNode => (
  <TextField
    {...shared(props)}
    value={props.editing.state.form[props.field]}
    onChange={(value) => props.editing.dispatch({ type: "typed", field: props.field, value })}
    isRequired={props.isRequired ?? true}
    offer={props.offer}
    {...(props.onKeyDown === undefined ? {} : { onKeyDown: props.onKeyDown })}
    {...(props.help === undefined ? {} : { help: props.help })}
    {...(props.inputMode === undefined ? {} : { inputMode: props.inputMode })}
  />
);

const GenderField = ({ editing }: Editing): ReactNode => (
  <SelectField
    {...shared({ editing, field: "gender" })}
    value={genders.find((gender) => gender === editing.state.form.gender) ?? ""}
    options={[
      { value: "", label: words.patients.choose },
      ...genders.map((gender) => ({ value: gender, label: formatGender(gender) })),
    ]}
    onChange={(value) => editing.dispatch({ type: "typed", field: "gender", value })}
    isRequired
  />
);

/** One that may be in use for this very patient is not changed: the service would make a second one. */
function ExternalIdField({ editing }: Editing): ReactNode {
  const { generatedId: id, heldId: held } = editing;
  if (held === null) {
    return (
      <Field
        editing={editing}
        field="externalId"
        isRequired={false}
        help={id === null ? words.patients.externalIdHelpBefore : words.patients.externalIdHelp({ id })}
      />
    );
  }
  return (
    <TextField
      {...shared({ editing, field: "externalId" })}
      value={held}
      onChange={() => undefined}
      isReadOnly
      help={words.patients.externalIdHeld}
    />
  );
}

type FieldsProps = Editing & {
  /** What stands after name and date of birth. */
  readonly children: ReactNode;
};

/** The date of birth says how it was read when it is left. */
function DobField({ editing }: Editing): ReactNode {
  const { dob } = editing.read.readings;
  const { name, label, help, onBlur, ...lines } = shared({ editing, field: "dob" });
  const read = { ...lines, echo: dob.kind === "read" ? dob.echo : null };
  const say = useSaidWhenLeft(read);
  return (
    <TextField
      {...{ name, label }}
      {...read}
      value={editing.state.form.dob}
      onChange={(value) => editing.dispatch({ type: "typed", field: "dob", value })}
      onBlur={() => {
        onBlur();
        say();
      }}
      offer={
        <MeantDate
          reading={dob}
          onTake={(value) => {
            editing.dispatch({ type: "typed", field: "dob", value });
            editing.focus("dob");
          }}
        />
      }
      help={dob.kind === "empty" ? words.patients.dobHelp : help}
      isRequired
    />
  );
}

/** Under the ZIP code its city and state are offered while there are none. */
function ZipField({ editing }: Editing): ReactNode {
  const { zip, state, city } = editing.state.form;
  const take = (place: { readonly city?: string; readonly state?: string }): void => {
    for (const field of ["city", "state"] as const) {
      const value = place[field];
      if (value !== undefined) editing.dispatch({ type: "typed", field, value });
    }
    // On with the first that is still open.
    const isOpen = (place.city ?? city).trim() === "";
    editing.focus(isOpen ? "city" : "phone");
  };
  const offer = <ZipOffer {...{ zip, state, city }} onTake={take} />;
  return <Field editing={editing} field="zip" offer={offer} onKeyDown={takeZipOffer} />;
}

/** The eleven fields of a patient in six rows, in the order in which they are asked: a ZIP code knows its city and state. */
export function PatientFields({ editing, children }: FieldsProps): ReactNode {
  return (
    <FieldStack>
      <FieldRow>
        <Field editing={editing} field="firstName" />
        <Field editing={editing} field="lastName" />
      </FieldRow>
      <FieldRow>
        <DobField editing={editing} />
        <GenderField editing={editing} />
      </FieldRow>
      {children}
      <Field editing={editing} field="address" />
      <FieldRow kind="zip">
        <ZipField editing={editing} />
        <Field editing={editing} field="city" />
        <StateField
          {...shared({ editing, field: "state" })}
          value={editing.state.form.state}
          onChange={(value) => editing.dispatch({ type: "typed", field: "state", value })}
        />
      </FieldRow>
      <FieldRow>
        <Field editing={editing} field="phone" isRequired={false} inputMode="tel" />
        <Field editing={editing} field="email" inputMode="email" />
      </FieldRow>
      <ExternalIdField editing={editing} />
    </FieldStack>
  );
}
