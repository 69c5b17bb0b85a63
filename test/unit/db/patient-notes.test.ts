import { describe, expect, test } from "vitest";
import type { Repositories } from "../../../main/db/types.ts";
import { createSqliteStore } from "../../../main/db/sqlite-store.ts";
import { blankDatabase } from "../../support/blank-store.ts";
import { account, idOf, otherAccount } from "../../support/store-records.ts";

async function noted(notes: Readonly<Record<number, string>>) {
  const db = await blankDatabase();
  const store = createSqliteStore(db, "memory");
  const change = (work: (notes: Repositories["notes"]) => void): void =>
    store.transaction((all) => work(all.notes));
  change(({ set }) => {
    for (const [number, text] of Object.entries(notes)) set(account, idOf(Number(number)), text);
  });
  return {
    db,
    change,
    of: (number: number, accountId = account): string =>
      store.read((all) => all.notes.get(accountId, idOf(number))),
  };
}

describe("what is noted of a patient", () => {
  test("is what was noted last, of this patient and account alone", async () => {
    const { change, of } = await noted({ 1: "before", 2: "other" });
    change(({ set }) => set(account, idOf(1), "Ω\n"));
    expect([of(1), of(2), of(3), of(1, otherAccount)]).toEqual(["Ω\n", "other", "", ""]);
    // A record has one account: another one's notes are not written over.
    change(({ set }) => set(otherAccount, idOf(1), "not theirs"));
    expect([of(1), of(1, otherAccount)]).toEqual(["Ω\n", ""]);
  });

  test("is nothing any more, without a row, where only blanks are left; and another account takes nothing away", async () => {
    const { db, change, of } = await noted({ 1: "mornings", 2: "other" });
    change(({ set }) => {
      set(otherAccount, idOf(2), "");
      set(account, idOf(1), " \n");
    });
    expect([of(1), of(2)]).toEqual(["", "other"]);
    expect(db.prepare("select count(*) from patient_notes").pluck().get()).toBe(1);
  });

  test("that is no text is nothing", async () => {
    const { db, of } = await noted({ 1: "mornings" });
    db.exec("update patient_notes set notes = '7'");
    expect(of(1)).toBe("");
  });

  test.each([
    ["both", "mornings", "by phone", "mornings\n\nby phone"],
    ["one alone", "", "by phone", "by phone"],
    ["the other alone", "mornings", "", "mornings"],
    ["neither", "", "", ""],
  ])("goes along to another record, behind what stands there: %s", async (_what, to, from, wanted) => {
    const { change, of } = await noted({ 1: from, 2: to });
    change(({ moveTo }) => moveTo(account, { from: idOf(1), to: idOf(2) }));
    expect([of(1), of(2)]).toEqual(["", wanted]);
  });
});
