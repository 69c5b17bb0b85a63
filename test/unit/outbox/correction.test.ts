import { beforeEach, expect, it } from "vitest";
import type { BookingItem, Item } from "../../../shared/outbox/item.ts";
import { isBooking } from "../../../main/features/outbox/kinds/kinds.ts";
import { attachCorrection } from "../../../main/features/outbox/correction.ts";
import {
  outboxKit,
  startOfTest,
  typedBooking,
  typedPatient,
  type OutboxKit,
} from "../../support/outbox-kit.ts";

let kit: OutboxKit;
beforeEach(async () => {
  kit = await outboxKit();
});

const card = { id: "pm_1", brand: "visa", last4: "4242", expMonth: 1, expYear: 2030 };

function booked(): BookingItem {
  const made = kit.items.create({
    kind: "booking",
    form: typedBooking({ billingType: "Bill to Patient", paymentMethod: "pm_1", card, step: "review" }),
  });
  if (!made.ok || !isBooking(made.value)) throw new Error("no booking");
  const result = { appointment: null, bookedAt: startOfTest, markedByPerson: false };
  const done: BookingItem = { ...made.value, status: "done", payload: "{}", result };
  kit.save(done);
  return done;
}

function correct(id: string): Item {
  const made = kit.items.correct(id);
  if (!made.ok) throw new Error("not corrected");
  return made.value;
}

const correctedBy = (id: string): string | undefined => {
  const item = kit.item(id);
  return isBooking(item) ? item.correctedBy : undefined;
};

it("a corrected booking has all of the first but its card, and nothing of what was sent or answered", () => {
  const first = booked();
  const draft = correct(first.id);
  expect(draft).toMatchObject({
    kind: "booking",
    status: "draft",
    payload: null,
    result: null,
    editOf: null,
  });
  expect(draft.form).toEqual({
    ...first.form,
    paymentMethod: "",
    card: null,
    step: "visit",
    focus: "date",
  });
  expect(draft.idempotencyKey).not.toBe(first.idempotencyKey);
  expect(kit.item(first.id)).toMatchObject({ status: "done", payload: "{}", correctedBy: draft.id });
});

it("asked for twice, it is the one that was begun; another once that one is booked or thrown away", () => {
  const { id } = booked();
  const draft = correct(id);
  expect(correct(id).id).toBe(draft.id);
  kit.items.discard(draft.id);
  const second = correct(id);
  expect(second.id).not.toBe(draft.id);
  kit.save({ ...second, status: "done" });
  expect(correct(id).id).not.toBe(second.id);
  expect(correctedBy(id)).not.toBe(second.id);
});

it("only what is booked is corrected so: all else can still be edited", () => {
  const made = kit.items.create({ kind: "booking", form: typedBooking() });
  const id = made.ok ? made.value.id : "";
  expect(kit.items.correct(id)).toMatchObject({ ok: false, failure: { code: "busy" } });
  expect(correctedBy(id)).toBeUndefined();
});

it("an item names the correction that stands, and none where there is none", () => {
  const first = booked();
  const patient = kit.items.create({ kind: "patient", form: typedPatient });
  const items = { find: () => null, madeFrom: () => null };
  expect(attachCorrection(first, items)).toBe(first);
  expect(patient.ok ? attachCorrection(patient.value, items) : null).toBe(patient.ok ? patient.value : "");
  // Deleted from this computer meanwhile.
  const gone = { ...first, correctedBy: "00000000-0000-4000-8000-00000000dead" };
  expect(attachCorrection(gone, items)).toEqual(gone);
  const stands = { ...first, id: "00000000-0000-4000-8000-00000000beef" };
  expect(attachCorrection(gone, { ...items, find: () => stands })).toEqual({
    ...gone,
    correctedBy: stands.id,
  });
});
