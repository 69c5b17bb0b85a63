import { say } from "../../../messages/saying.ts";
import { fail, failed, ok, type Result } from "../../../shared/core/failure.ts";
import type { ShownClaim } from "../../../shared/clinic/clinic.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { Item } from "../../../shared/outbox/item.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import type { FormOf } from "../../../shared/outbox/routes.ts";
import { isBooking, isPatient } from "./kinds/kinds.ts";
import { applyPatientNumber } from "./kinds/patient-record.ts";
import type { Clock } from "../../platform/ports.ts";
import { countResendsAfterAgain } from "./attempts.ts";
import { toCorrectedForm, findCorrection } from "./correction.ts";
import type { Engine } from "./engine.ts";
import type { Store } from "../../db/types.ts";
import type { Sharing } from "./ports.ts";

/** What a person decides who has asked the service: whether it has a booking, whether as it should be, and who a patient is. */
export type ItemDecisions = {
  /** `shown`: what the person saw of an item that several desks share. */
  readonly decide: (id: RecordId, decision: Decision, shown?: ShownClaim) => Promise<Result<Item>>;
  /** The service made it more than once: the booking of that number was canceled there. */
  readonly sayCanceled: (id: RecordId, number: number) => Result<Item>;
  readonly useExisting: (id: RecordId, patientId: number) => Result<PatientRecord>;
  /** Begins the booking that is to take the place of this one, which is wrong. */
  readonly correct: (id: RecordId) => Result<Item>;
};

type Decision = "booked" | "again" | "not-booked";

type Options = {
  readonly store: Store;
  readonly engine: Engine;
  readonly sharing: Sharing;
  readonly clock: Clock;
  readonly onChange: (ids: readonly RecordId[]) => void;
  /** The item, when it belongs to the session's account. */
  readonly own: (id: RecordId) => Result<Item>;
  readonly save: <T extends Item>(item: T) => T;
  readonly told: <T extends Item>(item: T) => Result<T>;
  /** A new item of that account, not yet saved. */
  readonly begun: (content: FormOf) => Item;
  readonly submit: (id: RecordId, wait: boolean) => Promise<Result<Item>>;
};

const notHere = fail("not-found", say("failures.outbox.notHere"));
const settledMeanwhile = fail("busy", say("failures.outbox.settledMeanwhile"));
const otherNumber = fail("refused", say("failures.outbox.otherNumber"));
const notBookedAfterAll = fail("unclear", say("failures.outbox.notBookedAfterAll"));

const isTwice = (item: Item): boolean => isBooking(item) && item.result?.twice !== undefined;

export function createItemDecisions(options: Options): ItemDecisions {
  const { store, engine, clock, own, save, told, submit, begun } = options;
  const now = (): string => clock.now().toISOString();

  const decide: ItemDecisions["decide"] = async (id, decision, shown) => {
    const found = own(id);
    if (!found.ok) return found;
    const item = found.value;
    if (decision === "not-booked") return notBooked(item);
    if (item.status !== "needs-checking" || isTwice(item)) return failed(settledMeanwhile);
    if (decision === "booked") return markedAsBooked(item);
    const asked = options.sharing.bookAgain(item, shown);
    if (asked === null) return again(item);
    const agreed = await asked;
    if (!agreed.ok) return agreed;
    if (agreed.value !== null) {
      options.onChange([id, agreed.value]);
      return own(agreed.value);
    }
    // The others' word may have come first, and with it what they know of the item.
    const now = own(id);
    if (!now.ok) return now;
    const { status: to, kind, accountId } = now.value;
    if (to === "needs-checking") return again(now.value);
    // The clinic's log brought it there by itself: who decided is said here.
    const more = { kind, from: item.status, to };
    store.transaction(({ audit }) => audit.add([{ act: "decided", account: accountId, record: id, more }]));
    return submit(id, true);
  };

  function again(item: Item): Promise<Result<Item>> {
    // By the person's word an answer that is there made none: what comes of this try is not told by it.
    const next = isBooking(item) ? { ...item, result: null } : item;
    save({ ...next, status: "ready", problem: null, resends: countResendsAfterAgain(item) });
    return submit(item.id, true);
  }

  function markedAsBooked(item: Item): Result<Item> {
    if (!isBooking(item)) return failed(settledMeanwhile);
    const appointment = item.result?.appointment ?? null;
    const result = { appointment, bookedAt: now(), markedByPerson: true };
    return told(save({ ...item, status: "done", problem: null, result }));
  }

  function sayCanceled(id: RecordId, number: number): Result<Item> {
    const found = own(id);
    if (!found.ok) return found;
    const item = found.value;
    const twice = isBooking(item) ? item.result?.twice : undefined;
    if (!isBooking(item) || item.result === null || twice?.includes(number) !== true)
      return failed(settledMeanwhile);
    const { twice: _twice, ...before } = item.result;
    const left = twice.filter((one) => one !== number);
    const result = { ...before, canceled: [...(before.canceled ?? []), number] };
    if (left.length > 1) return told(save({ ...item, result: { ...result, twice: left } }));
    return told(save({ ...item, status: "done", problem: null, result }));
  }

  /** The answer that it was booked by stays with it, as what was seen. */
  const notBooked = (item: Item): Result<Item> =>
    isBooking(item) && item.status === "done"
      ? told(save({ ...item, status: "needs-checking", problem: notBookedAfterAll }))
      : failed(settledMeanwhile);

  function correct(id: RecordId): Result<Item> {
    const found = own(id);
    if (!found.ok) return found;
    const item = found.value;
    if (!isBooking(item) || item.status !== "done") return failed(settledMeanwhile);
    const before = store.read(({ items }) => findCorrection(item, items));
    if (before !== null && before.status !== "done") return ok(before);
    const draft = begun({ kind: "booking", form: toCorrectedForm(item.form) });
    store.transaction(({ items }) => {
      items.insert(draft);
      save({ ...item, correctedBy: draft.id });
    });
    options.onChange([id]);
    return told(draft);
  }

  function useExisting(id: RecordId, patientId: number): Result<PatientRecord> {
    const found = own(id);
    if (!found.ok) return found;
    const item = found.value;
    if (!isPatient(item) || item.status !== "needs-editing" || item.patientRecordId === null)
      return failed(settledMeanwhile);
    // Only the number that the service named: a wrong one puts a visit on somebody else's chart.
    if (item.problem?.details.existingPatientId !== patientId) return failed(otherNumber);
    const recordId = item.patientRecordId;
    const changed = store.transaction(({ patients }) => {
      const ids = applyPatientNumber(item, { patientId, detailsMayDiffer: true }, { store, save, now });
      const same = patients.byPatientId(item.accountId, patientId);
      return { ids: [item.id, ...ids], record: same ?? patients.find(item.accountId, recordId) };
    });
    options.onChange(changed.ids);
    engine.kick();
    return changed.record === null ? failed(notHere) : ok(changed.record);
  }

  return { decide, sayCanceled, useExisting, correct };
}
