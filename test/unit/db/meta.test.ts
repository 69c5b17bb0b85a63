import { expect, test } from "vitest";
import { databaseNameKey, sendCounterKey } from "../../../main/db/small-tables.ts";
import { blankStore } from "../../support/blank-store.ts";

test("small facts are kept by their key, and the last one said holds", async () => {
  const store = await blankStore();
  store.transaction(({ meta }) => {
    meta.set("one", "1");
    meta.set("one", "2");
    meta.set("other", "3");
  });
  store.read(({ meta }) =>
    expect([meta.get("one"), meta.get("other"), meta.get("none")]).toEqual(["2", "3", null]),
  );
});

test("the send counter is raised and never lowered, and goes on from there", async () => {
  const store = await blankStore();
  const raised = (count: number): number =>
    store.transaction(({ meta }) => (meta.raiseSendCounter(count), meta.sendCounter()));
  expect([raised(7), raised(3), raised(7), raised(8)]).toEqual([7, 7, 7, 8]);
  expect(store.transaction(({ meta }) => meta.countSend())).toBe(9);
});

test("the names of what databases and backups have in them are those they were written with", () => {
  expect([databaseNameKey, sendCounterKey]).toEqual(["name", "send-counter"]);
});
