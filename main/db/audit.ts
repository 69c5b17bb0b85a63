import { hash } from "node:crypto";
import type { Database } from "better-sqlite3-multiple-ciphers";
import type { AccountId } from "../../shared/session/account.ts";
import type { Act, AuditMore } from "../../shared/activity-log/audit.ts";
import { getStaffKey } from "../../shared/session/account.ts";
import type { RecordId } from "../../shared/core/record-id.ts";
import { isByProgram } from "../../shared/activity-log/acts.ts";
import { serializeEntry, noHash, type KeptEntry } from "../../shared/activity-log/entry.ts";
import { removedKey } from "./keeping-migration.ts";

/** What was done, to which record, in which account. */
export type AuditAct = {
  readonly act: Act;
  readonly account: AccountId | null;
  readonly record?: RecordId | null;
  readonly more?: AuditMore;
  /** Who did it, by name; left out: who is at the desk of the account. */
  readonly person?: string | null;
  /** RFC 3339 instant; left out: now. */
  readonly at?: string;
  /** The program did it, whatever the act is. */
  readonly byProgram?: boolean;
};

/** An entry and its hash, in hex. */
export type ChainedEntry = { readonly entry: KeptEntry; readonly hash: string };

/** The end of the chain: how many entries there are, and the hash of the last. */
export type AuditHead = { readonly entries: number; readonly hash: string };

/** Where the chain begins: the last entry that was removed, its hash, and when; no entry where none ever was. */
export type AuditStart = AuditHead & { readonly at: string | null };

export type EntryFilter = {
  /** RFC 3339 instants: from the first on, and before the second. */
  readonly between: readonly [string, string] | null;
  readonly person: string | null;
  /** Empty: any. */
  readonly acts: readonly string[];
};

/** The activity log. What is done to records adds its entries by itself (`audit-trail.ts`). */
export type AuditRepository = {
  readonly add: (acts: readonly AuditAct[]) => void;
  /**
   * In a transaction: what it changes the program does by itself, and nobody at the desk. Said within another transaction,
   * it is said of all of that one; undone with it.
   */
  readonly byProgram: () => void;
  readonly head: () => AuditHead;
  readonly start: () => AuditStart;
  /**
   * Takes the entries out up to that one, which the last is not, and says so in the log: how many, before which day they were
   * made, and number and hash of the last of them, from which the rest is checked.
   */
  readonly removeUpTo: (last: AuditHead, before: string) => void;
  /** Entries behind that number, in their order. */
  readonly after: (n: number, limit: number) => readonly ChainedEntry[];
  /** Entries by their numbers, in that order; those that are not there are left out. */
  readonly numbered: (numbers: readonly number[]) => readonly KeptEntry[];
  /** Numbers of the entries that fit, of the `limit` behind that number; `next`: the number that it got to. */
  readonly find: (
    filter: EntryFilter,
    looked: { readonly after: number; readonly limit: number },
  ) => { readonly found: readonly number[]; readonly next: number };
  /** Everybody who is named in it, by name. */
  readonly people: () => readonly string[];
};

/** SHA-256 in hex. */
export const hashText = (text: string): string => hash("sha256", text, "hex");

type Row = Omit<KeptEntry, "byProgram"> & { readonly byProgram: number; readonly hash: Buffer };

const columns = `n, at, account_id as account, person, by_program as byProgram, act, record_id as record, more, hash
  from audit join audit_people on audit_people.id = who`;

const statementsOf = (db: Database) => ({
  head: db.prepare<unknown[], { n: number; hash: Buffer }>(
    "select n, hash from audit order by n desc limit 1",
  ),
  who: db
    .prepare<unknown[], number>("select id from audit_people where account_id is ? and person is ?")
    .pluck(),
  addWho: db.prepare("insert into audit_people (account_id, person) values (?, ?)"),
  add: db.prepare(`insert into audit (n, at, who, by_program, act, record_id, more, hash)
    values (:n, :at, :who, :byProgram, :act, :record, :more, :hash)`),
  after: db.prepare<unknown[], Row>(`select ${columns} where n > :n order by n limit :limit`),
  numbered: db.prepare<unknown[], Row>(`select ${columns} where n in (select value from json_each(?))`),
  find: db
    .prepare<unknown[], number>(
      `select n from audit join audit_people on audit_people.id = who
      where n > :after and n <= :last
        and (:from is null or (at >= :from and at < :to))
        and (:person is null or person is :person)
        and (:acts is null or act in (select value from json_each(:acts))) order by n`,
    )
    .pluck(),
  people: db
    .prepare<unknown[], string>(
      "select distinct person from audit_people where person is not null order by person",
    )
    .pluck(),
  meta: db.prepare<unknown[], string>("select value from meta where key = ?").pluck(),
  setStart: db.prepare(`insert into meta (key, value) values ('${removedKey}', ?)
    on conflict (key) do update set value = excluded.value`),
  remove: db.prepare("delete from audit where n <= ?"),
});

const entryOf = ({ n, at, account, person, byProgram, act, record, more }: Row): KeptEntry => ({
  n,
  at,
  account,
  person,
  byProgram: byProgram !== 0,
  act,
  record,
  more,
});

/** `now`: the clock that entries are dated by. */
export function createAuditRepository(db: Database, now: () => Date): Omit<AuditRepository, "byProgram"> {
  const run = statementsOf(db);

  function head(): AuditHead {
    const last = run.head.get();
    return last === undefined
      ? { entries: 0, hash: noHash }
      : { entries: last.n, hash: last.hash.toString("hex") };
  }
  function start(): AuditStart {
    const [count = "", hash = noHash, at = null] = run.meta.get(removedKey)?.split("/") ?? [];
    return { entries: Number(count), hash, at };
  }
  function whoIs(account: string | null, person: string | null): number | bigint {
    return run.who.get(account, person) ?? run.addWho.run(account, person).lastInsertRowid;
  }
  function personAt(account: AccountId | null): string | null {
    const name = account === null ? "" : (run.meta.get(getStaffKey(account)) ?? "");
    return name === "" ? null : name;
  }

  function add(acts: readonly AuditAct[]): void {
    const present = now().toISOString();
    let { entries, hash: previous } = head();
    for (const { act, account, at = present, record = null, more = {}, ...who } of acts) {
      const byProgram = who.byProgram ?? isByProgram(act);
      const person = byProgram ? null : who.person === undefined ? personAt(account) : who.person;
      entries += 1;
      const entry = { n: entries, at, account, person, byProgram, act, record, more: JSON.stringify(more) };
      previous = hashText(serializeEntry(entry, previous));
      run.add.run({
        n: entries,
        at,
        act,
        record,
        more: entry.more,
        who: whoIs(account, person),
        byProgram: byProgram ? 1 : 0,
        hash: Buffer.from(previous, "hex"),
      });
    }
  }

  return {
    add,
    head,
    start,
    removeUpTo: ({ entries, hash }, before) => {
      const at = now().toISOString();
      const count = entries - start().entries;
      add([{ act: "log-entries-removed", account: null, at, more: { count, before, entry: entries, hash } }]);
      run.setStart.run(`${entries}/${hash}/${at}`);
      run.remove.run(entries);
    },
    after: (n, limit) =>
      run.after.all({ n, limit }).map((row) => ({ entry: entryOf(row), hash: row.hash.toString("hex") })),
    numbered: (numbers) => {
      const rows = new Map(run.numbered.all(JSON.stringify(numbers)).map((row) => [row.n, entryOf(row)]));
      return numbers.flatMap((n) => rows.get(n) ?? []);
    },
    find: ({ between, person, acts }, { after, limit }) => {
      const next = Math.min(after + limit, head().entries);
      const [from, to] = between ?? [null, null];
      const wanted = acts.length === 0 ? null : JSON.stringify(acts);
      return { found: run.find.all({ after, last: next, from, to, person, acts: wanted }), next };
    },
    people: () => run.people.all(),
  };
}
