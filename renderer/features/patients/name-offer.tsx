import type { ReactNode } from "react";
import { listFieldNames } from "../../../shared/core/form.ts";
import { patientFields } from "../../../shared/patients/patient-form.ts";
import { words } from "../../../messages/words.ts";
import { Button } from "../../ui/button.tsx";
import { formatName } from "../../ui/format.ts";
import { NoticeBox } from "../../ui/notice.tsx";
import { findOffer, type Offer } from "./offers.ts";
import type { PatientEditing } from "./use-patient-editor.ts";

/** What each field would hold: "First name Jane · Last name Doe". */
const partsOf = ({ values }: Offer): string =>
  listFieldNames(patientFields)
    .flatMap((field) => {
      const value = values[field];
      return value === undefined
        ? []
        : [words.patients.offer.part({ label: words.patients.label[field], value })];
    })
    .join(" · ");

/** Offers to put right in one press what was typed in haste. It changes nothing by itself. */
export function NameOffer({ editing }: { readonly editing: PatientEditing }): ReactNode {
  const { form, touched, phase } = editing.state;
  const offer = findOffer(form, touched, editing.dates);
  if (offer === null || phase.kind === "sending") return null;
  const { offer: say } = words.patients;
  const take = (): void => {
    editing.dispatch({ type: "filled", values: offer.values });
    // The button goes with what it offered: on with the first field that is still empty.
    const next = listFieldNames(patientFields).find(
      (field) => form[field].trim() === "" && !offer.values[field],
    );
    editing.focus(next ?? "firstName");
  };
  const name = formatName({ ...form, ...offer.values });
  return offer.kind === "split" ? (
    <NoticeBox
      tone="info"
      live="polite"
      title={say.fullName}
      actions={
        <Button size="small" onPress={take}>
          {say.split}
        </Button>
      }
    >
      <p>{partsOf(offer)}</p>
    </NoticeBox>
  ) : (
    <NoticeBox
      tone="info"
      live="polite"
      title={say.capitals}
      actions={
        <Button size="small" onPress={take}>
          {say.use({ name })}
        </Button>
      }
    />
  );
}
