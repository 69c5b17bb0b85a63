import { collectSearchText } from "../../../../shared/core/form.ts";
import { externalIdBytes, generateExternalId } from "../../../../shared/patients/external-id.ts";
import { patientFields, readPatientForm } from "../../../../shared/patients/patient-form.ts";
import { wasUncertain } from "../../../../shared/outbox/attempts.ts";
import type { PatientItem } from "../../../../shared/outbox/item.ts";
import { parseSentMembers } from "../../../../shared/outbox/echo.ts";
import { patientCreated } from "../../../../shared/service-api/patient.ts";
import { say } from "../../../../messages/saying.ts";
import type { Outcome } from "../../../http/classify.ts";
import { toDateContext, toIncomplete, noLongTexts, type Kind, type PrepareContext } from "./kind.ts";
import { keepPatient, detachBookings, applyPatientNumber, findUnmadePatient } from "./patient-record.ts";

/** The external ID that a patient goes out under, or went out under at its last attempt. */
function sentExternalId(item: PatientItem): string {
  const sent = parseSentMembers(item.payload)?.["externalId"];
  if (typeof sent === "string") return sent;
  return item.heldExternalId ?? (item.form.externalId.trim() || item.generatedExternalId);
}

/** The patient's number in an answer that made one, or in a 409 that names the one there is. */
function patientNumberIn(outcome: Outcome<unknown>): number | null {
  if (outcome.kind === "success") return patientCreated.safeParse(outcome.value).data?.patientId ?? null;
  return outcome.failure.details.existingPatientId ?? null;
}

const read = (item: PatientItem, context: PrepareContext) =>
  readPatientForm(item.form, toDateContext(context, context.settings.timeZone));

/** A patient to be created. The service knows its external ID again, so that a repeat answers 409. */
export const patient: Kind<PatientItem> = {
  repeat: "by-name",
  waitsForUndo: false,
  ownsConflict: (item) => sentExternalId(item) === item.generatedExternalId,
  hasEarlierTry: (item) => item.heldExternalId !== undefined,
  /**
   * An edited patient whose earlier try may have made it keeps its external ID. Only one that was typed, and whose
   * patient a 409 named, is free again: a person has seen who that is, and says that it is another one. Nobody else
   * can have used one that was made here.
   */
  withEarlierTry: (item) => {
    const { heldExternalId: before, ...free } = item;
    const isNamed = item.problem?.details.existingPatientId !== undefined;
    if (isNamed && sentExternalId(item) !== item.generatedExternalId) return free;
    const held = wasUncertain(item.attempts) ? sentExternalId(item) : before;
    return held === undefined ? free : { ...free, heldExternalId: held };
  },
  begin: (base, form, random) => ({
    ...base,
    kind: "patient",
    form,
    generatedExternalId: generateExternalId(random.bytes(externalIdBytes)),
    patientRecordId: null,
  }),
  prepare: (item, context) => {
    const { input, errors } = read(item, context);
    if (input === null) return toIncomplete(errors);
    const held = item.heldExternalId;
    if (held !== undefined && input.externalId !== undefined && input.externalId !== held)
      return toIncomplete({ externalId: say("fields.heldExternalId", { externalId: held }) });
    const body = { ...input, externalId: held ?? input.externalId ?? item.generatedExternalId };
    return { kind: "ready", payload: JSON.stringify(body), patient: body };
  },
  withDates: (item, context) => {
    const { dob } = read(item, context).values;
    return dob === undefined ? item : { ...item, form: { ...item.form, dob } };
  },
  index: ({ form, patientRecordId }) => ({
    patientRecordId,
    appointmentInstant: null,
    searchText: collectSearchText(patientFields, form),
  }),
  listed: ({ payload: _payload, ...listed }) => listed,
  longTexts: () => noLongTexts,
  patient: () => null,
  expired: () => false,
  send: (_item, { client, credentials, post }) => client.createPatient(credentials, post),
  takenNumber: ({ accountId, patientRecordId }, outcome, { store }) => {
    const number = patientNumberIn(outcome);
    const known =
      number === null ? null : store.read(({ patients }) => patients.byPatientId(accountId, number));
    return known === null || known.id === patientRecordId ? null : number;
  },
  complete: (item, outcome, desk) => {
    const patientId = patientNumberIn(outcome);
    // What was changed since an earlier try made the patient has not reached the service.
    const detailsMayDiffer = outcome.kind !== "success" && item.heldExternalId !== undefined;
    if (patientId !== null) return applyPatientNumber(item, { patientId, detailsMayDiffer }, desk);
    desk.save(item);
    return [];
  },
  keep: keepPatient,
  replaced: (draft, { store }) => {
    const record = findUnmadePatient(draft, store);
    if (record !== null)
      store.transaction(({ patients }) => patients.update({ ...record, itemId: draft.id }));
  },
  discarded: detachBookings,
};
