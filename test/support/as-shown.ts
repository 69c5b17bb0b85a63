import type { BookingItem, PatientItem } from "../../shared/outbox/item.ts";
import type { Card } from "../../shared/cards/card.ts";
import type { PatientRecord } from "../../shared/patients/patient.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { appointmentInput, type AppointmentInput } from "../../shared/service-api/appointment.ts";
import type { PatientInput } from "../../shared/service-api/patient.ts";
import { readBookingForm } from "../../shared/bookings/booking-form.ts";
import { toWallTime } from "../../shared/time/clinic-day.ts";
import { getToday } from "../../shared/time/zoned-time.ts";
import { readBackOfItem } from "../../renderer/features/booking/item-read-back.ts";
import { readBack } from "../../renderer/features/booking/read-back.ts";
import { openBookingState } from "../../renderer/features/booking/state.ts";
import { describeBookingDetail } from "../../renderer/features/bookings/detail-facts.ts";
import { listPatientFacts, describePatientLine } from "../../renderer/features/patients/describe.ts";
import { describeItem } from "../../renderer/lib/item-kinds.ts";

/*
 * What the screens show of an item, and what they would show of one that is made of nothing but the body that the service
 * received. The two are the same, or something was sent that nobody read.
 */

export type Booking = { readonly item: BookingItem; readonly patient: PatientRecord | null };

/** What the service knows: who has which number, and which card a payment method is. */
export type Register = {
  readonly patients: ReadonlyMap<number, PatientInput>;
  readonly cards: ReadonlyMap<string, Card>;
};

/** A booking on every screen that reads it to a person: the wizard, the outbox, its detail, and once it was sent. */
export function bookingScreens({ item, patient }: Booking, settings: Settings, now: string) {
  const { timeZone } = item.form;
  const today = getToday(timeZone, now);
  const dates = { today, now, dateOrder: settings.dateOrder, patient };
  const state = { ...openBookingState(item), patient };
  const wizard = readBack({ state, read: readBookingForm(item.form, dates), settings, today });
  const { facts, instant: typedInstant, ...detail } = describeBookingDetail({ item, patient }, settings, now);
  const sent = { item, patient, settings, today, typedInstant, facts, isBooked: false };
  return {
    wizard,
    line: describeItem(item, { patient: patient?.input ?? null, settings, now }),
    detail: { ...detail, when: facts.when },
    sent: readBackOfItem(sent),
  };
}

/** What would be shown of that body alone. */
export function bookingOfBody({ item }: Booking, body: unknown, register: Register): Booking {
  const input: AppointmentInput & { readonly paymentMethod?: string } = appointmentInput.parse(body);
  const {
    patientId,
    serviceId,
    appointmentDateTime,
    notes = "",
    billingType,
    address,
    city,
    state,
    zip,
  } = input;
  const { form } = item;
  const known = register.patients.get(patientId);
  const { id } = form.patient?.kind === "known" ? form.patient : { id: null };
  const isKnown = id !== null && known !== undefined;
  const patient = isKnown
    ? { id, accountId: item.accountId, patientId, itemId: null, input: known, createdAt: item.createdAt }
    : null;
  const isTheirs = (
    [
      ["address", address],
      ["city", city],
      ["state", state],
      ["zip", zip],
    ] as const
  ).every(([name, text]) => known?.[name] === text);
  const { date, time } = toWallTime(appointmentDateTime, form.timeZone);
  const { paymentMethod = "" } = input;
  return {
    item: {
      ...item,
      payload: JSON.stringify(body),
      form: {
        ...form,
        patient: isKnown ? { kind: "known", id } : { kind: "number", text: String(patientId) },
        service: String(serviceId),
        date,
        time,
        sameAddress: isKnown && isTheirs && form.sameAddress,
        address,
        city,
        state,
        zip,
        notes,
        billingType,
        paymentMethod,
        card: register.cards.get(paymentMethod) ?? null,
      },
    },
    patient,
  };
}

/** A new patient in the outbox and, once saved, on their page. */
export function patientScreens(
  { item, patient }: { readonly item: PatientItem; readonly patient: PatientRecord | null },
  settings: Settings,
  now: string,
) {
  const { title, detail } = describeItem(item, { patient: null, settings, now });
  const page = patient && [
    ...listPatientFacts(patient),
    describePatientLine(patient, getToday(settings.timeZone, now)),
  ];
  return { title, detail, page };
}
