import { beforeEach, expect, it } from "vitest";
import type { Result } from "../../../shared/core/failure.ts";
import type { BookingItem, Item } from "../../../shared/outbox/item.ts";
import { emptySeries } from "../../../shared/bookings/series-form.ts";
import { isBooking } from "../../../main/features/outbox/kinds/kinds.ts";
import { findCorrection } from "../../../main/features/outbox/correction.ts";
import { resolveReplacement } from "../../../main/features/outbox/standing-for.ts";
import { describeBooking } from "../../../renderer/features/bookings/facts.ts";
import { outboxKit, typedBooking, typedPatient, type OutboxKit } from "../../support/outbox-kit.ts";
import { booked, failing, type Answer } from "../../support/scripted-client.ts";

let kit: OutboxKit;
beforeEach(async () => {
  kit = await outboxKit();
});

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}
const bookingOf = (id: string): BookingItem => {
  const item = kit.item(id);
  return isBooking(item) ? item : expect.fail("no booking");
};
const begun = (form = typedBooking()): Item => valueOf(kit.items.create({ kind: "booking", form }));
async function answered(id: string, answer: Answer): Promise<Item> {
  kit.client.respond = () => answer;
  const over = kit.items.submit(id, true);
  await kit.clock.advance(3_000);
  return valueOf(await over);
}
async function again(id: string, answer: Answer): Promise<Item> {
  kit.client.respond = () => answer;
  const over = kit.items.decide(id, "again");
  await kit.clock.advance(3_000);
  return valueOf(await over);
}
const factsOf = (id: string) =>
  describeBooking({ item: bookingOf(id), patient: null, settings: kit.world.settings });

/** Booked as #71, and by a person's word not booked after all. */
async function notBookedAfterAll(): Promise<string> {
  const { id } = begun();
  expect((await answered(id, booked(71))).status).toBe("done");
  valueOf(await kit.items.decide(id, "not-booked"));
  return id;
}

it("a draft of a booking that was not booked after all has nothing of its answer, sent or not", async () => {
  const id = await notBookedAfterAll();
  expect((await again(id, failing("fields-refused"))).status).toBe("needs-editing");
  const draft = valueOf(kit.items.edit(id));
  const form = typedBooking({ date: "2026-04-08", address: "9 New St" });
  valueOf(kit.items.saveForm(draft.id, { kind: "booking", form }));
  expect(factsOf(draft.id)).toMatchObject({ alerts: [], address: expect.stringContaining("9 New St") });
  expect(factsOf(draft.id).number).not.toBe("#71");
  expect((await answered(draft.id, failing("unclear"))).status).toBe("needs-checking");
  valueOf(await kit.items.decide(draft.id, "booked"));
  expect(bookingOf(draft.id).result).toMatchObject({ appointment: null, markedByPerson: true });
  expect(factsOf(draft.id).address).toContain("9 New St");
});

it("sent again, a booking is told by what that try came to, and not by the answer before", async () => {
  const id = await notBookedAfterAll();
  expect((await again(id, failing("unclear"))).status).toBe("needs-checking");
  valueOf(await kit.items.decide(id, "booked"));
  expect(bookingOf(id).result?.appointment).toBeNull();
});

it("marked as booked at once after that, it has the answer that was seen", async () => {
  const id = await notBookedAfterAll();
  valueOf(await kit.items.decide(id, "booked"));
  expect(bookingOf(id).result?.appointment?.id).toBe(71);
});

it("a correction that was refused and edited is still the one, and no second is begun", async () => {
  const { id } = begun();
  await answered(id, booked());
  const correction = valueOf(kit.items.correct(id));
  await answered(correction.id, failing("fields-refused"));
  const edited = valueOf(kit.items.edit(correction.id));
  expect(edited.id).not.toBe(correction.id);
  expect(kit.store.read(({ items }) => findCorrection(bookingOf(id), items))?.id).toBe(edited.id);
  expect(valueOf(kit.items.correct(id)).id).toBe(edited.id);
  expect(valueOf(kit.items.get(id))).toMatchObject({ correctedBy: edited.id });
  // Nobody corrected the draft itself.
  expect(bookingOf(edited.id).correctedBy).toBeUndefined();
  valueOf(kit.items.discard(edited.id));
  expect(valueOf(kit.items.correct(id)).id).not.toBe(edited.id);
});

it("a visit of a series that was refused and edited, twice even, is one of the series", async () => {
  const { id } = begun(typedBooking({ series: { ...emptySeries, every: "2", times: "3" } }));
  let count = 0;
  kit.client.respond = () => ((count += 1) === 2 ? failing("fields-refused") : booked());
  const first = valueOf(await kit.items.bookSeries(id));
  await kit.clock.advance(60_000);
  const refused = first.series?.ids.find((each) => kit.item(each).status === "needs-editing") ?? "";
  const edited = valueOf(kit.items.edit(refused));
  await answered(edited.id, failing("fields-refused"));
  const last = valueOf(kit.items.edit(edited.id));
  const statuses = (): readonly string[] => valueOf(kit.items.series(id)).items.map(({ status }) => status);
  expect(statuses()).toEqual(["done", "needs-editing", "done"]);
  await answered(last.id, booked());
  expect(statuses()).toEqual(["done", "done", "done"]);
  expect(valueOf(kit.items.series(last.id)).items.map((each) => each.id)).toContain(last.id);
});

it("a row of a file whose patient was refused and edited stands as that draft stands", async () => {
  const file = { accountId: kit.world.account?.accountId ?? "", number: 1 };
  const { id } = valueOf(kit.items.create({ kind: "patient", form: typedPatient }));
  await answered(id, failing("fields-refused"));
  const kept = { ...file, id: "00000000-0000-4000-8000-00000000f001" };
  kit.store.transaction(({ imports }) => imports.enqueue(kept, id));
  const edited = valueOf(kit.items.edit(id));
  expect(kit.store.read(({ imports }) => imports.queued(kept))).toEqual([
    { id: edited.id, status: "needs-editing" },
  ]);
});

it("records that name each other are followed to an end", () => {
  const [one, other] = [begun(), begun()];
  const discarded = (item: Item, editOf: string): void => kit.save({ ...item, status: "discarded", editOf });
  discarded(one, other.id);
  discarded(other, one.id);
  const stands = kit.store.read(({ items }) => resolveReplacement(one.id, items));
  expect([one.id, other.id]).toContain(stands?.id);
  expect(
    kit.store.read(({ items }) => resolveReplacement("00000000-0000-4000-8000-000000000000", items)),
  ).toBeNull();
});
