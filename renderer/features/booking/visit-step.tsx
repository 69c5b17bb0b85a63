import type { Saying } from "../../../messages/saying.ts";
import { useState, type ReactNode } from "react";
import { clock, weekday } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { CheckField } from "../../ui/check-field.tsx";
import { ComboField } from "../../ui/combo-field.tsx";
import { FieldRow, FieldStack } from "../../ui/field-row.tsx";
import { formatAddress } from "../../ui/names.ts";
import { Section } from "../../ui/page.tsx";
import { StateField } from "../../ui/state-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { serviceIdFor, serviceLabel, servicesFor } from "./catalogue.ts";
import { lastingDay } from "./lasting-day.ts";
import type { BookingTextField } from "./state.ts";
import type { Booking } from "./use-booking.ts";
import { assumedWords, visitZone, zoneWords } from "./visit-words.ts";
import { VisitTimeQuestion } from "./visit-time-question.tsx";

type Props = { readonly booking: Booking };

/** What every text field of the step shares: its name, its lines, and what leaving it does. */
const shared = (booking: Booking, field: BookingTextField) => ({
  name: field,
  label: words.booking.label[field],
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
      multiline
      help={words.booking.visit.notesHelp}
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
  const say = words.booking.visit;
  return (
    <ComboField
      {...shared(booking, "service")}
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
          : known.minutes === null
            ? known.name
            : say.serviceEcho({ name: known.name, count: known.minutes })
      }
      warning={known === undefined && isNumber ? say.serviceUnknown({ id: service.trim() }) : null}
      help={say.serviceHelp}
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
  const { readings, values, when, warnings } = booking.read;
  const { date, time } = values;
  const { timeZone } = booking.state.form;
  const isAsked = when?.kind === "gap" || when?.kind === "twice";
  const say = words.booking.visit;
  const assumed = time?.assumed === true ? assumedWords(time.time) : null;
  return (
    <>
      <FieldRow>
        <TextField
          {...shared(booking, "date")}
          {...typing(booking, "date")}
          onBlur={() => leaveDate(booking)}
          echo={date === undefined ? null : weekday(date)}
          help={readings.date.kind === "empty" ? say.dateHelp : null}
          isRequired
        />
        <TextField
          {...shared(booking, "time")}
          {...typing(booking, "time")}
          error={isAsked ? null : booking.errors["time"]}
          echo={
            time === undefined
              ? null
              : when?.kind === "exact"
                ? say.timeIn({ time: time.time, zone: visitZone(when, timeZone) })
                : clock(time.time)
          }
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
  const state = typing(booking, "state");
  return (
    <>
      <TextField {...shared(booking, "address")} {...typing(booking, "address")} isRequired />
      <FieldRow kind="city">
        <TextField {...shared(booking, "city")} {...typing(booking, "city")} isRequired />
        <StateField {...shared(booking, "state")} {...state} warning={leftWarning("state")} />
        <TextField
          {...shared(booking, "zip")}
          {...typing(booking, "zip")}
          warning={leftWarning("zip")}
          isRequired
        />
      </FieldRow>
    </>
  );
}
