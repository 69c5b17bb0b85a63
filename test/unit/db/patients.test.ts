import { describe, expect, test } from "vitest";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import {
  account,
  bookingWith,
  idOf,
  known,
  otherAccount,
  patientRecord,
} from "../../support/store-records.ts";
import { blankStore } from "../../support/blank-store.ts";
import { add, near, numberOf, page, search } from "../../support/found-patients.ts";

describe("patients", () => {
  test("a patient comes back exactly as saved, and as it was changed", async () => {
    const store = await blankStore();
    const patient = patientRecord(1, { input: { phone: "(555) 123-4567", externalId: "MRN-1" } });
    add(store, patient);
    const kept = () => store.read(({ patients }) => patients.get(account, patient.id));
    expect(kept()).toEqual(patient);
    expect(store.read(({ patients }) => patients.get(otherAccount, patient.id))).toBeNull();
    store.transaction(({ patients }) => patients.update({ ...patient, patientId: 42 }));
    expect(store.read(({ patients }) => patients.byPatientId(account, 42))?.id).toBe(patient.id);
    store.transaction(({ patients }) => patients.update(patientRecord(9)));
    store.transaction(({ patients }) => patients.update({ ...patient, accountId: otherAccount }));
    expect(kept()).toEqual({ ...patient, patientId: 42 });
    expect(store.read(({ patients }) => patients.get(account, idOf(9)))).toBeNull();
  });

  test("another account's patients are never found", async () => {
    const store = await blankStore();
    add(
      store,
      patientRecord(1, {
        accountId: otherAccount,
        patientId: 42,
        input: { phone: "555 123 4567", externalId: "MRN-1", email: "ann@example.com" },
      }),
    );
    for (const text of ["", "smith", "ann sm", "3/5/1984", "5551234567", "42", "mrn-1", "ann@example.com"]) {
      expect(search(store, text)).toEqual([]);
    }
    expect(store.read(({ patients }) => patients.byPatientId(account, 42))).toBeNull();
    expect(store.read(({ patients }) => patients.byExternalId(account, "MRN-1"))).toBeNull();
  });

  test("without a text the newest come first", async () => {
    const store = await blankStore();
    add(store, patientRecord(3), patientRecord(1), patientRecord(2));
    expect(search(store, " ", 2)).toEqual([2, 1]);
  });

  test.each([
    ["last name", "garcia", [1, 2]],
    ["its beginning", "gar", [3, 1, 2]],
    ["accents typed", "García", [1, 2]],
    ["first and last", "maria garcia", [1]],
    ["last, first", "Garcia, Maria", [1]],
    ["two beginnings", "gar jo", [2]],
    ["the second of two first names", "lou", [1]],
    ["a part of a double name", "jones", [4]],
    ["a double name written as one", "smithjones", [4]],
    ["an apostrophe left out", "obrien", [5]],
    ["an apostrophe typed", "o'bri", [5]],
    ["date of birth", "7/4/1990", [2]],
    ["date of birth and name", "garcia 7/4/1990", [2]],
    ["date of birth of somebody else", "obrien 7/4/1990", []],
    ["all digits of a phone", "5551234567", [3]],
    ["a phone as written", "(555) 123-4567", [3]],
    ["a phone with its country", "+1 555 123 4567", [3]],
    ["its last four", "4567", [3]],
    ["email", "zoe@clinic.example", [4]],
    ["beginning of an email", "zoe@cl", [4]],
    ["external ID", "MRN-0077", [5]],
    ["its beginning", "mrn-00", [5]],
    ["external ID of digits alone", "2024-0001", [1]],
    ["patient number", "81", [2]],
    ["patient number as it is shown", "#81", [2]],
    ["a number with a blank", "# 81", [2]],
    ["the beginning of numbers, which is another number", "8", []],
    ["a number sign before somebody's phone", "#4567", []],
    ["date of birth without signs", "70490", [2]],
    ["all its digits", "07041990", [2]],
    ["date of birth in words beside a name", "July 4, 1990 garcia", [2]],
    ["nobody", "quixote", []],
    ["signs alone, as good as nothing", "'\"*()-", [1, 2, 3, 4, 5]],
    ["words of the query language", "maria OR garcia NOT", []],
  ])("%s", async (_what, text, expected) => {
    const store = await blankStore();
    add(
      store,
      patientRecord(5, { input: { firstName: "Pat", lastName: "O'Brien", externalId: "MRN-0077" } }),
      patientRecord(4, { input: { firstName: "Zoé", lastName: "Smith-Jones", email: "zoe@clinic.example" } }),
      patientRecord(2, { patientId: 81, input: { firstName: "Jo", lastName: "Garcia", dob: "1990-07-04" } }),
      patientRecord(1, { input: { firstName: "María Lou", lastName: "García", externalId: "2024-0001" } }),
      patientRecord(3, { input: { firstName: "Gary", lastName: "Garner", phone: "+1 (555) 123-4567" } }),
    );
    const found = search(store, text);
    expect(found.toSorted()).toEqual(expected.toSorted());
    if (text === "garcia") expect(found).toEqual([1, 2]);
  });

  test("a changed name is found by its new words and not by its old ones", async () => {
    const store = await blankStore();
    add(store, patientRecord(1, { input: { lastName: "Before" } }));
    store.transaction(({ patients }) => patients.update(patientRecord(1, { input: { lastName: "After" } })));
    expect(search(store, "ann before")).toEqual([]);
    expect(search(store, "ann after")).toEqual([1]);
  });

  test("one typing error in a name is understood, and told from what was typed right", async () => {
    const store = await blankStore();
    add(
      store,
      patientRecord(1, { input: { firstName: "Maria", lastName: "Garcia" } }),
      patientRecord(2, { input: { firstName: "Marie", lastName: "Garcia" } }),
      patientRecord(3, { input: { firstName: "Maria", lastName: "Gracia" } }),
      patientRecord(4, { accountId: otherAccount, input: { firstName: "Maria", lastName: "Garcia" } }),
      patientRecord(5, { input: { firstName: "Joan", lastName: "Smith" } }),
    );
    const both = (text: string) => [search(store, text), near(store, text)];
    expect(both("maria garcia")).toEqual([[1], [3, 2]]);
    expect(both("garica")).toEqual([[], [2, 1]]);
    expect(both("Gracia, Mari")).toEqual([[3], [2, 1]]);
    expect(both("jaon smith")).toEqual([[], [5]]);
    expect(both("mria smyth")).toEqual([[], []]);
    expect([search(store, "maria garcia", 1), near(store, "maria garcia", 1)]).toEqual([[1], []]);
    store.transaction(({ patients }) =>
      patients.insert(patientRecord(6, { input: { lastName: "Quixote" } })),
    );
    expect(near(store, "quixte")).toEqual([6]);
  });

  test("of a name and a date or phone one may be wrong: who has the other is near, and nobody else of that day", async () => {
    const store = await blankStore();
    add(
      store,
      patientRecord(1, { input: { firstName: "Jane", lastName: "Doe", phone: "(217) 555-0199" } }),
      patientRecord(2, { input: { firstName: "Bo", lastName: "Other" } }),
      patientRecord(3, { input: { firstName: "Jane", lastName: "Doe", dob: "1990-07-04" } }),
    );
    const both = (text: string) => [search(store, text), near(store, text)];
    expect(both("jane doe 3/5/1984")).toEqual([[1], []]);
    expect(both("jnae doe 3/5/1984")).toEqual([[], [1]]);
    expect(both("jnae 3/5/1984")).toEqual([[], [1]]);
    expect(both("jane doe 3/6/1984")).toEqual([[], [3, 1]]);
    expect(both("jane doe 217 555 0199 ")).toEqual([[1], []]);
    expect(both("quixote 3/5/1984")).toEqual([[], []]);
  });

  test("without a text those for whom a booking was made or saved last come first, each once; a draft is none", async () => {
    const store = await blankStore();
    add(store, patientRecord(1), patientRecord(2), patientRecord(3), patientRecord(4));
    store.transaction(({ items }) => {
      for (const [number, patient] of [
        [11, 3],
        [12, 1],
        [13, 1],
      ] as const)
        items.insert(bookingWith(number, { patient: known(patient) }, { status: "ready" }));
      items.insert(bookingWith(14, { patient: known(2) }, { status: "ready", accountId: otherAccount }));
      items.insert(bookingWith(15, { patient: known(2) }));
      items.update(bookingWith(11, { patient: known(3), notes: "changed" }, { status: "ready" }));
    });
    expect(search(store, "")).toEqual([3, 1, 4, 2]);
    expect(search(store, "", 1)).toEqual([3]);
  });

  test("names of several words are found by any of them, in any order", async () => {
    const store = await blankStore();
    add(
      store,
      patientRecord(1, { input: { firstName: "Maria Lou", lastName: "van der Berg" } }),
      patientRecord(2, { input: { firstName: "Łukasz", lastName: "Smith, Jr." } }),
    );
    for (const text of [
      "lou berg",
      "berg maria",
      "van der berg",
      "vanderberg maria",
      "maria lou van",
      "ber mar",
    ])
      expect([text, search(store, text)]).toEqual([text, [1]]);
    for (const text of ["lukasz smith", "smith jr", "Smith, Lukasz", "jr luk smi"])
      expect([text, search(store, text)]).toEqual([text, [2]]);
    expect(search(store, "lou smith")).toEqual([]);
  });

  test("a beginning of an address finds addresses before names that are alike without a space or a dot", async () => {
    const store = await blankStore();
    add(
      store,
      patientRecord(1, { input: { firstName: "Jane", lastName: "Doe", email: "jane.doe@example.com" } }),
      ...[2, 3, 4].map((number) =>
        patientRecord(number, {
          input: { firstName: "Jane Denise", lastName: "Roe", email: "r@example.com" },
        }),
      ),
    );
    expect(search(store, "jane.d", 1)).toEqual([1]);
    expect(search(store, "jane.d")).toEqual([1, 4, 3, 2]);
  });

  test("two words are two names before they are one surname that begins like both", async () => {
    const store = await blankStore();
    add(
      store,
      patientRecord(1, { input: { firstName: "Vessa", lastName: "Sholl" } }),
      ...[2, 3, 4].map((number) => patientRecord(number, { input: { lastName: "Vessholm" } })),
    );
    expect(search(store, "ves sho", 1)).toEqual([1]);
    expect(search(store, "ves sho")).toEqual([1, 4, 3, 2]);
  });

  test("a search tells how many there are, or that there are more", async () => {
    const store = await blankStore();
    const total = (text: string): number | null => page(store, text).total;
    add(store, ...Array.from({ length: 30 }, (_, index) => patientRecord(index + 1)));
    expect([total("smi"), total("nobody")]).toEqual([null, 0]);
    add(store, patientRecord(2_000, { input: { lastName: "Lone" } }));
    expect(total("lone")).toBe(1);
  });

  test("a patient who is taken out is not found any more, and another is not touched", async () => {
    const store = await blankStore();
    add(store, patientRecord(1), patientRecord(2));
    store.transaction(({ patients }) => patients.remove(idOf(1)));
    for (const text of ["", "smith", "ann smith", "3/5/1984", "patient"])
      expect(search(store, text)).toEqual([2]);
  });

  test("external IDs and patient numbers find the newest", async () => {
    const store = await blankStore();
    add(
      store,
      patientRecord(1, { patientId: 7, input: { externalId: "A-1" } }),
      patientRecord(2, { patientId: 7, input: { externalId: "a-1" } }),
    );
    expect(store.read(({ patients }) => patients.byPatientId(account, 7))?.id).toBe(idOf(2));
    expect(store.read(({ patients }) => patients.byExternalId(account, "A-1"))?.id).toBe(idOf(2));
  });

  test("a ZIP code is where most of the latest patients with it live, and another account's say nothing", async () => {
    const store = await blankStore();
    const placeOf = (zip: string) => store.read(({ patients }) => patients.placeOfZip(account, zip));
    const living = (number: number, zip: string, city: string, change = {}): PatientRecord =>
      patientRecord(number, { input: { zip, city, state: "IL" }, ...change });
    add(store, living(1, "62704", "Elsewhere", { accountId: otherAccount }));
    expect(placeOf("62704")).toBeNull();
    add(
      store,
      living(2, "62704", "Springfield"),
      living(3, "62704-1234", "Leland Grove"),
      living(4, "62704", "LELAND GROVE"),
      living(5, "60601", "Chicago"),
    );
    expect(placeOf("62704")).toEqual({ city: expect.stringMatching(/^leland grove$/i), state: "IL" });
    expect(placeOf("60601")).toEqual({ city: "Chicago", state: "IL" });
    expect(placeOf("6270_")).toBeNull();
  });

  test("who may be the same: name and birth date, or phone, or email; never a blank or a short number", async () => {
    const store = await blankStore();
    add(
      store,
      patientRecord(1, { input: { firstName: "José", lastName: "Van Dyke", email: "a@example.com" } }),
      patientRecord(2, { input: { firstName: "Other", phone: "+1 555 123 4567", email: "b@example.com" } }),
      patientRecord(3, { input: { firstName: "Third", phone: "123", email: "c@example.com" } }),
      patientRecord(4, { input: { firstName: "Fourth", phone: "555-1234", email: "d@example.com" } }),
    );
    const like = (likeness: object): number[] =>
      store
        .read(({ patients }) =>
          patients.similar({
            accountId: account,
            firstName: "",
            lastName: "",
            dob: null,
            phone: "",
            email: "",
            ...likeness,
          }),
        )
        .map(numberOf);
    expect(like({})).toEqual([]);
    expect(like({ firstName: "jose", lastName: "VANDYKE", dob: "1984-03-05" })).toEqual([1]);
    expect(like({ firstName: "jose", lastName: "VANDYKE" })).toEqual([]);
    expect(like({ firstName: "jose", lastName: "VANDYKE", dob: "1984-03-06" })).toEqual([]);
    expect(like({ phone: "555-123-4567" })).toEqual([2]);
    expect(like({ phone: "123" })).toEqual([]);
    expect(like({ phone: "5551234" })).toEqual([4]);
    // The surname in the place of the first name is another name.
    expect(like({ firstName: "Van Dyke", lastName: "José", dob: "1984-03-05" })).toEqual([]);
    expect(like({ email: "C@Example.com", phone: "5551234567" })).toEqual([3, 2]);
  });
});
