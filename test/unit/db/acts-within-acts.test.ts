import { beforeEach, expect, test } from "vitest";
import { createSqliteStore } from "../../../main/db/sqlite-store.ts";
import type { Store } from "../../../main/db/types.ts";
import { blankDatabase } from "../../support/blank-store.ts";
import { bookingItem, bookingWith, idOf } from "../../support/store-records.ts";

const going = bookingItem(1, { status: "ready" });

let store: Store;
beforeEach(async () => {
  store = createSqliteStore(await blankDatabase(), "memory");
  store.transaction(({ items }) => items.insert(going));
});

/** Every entry of the activity log since the first item was there: of which item, and whether the program did it. */
const entries = (): unknown[] =>
  store
    .read(({ audit }) => audit.after(1, 99))
    .map(({ entry }) => [Number(entry.record?.slice(-6)), entry.act, entry.byProgram]);
const begin = (number: number): void => store.transaction(({ items }) => items.insert(bookingItem(number)));
/** What comes with it in one act, the program did. */
const send = (): void => store.transaction(({ items }) => items.update({ ...going, status: "sending" }));
const fails = (): void =>
  store.transaction(() => {
    throw new Error("no");
  });

test("a transaction within another is part of its act", () => {
  store.transaction(() => {
    begin(2);
    send();
  });
  expect(entries()).toEqual([
    [2, "begun", true],
    [1, "sent", true],
  ]);
});

test("a transaction within a group is an act of its own, whatever came before it in the group", () => {
  store.group(() => {
    begin(2);
    begin(3);
    expect(fails).toThrow("no");
    begin(4);
    send();
  });
  expect(entries()).toEqual([
    [2, "begun", false],
    [3, "begun", false],
    [4, "begun", false],
    [1, "sent", true],
  ]);
});

test("in an act of a group, what is within it is part of that", () => {
  store.group(() => {
    store.transaction(() => {
      begin(2);
      send();
    });
    begin(3);
  });
  expect(entries()).toEqual([
    [2, "begun", true],
    [1, "sent", true],
    [3, "begun", false],
  ]);
});

test("a group that fails leaves nothing, and what comes after it is as ever", () => {
  expect(() =>
    store.group(() => {
      begin(2);
      fails();
    }),
  ).toThrow("no");
  expect([entries(), store.read(({ items }) => items.get(idOf(2)))]).toEqual([[], null]);
  store.transaction(() => {
    begin(3);
    send();
  });
  expect(entries()).toEqual([
    [3, "begun", true],
    [1, "sent", true],
  ]);
});

test("a part that fails and is caught forgets nobody who is editing", () => {
  const type = (notes: string): void =>
    store.transaction(({ items }) => items.update(bookingWith(5, { notes })));
  begin(5);
  type("a");
  store.transaction(() => expect(fails).toThrow("no"));
  type("ab");
  const known = entries();
  expect(fails).toThrow("no");
  type("abc");
  // A whole act that fails may have been the one that knew.
  expect([known, entries()]).toEqual([
    [[5, "begun", false]],
    [
      [5, "begun", false],
      [5, "edited", false],
    ],
  ]);
});

test("what is held in memory goes back with the transaction that is undone, and with no other", () => {
  const held: string[] = [];
  const take = (what: string): void => {
    held.push(what);
    store.ifUndone(() => void held.splice(held.lastIndexOf(what), 1));
  };
  const failing = (what: string) => (): void =>
    store.transaction(() => {
      take(`${what}, first`);
      take(`${what}, then`);
      throw new Error("no");
    });
  store.group(() => {
    store.transaction(() => {
      take("in a group");
      expect(failing("a part")).toThrow("no");
      expect(held).toEqual(["in a group"]);
    });
    expect(failing("an act of the group")).toThrow("no");
  });
  expect(held).toEqual(["in a group"]);

  expect(() =>
    store.group(() => {
      store.transaction(() => take("undone with its group"));
      throw new Error("no");
    }),
  ).toThrow("no");
  take("in no transaction");
  expect(fails).toThrow("no");
  expect(held).toEqual(["in a group", "in no transaction"]);
});
