import { say } from "../../../messages/saying.ts";
import { fail, type Failure } from "../../../contract/failure.ts";
import type { BookingForm } from "../../../contract/records/forms.ts";
import type { BookingItem } from "../../../contract/records/item.ts";
import type { PatientRecord } from "../../../contract/records/patient.ts";
import type { Bridge } from "../../bridge/desk.ts";
import type { TargetOf } from "../../state/navigation.ts";

/** What the wizard begins with. */
export type Start =
  | {
      readonly kind: "fresh";
      readonly patient: PatientRecord | null;
      /** What it has in common with an earlier booking of that patient. */
      readonly form?: Partial<BookingForm>;
    }
  | { readonly kind: "item"; readonly item: BookingItem; readonly patient: PatientRecord | null }
  | { readonly kind: "failed"; readonly failure: Failure };

const notABooking = fail("not-found", say("failures.noBooking"));

async function patientOf(bridge: Bridge, item: BookingItem): Promise<PatientRecord | null> {
  if (item.form.patient?.kind !== "known") return null;
  const answer = await bridge.call("patients.get", { id: item.form.patient.id });
  return answer.ok ? answer.value : null;
}

/** Neither sent nor refused: it opens as a form. What was opens with its answer. */
const opensAsForm = ({ status }: BookingItem): boolean =>
  status === "on-hold" ||
  status === "saved-for-later" ||
  status === "ready" ||
  status === "waiting-for-patient";

/** Takes an item up again. */
export async function startWithItem(bridge: Bridge, id: string): Promise<Start> {
  const read = await bridge.call("items.get", { id });
  if (!read.ok) return { kind: "failed", failure: read.failure };
  if (read.value.kind !== "booking") return { kind: "failed", failure: notABooking };
  let item = read.value;
  if (opensAsForm(item)) {
    const edited = await bridge.call("items.edit", { id });
    if (!edited.ok) return { kind: "failed", failure: edited.failure };
    if (edited.value.kind === "booking") item = { ...edited.value, status: "draft" };
  }
  // It is a form, and stays on the call-back list until its card is there or something else is missing.
  if (item.status === "needs-card") item = { ...item, status: "draft" };
  return { kind: "item", item, patient: await patientOf(bridge, item) };
}

/** The booking that was being typed in this run of the window; an older one is only offered. */
async function openDraft(bridge: Bridge, since: string): Promise<BookingItem | null> {
  const answer = await bridge.call("items.list", {
    kinds: ["booking"],
    statuses: ["draft"],
    limit: 50,
    offset: 0,
  });
  if (!answer.ok) return null;
  const left = answer.value.items.find(
    (item) => item.kind === "booking" && Date.parse(item.updatedAt) >= Date.parse(since),
  );
  if (left === undefined) return null;
  // A list leaves out the notes: a form that was begun with one would lose them.
  const whole = await bridge.call("items.get", { id: left.id });
  return whole.ok && whole.value.kind === "booking" ? whole.value : null;
}

type Options = {
  readonly bridge: Bridge;
  readonly target: TargetOf<"new-booking"> | null;
  /** RFC 3339 instant at which this window was opened. */
  readonly since: string;
};

/** Finds what the wizard begins with: the item asked for, the known patient asked for, what was open, or nothing. */
export async function findStart({ bridge, target, since }: Options): Promise<Start> {
  if (target?.itemId !== undefined) return startWithItem(bridge, target.itemId);
  if (target?.patientRecordId !== undefined) {
    const answer = await bridge.call("patients.get", { id: target.patientRecordId });
    return answer.ok ? { kind: "fresh", patient: answer.value } : { kind: "failed", failure: answer.failure };
  }
  const open = await openDraft(bridge, since);
  if (open === null) return { kind: "fresh", patient: null };
  return { kind: "item", item: open, patient: await patientOf(bridge, open) };
}

/** Of an earlier booking: what stays for the next visit. The day is to be typed, and a card is asked for anew. */
export const followUpOf = ({ service, sameAddress, address, city, state, zip, billingType }: BookingForm) =>
  ({ service, sameAddress, address, city, state, zip, billingType }) satisfies Partial<BookingForm>;
