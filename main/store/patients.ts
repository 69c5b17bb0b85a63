import { createHash } from "node:crypto";
import type { Database } from "better-sqlite3-multiple-ciphers";
import { patientRecord, patientUpgrades, type PatientRecord } from "../../contract/records/patient.ts";
import { stamped, versionOf } from "../../contract/records/stored.ts";
import { fold, phoneDigits, reversed, squeeze } from "./fold.ts";
import { isNewer, parseRows, readRow, type Row } from "./rows.ts";
import {
  isEmptyQuery,
  isLike,
  keysOf,
  scoreOf,
  tellingPhone,
  type Likeness,
  type PatientQuery,
} from "./search-query.ts";
import type { PatientRepository } from "./types.ts";

/** How many rows each way of finding gives at most: ranking looks at these alone, so it stays quick. */
const candidates = 200;
const mostSimilar = 20;

export const patientShape = { schema: patientRecord, upgrades: patientUpgrades };

type SequencedRow = Row & { readonly sequence: number };
type Range = { readonly accountId: string; readonly from: string; readonly to: string };

/** An account as one word of the full-text index. */
const accountWord = (accountId: string): string =>
  `k${createHash("sha256").update(accountId).digest("hex").slice(0, 24)}`;

/** Texts that begin with `text`; an index finds them as a range. */
const beginning = (accountId: string, text: string): Range => ({
  accountId,
  from: text,
  to: `${text}\u{10ffff}`,
});

const statementsOf = (db: Database) => {
  /** Names its index: the planner has no statistics, and would rather read a whole account than sort. */
  const rows = (index: string, condition: string) =>
    db.prepare<unknown[], SequencedRow>(
      `select sequence, id, json from patients indexed by patients_${index}
       where account_id = :accountId ${condition}`,
    );
  const most = `limit ${candidates}`;
  return {
    insert: db.prepare(`insert into patients
      (id, account_id, patient_id, first, last, dob, phone, phone_reversed, email, external_id, json)
      values (:id, :accountId, :patientId, :first, :last, :dob, :phone, :phoneReversed, :email, :externalId, :json)`),
    update: db.prepare<unknown[], { sequence: number }>(`update patients set patient_id = :patientId,
      first = :first, last = :last, dob = :dob, phone = :phone, phone_reversed = :phoneReversed,
      email = :email, external_id = :externalId, json = :json
      where id = :id and account_id = :accountId and not (${isNewer}) returning sequence`),
    insertWords: db.prepare("insert into patient_words (rowid, account, words) values (?, ?, ?)"),
    deleteWords: db.prepare("delete from patient_words where rowid = ?"),
    remove: db.prepare<unknown[], { sequence: number }>(
      "delete from patients where id = ? returning sequence",
    ),
    get: db.prepare<unknown[], Row>(
      "select id, account_id as accountId, json from patients where account_id = ? and id = ?",
    ),
    total: db.prepare<unknown[], { total: number }>(
      "select count(*) as total from patients where account_id = ?",
    ),
    newest: rows("account", "order by sequence desc limit :limit"),
    byPatientId: rows("patient_id", `and patient_id = :patientId order by sequence desc ${most}`),
    byExternalId: rows("external_id", `and external_id = :externalId order by sequence desc ${most}`),
    byDob: rows("dob", `and dob = :dob order by sequence desc ${most}`),
    byPhone: rows("phone", `and phone = :phone order by sequence desc ${most}`),
    byEmail: rows("email", `and email = :email order by sequence desc ${most}`),
    byFirst: rows("first", `and first = :first order by sequence desc ${most}`),
    byLast: rows("last", `and last = :last order by sequence desc ${most}`),
    byBoth: rows("name", `and last = :last and first = :first order by sequence desc ${most}`),
    namesake: rows(
      "dob",
      `and dob = :dob and last = :last and first = :first order by sequence desc ${most}`,
    ),
    firstFrom: rows("first", `and first >= :from and first < :to ${most}`),
    lastFrom: rows("last", `and last >= :from and last < :to ${most}`),
    phoneFrom: rows("phone", `and phone >= :from and phone < :to ${most}`),
    phoneTo: rows("phone_reversed", `and phone_reversed >= :from and phone_reversed < :to ${most}`),
    emailFrom: rows("email", `and email >= :from and email < :to ${most}`),
    externalIdFrom: rows("external_id", `and external_id >= :from and external_id < :to ${most}`),
    /** In the index's own order: sorting by its rank would read every match. */
    byWords: db.prepare<unknown[], SequencedRow>(`select p.sequence, p.id, p.json
      from patient_words w join patients p on p.sequence = w.rowid
      where patient_words match ? order by w.rowid desc ${most}`),
  };
};
type Statements = ReturnType<typeof statementsOf>;

function columnsOf(patient: PatientRecord) {
  const keys = keysOf(patient);
  return {
    id: patient.id,
    accountId: patient.accountId,
    patientId: patient.patientId,
    first: keys.first,
    last: keys.last,
    dob: keys.dob,
    phone: keys.phone,
    phoneReversed: reversed(keys.phone),
    email: keys.email,
    externalId: keys.externalId,
    json: JSON.stringify(stamped(patientShape, patient)),
  };
}

/** All beginnings in one account, in FTS5's query language; words hold letters and digits alone. */
const ftsQuery = (accountId: string, query: PatientQuery): string =>
  [
    `account : "${accountWord(accountId)}"`,
    ...query.terms.map(({ squeezed }) => `words : "${squeezed}"*`),
  ].join(" AND ");

function numberRows(run: Statements, accountId: string, number: NonNullable<PatientQuery["number"]>) {
  const { typed, digits } = number;
  const patientId = /^\d{1,15}$/.test(typed) ? Number(typed) : null;
  return [
    ...(patientId === null ? [] : run.byPatientId.all({ accountId, patientId })),
    ...run.byExternalId.all({ accountId, externalId: typed }),
    ...run.externalIdFrom.all(beginning(accountId, typed)),
    ...(digits === "" ? [] : run.byPhone.all({ accountId, phone: digits })),
    ...(digits.length < 3 ? [] : run.phoneFrom.all(beginning(accountId, digits))),
    ...(digits.length < 3 ? [] : run.phoneTo.all(beginning(accountId, reversed(digits)))),
  ];
}

function termRows(run: Statements, accountId: string, query: PatientQuery) {
  const [one, two] = query.terms;
  if (one === undefined) return [];
  const rows = [
    ...run.byWords.all(ftsQuery(accountId, query)),
    ...run.byEmail.all({ accountId, email: one.typed }),
    ...run.emailFrom.all(beginning(accountId, one.typed)),
    ...run.byExternalId.all({ accountId, externalId: one.typed }),
    ...run.externalIdFrom.all(beginning(accountId, one.typed)),
  ];
  if (two !== undefined) {
    return [
      ...rows,
      ...run.byBoth.all({ accountId, last: two.squeezed, first: one.squeezed }),
      ...run.byBoth.all({ accountId, last: one.squeezed, first: two.squeezed }),
    ];
  }
  return [
    ...rows,
    ...run.byLast.all({ accountId, last: one.squeezed }),
    ...run.byFirst.all({ accountId, first: one.squeezed }),
    ...run.lastFrom.all(beginning(accountId, one.squeezed)),
    ...run.firstFrom.all(beginning(accountId, one.squeezed)),
  ];
}

/** Rows that may meet the query, by its most telling part; the score decides. */
function candidateRows(run: Statements, accountId: string, query: PatientQuery): SequencedRow[] {
  if (query.dob !== null) return run.byDob.all({ accountId, dob: query.dob });
  if (query.number !== null) return numberRows(run, accountId, query.number);
  return termRows(run, accountId, query);
}

function readOnce(rows: readonly SequencedRow[]) {
  const bySequence = new Map(rows.map((row) => [row.sequence, row]));
  const unique = [...bySequence.values()].toSorted((a, b) => b.sequence - a.sequence);
  return parseRows(patientShape, unique);
}

function search(run: Statements, wanted: Parameters<PatientRepository["search"]>[0]) {
  const { accountId, query, limit } = wanted;
  if (isEmptyQuery(query)) {
    const newest = parseRows(patientShape, run.newest.all({ accountId, limit }));
    return { ...newest, total: run.total.get(accountId)?.total ?? 0 };
  }
  const { items, ...unread } = readOnce(candidateRows(run, accountId, query));
  const scored = items
    .map((patient) => ({ patient, score: scoreOf(keysOf(patient), query) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  return { items: scored.slice(0, limit).map(({ patient }) => patient), ...unread, total: scored.length };
}

function similar(run: Statements, likeness: Likeness): PatientRecord[] {
  const { accountId, dob } = likeness;
  const phone = phoneDigits(likeness.phone);
  const email = fold(likeness.email);
  const [first, last] = [squeeze(likeness.firstName), squeeze(likeness.lastName)];
  const { items } = readOnce([
    ...(dob === null ? [] : run.namesake.all({ accountId, dob, last, first })),
    ...(phone.length < tellingPhone ? [] : run.byPhone.all({ accountId, phone })),
    ...(email === "" ? [] : run.byEmail.all({ accountId, email })),
  ]);
  return items.filter((patient) => isLike(keysOf(patient), likeness)).slice(0, mostSimilar);
}

/** Known patients in the database. Its statements are prepared once, against the newest schema. */
export function sqlitePatients(db: Database): PatientRepository {
  const run = statementsOf(db);
  const writeWords = (sequence: number | bigint, patient: PatientRecord): void => {
    run.insertWords.run(sequence, accountWord(patient.accountId), keysOf(patient).words.join(" "));
  };
  return {
    insert: (patient) => writeWords(run.insert.run(columnsOf(patient)).lastInsertRowid, patient),
    update: (patient) => {
      const row = run.update.get({ ...columnsOf(patient), version: versionOf(patientShape) });
      if (row === undefined) return;
      run.deleteWords.run(row.sequence);
      writeWords(row.sequence, patient);
    },
    remove: (id) => {
      const row = run.remove.get(id);
      if (row !== undefined) run.deleteWords.run(row.sequence);
    },
    get: (accountId, id) => {
      const row = run.get.get(accountId, id);
      return row === undefined ? null : readRow(patientShape, row);
    },
    find: (accountId, id) => {
      const row = run.get.get(accountId, id);
      return row === undefined ? null : (parseRows(patientShape, [row]).items[0] ?? null);
    },
    byPatientId: (accountId, patientId) =>
      readOnce(run.byPatientId.all({ accountId, patientId })).items[0] ?? null,
    byExternalId: (accountId, externalId) =>
      readOnce(run.byExternalId.all({ accountId, externalId: fold(externalId) })).items[0] ?? null,
    search: (wanted) => search(run, wanted),
    similar: (likeness) => similar(run, likeness),
  };
}
