import { beforeEach, expect, it } from "vitest";
import type { FormOf } from "../../../shared/outbox/routes.ts";
import { markRestored } from "../../../main/features/outbox/restored.ts";
import { settle } from "../../support/fake-clock.ts";
import { outboxKit, startOfTest, typedBooking, type OutboxKit } from "../../support/outbox-kit.ts";

let kit: OutboxKit;
beforeEach(async () => {
  kit = await outboxKit();
});

const booking = (change = {}): FormOf => ({ kind: "booking", form: typedBooking(change) });

/** A booking of a restored backup, after a person said that it was not made. */
async function bookedAgain(content: FormOf): Promise<string> {
  const made = kit.items.create(content);
  const id = made.ok ? made.value.id : "";
  const unfinished = () => [kit.item(id)];
  markRestored({ inside: 0, outside: 1, unfinished, save: kit.save, now: () => startOfTest });
  await kit.items.decide(id, "again");
  kit.engine.kick();
  await settle();
  return id;
}

it("a restored booking without its card can be given one", async () => {
  const id = await bookedAgain(booking({ billingType: "Bill to Patient", paymentMethod: "" }));
  expect(kit.item(id).status).toBe("needs-card");
  expect(kit.items.edit(id)).toMatchObject({ ok: true, value: { status: "draft", editOf: id } });
});

it("a restored booking whose patient has no number yet can be edited", async () => {
  const { id: patient } = kit.knownPatient(null);
  const id = await bookedAgain(booking({ patient: { kind: "known", id: patient }, sameAddress: true }));
  expect(kit.item(id).status).toBe("waiting-for-patient");
  expect(kit.items.edit(id)).toMatchObject({ ok: true, value: { status: "draft", editOf: id } });
});
