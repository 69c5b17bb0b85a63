import { beforeEach, expect, it } from "vitest";
import type { ItemStatus } from "../../../shared/outbox/item.ts";
import { createSqliteStore } from "../../../main/db/sqlite-store.ts";
import type { Store } from "../../../main/db/types.ts";
import { blankDatabase } from "../../support/blank-store.ts";
import { idOf, patientItem } from "../../support/store-records.ts";

/** What the activity log says of an item that is tried again by itself for days. */

let store: Store;
beforeEach(async () => {
  store = createSqliteStore(await blankDatabase(), "memory");
  for (const number of [1, 2])
    store.transaction(({ items }) => items.insert(patientItem(number, { status: "ready" })));
});

const acts = (number = 1) =>
  store
    .read(({ audit }) => audit.after(0, 1_000))
    .filter(({ entry }) => entry.record === idOf(number))
    .map(({ entry }) => entry.act);
const turn = (status: ItemStatus, number = 1): void =>
  store.transaction(({ items }) => items.restate(patientItem(number, { status })));
function tryInVain(number = 1): void {
  turn("sending", number);
  turn("ready", number);
}

it("is the first try and that it waits, and how it ended, whatever else is tried", () => {
  for (let tries = 0; tries < 50; tries += 1) {
    tryInVain(1);
    tryInVain(2);
  }
  expect(acts(1)).toEqual(["begun", "sent", "waits"]);
  expect(acts(2)).toEqual(["begun", "sent", "waits"]);
  turn("sending");
  turn("done");
  expect(acts(1)).toEqual(["begun", "sent", "waits", "accepted"]);
});

it.each<[string, ItemStatus, string]>([
  ["a person saved it for later", "saved-for-later", "saved"],
  ["a person has to look at it", "needs-checking", "moved"],
])("is the next try again where %s in between", (_what, status, act) => {
  tryInVain();
  tryInVain();
  turn(status);
  expect(acts().slice(3)).toEqual([act]);
  turn("ready");
  const before = acts().length;
  tryInVain();
  tryInVain();
  expect(acts().slice(before)).toEqual(["sent", "waits"]);
});

it("is the try that came to an end of another kind, and the next", () => {
  tryInVain();
  tryInVain();
  turn("sending");
  turn("needs-editing");
  turn("ready");
  turn("sending");
  expect(acts().slice(3)).toEqual(["refused", "submitted", "sent"]);
});

it("is said again where the transaction that said it was undone", () => {
  const fault = new Error("no");
  turn("sending");
  expect(() =>
    store.transaction(({ items }) => {
      items.restate(patientItem(1, { status: "ready" }));
      throw fault;
    }),
  ).toThrow(fault);
  turn("ready");
  expect(acts()).toEqual(["begun", "sent", "waits"]);
});
