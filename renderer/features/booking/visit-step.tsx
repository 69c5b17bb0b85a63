import { useId, type ReactNode } from "react";
import type { Saying } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { CheckField } from "../../ui/choice-fields.tsx";
import { FieldRow, FieldStack } from "../../ui/field.tsx";
import { formatAddress } from "../../ui/format.ts";
import { joinClassNames } from "../../ui/class-names.ts";
import { StateField } from "../../ui/state-field.tsx";
import { takeZipOffer, ZipOffer } from "../patients/index.ts";
import { TextField } from "../../ui/text-field.tsx";
import { MonthPicker } from "./month-picker.tsx";
import { NoServices, ServiceField } from "./service-field.tsx";
import type { BookingTextField } from "./state.ts";
import type { Booking } from "./use-booking.ts";
import type { Day } from "./use-day.ts";
import { getFieldProps, getInputProps } from "./visit-fields.ts";
import styles from "./visit-step.module.css";
import { VisitWhen } from "./visit-when.tsx";

type Props = { readonly booking: Booking };
type StepProps = Props & { readonly day: Day };

/** What for, when, where, and anything to note. */
export const VisitStep = ({ booking, day }: StepProps): ReactNode => (
  <FieldStack>
    <NoServices booking={booking} />
    <ServiceField booking={booking} />
    <VisitWhen booking={booking} day={day} />
    <div className={joinClassNames(styles["panes"], hasOwnPlace(booking) && styles["elsewhere"])}>
      <MonthPicker
        date={day.date}
        timeZone={booking.state.form.timeZone}
        today={booking.today}
        dispatch={booking.dispatch}
      />
      <Place booking={booking} />
      <div className={styles["notes"]}>
        <TextField
          {...getFieldProps(booking, "notes")}
          {...getInputProps(booking, "notes")}
          multiline
          help={words.booking.visit.notesHelp}
        />
      </div>
    </div>
  </FieldStack>
);

/** Of a patient who is known by number alone no address is. */
const isNumber = ({ state }: Booking): boolean => state.form.patient?.kind === "number";
const hasOwnPlace = (booking: Booking): boolean => isNumber(booking) || !booking.state.form.sameAddress;

function Place({ booking }: Props): ReactNode {
  const { form, patient } = booking.state;
  const id = useId();
  const say = words.booking.visit;
  return (
    <section className={styles["where"]} aria-labelledby={id}>
      <h2 id={id}>{say.where}</h2>
      <FieldStack>
        {!isNumber(booking) && (
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
        {hasOwnPlace(booking) && <PlaceFields booking={booking} />}
      </FieldStack>
    </section>
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
    const field = (place.city ?? form.city).trim() === "" ? "city" : "notes";
    booking.dispatch({ type: "went", step: "visit", field });
  };
  return (
    <>
      <TextField {...getFieldProps(booking, "address")} {...getInputProps(booking, "address")} isRequired />
      <FieldRow kind="zip">
        <TextField
          {...getFieldProps(booking, "zip")}
          {...getInputProps(booking, "zip")}
          warning={leftWarning("zip")}
          onKeyDown={takeZipOffer}
          offer={<ZipOffer zip={form.zip} city={form.city} state={form.state} onTake={take} />}
          isRequired
        />
        <TextField {...getFieldProps(booking, "city")} {...getInputProps(booking, "city")} isRequired />
        <StateField {...getFieldProps(booking, "state")} {...state} warning={leftWarning("state")} />
      </FieldRow>
    </>
  );
}
