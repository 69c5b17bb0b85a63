import type { Database } from "better-sqlite3-multiple-ciphers";
import type { PatientRecord } from "../../shared/patients/patient.ts";
import { stampVersion, getVersion } from "../../shared/core/stored.ts";
import type { Later } from "./chores.ts";
import { normalizeForSearch, toPhoneDigits, toLettersAndDigits, toSurnameKey } from "./fold.ts";
import { createIndexMerge } from "./index-merge.ts";
import { createNameIndex } from "./known-names.ts";
import { createPatientIndex, patientShape, type SequencedRow } from "./patient-index.ts";
import { createPatientSearch } from "./patient-search.ts";
import { dedupeById, isNewer, parseRows, parseJsonRow } from "./rows.ts";
import { isEmptyQuery, isLike, toPatientKeys, tellingPhone, type Likeness } from "./search-query.ts";
import { createAccountSigns, joinWithAnd, toExactQuery, joinWords, toSignedWord } from "./search-words.ts";
import { createRecentPatients } from "./recent-patients.ts";
import type { CityAndState, PatientRepository, SamePeople } from "./record-types.ts";

const mostSimilar = 20;
/** How many are compared, each way of being alike. */
const mostCompared = 200;

/** So many of the records that were saved first last say where a ZIP code is: a clinic's patients live around it. */
const latest = 2_000;

const columns = "sequence, id, account_id as accountId, json";

const statementsOf = (db: Database) => ({
  insert: db.prepare(`insert into patients (id, account_id, patient_id, json, imported)
    values (:id, :accountId, :patientId, :json, :imported)`),
  update: db.prepare(`update patients set patient_id = :patientId, json = :json where sequence = :sequence`),
  remove: db.prepare("delete from patients where sequence = ?"),
  /** What is there of a record that is to be replaced; nothing where a newer Front Desk saved it. */
  replaced: db.prepare<unknown[], SequencedRow>(`select ${columns} from patients
    where id = :id and account_id = :accountId and not (${isNewer})`),
  removed: db.prepare<unknown[], SequencedRow>(`select ${columns} from patients where id = ?`),
  get: db.prepare<unknown[], SequencedRow>(`select ${columns} from patients where account_id = ? and id = ?`),
  byPatientId: db.prepare<unknown[], SequencedRow>(`select ${columns} from patients
    where account_id = :accountId and patient_id = :patientId order by sequence desc limit ${mostCompared}`),
  madeElsewhere: db.prepare<unknown[], SequencedRow>(`select ${columns} from patients
    where account_id = ? and patient_id is null and json_valid(json) and json ->> '$.madeElsewhere' is not null`),
  placeOfZip: db.prepare<unknown[], CityAndState>(`select city, state from (
      select json ->> '$.input.city' as city, json ->> '$.input.state' as state, sequence from patients not indexed
      where sequence > (select coalesce(max(sequence), 0) - ${latest} from patients) and account_id = :accountId
        and json_valid(json) and substr(json ->> '$.input.zip', 1, 5) = :zip)
    where city <> '' and state <> ''
    group by lower(city), lower(state) order by count(*) desc, max(sequence) desc limit 1`),
  inOrder: db.prepare<unknown[], SequencedRow>(`select ${columns} from patients not indexed
    where sequence > :after and account_id = :accountId order by sequence limit :limit`),
  newest: db.prepare<unknown[], SequencedRow>(`select ${columns} from patients not indexed
    where account_id = :accountId order by sequence desc limit :limit`),
  byWords: db.prepare<unknown[], SequencedRow>(`select p.sequence, p.id, p.account_id as accountId, p.json
    from patient_whole w cross join patients p on p.sequence = w.rowid
    where w.patient_whole match :match and p.account_id = :accountId order by w.rowid desc limit ${mostCompared}`),
});
type Statements = ReturnType<typeof statementsOf>;

const columnsOf = (patient: PatientRecord) => ({
  id: patient.id,
  accountId: patient.accountId,
  patientId: patient.patientId,
  json: JSON.stringify(stampVersion(patientShape, patient)),
});

function readOnce(rows: readonly SequencedRow[]): readonly PatientRecord[] {
  const bySequence = new Map(rows.map((row) => [row.sequence, row]));
  const unique = [...bySequence.values()].toSorted((a, b) => b.sequence - a.sequence);
  return parseRows(patientShape, unique).items;
}

function similar(run: Statements, sign: string, likeness: Likeness): PatientRecord[] {
  const { accountId, dob } = likeness;
  const phone = toPhoneDigits(likeness.phone);
  const email = normalizeForSearch(likeness.email);
  const both = joinWords(toSurnameKey(likeness.lastName), toLettersAndDigits(likeness.firstName));
  const matches = [
    ...(dob === null
      ? []
      : [
          joinWithAnd([
            toExactQuery(toSignedWord(sign, "d", dob)),
            toExactQuery(toSignedWord(sign, "n", both)),
          ]),
        ]),
    ...(phone.length < tellingPhone ? [] : [toExactQuery(toSignedWord(sign, "h", phone))]),
    ...(email === "" ? [] : [toExactQuery(toSignedWord(sign, "e", email))]),
  ];
  return readOnce(matches.flatMap((match) => run.byWords.all({ accountId, match }))).filter((patient) =>
    isLike(toPatientKeys(patient), likeness),
  );
}

/** Known patients in the database. Its statements are prepared once, against the newest schema. */
export function createPatientRepository(
  db: Database,
  { later, people }: { readonly later: Later; readonly people: Pick<SamePeople, "keptOf"> },
): PatientRepository {
  const run = statementsOf(db);
  const signOf = createAccountSigns();
  const names = createNameIndex(db, later);
  const { wipe } = createIndexMerge(db);
  const index = createPatientIndex(db);
  /** The words of a record that cannot be read are not known: they stay, and lead nowhere. */
  const indexed = (row: SequencedRow): PatientRecord | null =>
    parseRows(patientShape, [row]).items[0] ?? null;
  const find = (accountId: string, id: string): PatientRecord | null => {
    const row = run.get.get(accountId, id);
    return row === undefined ? null : indexed(row);
  };
  /** The person whose record this is: one that cannot be read stands for nobody else. */
  const personOf = (patient: PatientRecord): PatientRecord => {
    const kept = people.keptOf(patient.id);
    return kept === patient.id ? patient : (find(patient.accountId, kept) ?? patient);
  };
  const search = createPatientSearch(db, { names, personOf });
  const recent = createRecentPatients(db, { find, personOf });
  return {
    insert: (patient, isImported = false) => {
      const columns = { ...columnsOf(patient), imported: isImported ? 1 : null };
      index.add(run.insert.run(columns).lastInsertRowid, patient);
      names.add(patient.accountId, toPatientKeys(patient));
    },
    update: (patient) => {
      const row = run.replaced.get({ ...columnsOf(patient), version: getVersion(patientShape) });
      if (row === undefined) return;
      const before = indexed(row);
      run.update.run({ ...columnsOf(patient), sequence: row.sequence });
      if (before === null) index.add(row.sequence, patient);
      else index.change(row.sequence, before, patient);
      names.add(patient.accountId, toPatientKeys(patient));
    },
    remove: (id) => {
      const row = run.removed.get(id);
      if (row === undefined) return;
      const before = indexed(row);
      run.remove.run(row.sequence);
      if (before !== null) index.change(row.sequence, before, null);
      wipe();
    },
    ownerOf: (id) => run.removed.get(id)?.accountId ?? null,
    get: (accountId, id) => {
      const row = run.get.get(accountId, id);
      return row === undefined ? null : parseJsonRow(patientShape, row);
    },
    find,
    byPatientId: (accountId, patientId) => readOnce(run.byPatientId.all({ accountId, patientId }))[0] ?? null,
    madeElsewhere: (accountId) =>
      parseRows(patientShape, run.madeElsewhere.all(accountId)).items.filter(({ itemId }) => itemId === null),
    byExternalId: (accountId, externalId) => {
      const match = toExactQuery(toSignedWord(signOf(accountId), "x", normalizeForSearch(externalId)));
      return readOnce(run.byWords.all({ accountId, match }))[0] ?? null;
    },
    placeOfZip: (accountId, zip) => run.placeOfZip.get({ accountId, zip }) ?? null,
    inOrder: (wanted) => {
      const rows = run.inOrder.all(wanted);
      const next = rows.length < wanted.limit ? null : (rows.at(-1)?.sequence ?? null);
      return { items: parseRows(patientShape, rows).items, next };
    },
    search: (wanted) => {
      if (!isEmptyQuery(wanted.query)) return search(wanted);
      const items = recent(wanted).map(({ patient }) => patient);
      return { items, damaged: [], newer: [], near: [], total: null };
    },
    recent,
    newest: (wanted) => dedupeById(parseRows(patientShape, run.newest.all(wanted)).items.map(personOf)),
    similar: (likeness) =>
      dedupeById(similar(run, signOf(likeness.accountId), likeness).map(personOf)).slice(0, mostSimilar),
  };
}
