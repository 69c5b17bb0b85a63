import type { ReactNode } from "react";
import type { Saying } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { CheckField } from "../../ui/choice-fields.tsx";
import { FieldRow, FieldStack } from "../../ui/field.tsx";
import { formatAddress } from "../../ui/format.ts";
import { PageSection } from "../../ui/page.tsx";
import { StateField } from "../../ui/state-field.tsx";
import { ZipOffer } from "../patients/index.ts";
import { TextField } from "../../ui/text-field.tsx";
import { RepeatField } from "./repeat.tsx";
import { ServiceField } from "./service-field.tsx";
import type { BookingTextField } from "./state.ts";
import type { Booking } from "./use-booking.ts";
import type { Day } from "./use-day.ts";
import { getFieldProps, getInputProps } from "./visit-fields.ts";
import { VisitWhen } from "./visit-when.tsx";

type Props = { readonly booking: Booking };
type StepProps = Props & { readonly day: Day };

/** What for, when, where, and anything to note. */
export const VisitStep = ({ booking, day }: StepProps): ReactNode => (
  <FieldStack>
    <ServiceField booking={booking} />
    <VisitWhen booking={booking} day={day} />
    <RepeatField booking={booking} />
    <Place booking={booking} />
    <TextField
      {...getFieldProps(booking, "notes")}
      {...getInputProps(booking, "notes")}
      multiline
      help={words.booking.visit.notesHelp}
    />
  </FieldStack>
);

function Place({ booking }: Props): ReactNode {
  const { form, patient } = booking.state;
  const isNumber = form.patient?.kind === "number";
  const say = words.booking.visit;
  return (
    <PageSection title={say.where}>
      <FieldStack>
        {!isNumber && (
          <CheckField
            label={say.sameAddress}
            name="sameAddress"
            isSelected={form.sameAddress}
            onChange={(on) => booking.dispatch({ type: "same-address", on })}
            description={
              !form.sameAddress ? null : patient === null ? say.sameAddressHelp : formatAddress(patient.input)
            }
          />
        )}
        {(isNumber || !form.sameAddress) && <PlaceFields booking={booking} />}
      </FieldStack>
    </PageSection>
  );
}

function PlaceFields({ booking }: Props): ReactNode {
  const { warnings } = booking.read;
  const leftWarning = (field: BookingTextField): Saying | null =>
    booking.state.touched.includes(field) ? (warnings[field] ?? null) : null;
  const state = getInputProps(booking, "state");
  const { form } = booking.state;
  const take = (place: { readonly city?: string; readonly state?: string }): void => {
    if (place.city !== undefined) getInputProps(booking, "city").onChange(place.city);
    if (place.state !== undefined) state.onChange(place.state);
    const field = (place.city ?? form.city).trim() === "" ? "city" : "zip";
    booking.dispatch({ type: "went", step: "visit", field });
  };
  return (
    <>
      <TextField {...getFieldProps(booking, "address")} {...getInputProps(booking, "address")} isRequired />
      <FieldRow kind="city">
        <TextField {...getFieldProps(booking, "city")} {...getInputProps(booking, "city")} isRequired />
        <StateField {...getFieldProps(booking, "state")} {...state} warning={leftWarning("state")} />
        <TextField
          {...getFieldProps(booking, "zip")}
          {...getInputProps(booking, "zip")}
          warning={leftWarning("zip")}
          offer={<ZipOffer zip={form.zip} city={form.city} state={form.state} onTake={take} />}
          isRequired
        />
      </FieldRow>
    </>
  );
}
