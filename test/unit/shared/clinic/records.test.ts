import { expect, it } from "vitest";
import { applyRecordEntry } from "../../../../shared/clinic/log/records.ts";
import { sharedItem } from "../../../support/shared-items.ts";

const next = (version: number) =>
  ({ type: "record", record: "r", version, keyEpoch: 1, ciphertext: "" }) as const;
const drop = (version: number) => ({ type: "drop", record: "r", version }) as const;
const putBack = (version: number) => ({ type: "put-back", record: "r", version }) as const;
const isThere = (): boolean => true;
const current = { record: "r", version: 4, dropped: false };
const behind = (version: number | null) => ({
  ok: false,
  refusal: { code: "version-behind", current: version },
});

it("a record begins with version 1, and goes on with one more than the present one", () => {
  const none = { current: undefined, item: undefined, isThere };
  expect(applyRecordEntry(none, next(1), "a")).toEqual({
    ok: true,
    value: { record: "r", version: 1, dropped: false },
  });
  expect(applyRecordEntry(none, next(2), "a")).toEqual(behind(0));
  expect(applyRecordEntry({ current, item: undefined, isThere }, next(5), "a")).toMatchObject({
    value: { version: 5 },
  });
  for (const version of [3, 4, 6])
    expect(applyRecordEntry({ current, item: undefined, isThere }, next(version), "a")).toEqual(behind(4));
});

it("what was dropped gets no version any more, unless it is put back", () => {
  const dropped = { record: "r", version: 5, dropped: true, droppedBy: "a" };
  expect(applyRecordEntry({ current, item: undefined, isThere }, drop(5), "a")).toEqual({
    ok: true,
    value: dropped,
  });
  const named = { current: dropped, item: undefined, isThere: (desk: string) => desk !== "a" };
  for (const entry of [next(6), drop(6)]) expect(applyRecordEntry(named, entry, "a")).toEqual(behind(null));
  expect(applyRecordEntry(named, putBack(5), "a")).toEqual(behind(5));
  const back = { record: "r", version: 6, dropped: false };
  expect(applyRecordEntry(named, putBack(6), "a")).toEqual({ ok: true, value: back });
  // Whoever dropped it is a member still. Of records from before, nobody knows who that was.
  expect(applyRecordEntry({ ...named, isThere }, putBack(6), "a")).toEqual(behind(null));
  const before = { ...dropped, droppedBy: undefined };
  expect(applyRecordEntry({ ...named, isThere, current: before }, putBack(6), "a")).toEqual({
    ok: true,
    value: back,
  });
  // What was never dropped is not put back.
  expect(applyRecordEntry({ ...named, current: back }, putBack(7), "a")).toEqual(behind(6));
  expect(applyRecordEntry({ ...named, current: undefined }, putBack(1), "a")).toEqual(behind(0));
});

it("what was never said is not dropped: nobody takes a name from whoever uses it first", () => {
  expect(applyRecordEntry({ current: undefined, item: undefined, isThere }, drop(1), "a")).toEqual(behind(0));
});

it("an item's record is changed by its holder alone, who else learns who that is", () => {
  const item = sharedItem({ holder: "b", epoch: 3 });
  expect(applyRecordEntry({ current, item, isThere }, next(5), "a")).toEqual({
    ok: false,
    refusal: { code: "item-held", claim: { holder: "b", epoch: 3, ended: null } },
  });
  expect(applyRecordEntry({ current, item, isThere }, next(5), "b")).toMatchObject({ ok: true });
});

it("an item's record is anybody's once its holder is removed", () => {
  const item = sharedItem({ holder: "b" });
  const isThere = (desk: string): boolean => desk !== "b";
  expect(applyRecordEntry({ current, item, isThere }, next(5), "a")).toMatchObject({ ok: true });
});
