import { describe, expect, it } from "vitest";
import { getStaffKey } from "../../../shared/session/account.ts";
import { noHash } from "../../../shared/activity-log/entry.ts";
import { createAuditRepository, type AuditAct, type EntryFilter } from "../../../main/db/audit.ts";
import { blankDatabase } from "../../support/blank-store.ts";
import { account, idOf, otherAccount } from "../../support/store-records.ts";

const at = (hour: number): string => `2026-03-02T${String(hour).padStart(2, "0")}:00:00.000Z`;
const anything: EntryFilter = { between: null, person: null, acts: [] };

/** Entries of one hour after another, from 9 on. */
async function log(...acts: readonly AuditAct[]) {
  const db = await blankDatabase();
  const audit = createAuditRepository(db, () => new Date(at(8)));
  audit.add(acts.map((act, index) => ({ at: at(index + 9), ...act })));
  return {
    db,
    audit,
    find: (filter: Partial<EntryFilter>, after = 0, limit = 100) =>
      audit.find({ ...anything, ...filter }, { after, limit }),
  };
}
const filled = () =>
  log(
    { act: "begun", account, person: "Rosa", record: idOf(1) },
    { act: "edited", account, person: "Ana" },
    { act: "sent", account },
    { act: "begun", account: otherAccount, person: "Rosa" },
    { act: "discarded", account, person: null },
  );

describe("an entry", () => {
  it("has what was done, and by whom: who is named, nobody, or who is at the desk of the account", async () => {
    const { db, audit } = await log();
    db.prepare("insert into meta (key, value) values (?, ?), (?, ?)").run(
      getStaffKey(account),
      "Rosa",
      getStaffKey(otherAccount),
      "",
    );
    audit.add([
      { act: "begun", account, record: idOf(1), more: { kind: "booking" }, at: at(9) },
      { act: "begun", account: otherAccount },
      { act: "begun", account: null },
      { act: "begun", account, person: "Ana" },
      { act: "begun", account, person: null },
      { act: "begun", account, byProgram: true, person: "Ana" },
      { act: "sent", account },
      { act: "sent", account, byProgram: false },
    ]);
    const entries = audit.after(0, 100).map(({ entry }) => entry);
    expect(entries[0]).toEqual({
      n: 1,
      at: at(9),
      account,
      person: "Rosa",
      byProgram: false,
      act: "begun",
      record: idOf(1),
      more: '{"kind":"booking"}',
    });
    expect(entries[1]).toEqual({
      n: 2,
      at: at(8),
      account: otherAccount,
      person: null,
      byProgram: false,
      act: "begun",
      record: null,
      more: "{}",
    });
    expect(entries.slice(2).map(({ person, byProgram }) => [person, byProgram])).toEqual([
      [null, false],
      ["Ana", false],
      [null, false],
      [null, true],
      [null, true],
      ["Rosa", false],
    ]);
  });

  it("follows the last one, and the head is its number and hash", async () => {
    const { audit } = await log();
    expect(audit.head()).toEqual({ entries: 0, hash: noHash });
    audit.add([{ act: "begun", account }]);
    audit.add([
      { act: "edited", account },
      { act: "edited", account },
    ]);
    const all = audit.after(0, 100);
    expect(all.map(({ entry }) => entry.n)).toEqual([1, 2, 3]);
    expect(all.map(({ entry }) => entry.person)).toEqual([null, null, null]);
    expect(audit.head()).toEqual({ entries: 3, hash: all[2]?.hash });
    expect(audit.after(1, 1)).toEqual(all.slice(1, 2));
  });

  it("shares its person's row with others of the same person and account, and with none of another", async () => {
    const { db } = await log(
      { act: "begun", account, person: "Rosa" },
      { act: "edited", account, person: "Rosa" },
      { act: "begun", account: otherAccount, person: "Rosa" },
      { act: "begun", account: null, person: null },
      { act: "edited", account: null, person: null },
    );
    expect(db.prepare("select count(*) from audit_people").pluck().get()).toBe(3);
  });
});

describe("entries are found", () => {
  it.each<[string, Partial<EntryFilter>, number[]]>([
    ["all of them", {}, [1, 2, 3, 4, 5]],
    ["from one moment on and before another", { between: [at(10), at(12)] }, [2, 3]],
    ["of a person, in every account", { person: "Rosa" }, [1, 4]],
    ["of some acts", { acts: ["sent", "edited"] }, [2, 3]],
    ["of all of that", { between: [at(9), at(12)], person: "Rosa", acts: ["begun"] }, [1]],
    ["of nobody who is known", { person: "Eve" }, []],
  ])("%s", async (_what, filter, found) => {
    expect((await filled()).find(filter)).toEqual({ found, next: 5 });
  });

  it("some at a time, and it is told how far that got", async () => {
    const { find } = await filled();
    expect(find({ person: "Rosa" }, 0, 2)).toEqual({ found: [1], next: 2 });
    expect(find({ person: "Rosa" }, 2, 2)).toEqual({ found: [4], next: 4 });
    expect(find({ person: "Rosa" }, 4, 2)).toEqual({ found: [], next: 5 });
  });

  it("by their numbers in the order that is asked for, without those that are not there", async () => {
    const { audit } = await filled();
    expect(audit.numbered([4, 99, 1]).map(({ n, act }) => [n, act])).toEqual([
      [4, "begun"],
      [1, "begun"],
    ]);
  });
});

it("everybody who is named in the log is told once, by name", async () => {
  expect((await filled()).audit.people()).toEqual(["Ana", "Rosa"]);
});
