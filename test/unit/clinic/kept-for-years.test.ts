import { expect, it } from "vitest";
import { noKeys } from "../../../main/features/clinic/key-ring.ts";
import { keepContent } from "../../../main/features/clinic/keep-content.ts";
import { createMembership } from "../../../main/features/clinic/membership.ts";
import { deriveSharedId } from "../../../main/features/clinic/shared-content.ts";
import type { BookingItem } from "../../../shared/outbox/item.ts";
import { blankStore } from "../../support/blank-store.ts";
import { account, bookingItem, idOf } from "../../support/store-records.ts";

const clinic = "c".repeat(64);
const hash = "d".repeat(64);

it("a booking that this desk keeps no longer does not come back with the clinic's log, until somebody changes it", async () => {
  const store = await blankStore();
  const kept = createMembership({ hub: "http://127.0.0.1:1", clinic, desk: idOf(901), name: "Desk 1" });
  const item: BookingItem = bookingItem(1, { status: "done" });
  /** Another desk's word in the log, as this desk reads it. */
  const read = (version: number, content = item) =>
    store.transaction((repositories) => {
      const changed = keepContent(
        {
          repositories,
          account,
          rings: new Map(),
          ahead: noKeys,
          newId: () => idOf(77),
          onTaken: () => undefined,
          onCameBack: () => undefined,
          now: () => "2026-11-27T15:00:00.000Z",
        },
        {
          kept,
          entry: {
            type: "record",
            record: deriveSharedId(clinic, item.id),
            version,
            keyEpoch: 1,
            ciphertext: hash,
          },
          content: { kind: "item", item: content, digest: `${version}` },
          desk: idOf(902),
        },
      );
      return { changed };
    }).changed;
  const isHere = () => store.read(({ items }) => items.find(item.id)) !== null;
  const toSay = () => store.read((all) => all.clinic.changes.list(account, 10));

  store.transaction((all) => all.clinic.set(account, JSON.stringify(kept)));
  expect([read(1), isHere()]).toEqual([[item.id], true]);
  // What was booked stands as it was told first.
  expect([read(2), isHere()]).toEqual([[], true]);
  store.transaction(({ keeping }) => keeping.remove(account, [item.id]));
  // The hub, and the desks that keep more, hear of no deletion.
  expect([isHere(), toSay()]).toEqual([false, []]);

  // The hub was put back, and its log is read from the beginning.
  store.transaction((all) => all.clinic.rewind(account));
  expect([read(1), read(2), isHere()]).toEqual([[], [], false]);
  expect(toSay()).toEqual([]);

  // A person said at the other desk that it was not booked after all: it needs somebody, here too.
  const doubted: BookingItem = { ...item, status: "done", updatedAt: "2026-11-27T15:00:00.000Z" };
  expect([read(3, doubted), isHere()]).toEqual([[item.id], true]);
});
