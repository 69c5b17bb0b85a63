import { describe, expect, test } from "vitest";
import { emptyPatientForm } from "../../../shared/patients/patient-form.ts";
import type { KeptImport } from "../../../shared/import/import.ts";
import { createSqliteStore } from "../../../main/db/sqlite-store.ts";
import { createStoreError } from "../../../main/db/store-error.ts";
import type { Repositories, Store } from "../../../main/db/types.ts";
import { blankDatabase, blankStore } from "../../support/blank-store.ts";
import { account, idOf, otherAccount, patientItem } from "../../support/store-records.ts";

type Imports = Repositories["imports"];
const write = <T extends object | string | number | boolean | null | void>(
  store: Store,
  work: (imports: Imports) => T,
): T => store.read(({ imports }) => work(imports));

const kept = (number: number, changes: Partial<KeptImport> = {}): KeptImport => ({
  id: idOf(number + 800),
  accountId: account,
  number,
  name: "patients.csv",
  by: null,
  createdAt: "2026-03-02T09:00:00.000Z",
  state: "running",
  isDoubtful: false,
  total: 3,
  left: 3,
  created: 0,
  discarded: 0,
  ...changes,
});
const formOf = (firstName: string) => ({ ...emptyPatientForm, firstName });
const rowsOf = (store: Store, number: number, limit = 10) =>
  write(store, (imports) =>
    imports.nextRows({ number }, limit).map(({ row, form }) => [row, form === null ? null : form.firstName]),
  );

describe("rows that wait and may be the person who is typed", () => {
  const ann = {
    ...emptyPatientForm,
    firstName: "Ann",
    lastName: "Sample",
    dob: "1984-03-05",
    phone: "(217) 555-0100",
    email: "Ann@Example.com",
  };
  const nobody = { accountId: account, firstName: "", lastName: "", dob: null, phone: "", email: "" };

  test.each([
    ["name and date of birth", { firstName: "ANN", lastName: "sample", dob: "1984-03-05" }, [2]],
    ["phone", { phone: "217.555.0100" }, [2]],
    ["email", { email: " ann@example.COM" }, [2]],
    ["date of birth alone", { firstName: "Bea", lastName: "Sample", dob: "1984-03-05" }, []],
    ["name alone", { firstName: "Ann", lastName: "Sample", dob: null }, []],
    ["nothing", {}, []],
  ])("are found by %s", async (_by, change, rows) => {
    const store = await blankStore();
    write(store, (imports) => {
      for (const number of [1, 2]) imports.save(kept(number));
      imports.keepRow({ number: 1 }, { row: 2, form: ann });
      imports.keepRow({ number: 1 }, { row: 3, form: { ...ann, ...other } });
      imports.keepRow({ number: 2 }, { row: 9, form: ann });
    });
    const found = write(store, (imports) => imports.similarRows({ number: 1 }, { ...nobody, ...change }));
    expect(found.map(({ row }) => row)).toEqual(rows);
  });
  const other = { firstName: "Cy", dob: "1990-01-01", phone: "(217) 555-0199", email: "cy@example.com" };
});

describe("imports", () => {
  test("are those of every account in the order in which they began, each as it was saved last", async () => {
    const store = await blankStore();
    expect(write(store, (imports) => imports.nextNumber())).toBe(1);
    const two = kept(2, { accountId: otherAccount });
    write(store, (imports) => {
      for (const each of [two, kept(1), kept(1, { state: "paused", left: 2 })]) imports.save(each);
    });
    expect(write(store, (imports) => imports.all())).toEqual([kept(1, { state: "paused", left: 2 }), two]);
    expect(write(store, (imports) => imports.nextNumber())).toBe(3);
    write(store, (imports) => imports.remove(two.id));
    expect(write(store, (imports) => imports.all()).map(({ number }) => number)).toEqual([1]);
  });

  test("that are spoilt are left out, and a row that is spoilt keeps its place without its patient", async () => {
    const db = await blankDatabase();
    const store = createSqliteStore(db, "memory");
    write(store, (imports) => {
      for (const number of [1, 2]) imports.save(kept(number));
      for (const row of [2, 3]) imports.keepRow({ number: 1 }, { row, form: formOf(`row ${row}`) });
    });
    db.exec("update imports set json = '{' where number = 2");
    db.exec("update import_rows set json = '{}' where row = 3");
    expect(write(store, (imports) => imports.all()).map(({ number }) => number)).toEqual([1]);
    expect(rowsOf(store, 1)).toEqual([
      [2, "row 2"],
      [3, null],
    ]);
  });

  test("have their rows in the order of the file, each taken once", async () => {
    const store = await blankStore();
    write(store, (imports) => {
      for (const row of [4, 2, 3]) imports.keepRow({ number: 1 }, { row, form: formOf(`row ${row}`) });
      imports.keepRow({ number: 2 }, { row: 2, form: formOf("other") });
    });
    expect(rowsOf(store, 1, 2)).toEqual([
      [2, "row 2"],
      [3, "row 3"],
    ]);
    const take = (row: number): boolean => write(store, (imports) => imports.takeRow({ number: 1 }, row));
    expect([take(2), take(2), take(9)]).toEqual([true, false, false]);
    expect(rowsOf(store, 1).map(([row]) => row)).toEqual([3, 4]);
    expect(rowsOf(store, 2)).toEqual([[2, "other"]]);
  });

  test("that are stopped drop their rows, the first ones first, and no other's", async () => {
    const store = await blankStore();
    write(store, (imports) => {
      for (const row of [2, 3, 4]) imports.keepRow({ number: 1 }, { row, form: formOf(`row ${row}`) });
      imports.keepRow({ number: 2 }, { row: 2, form: formOf("other") });
    });
    const drop = (limit: number): number => write(store, (imports) => imports.dropRows({ number: 1 }, limit));
    expect(drop(2)).toBe(2);
    expect(rowsOf(store, 1)).toEqual([[4, "row 4"]]);
    expect([drop(2), drop(2)]).toEqual([1, 0]);
    expect(rowsOf(store, 2)).toHaveLength(1);
  });

  test("know what their rows became until it is settled; what is gone counts as discarded", async () => {
    const store = await blankStore();
    store.transaction(({ items, imports }) => {
      items.insert(patientItem(1, { status: "ready" }));
      for (const number of [1, 2]) imports.enqueue({ number: 1 }, idOf(number));
      imports.enqueue({ number: 2 }, idOf(3));
    });
    const queued = () => write(store, (imports) => imports.queued({ number: 1 }));
    expect(queued()).toEqual([
      { id: idOf(1), status: "ready" },
      { id: idOf(2), status: "discarded" },
    ]);
    write(store, (imports) => imports.settle(idOf(2)));
    expect(queued()).toEqual([{ id: idOf(1), status: "ready" }]);
    expect(() => store.transaction(({ imports }) => imports.enqueue({ number: 2 }, idOf(1)))).toThrow(
      createStoreError("constraint"),
    );
  });

  test("are all doubted together", async () => {
    const store = await blankStore();
    write(store, (imports) => {
      imports.save(kept(1));
      imports.save(kept(2, { accountId: otherAccount }));
      imports.doubt();
    });
    expect(write(store, (imports) => imports.all())).toEqual([
      kept(1, { isDoubtful: true }),
      kept(2, { isDoubtful: true, accountId: otherAccount }),
    ]);
  });
});
