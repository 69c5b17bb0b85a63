import { readBookingForm } from "../../contract/forms/booking-form.ts";
import { todayIn } from "../../contract/forms/zoned-time.ts";
import type { Item } from "../../contract/records/item.ts";
import type { PatientRecord } from "../../contract/records/patient.ts";
import type { Settings } from "../../contract/records/settings.ts";
import type { ItemIndex } from "../store/types.ts";

type IndexContext = {
  readonly patient: (id: string) => PatientRecord | null;
  readonly settings: Settings;
  readonly now: Date;
};

const utc = (instant: string): string | null => {
  const ms = Date.parse(instant);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
};

/** What the store finds an item by. */
export function indexOf(item: Item, context: IndexContext): ItemIndex {
  if (item.kind === "patient") {
    const { firstName, lastName } = item.form;
    return {
      patientRecordId: item.patientRecordId,
      appointmentInstant: null,
      searchText: `${firstName} ${lastName}`,
    };
  }
  if (item.kind === "webhook")
    return { patientRecordId: null, appointmentInstant: null, searchText: item.form.url };
  const { form } = item;
  const patientRecordId = form.patient?.kind === "known" ? form.patient.id : null;
  const patient = patientRecordId === null ? null : context.patient(patientRecordId);
  const now = context.now.toISOString();
  const read = readBookingForm(form, {
    now,
    today: todayIn(form.timeZone, now),
    dateOrder: context.settings.dateOrder,
    patient,
  });
  const answer = item.result?.appointment ?? null;
  const service = context.settings.services.find((known) => String(known.id) === form.service.trim());
  const words = [
    patient?.input.firstName,
    patient?.input.lastName,
    patient?.patientId ?? (form.patient?.kind === "number" ? form.patient.text : null),
    service?.name,
    form.service,
    answer?.id,
    answer?.status,
    answer?.billingType ?? form.billingType,
  ];
  const instant = answer?.appointmentDateTime ?? (read.when?.kind === "exact" ? read.when.instant : null);
  return {
    patientRecordId,
    appointmentInstant: instant === null ? null : utc(instant),
    searchText: words.filter((word) => word !== null && word !== undefined).join(" "),
  };
}
