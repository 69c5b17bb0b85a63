import { expect, it } from "vitest";
import type { Entry } from "../../../shared/hub-api/entries.ts";
import { deriveSharedId, type SharedContent } from "../../../main/features/clinic/shared-content.ts";
import { memoryClinic, recordOf } from "../../support/clinic-in-memory.ts";
import { account, bookingItem, idOf } from "../../support/store-records.ts";

/* What desks answered stands with the booking, and is read with each word about it. */

const appointment = {
  id: 100,
  appointmentDateTime: "as it came",
  billingType: null,
  appointmentTimeZone: null,
  price: null,
  status: null,
  notes: null,
  address: null,
  city: null,
  state: null,
  zip: null,
};
const largest = "x".repeat(200_000);

it("of what ghosts say that the service answered a booking keeps no more than of one desk", async () => {
  const { desks } = await memoryClinic(6);
  const [one, thief, ...ghosts] = desks;
  if (one === undefined || thief === undefined) throw new Error("two desks");
  const item = deriveSharedId(one.kept().clinic, idOf(7_001));
  const share: Entry = { type: "share", item, generation: 0, attempts: [], needsChecking: false };
  const waits: SharedContent = { kind: "item", item: bookingItem(7_001, { status: "ready" }) };
  expect(one.say([...recordOf(one, item, waits), { entry: share }])).toBeNull();
  for (const [nth, desk] of [thief, ...ghosts].entries()) {
    await desk.read();
    const said = { ...appointment, more: largest };
    const answer: SharedContent = { kind: "answer", booking: idOf(7_001), appointment: said, canceled: [] };
    expect(desk.say(recordOf(desk, idOf(8_000 + nth), answer))).toBeNull();
  }
  for (const desk of [thief, ...ghosts]) {
    await one.read();
    expect(one.say([{ entry: { type: "member-removed", desk: desk.id, lost: false } }])).toBeNull();
  }
  await one.read();
  const text = one.store.read(({ clinic }) => clinic.claims.get(account, item))?.shared ?? "";
  expect(text.length).toBeLessThan(2 * largest.length);
});
