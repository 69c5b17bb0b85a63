import type { Database } from "better-sqlite3-multiple-ciphers";
import { getStaffKey } from "../../shared/session/account.ts";
import type { AuditMore } from "../../shared/activity-log/audit.ts";
import type { KeptImport } from "../../shared/import/import.ts";
import type { ItemStatus } from "../../shared/outbox/item.ts";
import { getAct } from "../../shared/activity-log/acts.ts";
import type { AuditAct, AuditRepository } from "./audit.ts";

/**
 * What may not change without an entry in the activity log, and which columns of it make an act. Everything else in the
 * database stands in `notAudited`: a new table has to be put into one of the two (`test/unit/db/audit.test.ts`).
 */
export const audited = [
  "items",
  "patients",
  "same_people",
  "patient_notes",
  "cards",
  "imports",
  "import_items",
  "settings",
  "accounts",
  "meta",
] as const;

/** With the reason. */
export const notAudited = {
  webhook_lists: "what the service listed last",
  import_rows: "those that are taken out become items",
  setup_intents: "ends as a kept card, or as nothing",
  audit: "the log itself",
  audit_people: "the log itself",
  patient_names: "follows patients",
  patient_whole: "follows patients",
  clinics: "its acts are written by those who do them",
  clinic_heads: "follows the clinic's log",
  clinic_records: "follows the clinic's log",
  clinic_claims: "follows items, and the clinic's log",
  clinic_attempts: "follows items, and the clinic's log",
  clinic_changes: "follows items and patients",
  clinic_pushes: "said already, in items and patients",
  clinic_gone: "follows items",
  notices: "what the service left with the hub",
  notices_gone: "follows notices",
  notice_pulls: "what the hub said of them",
} as const;

type Values = {
  readonly account: string;
  readonly record?: string;
  readonly more?: string;
  readonly was?: string;
  readonly now?: string;
};

type Trigger = readonly [when: string, body: string];

/** A trigger's body: notes what was touched. */
const note = (what: string, { account, record, more, was, now }: Values): string =>
  `begin insert into audit_touched (what, account, record, more, was, now)
    values ('${what}', ${account}, ${record ?? "null"}, ${more ?? "null"}, ${was ?? "null"}, ${now ?? "null"}); end`;

const itemOf = (row: "new" | "old", change: Pick<Values, "was" | "now">): string =>
  note("item", { account: `${row}.account_id`, record: `${row}.id`, more: `${row}.kind`, ...change });
const patientOf = (act: string, row: "new" | "old"): string =>
  note(act, { account: `${row}.account_id`, record: `${row}.id` });
const notesOf = (row: "new" | "old"): string =>
  note("notes-changed", { account: `${row}.account_id`, record: `${row}.record_id` });
const accountOfRecord = (id: string): string => `(select account_id from main.patients where id = ${id})`;

/** What is said of an import in its row, which may be spoilt. */
const inImport = (row: "new" | "old", name: keyof KeptImport): string =>
  `case when json_valid(${row}.json) then json_extract(${row}.json, '$.${name}') end`;
type ImportState = KeptImport["state"];
/** An import goes from one of these states to another; `count`: of so many patients. */
const importGoes = (
  act: AuditAct["act"],
  [from, to]: readonly [from: readonly ImportState[], to: ImportState],
  count: string,
): Trigger => [
  `update on main.imports when ${inImport("new", "state")} = '${to}'
    and ${inImport("old", "state")} in (${from.map((state) => `'${state}'`).join()})`,
  note(act, { account: "new.account_id", record: "new.id", more: count }),
];

/** The names of the settings that are not as they were, never what they are; all where that cannot be said. */
const changedSettings = `(select json_group_array(key) from json_each(new.json) as next where key <> 'v' and (
  not json_valid(old.json) or next.value is not (select value from json_each(
    case when json_valid(old.json) then old.json else '{}' end) as before where before.key = next.key)))`;

const staffPrefix = getStaffKey("");
const isStaff = `substr(new.key, 1, ${staffPrefix.length}) = '${staffPrefix}'`;
const staffAct = note("staff-chosen", { account: `substr(new.key, ${staffPrefix.length + 1})` });

const triggers: readonly Trigger[] = [
  ["insert on main.items", itemOf("new", { now: "new.status" })],
  ["update on main.items", itemOf("new", { was: "old.status", now: "new.status" })],
  ["delete on main.items", itemOf("old", { was: "old.status" })],
  ["insert on main.patients", patientOf("patient-added", "new")],
  ["update of patient_id, json on main.patients", patientOf("patient-changed", "new")],
  ["delete on main.patients", patientOf("patient-deleted", "old")],
  [
    "insert on main.same_people",
    note("patients-joined", {
      account: accountOfRecord("new.record_id"),
      record: "new.kept_id",
      more: "new.record_id",
    }),
  ],
  [
    "delete on main.same_people",
    note("patients-parted", {
      account: accountOfRecord("old.record_id"),
      record: "old.kept_id",
      more: "old.record_id",
    }),
  ],
  ["insert on main.patient_notes", notesOf("new")],
  ["update on main.patient_notes", notesOf("new")],
  ["delete on main.patient_notes", notesOf("old")],
  ["insert on main.cards", note("card-kept", { account: "new.account_id", record: "new.patient_record_id" })],
  [
    "update on main.cards when old.used_at is not new.used_at",
    note("card-used", { account: "new.account_id", record: "new.patient_record_id" }),
  ],
  importGoes("import-begun", [["loading"], "running"], inImport("new", "total")),
  importGoes("import-paused", [["running"], "paused"], inImport("new", "left")),
  importGoes("import-resumed", [["paused"], "running"], inImport("new", "left")),
  importGoes("import-stopped", [["running", "paused"], "stopped"], inImport("old", "left")),
  [
    `delete on main.imports when ${inImport("old", "state")} is not 'loading'`,
    note("import-ended", {
      account: "old.account_id",
      record: "old.id",
      more: inImport("old", "created"),
    }),
  ],
  ["insert on main.import_items", note("import-item", { account: "null", record: "new.item_id" })],
  ["update on main.settings", note("settings-changed", { account: "new.scope", more: changedSettings })],
  ["insert on main.accounts", note("signed-in", { account: "new.id" })],
  ["update on main.accounts", note("signed-in", { account: "new.id" })],
  [`insert on main.meta when ${isStaff}`, staffAct],
  [`update on main.meta when ${isStaff} and old.value is not new.value`, staffAct],
];

/** In memory, and of this connection alone; what a transaction undoes is undone here as well. */
const schema = [
  `create temp table audit_touched (
    place integer primary key, what text, account text, record text, more text, was text, now text)`,
  ...triggers.map(([when, body], at) => `create temp trigger audit_trail_${at} after ${when} ${body}`),
].join(";\n");

type Touched = {
  /** `import-item`: an item comes from an import. `by-program`: the transaction is the program's own. */
  readonly what: "item" | "import-item" | "by-program" | AuditAct["act"];
  readonly account: string | null;
  readonly record: string | null;
  readonly more: string | null;
  readonly was: ItemStatus | null;
  readonly now: ItemStatus | null;
};

/** The most items whose edits or tries are remembered as known: beyond that the next of each is an entry of its own again. */
const mostKnown = 1_000;

export type AuditTrail = Pick<AuditRepository, "byProgram"> & {
  /** At the end of each transaction, within it: what it touched becomes entries. */
  readonly settle: () => void;
  /** A transaction came to nothing, after `settle` or before. */
  readonly undone: () => void;
};

const names = (json: string): readonly string[] => {
  const parsed: unknown = JSON.parse(json);
  return Array.isArray(parsed) ? parsed.filter((name) => typeof name === "string") : [];
};

const moreOf = (act: AuditAct["act"], text: string): AuditMore => {
  if (act === "settings-changed") return { settings: [...names(text)] };
  return act.startsWith("import-") ? { count: Number(text) } : { other: text };
};

/**
 * Nothing that is audited can change without an entry in the same transaction, whoever changes it: triggers note each
 * change, and the store turns the notes into entries before it commits. Nor can an entry stay when its change is undone.
 *
 * A form that is being typed is saved several times a second. The first of these saves is an entry, "edited"; those that
 * follow, by the same person and with nothing else done to the item in between, belong to it.
 *
 * An item that is refused for days is tried again by itself some hundred times a day. The first try and that it waits again are
 * entries; the item counts those that follow and end as that one did, and with nothing else done to it in between they are none.
 */
export function createAuditTrail(db: Database, audit: Pick<AuditRepository, "add">): AuditTrail {
  db.exec(schema);
  const touched = db.prepare<unknown[], Touched>("select * from audit_touched order by place");
  const clear = db.prepare("delete from audit_touched");
  const markByProgram = db.prepare("insert into audit_touched (what) values ('by-program')");
  const staff = db.prepare<unknown[], string>("select value from meta where key = ?").pluck();
  /** By item: who is known to be editing it. */
  const editing = new Map<string, string>();
  /** Items that were tried, wait again, and are known to. */
  const trying = new Set<string>();

  /** One more save of what the same person began or is known to be editing. What the program does to an item ends that. */
  function isKnownEdit({ what, account, record, was, now }: Touched, byProgram: boolean): boolean {
    if (what !== "item" || record === null) return false;
    if (byProgram) {
      editing.delete(record);
      return false;
    }
    const person = staff.get(getStaffKey(account ?? "")) ?? "";
    if (was === now && editing.get(record) === person) return true;
    editing.delete(record);
    if (editing.size >= mostKnown) editing.clear();
    if (was === null || was === now) editing.set(record, person);
    return false;
  }

  /** One more try that comes after one that left the item waiting. */
  function isKnownTry({ what, record, was, now }: Touched): boolean {
    if (what !== "item" || record === null) return false;
    const begins = was === "ready" && now === "sending";
    const waitsAgain = was === "sending" && now === "ready";
    if (trying.has(record) && (begins || waitsAgain)) return true;
    trying.delete(record);
    if (trying.size >= mostKnown) trying.clear();
    if (waitsAgain) trying.add(record);
    return false;
  }

  function actsFor(
    { what, account, record, more, was, now }: Touched,
    byProgram: boolean,
  ): readonly AuditAct[] {
    if (what === "import-item" || what === "by-program") return [];
    const base = { account, record, ...(byProgram ? { byProgram } : {}) };
    if (what === "item") {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the column has nothing else
      const kind = more as AuditMore["kind"];
      const where = { ...(kind && { kind }), ...(was && { from: was }), ...(now && { to: now }) };
      return [{ ...base, act: getAct(was, now), more: where }];
    }
    return [{ ...base, act: what, ...(more === null ? {} : { more: moreOf(what, more) }) }];
  }

  return {
    // Beside the notes, so that it goes with them where the transaction is undone. Outside of one it would be the next one's.
    byProgram: () => {
      if (db.inTransaction) markByProgram.run();
    },
    settle: () => {
      const all = touched.all();
      if (all.length === 0) return;
      clear.run();
      // What an answer of the service, an import or another desk brings with it: nobody at this desk did that.
      const byProgram = all.some(
        ({ what, was, now }) =>
          what === "by-program" || what === "import-item" || was === "sending" || now === "sending",
      );
      const acts = all
        .filter((each) => !isKnownEdit(each, byProgram) && !isKnownTry(each))
        .flatMap((each) => actsFor(each, byProgram));
      if (acts.length > 0) audit.add(acts);
    },
    undone: () => {
      editing.clear();
      trying.clear();
    },
  };
}
