import { beforeEach, describe, expect, it } from "vitest";
import type { Result } from "../../../shared/core/failure.ts";
import { itemStatuses, type Item, type ItemStatus } from "../../../shared/outbox/item.ts";
import type { FormOf } from "../../../shared/outbox/routes.ts";
import {
  deskAccount,
  outboxKit,
  typedBooking,
  typedPatient,
  typedWebhook,
  type OutboxKit,
} from "../../support/outbox-kit.ts";
import { booked, failing } from "../../support/scripted-client.ts";
import { patientItem } from "../../support/store-records.ts";
import { told, worded } from "../../support/told.ts";

// What is refused at the desk, in which words, and what may be done instead.

let kit: OutboxKit;
beforeEach(async () => {
  kit = await outboxKit();
});

const content = (change = {}): FormOf => ({ kind: "booking", form: typedBooking(change) });
function valueOf<T>(result: Result<T>): T {
  return result.ok ? result.value : expect.fail(`${result.failure.code}: ${told(result.failure)}`);
}
const wordsOf = (result: Result<unknown>): string => (result.ok ? "" : told(result.failure));
const create = (of = content()): Item => valueOf(kit.items.create(of));
/** One that stands so, as if it had come there without a try. */
function standing(status: ItemStatus, of = content()): Item {
  const item: Item = { ...create(of), status };
  kit.save(item);
  kit.changed.length = 0;
  return item;
}
async function tried(answer: Parameters<typeof failing>[0] | "booked", of = content()): Promise<Item> {
  const { id } = create(of);
  kit.client.respond = () => (answer === "booked" ? booked() : failing(answer));
  await kit.items.submit(id, true);
  kit.client.respond = () => null;
  kit.changed.length = 0;
  return kit.item(id);
}
const refusedOnes = (act: (id: string) => Result<unknown>, statuses = itemStatuses): ItemStatus[] =>
  statuses.filter((status) => {
    const item = standing(status);
    const refused = !act(item.id).ok;
    if (refused) expect(kit.item(item.id)).toEqual(item);
    return refused;
  });

describe("the words of a refusal", () => {
  it("say that what was typed is kept when nobody is signed in", () => {
    const { id } = create();
    kit.world.account = null;
    for (const refused of [kit.items.create(content()), kit.items.get(id)])
      expect(wordsOf(refused)).toBe("Sign in first. What you typed is still here.");
  });

  it("say of another account's item that it is not here, whatever is asked of it", () => {
    const { id } = create();
    kit.world.account = { ...deskAccount, accountId: "account-two" };
    const { takeBack, noAnswer, correct, series } = kit.items;
    for (const refused of [kit.items.get(id), takeBack(id), noAnswer(id), correct(id), series(id)])
      expect(wordsOf(refused)).toBe("This is no longer on this computer.");
  });

  it("say of what was sent where it can be edited", async () => {
    const { id } = await tried("booked");
    expect(wordsOf(kit.items.saveForm(id, content()))).toBe(
      "This was already sent, so it can’t be changed. Use “Edit” in the Outbox.",
    );
  });

  it("say of a form of another kind that it is one", () => {
    const { id } = create();
    const webhook: FormOf = { kind: "webhook", form: typedWebhook };
    expect(wordsOf(kit.items.saveForm(id, webhook))).toBe(
      "This form is for a different kind of record than the one you’re typing.",
    );
  });
});

describe("a card number", () => {
  const withCard = content({ notes: "4242 4242 4242 4242" });
  const refusal = {
    ok: false,
    failure: {
      code: "card-number",
      why: "This contains a card number, which is never saved. Remove it to save the rest.",
      fields: { notes: expect.stringContaining("card number") },
    },
  };

  it("begins no draft", () => {
    expect(worded(kit.items.create(withCard))).toMatchObject(refusal);
    expect(kit.store.read(({ items }) => items.counts(deskAccount.accountId)).draft).toBe(0);
  });

  it("is not saved into one", () => {
    const item = create();
    expect(worded(kit.items.saveForm(item.id, withCard))).toMatchObject(refusal);
    expect(kit.item(item.id)).toEqual(item);
  });
});

describe("typing", () => {
  it("tells the window of a draft that begins, and of one that is typed on nothing", () => {
    const { id } = create();
    expect(kit.changed).toEqual([id]);
    expect(kit.traced).toEqual(["saved"]);
    kit.items.saveForm(id, content({ notes: "Gate 4" }));
    expect(kit.changed).toEqual([id]);
  });

  it("tells the window of an item that leaves its list for that, and answers when it was saved", async () => {
    const { id } = standing("ready");
    await kit.clock.advance(1_000);
    const saved = valueOf(kit.items.saveForm(id, content({ notes: "Gate 4" })));
    expect(kit.item(id)).toMatchObject({ status: "draft", updatedAt: saved.savedAt });
    expect(saved.savedAt).toBe(kit.clock.now().toISOString());
    expect(kit.changed).toEqual([id]);
  });

  it("makes a draft of what waited to go out, also when it lacks its card now", () => {
    const { id } = standing("ready");
    kit.items.saveForm(id, content({ billingType: "Bill to Patient" }));
    expect(kit.item(id).status).toBe("draft");
  });

  it("is refused for what is done or thrown away, tried or not", () => {
    expect(refusedOnes((id) => kit.items.saveForm(id, content()))).toEqual(["done", "discarded"]);
  });
});

describe("taking back", () => {
  it("says how its patient stands who is still to be made, as long as somebody makes them", () => {
    const makes = (patientId: number | null, change = {}): string | null => {
      const { id } = kit.knownPatient(patientId);
      const record = kit.patient(id) ?? expect.fail("no patient");
      kit.store.transaction(({ patients }) => patients.update({ ...record, ...change }));
      const item = create(content({ patient: { kind: "known", id } }));
      return valueOf(kit.items.takeBack(item.id)).newPatient;
    };
    const asked = (status: ItemStatus): Item => standing(status, { kind: "patient", form: typedPatient });
    expect(makes(null, { itemId: asked("ready").id })).toBe("waits");
    expect(makes(null, { itemId: asked("sending").id })).toBe("sending");
    expect(makes(null, { itemId: asked("needs-editing").id })).toBe("person");
    expect(makes(null, { itemId: asked("discarded").id })).toBeNull();
    expect(makes(null, { itemId: null })).toBeNull();
    expect(makes(44)).toBeNull();
    expect(makes(44, { itemId: patientItem(1).id })).toBeNull();
  });
});

describe("editing", () => {
  it("of what was never tried is refused where it is done or thrown away", () => {
    expect(refusedOnes((id) => kit.items.edit(id))).toEqual(["done", "discarded"]);
  });

  it("of what was tried tells the window of it and of the draft in its place", async () => {
    const item = await tried("fields-refused");
    const draft = valueOf(kit.items.edit(item.id));
    expect(kit.changed).toEqual([item.id, draft.id]);
  });

  it("of what never reached the service and was then saved for later makes a draft of it", async () => {
    const item = await tried("not-reached");
    expect(valueOf(await kit.items.submit(item.id, false)).status).toBe("saved-for-later");
    expect(valueOf(kit.items.edit(item.id))).toMatchObject({ status: "draft", editOf: item.id });
  });

  it("of what may have been made is refused, also where it waits for Send now", async () => {
    const patient = await tried("unclear", { kind: "patient", form: typedPatient });
    kit.save({ ...patient, status: "saved-for-later" });
    expect(wordsOf(kit.items.edit(patient.id))).toContain("isn’t known yet whether this patient was created");
    expect(kit.item(patient.id).status).toBe("saved-for-later");
  });
});

describe("putting aside", () => {
  it("is refused for what is done, goes out elsewhere, or a person has to look at", () => {
    expect(refusedOnes((id) => kit.items.hold(id))).toEqual([
      "sending",
      "needs-checking",
      "elsewhere",
      "done",
      "discarded",
    ]);
  });

  it.each(["draft", "ready", "saved-for-later", "waiting-for-patient"] as const)(
    "of what is %s holds it, and tells the window",
    (status) => {
      const { id } = standing(status);
      expect(valueOf(kit.items.hold(id)).status).toBe("on-hold");
      expect(kit.changed).toEqual([id]);
    },
  );

  it.each(["needs-card", "needs-editing"] as const)("of what is %s leaves it on its list", (status) => {
    const item = standing(status);
    expect(valueOf(kit.items.hold(item.id))).toEqual(item);
    expect(kit.changed).toEqual([]);
  });
});

describe("throwing away", () => {
  it("tells the window of that item, once", () => {
    const { id } = standing("draft");
    kit.items.discard(id);
    kit.items.discard(id);
    expect(kit.changed).toEqual([id]);
  });
});
