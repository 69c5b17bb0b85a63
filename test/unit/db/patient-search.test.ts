import { describe, expect, test } from "vitest";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import type { Chore } from "../../../main/db/chores.ts";
import { createNameIndex } from "../../../main/db/known-names.ts";
import { createSearchSteps } from "../../../main/db/search-steps.ts";
import { createAccountSigns, joinWords, toSignedWord } from "../../../main/db/search-words.ts";
import { createSqliteStore } from "../../../main/db/sqlite-store.ts";
import type { Store } from "../../../main/db/types.ts";
import { blankDatabase, blankStore } from "../../support/blank-store.ts";
import { add, near, page, search } from "../../support/found-patients.ts";
import { account, otherAccount, patientRecord } from "../../support/store-records.ts";

const named = (number: number, firstName: string, lastName: string, more = {}): PatientRecord =>
  patientRecord(number, { input: { firstName, lastName, ...more } });
/** So many letters that a list of names is longer than one that is looked up name by name. */
const letters = Array.from({ length: 70 }, (_, at) => String.fromCharCode(97 + (at % 26), 97 + (at % 7)));

async function holding(...patients: PatientRecord[]): Promise<Store> {
  const store = await blankStore();
  add(store, ...patients);
  return store;
}

describe("what is found first", () => {
  test("is an address whose beginning was typed, however short, before names that only look like it", async () => {
    const store = await holding(
      named(1, "Jim", "Doe", { email: "j.doe@x.example" }),
      ...[2, 3, 4].map((number) => named(number, "Ann", "Jdoeson", { email: `${number}@x.example` })),
    );
    expect([search(store, "j.d", 1), search(store, "j.d")]).toEqual([[1], [1, 4, 3, 2]]);
  });

  test("is the whole external ID, before names that are alike and addresses that begin like it", async () => {
    const store = await holding(
      named(1, "Ann", "Roe", { externalId: "lee" }),
      named(2, "Ann", "Lee"),
      named(3, "Ann", "Poe", { email: "lee@x.example" }),
    );
    expect(search(store, "lee")).toEqual([1, 2, 3]);
  });

  test("is both whole names, then one whole name and a beginning, then two beginnings, in either order", async () => {
    const store = await holding(
      named(1, "Ann", "Lee"),
      named(2, "Ann", "Leeson"),
      named(3, "Leeann", "Annson"),
      named(4, "Anna", "Leeds"),
    );
    for (const text of ["ann lee", "lee ann"]) {
      expect([text, search(store, text, 1)]).toEqual([text, [1]]);
      expect([text, search(store, text, 2)]).toEqual([text, [1, 2]]);
      expect([text, search(store, text).toSorted()]).toEqual([text, [1, 2, 3, 4]]);
    }
    expect(search(store, "lees ann", 1)).toEqual([2]);
    expect(search(store, "an leeso", 1)).toEqual([2]);
  });

  test("fills the list and no more, when the next look-up finds more than there is room for", async () => {
    const store = await holding(
      named(1, "Ann", "Smi"),
      ...[2, 3, 4].map((number) => named(number, "Ann", "Smith")),
    );
    expect(search(store, "smi", 2)).toEqual([1, 4]);
  });
});

describe("two beginnings", () => {
  test("of which one begins like the other may be met by one name, or by two of any kind", async () => {
    const store = await holding(
      named(1, "Annabelle", "Smith"),
      named(2, "Bo", "Annabelle"),
      named(3, "Bo", "Smith-Annabelle"),
      named(4, "Andrew", "Annabelle"),
      named(5, "Bo Annabelle", "Andrews"),
      named(6, "Andrew", "Smith"),
    );
    for (const text of ["an annab", "annab an"])
      expect([text, search(store, text).toSorted()]).toEqual([text, [1, 2, 3, 4, 5]]);
  });

  test.each([
    ["both are common", "sm jo", [1]],
    ["the first is rare", "zeb sm", [2]],
    ["the second is rare", "sm zeb", [2]],
    ["both are rare", "zeb qu", [3]],
    ["nobody has both", "zeb jo", []],
  ])("find who has both when %s", async (_what, text, found) => {
    const store = await holding(
      named(1, "Jonas", "Smolt"),
      named(2, "Zebulon", "Smolt"),
      named(3, "Zebulon", "Quixote"),
      ...letters.map((end, at) => named(10 + at, "Pat", `Sm${end}${at}`)),
      ...letters.map((end, at) => named(100 + at, `Jo${end}${at}`, "Roe")),
    );
    expect(search(store, text)).toEqual(found);
  });

  test("are longer than what has an index of beginnings: by way of the names, few or many", async () => {
    const store = await holding(
      named(1, "Christopher", "Featherstone"),
      named(2, "Christiane", "Feathers"),
      ...letters.map((end, at) => named(10 + at, "Pat", `Longname${end}${at}`)),
    );
    expect(search(store, "christo feather")).toEqual([1]);
    expect(search(store, "christi")).toEqual([2]);
    expect(search(store, "feathers").toSorted()).toEqual([1, 2]);
    expect(page(store, "longname", 100).items).toHaveLength(letters.length);
    expect(search(store, "longname0")).toEqual([]);
  });
});

test("a third word is asked for too", async () => {
  const store = await holding(named(1, "Maria Lou", "Smith"), named(2, "Maria Lou", "Jones"));
  expect(search(store, "maria lou jones")).toEqual([2]);
  expect(search(store, "maria lou quixote")).toEqual([]);
});

describe("more than one kind of detail", () => {
  test("a name beside a phone number that is another's finds neither, and both are near", async () => {
    const store = await holding(
      named(1, "Jane", "Doe", { phone: "(217) 555-0199" }),
      named(2, "Bo", "Other"),
    );
    expect([search(store, "bo other 217 555 0199"), near(store, "bo other 217 555 0199")]).toEqual([[], [2]]);
    expect([search(store, "jane roe 217 555 0199"), near(store, "jane roe 217 555 0199")]).toEqual([[], [1]]);
  });

  test("a birth date beside a number finds who has both, and nobody is near who has one", async () => {
    const store = await holding(
      named(1, "Jane", "Doe", { phone: "(217) 555-0199" }),
      named(2, "Bo", "Other", { dob: "1990-07-04" }),
    );
    expect(search(store, "3/5/1984 217 555 0199")).toEqual([1]);
    expect([search(store, "7/4/1990 217 555 0199"), near(store, "7/4/1990 217 555 0199")]).toEqual([[], []]);
  });

  test("one right name is enough to be near on the right day", async () => {
    const store = await holding(named(1, "Jane", "Doe"), named(2, "Bo", "Other"));
    expect(near(store, "jane quixote 3/5/1984")).toEqual([1]);
    expect(near(store, "quixote jane 3/5/1984")).toEqual([1]);
  });
});

describe("how many there are", () => {
  const many = (count: number): PatientRecord[] =>
    Array.from({ length: count }, (_, at) => named(at + 1, "Ann", "Smith"));

  test("is not said where the list ends before it, of a birth date alone too", async () => {
    const store = await holding(...many(30));
    expect([page(store, "3/5/1984").total, page(store, "3/5/1984", 31).total]).toEqual([null, 30]);
    // Beside a name all of that day are compared, and so are known.
    expect(page(store, "ann 3/5/1984")).toMatchObject({ total: 30, items: { length: 20 } });
  });

  test("is not said where not all could be compared", async () => {
    const store = await holding(...many(999));
    expect(page(store, "ann 3/5/1984").total).toBe(999);
    add(store, named(1_000, "Bo", "Smith"));
    expect(page(store, "ann 3/5/1984").total).toBeNull();
  });

  test("is not said of who was here last", async () => {
    const store = await holding(...many(2));
    expect(page(store, "", 1)).toEqual({
      items: [named(2, "Ann", "Smith")],
      damaged: [],
      newer: [],
      near: [],
      total: null,
    });
  });
});

test("who is found is not also near by another name of theirs", async () => {
  const store = await holding(named(1, "Gracia", "Garcia"), named(2, "Gracia", "Roe"));
  expect([search(store, "garcia"), near(store, "garcia")]).toEqual([[1], [2]]);
});

test("of a look-up that meets another account's word, as signs may meet, nobody comes of it", async () => {
  const db = await blankDatabase();
  add(createSqliteStore(db, "memory"), named(1, "Ann", "Lee"), named(2, "Anna", "Lee"));
  const { pairs } = createSearchSteps(db);
  const from = toSignedWord(createAccountSigns()(account), "n", joinWords("lee", "an"));
  const found = (accountId: string, limit: number): number[] =>
    pairs(from, "")({ accountId, limit }).map(({ sequence }) => sequence);
  expect([found(account, 9), found(account, 1), found(otherAccount, 9)]).toEqual([[2, 1], [2], []]);
});

test("a name is rare that as many people have as are read in a moment, and not one more", async () => {
  const db = await blankDatabase();
  const { isRare } = createSearchSteps(db);
  const insert = db.prepare("insert into patient_names (rowid, words) values (?, '@lsmith')");
  db.transaction(() => {
    for (let row = 1; row <= 2_500; row += 1) insert.run(row);
  })();
  expect([isRare('"@lsmith"'), isRare('"@lquixote"')]).toEqual([true, true]);
  insert.run(2_501);
  expect(isRare('"@lsmith"')).toBe(false);
});

test("the names of an account are read in pieces, and no more of them once the store is closed", async () => {
  const db = await blankDatabase();
  const store = createSqliteStore(db, "memory");
  add(store, ...Array.from({ length: 350 }, (_, at) => named(at + 1, "Ann", `Name${1_000 + at}`)));
  const chores: Chore[] = [];
  const { l } = createNameIndex(db, (chore) => chores.push(chore)).of(account);
  expect(l.beginning("name1", 999)).toEqual([]);
  expect([chores[0]?.(), l.beginning("name", 999)?.length]).toEqual([true, 300]);
  expect([chores[0]?.(), l.beginning("name", 999)?.length]).toEqual([false, 350]);
  expect(l.near("nmae1349", 9)).toEqual(["name1349"]);
  db.close();
  expect(chores.map((chore) => chore())).toEqual([false, false]);
});
