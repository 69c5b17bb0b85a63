import { shortDay } from "../../../messages/format.ts";
import { firstLanguage } from "../../../messages/language.ts";
import { say } from "../../../messages/saying.ts";
import { fail, ok, type Failure, type Result } from "../../../shared/core/failure.ts";
import type { BookingForm } from "../../../shared/bookings/booking-form.ts";
import type { BookingItem, Item } from "../../../shared/outbox/item.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import type { RouteOutput } from "../../../shared/routes.ts";
import type { Bridge } from "../../lib/ipc.ts";
import type { FollowUp, LinkedVisit, TargetOf } from "../../lib/navigation.ts";

/** What the wizard begins with. */
export type BookingStart =
  | {
      readonly kind: "fresh";
      readonly patient: PatientRecord | null;
      /** What it has in common with an earlier booking of that patient. */
      readonly form?: Partial<BookingForm>;
      /** What a link says of it, for a person to look at: kept once they have done anything with it. */
      readonly link?: LinkedVisit;
    }
  | { readonly kind: "item"; readonly item: BookingItem; readonly patient: PatientRecord | null }
  /** `itemId`: what could not be opened, where it is one that was begun. */
  | { readonly kind: "failed"; readonly failure: Failure; readonly itemId?: string };

export type WizardStart = Exclude<BookingStart, { kind: "failed" }>;

const notABooking = fail("not-found", say("failures.noBooking"));

/** The known patient of a booking; null where this computer has none. That it cannot be read just now is not the same. */
async function patientOf(bridge: Bridge, item: BookingItem): Promise<Result<PatientRecord | null>> {
  if (item.form.patient?.kind !== "known") return ok(null);
  const answer = await bridge.call("patients.get", { id: item.form.patient.id });
  return answer.ok || answer.failure.code !== "not-found" ? answer : ok(null);
}

async function itemStart(bridge: Bridge, item: BookingItem): Promise<BookingStart> {
  const patient = await patientOf(bridge, item);
  return patient.ok
    ? { kind: "item", item, patient: patient.value }
    : { kind: "failed", failure: patient.failure, itemId: item.id };
}

/** Neither sent nor refused: it opens as a form. What was opens with its answer. */
const opensAsForm = ({ status }: BookingItem): boolean =>
  status === "on-hold" ||
  status === "saved-for-later" ||
  status === "ready" ||
  status === "waiting-for-patient";

/** What is about to be sent, and what is then said of one that is taken back. */
export type AboutToGo = {
  readonly has: (id: string) => boolean;
  readonly onTakenBack: (taken: RouteOutput<"items.takeBack">) => void;
};

/** As it stands now; one that is about to be sent is taken back, which is said. */
async function takenUp(bridge: Bridge, id: string, aboutToGo: AboutToGo | undefined): Promise<Result<Item>> {
  if (aboutToGo?.has(id) !== true) return bridge.call("items.get", { id });
  const taken = await bridge.call("items.takeBack", { id });
  if (!taken.ok) return taken;
  aboutToGo.onTakenBack(taken.value);
  return ok(taken.value.item);
}

/** Takes an item up again. */
export async function startWithItem(
  bridge: Bridge,
  id: string,
  aboutToGo?: AboutToGo,
): Promise<BookingStart> {
  const read = await takenUp(bridge, id, aboutToGo);
  if (!read.ok) return { kind: "failed", failure: read.failure, itemId: id };
  if (read.value.kind !== "booking") return { kind: "failed", failure: notABooking, itemId: id };
  let item = read.value;
  if (opensAsForm(item)) {
    const edited = await bridge.call("items.edit", { id });
    if (!edited.ok) return { kind: "failed", failure: edited.failure, itemId: id };
    if (edited.value.kind === "booking") item = { ...edited.value, status: "draft" };
  }
  // It is a form, and stays on the call-back list until its card is there or something else is missing.
  if (item.status === "needs-card") item = { ...item, status: "draft" };
  return itemStart(bridge, item);
}

type Options = {
  readonly bridge: Bridge;
  readonly target: TargetOf<"new-booking"> | null;
  /** RFC 3339 instant at which this window was opened. */
  readonly since: string;
  /** Left out: nothing is. */
  readonly aboutToGo?: AboutToGo;
};

/** The booking that was being typed in this run of the window; an older one is only offered. */
async function openDraft({ bridge, since, aboutToGo }: Options): Promise<BookingItem | null> {
  const answer = await bridge.call("items.list", {
    kinds: ["booking"],
    statuses: ["draft"],
    limit: 50,
    offset: 0,
  });
  if (!answer.ok) return null;
  const left = answer.value.items.find(
    (item) =>
      item.kind === "booking" &&
      Date.parse(item.updatedAt) >= Date.parse(since) &&
      aboutToGo?.has(item.id) !== true,
  );
  if (left === undefined) return null;
  // A list leaves out the notes: a form that was begun with one would lose them.
  const whole = await bridge.call("items.get", { id: left.id });
  return whole.ok && whole.value.kind === "booking" ? whole.value : null;
}

/** A booking with what the next visit has in common with one that was booked, on that day. */
async function startFollowUp(bridge: Bridge, { itemId, date }: FollowUp): Promise<BookingStart> {
  const read = await bridge.call("items.get", { id: itemId });
  if (!read.ok) return { kind: "failed", failure: read.failure };
  if (read.value.kind !== "booking") return { kind: "failed", failure: notABooking };
  const patient = await patientOf(bridge, read.value);
  return patient.ok
    ? createFollowUp(read.value, patient.value, date)
    : { kind: "failed", failure: patient.failure };
}

/** Finds what the wizard begins with: the item asked for, the known patient asked for, what was open, or nothing. */
export async function findStart(options: Options): Promise<BookingStart> {
  const { bridge, target, aboutToGo } = options;
  if (target?.itemId !== undefined) return startWithItem(bridge, target.itemId, aboutToGo);
  const linked = target?.link === undefined ? {} : { link: target.link };
  if (target?.patientRecordId !== undefined) {
    const answer = await bridge.call("patients.get", { id: target.patientRecordId });
    if (!answer.ok) return { kind: "failed", failure: answer.failure };
    return { kind: "fresh", patient: answer.value, ...linked };
  }
  if (target?.link !== undefined) return { kind: "fresh", patient: null, ...linked };
  if (target?.followUp !== undefined) return startFollowUp(bridge, target.followUp);
  const open = await openDraft(options);
  if (open === null) return { kind: "fresh", patient: null };
  return itemStart(bridge, open);
}

/**
 * What stays of a booking for the next visit, on that day (`YYYY-MM-DD`). The time is to be typed, and a card is asked for
 * anew.
 */
export function createFollowUp(
  { form }: BookingItem,
  patient: PatientRecord | null,
  day: string,
): WizardStart {
  const { service, sameAddress, address, city, state, zip, billingType } = form;
  const byNumber = form.patient?.kind === "number" ? { patient: form.patient } : {};
  // As it is written it means the same day tomorrow.
  const date = shortDay(day, firstLanguage);
  const same = { service, sameAddress, address, city, state, zip, billingType, date };
  return { kind: "fresh", patient, form: { ...same, ...byNumber } };
}
