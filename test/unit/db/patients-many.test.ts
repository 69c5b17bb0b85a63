import { expect, test } from "vitest";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import { blankStore } from "../../support/blank-store.ts";
import { add, numberOf, search } from "../../support/found-patients.ts";
import { account, otherAccount, patientRecord } from "../../support/store-records.ts";

test("a whole name is found and comes first among hundreds that begin like it", async () => {
  const store = await blankStore();
  add(store, patientRecord(1, { input: { firstName: "Ann", lastName: "Lee" } }));
  add(
    store,
    ...Array.from({ length: 600 }, (_, index) =>
      patientRecord(index + 10, { input: { firstName: "Leefa", lastName: `Leeson${index}` } }),
    ),
  );
  expect(search(store, "lee", 1)).toEqual([1]);
  expect(search(store, "ann lee", 1)).toEqual([1]);
  expect(search(store, "lee", 20)).toHaveLength(20);
});

test("what is common in this account or another hides nobody: two words are found among thousands", async () => {
  const store = await blankStore();
  const many = Array.from({ length: 6_000 }, (_, index) =>
    patientRecord(index + 10, {
      accountId: index % 2 === 0 ? account : otherAccount,
      input: { firstName: index % 3 === 0 ? "Maria" : "Mary", lastName: `Gard${index % 100}` },
    }),
  );
  add(store, patientRecord(1, { input: { firstName: "Mabel", lastName: "Garfield" } }), ...many);
  expect(search(store, "ma garf", 1)).toEqual([1]);
  expect(search(store, "gar mab", 1)).toEqual([1]);
  expect(search(store, "gar ma")).toHaveLength(20);
  expect(search(store, "gard7 maria", 5)).toEqual(
    many
      .filter(
        ({ accountId, input }) =>
          accountId === account && input.firstName === "Maria" && input.lastName.startsWith("Gard7"),
      )
      .map(numberOf)
      .toReversed()
      .slice(0, 5),
  );
});

test("a ZIP code is where the latest 2,000 live, and nobody before them", async () => {
  const store = await blankStore();
  const placeOf = (zip: string) => store.read(({ patients }) => patients.placeOfZip(account, zip));
  const living = (number: number, zip: string, city: string): PatientRecord =>
    patientRecord(number, { input: { zip, city, state: "IL" } });
  add(store, living(1, "60601", "Chicago"));
  add(store, ...Array.from({ length: 1_999 }, (_, at) => living(at + 10, "10001", "New York")));
  expect(placeOf("60601")).toEqual({ city: "Chicago", state: "IL" });
  add(store, living(3_000, "10001", "New York"));
  expect(placeOf("60601")).toBeNull();
});
