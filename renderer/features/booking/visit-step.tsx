import type { ReactNode } from "react";
import type { Saying } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { CheckField } from "../../ui/choice-fields.tsx";
import { FieldRow, FieldStack } from "../../ui/field.tsx";
import { formatAddress } from "../../ui/format.ts";
import { Section } from "../../ui/page.tsx";
import { StateField } from "../../ui/state-field.tsx";
import { ZipOffer } from "../patients/index.ts";
import { TextField } from "../../ui/text-field.tsx";
import { Repeat } from "./repeat.tsx";
import { ServiceField } from "./service-field.tsx";
import type { BookingTextField } from "./state.ts";
import type { Booking } from "./use-booking.ts";
import type { Day } from "./use-day.ts";
import { sharedOf, typingOf } from "./visit-fields.ts";
import { When } from "./visit-when.tsx";

type Props = { readonly booking: Booking };
type StepProps = Props & { readonly day: Day };

/** What for, when, where, and anything to note. */
export const VisitStep = ({ booking, day }: StepProps): ReactNode => (
  <FieldStack>
    <ServiceField booking={booking} />
    <When booking={booking} day={day} />
    <Repeat booking={booking} />
    <Place booking={booking} />
    <TextField
      {...sharedOf(booking, "notes")}
      {...typingOf(booking, "notes")}
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
    <Section title={say.where}>
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
    </Section>
  );
}

function PlaceFields({ booking }: Props): ReactNode {
  const { warnings } = booking.read;
  const leftWarning = (field: BookingTextField): Saying | null =>
    booking.state.touched.includes(field) ? (warnings[field] ?? null) : null;
  const state = typingOf(booking, "state");
  const { form } = booking.state;
  const take = (place: { readonly city?: string; readonly state?: string }): void => {
    if (place.city !== undefined) typingOf(booking, "city").onChange(place.city);
    if (place.state !== undefined) state.onChange(place.state);
    const field = (place.city ?? form.city).trim() === "" ? "city" : "zip";
    booking.dispatch({ type: "went", step: "visit", field });
  };
  return (
    <>
      <TextField {...sharedOf(booking, "address")} {...typingOf(booking, "address")} isRequired />
      <FieldRow kind="city">
        <TextField {...sharedOf(booking, "city")} {...typingOf(booking, "city")} isRequired />
        <StateField {...sharedOf(booking, "state")} {...state} warning={leftWarning("state")} />
        <TextField
          {...sharedOf(booking, "zip")}
          {...typingOf(booking, "zip")}
          warning={leftWarning("zip")}
          offer={<ZipOffer zip={form.zip} city={form.city} state={form.state} onTake={take} />}
          isRequired
        />
      </FieldRow>
    </>
  );
}
