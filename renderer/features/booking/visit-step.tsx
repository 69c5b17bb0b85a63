import type { Saying } from "../../../messages/saying.ts";
import { useState, type ReactNode } from "react";
import { CheckField } from "../../ui/check-field.tsx";
import { ComboField } from "../../ui/combo-field.tsx";
import { FieldRow, FieldStack } from "../../ui/field-row.tsx";
import { Section } from "../../ui/page.tsx";
import { StateField } from "../../ui/state-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { serviceIdFor, serviceLabel, servicesFor, zoneWords } from "./catalogue.ts";
import { lastingDay } from "./lasting-day.ts";
import type { BookingTextField } from "./state.ts";
import type { Booking } from "./use-booking.ts";
import { VisitTimeQuestion } from "./visit-time-question.tsx";

type Props = { readonly booking: Booking };

/** What every text field of the step shares: its name, its lines, and what leaving it does. */
const shared = (booking: Booking, field: BookingTextField) => ({
  name: field,
  error: booking.errors[field],
  onBlur: () => booking.dispatch({ type: "left", field }),
});

const typing = (booking: Booking, field: BookingTextField) => ({
  value: booking.state.form[field],
  onChange: (value: string) => booking.dispatch({ type: "typed", field, value }),
});

/** What for, when, where, and anything to note. */
export const VisitStep = ({ booking }: Props): ReactNode => (
  <FieldStack>
    <ServiceField booking={booking} />
    <When booking={booking} />
    <Place booking={booking} />
    <TextField
      {...shared(booking, "notes")}
      {...typing(booking, "notes")}
      label="Notes"
      multiline
      help="Sent with the booking. No card numbers."
    />
  </FieldStack>
);

function ServiceField({ booking }: Props): ReactNode {
  const { services } = booking.settings;
  const { service } = booking.state.form;
  const [text, setText] = useState(() => serviceLabel(service, services));
  const type = (value: string): void =>
    booking.dispatch({ type: "typed", field: "service", value: serviceIdFor(value, services) ?? value });
  const known = services.find(({ id }) => String(id) === service.trim());
  const isNumber = /^\d{1,15}$/.test(service.trim());
  const minutes = known?.minutes ?? null;
  return (
    <ComboField
      {...shared(booking, "service")}
      label="Service"
      text={text}
      onTextChange={(value) => {
        setText(value);
        type(value);
      }}
      options={servicesFor(text, services)}
      onPick={(id) => {
        setText(serviceLabel(id, services));
        type(id);
      }}
      echo={
        known === undefined || booking.errors["service"] !== undefined
          ? null
          : `${known.name}${minutes === null ? "" : `, ${minutes} minutes`}`
      }
      warning={
        known === undefined && isNumber
          ? `Service ${service.trim()} is not in this desk's list. It is sent as typed.`
          : null
      }
      help="By name or ID"
      isRequired
    />
  );
}

/** What is left in the field means the same day tomorrow. */
function leaveDate(booking: Booking): void {
  const { dateOrder } = booking.settings;
  const value = lastingDay(booking.state.form.date, { today: booking.today, dateOrder });
  booking.dispatch({ type: "typed", field: "date", value });
  booking.dispatch({ type: "left", field: "date" });
}

function When({ booking }: Props): ReactNode {
  const { day, time, when, warnings } = booking.read;
  const { timeZone } = booking.state.form;
  const isAsked = when?.kind === "gap" || when?.kind === "twice";
  const assumed =
    time.kind === "read" && time.assumed
      ? `Read as ${time.echo}. Type ${time.echo.replace(/(:00)? PM$/, "am")} for the morning.`
      : null;
  const clock = time.kind === "read" ? time.echo : null;
  return (
    <>
      <FieldRow>
        <TextField
          {...shared(booking, "date")}
          {...typing(booking, "date")}
          onBlur={() => leaveDate(booking)}
          label="Date"
          echo={day.kind === "read" ? day.echo : null}
          help={day.kind === "empty" ? "12/1, tomorrow, next Monday, +3" : null}
          isRequired
        />
        <TextField
          {...shared(booking, "time")}
          {...typing(booking, "time")}
          error={isAsked ? null : booking.errors["time"]}
          label="Time"
          echo={when?.kind === "exact" ? `${clock ?? ""} ${when.zoneName}` : clock}
          warning={warnings["time"] ?? assumed}
          help={zoneWords(timeZone)}
          isRequired
        />
      </FieldRow>
      <VisitTimeQuestion booking={booking} />
    </>
  );
}

function Place({ booking }: Props): ReactNode {
  const { form, patient } = booking.state;
  const isNumber = form.patient?.kind === "number";
  const of = patient?.input;
  return (
    <Section title="Where">
      <FieldStack>
        {!isNumber && (
          <CheckField
            label="Same as patient"
            name="sameAddress"
            isSelected={form.sameAddress}
            onChange={(on) => booking.dispatch({ type: "same-address", on })}
            description={
              !form.sameAddress
                ? null
                : of === undefined
                  ? "The patient's address, once a patient is chosen"
                  : `${of.address}, ${of.city}, ${of.state} ${of.zip}`
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
    booking.state.left.includes(field) ? (warnings[field] ?? null) : null;
  const state = typing(booking, "state");
  return (
    <>
      <TextField {...shared(booking, "address")} {...typing(booking, "address")} label="Address" isRequired />
      <FieldRow kind="city">
        <TextField {...shared(booking, "city")} {...typing(booking, "city")} label="City" isRequired />
        <StateField {...shared(booking, "state")} {...state} warning={leftWarning("state")} />
        <TextField
          {...shared(booking, "zip")}
          {...typing(booking, "zip")}
          label="ZIP code"
          warning={leftWarning("zip")}
          isRequired
        />
      </FieldRow>
    </>
  );
}
