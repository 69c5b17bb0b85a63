import { expect, it } from "vitest";
import type { Entry } from "../../../shared/hub-api/entries.ts";
import { keptShared, parseClaims } from "../../../main/features/clinic/kept-claims.ts";
import { deriveSharedId, type SharedContent } from "../../../main/features/clinic/shared-content.ts";
import { memoryClinic, recordOf, type MemoryDesk } from "../../support/clinic-in-memory.ts";
import { account, bookingItem, idOf } from "../../support/store-records.ts";

/* What a thief leaves in another desk's own records. */

const said = (...entries: readonly Entry[]) => entries.map((entry) => ({ entry }));
const epochAt = ({ store }: MemoryDesk, item: string): number =>
  parseClaims(keptShared, store.read(({ clinic }) => clinic.claims.get(account, item))?.shared ?? null)
    ?.epoch ?? expect.fail("it is not shared");

async function scene() {
  const { desks } = await memoryClinic(2);
  const [one, thief] = desks;
  if (one === undefined || thief === undefined) throw new Error("two desks");
  return { one, thief, clinic: one.kept().clinic };
}

it("what a desk gives to another one and takes back leaves no drafts there that nobody typed", async () => {
  const { one, thief, clinic } = await scene();
  const item = deriveSharedId(clinic, idOf(7_001));
  const content: SharedContent = { kind: "item", item: bookingItem(7_001, { status: "draft" }) };
  const share: Entry = { type: "share", item, generation: 0, attempts: [], needsChecking: false };
  expect(thief.say([...recordOf(thief, item, content), ...said(share)])).toBeNull();
  for (const desk of [thief, one]) await desk.read();
  for (let times = 0; times < 5; times += 1) {
    const gives: Entry = {
      type: "hand-over",
      item,
      epoch: epochAt(thief, item),
      to: one.id,
      notSent: [],
    };
    expect(thief.say(said(gives))).toBeNull();
    for (const desk of [thief, one]) await desk.read();
    expect(thief.say(said({ type: "take-over", item, epoch: epochAt(thief, item) }))).toBeNull();
    for (const desk of [thief, one]) await desk.read();
  }
  // One is what somebody may have typed before it was taken back.
  expect(one.store.read(({ items }) => items.counts(account))["draft"]).toBeLessThan(2);
});
