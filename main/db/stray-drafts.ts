import type { Database } from "better-sqlite3-multiple-ciphers";
import type { RecordId } from "../../shared/core/record-id.ts";
import { itemUpgrades, listedPatient } from "../../shared/outbox/item.ts";
import type { PatientRecord } from "../../shared/patients/patient.ts";
import type { PatientForm } from "../../shared/patients/patient-form.ts";
import type { DateContext } from "../../shared/time/calendar.ts";
import { readDateOfBirth } from "../../shared/time/date-of-birth.ts";
import { normalizeForSearch, toPhoneDigits, toLettersAndDigits, toSurnameKey } from "./fold.ts";
import type { StrayDrafts } from "./record-types.ts";
import { parseRows, type JsonRow } from "./rows.ts";
import { toPatientKeys, tellingPhone } from "./search-query.ts";

/**
 * Whether what was typed is of this patient, as far as can be told: nothing typed is against it, and the whole name, a
 * phone number, an email address or an external ID is theirs.
 */
export function isTypedOf(form: PatientForm, patient: PatientRecord, context: DateContext): boolean {
  const keys = toPatientKeys(patient);
  const [first, last] = [toLettersAndDigits(form.firstName), toSurnameKey(form.lastName)];
  const dob = readDateOfBirth(form.dob, context);
  const phone = toPhoneDigits(form.phone);
  const email = normalizeForSearch(form.email);
  const externalId = normalizeForSearch(form.externalId);
  if (dob.kind === "read" && dob.date !== keys.dob) return false;
  if (!keys.first.startsWith(first) || !keys.last.startsWith(last)) return false;
  return (
    (first === keys.first && last === keys.last) ||
    (phone.length >= tellingPhone && phone === keys.phone) ||
    (email !== "" && email === keys.email) ||
    (externalId !== "" && externalId === keys.externalId)
  );
}

/** New patients who were begun and thrown away before they were anybody's record. */
export function createOrphanedDrafts(db: Database): StrayDrafts {
  const shape = { schema: listedPatient, upgrades: itemUpgrades };
  const discarded = db.prepare<
    unknown[],
    JsonRow
  >(`select id, account_id as accountId, kind, status, json from items
    where account_id = ? and status = 'discarded' and kind = 'patient' and patient_record_id is null`);
  return {
    of: (accountId, patients, context): readonly RecordId[] =>
      parseRows(shape, discarded.all(accountId))
        .items.filter(({ form }) => patients.some((patient) => isTypedOf(form, patient, context)))
        .map(({ id }) => id),
  };
}
