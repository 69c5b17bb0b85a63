import { beforeEach, describe, expect, it } from "vitest";
import type { Result } from "../../../shared/core/failure.ts";
import type { Item } from "../../../shared/outbox/item.ts";
import type { FormOf } from "../../../shared/outbox/routes.ts";
import { settle } from "../../support/fake-clock.ts";
import {
  deskAccount,
  outboxKit,
  typedBooking,
  typedPatient,
  typedWebhook,
  type OutboxKit,
} from "../../support/outbox-kit.ts";
import { booked, failing, patientMade } from "../../support/scripted-client.ts";
import { said } from "../../../messages/saying.ts";
import { worded } from "../../support/told.ts";

let kit: OutboxKit;
beforeEach(async () => {
  kit = await outboxKit();
});

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${said(result.failure.why)}`);
  return result.value;
}
const bookingContent = (change = {}): FormOf => ({ kind: "booking", form: typedBooking(change) });
const patientContent = (change = {}): FormOf => ({ kind: "patient", form: { ...typedPatient, ...change } });
const create = (content: FormOf): Item => valueOf(kit.items.create(content));
const submit = async (content: FormOf, wait = true): Promise<Item> =>
  valueOf(await kit.items.submit(create(content).id, wait));
/** An item that was refused once. */
async function refused(content: FormOf): Promise<Item> {
  kit.client.respond = () => failing("fields-refused");
  const item = await submit(content);
  kit.client.respond = () => null;
  return item;
}
async function unclear(): Promise<Item> {
  kit.client.respond = () => failing("unclear");
  const item = await submit(bookingContent());
  kit.client.respond = () => null;
  return item;
}

describe("typing", () => {
  it("keeps anything, however wrong, as a draft", () => {
    const draft = create(bookingContent({ date: "someday", notes: "…" }));
    const saved = kit.items.saveForm(draft.id, bookingContent({ date: "never" }));
    expect(saved).toMatchObject({ ok: true });
    expect(kit.item(draft.id)).toMatchObject({ status: "draft", form: { date: "never" } });
  });

  it("gives each draft an ID and a key of its own, which typing never changes", () => {
    const [one, two] = [create(patientContent()), create(patientContent())];
    const names = ({ idempotencyKey, ...item }: Item) => [
      idempotencyKey,
      item.kind === "patient" ? item.generatedExternalId : "",
    ];
    expect(new Set([...names(one), ...names(two)]).size).toBe(4);
    kit.items.saveForm(one.id, patientContent({ firstName: "Zoe" }));
    expect(names(kit.item(one.id))).toEqual(names(one));
    expect(one.kind === "patient" ? one.generatedExternalId : "").toMatch(/^FD-[0-9A-HJKMNP-TV-Z]{12}$/);
  });

  it("says that nothing was saved when the form is of another kind", () => {
    const draft = create(bookingContent());
    expect(kit.items.saveForm(draft.id, patientContent())).toMatchObject({
      ok: false,
      failure: { code: "invalid-input" },
    });
    expect(kit.item(draft.id)).toEqual(draft);
  });

  it("takes an item back out of what is sent by itself", async () => {
    const ready = kit.ready(bookingContent());
    valueOf(kit.items.saveForm(ready.id, bookingContent({ time: "3pm" })));
    kit.engine.kick();
    await settle();
    expect(kit.client.posts()).toHaveLength(0);
  });

  it("reaches nobody else's items, and none when signed out", async () => {
    const mine = create(bookingContent());
    kit.world.account = { ...deskAccount, accountId: "account-two" };
    const asked = [
      kit.items.get(mine.id),
      kit.items.saveForm(mine.id, bookingContent()),
      kit.items.hold(mine.id),
      kit.items.edit(mine.id),
      kit.items.discard(mine.id),
      kit.items.useExisting(mine.id, 1),
      await kit.items.submit(mine.id, true),
      await kit.items.decide(mine.id, "again"),
    ];
    expect(asked.map((result) => (result.ok ? "ok" : result.failure.code))).toEqual(
      asked.map(() => "not-found"),
    );
    kit.world.account = null;
    expect(kit.items.create(bookingContent())).toMatchObject({ failure: { code: "signed-out" } });
    expect(kit.items.get(mine.id)).toMatchObject({ failure: { code: "signed-out" } });
    expect(kit.item(mine.id)).toEqual(mine);
  });
});

describe("sending", () => {
  it("names the fields of a form that is not complete, and leaves the draft", async () => {
    const draft = create(bookingContent({ service: "", time: "" }));
    const result = await kit.items.submit(draft.id, true);
    expect(Object.keys(result.ok ? {} : result.failure.fields).toSorted()).toEqual(["service", "time"]);
    expect(kit.item(draft.id).status).toBe("draft");
  });

  it("asks for a card now, and keeps the booking on the call-back list when saved for later", async () => {
    const content = bookingContent({ billingType: "Bill to Patient" });
    const draft = create(content);
    expect(worded(await kit.items.submit(draft.id, true))).toMatchObject({
      failure: { fields: { paymentMethod: expect.any(String) } },
    });
    expect(await submit(content, false)).toMatchObject({ status: "needs-card" });
    expect(kit.client.posts()).toHaveLength(0);
  });

  it("keeps a booking on the call-back list while it is looked at and lacks nothing but its card", async () => {
    const content = { billingType: "Bill to Patient" };
    const { id } = await submit(bookingContent(content), false);
    kit.items.saveForm(id, bookingContent({ ...content, notes: "Called, no answer." }));
    expect(kit.item(id)).toMatchObject({ status: "needs-card", form: { notes: "Called, no answer." } });
    kit.items.saveForm(id, bookingContent({ ...content, time: "" }));
    expect(kit.item(id).status).toBe("draft");
  });

  it.each([{ paymentMethod: "pm_1" }, { billingType: "Monthly Invoice" }])(
    "takes a booking off the call-back list in one step with %j",
    async (change) => {
      const content = { billingType: "Bill to Patient" };
      const { id } = await submit(bookingContent(content), false);
      kit.items.saveForm(id, bookingContent({ ...content, ...change }));
      expect(kit.item(id).status).toBe("draft");
      expect(valueOf(await kit.items.submit(id, false)).status).toBe("saved-for-later");
    },
  );

  it("knows a patient at once, and fills in the number later", async () => {
    const item = create(patientContent());
    const sent = kit.items.submit(item.id, true);
    await settle();
    const recordId = (() => {
      const now = kit.item(item.id);
      return now.kind === "patient" ? (now.patientRecordId ?? "") : "";
    })();
    expect(kit.patient(recordId)).toMatchObject({
      patientId: null,
      input: { dob: "1984-03-05" },
    });
    kit.client.open()[0]?.answer(patientMade(8));
    expect(valueOf(await sent)).toMatchObject({ status: "done", result: { patientId: 8 } });
    expect(kit.patient(recordId)).toMatchObject({
      patientId: 8,
      itemId: null,
    });
  });

  it("again of an item that is done, discarded or to be checked changes nothing and sends nothing", async () => {
    kit.client.respond = () => booked();
    const done = await submit(bookingContent());
    const gone = create(bookingContent());
    valueOf(kit.items.discard(gone.id));
    const doubtful = await unclear();
    const posts = kit.client.posts().length;
    for (const { id } of [done, gone, doubtful]) {
      const before = kit.item(id);
      expect(valueOf(await kit.items.submit(id, true))).toEqual(before);
    }
    expect(kit.client.posts()).toHaveLength(posts);
  });

  it("of a refused item sends it as it was, with the same key, for it made nothing", async () => {
    const item = await refused(bookingContent());
    kit.client.respond = () => booked(3);
    expect(valueOf(await kit.items.submit(item.id, true))).toMatchObject({ status: "done", resends: 0 });
    const [first, second] = kit.client.posts();
    expect(second?.body).toEqual(first?.body);
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
  });

  it("of a refused booking that an earlier try may have made asks a person first", async () => {
    kit.world.settings = { ...kit.world.settings, trustsIdempotencyKey: true };
    const answers = [failing("unclear"), failing("fields-refused")];
    kit.client.respond = () => answers.shift() ?? null;
    const item = await submit(bookingContent());
    await kit.clock.advance(10_000);
    expect(kit.item(item.id).status).toBe("needs-checking");
    expect(valueOf(await kit.items.submit(item.id, true)).status).toBe("needs-checking");
    expect(kit.client.posts()).toHaveLength(2);
  });

  it("keeps what was typed when the disk is full", async () => {
    const draft = create(patientContent());
    kit.world.diskFull = true;
    expect(await kit.items.submit(draft.id, true)).toMatchObject({ ok: false, failure: { code: "store" } });
    kit.world.diskFull = false;
    expect(kit.item(draft.id)).toEqual(draft);
    expect(kit.client.posts()).toHaveLength(0);
  });
});

describe("editing", () => {
  it("before any attempt changes the item itself", () => {
    const ready = kit.ready(bookingContent());
    expect(valueOf(kit.items.edit(ready.id))).toMatchObject({ id: ready.id, status: "draft" });
  });

  it("of what was refused makes one linked to it, with a key of its own, that stays to be put right", async () => {
    const item = await refused(bookingContent());
    const draft = valueOf(kit.items.edit(item.id));
    expect(draft).toMatchObject({
      status: "needs-editing",
      problem: item.problem,
      editOf: item.id,
      payload: null,
      attempts: [],
      resends: 0,
      form: item.form,
    });
    expect(draft.id).not.toBe(item.id);
    expect(draft.idempotencyKey).not.toBe(item.idempotencyKey);
    expect(kit.item(item.id)).toMatchObject({ status: "discarded", payload: item.payload });
    expect(kit.item(item.id).attempts).toHaveLength(1);
  });

  // outbox-17: A corrected item keeps its reason until it is sent
  it(
    "of what was refused keeps its reason while it is typed and put aside, and sends what is then right",
    { tags: ["outbox-17"] },
    async () => {
      const item = await refused(bookingContent());
      const fix = valueOf(kit.items.edit(item.id));
      const typed = bookingContent({ notes: "Bring the form" });
      valueOf(kit.items.saveForm(fix.id, typed));
      valueOf(kit.items.hold(fix.id));
      // Taken up again it is itself, not another draft.
      expect(valueOf(kit.items.edit(fix.id)).id).toBe(fix.id);
      const kept = { status: "needs-editing", problem: item.problem, form: { notes: "Bring the form" } };
      expect(kit.item(fix.id)).toMatchObject(kept);
      kit.client.respond = () => booked(7);
      expect(valueOf(await kit.items.submit(fix.id, true))).toMatchObject({ status: "done", problem: null });
    },
  );

  it("of what was refused does not send what is still incomplete", async () => {
    const item = await refused(bookingContent());
    const fix = valueOf(kit.items.edit(item.id));
    valueOf(kit.items.saveForm(fix.id, bookingContent({ service: "" })));
    const before = kit.client.posts().length;
    expect(await kit.items.submit(fix.id, true)).toMatchObject({ ok: false });
    expect(kit.item(fix.id)).toMatchObject({ status: "needs-editing", problem: item.problem });
    expect(kit.client.posts()).toHaveLength(before);
  });

  it("keeps a patient's record and external ID, so that waiting bookings go on with the new draft", async () => {
    const item = await refused(patientContent());
    const recordId = item.kind === "patient" ? (item.patientRecordId ?? "") : "";
    const waiting = await submit(
      bookingContent({ patient: { kind: "known", id: recordId }, sameAddress: true }),
    );
    expect(waiting.status).toBe("waiting-for-patient");
    const draft = valueOf(kit.items.edit(item.id));
    if (draft.kind !== "patient" || item.kind !== "patient") throw new Error("no patient");
    expect(draft).toMatchObject({
      patientRecordId: recordId,
      generatedExternalId: item.generatedExternalId,
    });
    valueOf(kit.items.discard(item.id));
    expect(kit.item(waiting.id).status).toBe("waiting-for-patient");
    kit.client.respond = ({ endpoint }) => (endpoint === "createPatient" ? patientMade(5) : booked());
    valueOf(await kit.items.submit(draft.id, true));
    await settle();
    expect(kit.item(waiting.id).status).toBe("done");
  });

  it("is refused for what is being sent, to be checked, done or thrown away", async () => {
    const sending = create(bookingContent());
    const sent = kit.items.submit(sending.id, true);
    await settle();
    expect(kit.items.edit(sending.id)).toMatchObject({ ok: false, failure: { code: "busy" } });
    kit.client.open()[0]?.answer(booked());
    const done = valueOf(await sent);
    const doubtful = await unclear();
    const gone = await refused(bookingContent());
    valueOf(kit.items.discard(gone.id));
    for (const { id } of [done, doubtful, gone])
      expect(kit.items.edit(id)).toMatchObject({ ok: false, failure: { code: "busy" } });
  });

  it("is refused for a booking that may have been made and will be sent again with its key", async () => {
    kit.world.settings = { ...kit.world.settings, trustsIdempotencyKey: true };
    const item = await unclear();
    expect(item.status).toBe("ready");
    expect(kit.items.edit(item.id)).toMatchObject({ ok: false, failure: { code: "busy" } });
  });
});

describe("throwing away", () => {
  it("ends the item and keeps it", async () => {
    const item = await refused(bookingContent());
    valueOf(kit.items.discard(item.id));
    expect(kit.item(item.id)).toMatchObject({ status: "discarded", payload: item.payload });
    await kit.clock.advance(600_000);
    expect(kit.client.posts()).toHaveLength(1);
  });

  it("is refused while it is being sent, and once it is done", async () => {
    const item = create(bookingContent());
    const sent = kit.items.submit(item.id, true);
    await settle();
    expect(kit.items.discard(item.id)).toMatchObject({ ok: false, failure: { code: "busy" } });
    kit.client.open()[0]?.answer(booked());
    await sent;
    expect(kit.items.discard(item.id)).toMatchObject({ ok: false, failure: { code: "busy" } });
  });

  it("of a patient tells the bookings that waited for them", async () => {
    const item = await refused(patientContent());
    const id = item.kind === "patient" ? (item.patientRecordId ?? "") : "";
    const waiting = await submit(bookingContent({ patient: { kind: "known", id }, sameAddress: true }));
    kit.changed.length = 0;
    valueOf(kit.items.discard(item.id));
    expect(worded(kit.item(waiting.id))).toMatchObject({
      status: "needs-editing",
      problem: { fields: { patient: expect.any(String) } },
    });
    expect(kit.changed).toEqual([item.id, waiting.id]);
  });
});

describe("a booking to be checked", () => {
  it("that was booked is done by a person's word, and nothing is sent", async () => {
    const item = await unclear();
    expect(valueOf(await kit.items.decide(item.id, "booked"))).toMatchObject({
      status: "done",
      problem: null,
      result: { appointment: null, markedByPerson: true },
    });
    expect(kit.client.posts()).toHaveLength(1);
  });

  it("that was not booked is sent once more, with the same body and key, and that is recorded", async () => {
    const item = await unclear();
    kit.client.respond = () => booked(9);
    const again = valueOf(await kit.items.decide(item.id, "again"));
    expect(again).toMatchObject({ status: "done", resends: 1, result: { appointment: { id: 9 } } });
    const [first, second] = kit.client.posts();
    expect(second?.body).toEqual(first?.body);
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
  });

  it("is sent once more however often that is clicked", async () => {
    const item = await unclear();
    const clicks = [1, 2, 3].map(() => kit.items.decide(item.id, "again"));
    await settle();
    expect(kit.client.posts()).toHaveLength(2);
    kit.client.open()[0]?.answer(booked(9));
    expect((await Promise.all(clicks)).map(({ ok }) => ok)).toEqual([true, false, false]);
    expect(kit.item(item.id).resends).toBe(1);
  });

  it("asks again when the second try is unclear as well", async () => {
    const item = await unclear();
    kit.client.respond = () => failing("unclear");
    expect(valueOf(await kit.items.decide(item.id, "again"))).toMatchObject({
      status: "needs-checking",
      resends: 1,
    });
    await kit.clock.advance(600_000);
    expect(kit.client.posts()).toHaveLength(2);
  });

  it("is not sent for a time that has passed while it waited", async () => {
    const item = await unclear();
    kit.clock.setWall("2026-05-01T00:00:00.000Z");
    expect(valueOf(await kit.items.decide(item.id, "again"))).toMatchObject({ status: "needs-editing" });
    expect(kit.client.posts()).toHaveLength(1);
  });

  it("is the only kind of item that can be decided", async () => {
    for (const item of [
      await refused(bookingContent()),
      create(bookingContent()),
      create({ kind: "webhook", form: typedWebhook }),
    ])
      expect(await kit.items.decide(item.id, "again")).toMatchObject({
        ok: false,
        failure: { code: "busy" },
      });
  });
});

describe("a patient who exists already", () => {
  async function conflict(): Promise<Item> {
    kit.client.respond = () => failing("patient-exists", { existingPatientId: 44 });
    const item = await submit(patientContent({ externalId: "EXT-1" }));
    kit.client.respond = ({ endpoint }) => (endpoint === "bookAppointment" ? booked() : null);
    return item;
  }

  it("is taken by a person, and the bookings that waited go out with that number", async () => {
    const item = await conflict();
    const id = item.kind === "patient" ? (item.patientRecordId ?? "") : "";
    const waiting = await submit(bookingContent({ patient: { kind: "known", id }, sameAddress: true }));
    expect(valueOf(kit.items.useExisting(item.id, 44))).toMatchObject({ id, patientId: 44 });
    await settle();
    expect(kit.item(waiting.id).status).toBe("done");
    expect(kit.client.posts().at(-1)?.body["patientId"]).toBe(44);
    expect(kit.item(item.id)).toMatchObject({ status: "done", result: { patientId: 44 } });
  });

  it("cannot be taken for an item that nobody refused", async () => {
    const draft = create(patientContent());
    expect(kit.items.useExisting(draft.id, 44)).toMatchObject({ failure: { code: "busy" } });
    const item = await conflict();
    valueOf(kit.items.useExisting(item.id, 44));
    expect(kit.items.useExisting(item.id, 45)).toMatchObject({ failure: { code: "busy" } });
  });
});

describe("what a person pauses", () => {
  const later = async (change = {}): Promise<Item> => {
    const { id } = create(bookingContent(change));
    return valueOf(await kit.items.submit(id, false));
  };
  const timePasses = async (): Promise<void> => {
    kit.client.respond = () => booked();
    kit.engine.kick();
    await settle();
  };

  it("goes on hold before it is sent, and comes back as the form it was", async () => {
    const ready = kit.ready(bookingContent());
    expect(valueOf(kit.items.hold(ready.id)).status).toBe("on-hold");
    await timePasses();
    expect(kit.item(ready.id).status).toBe("on-hold");
    expect(valueOf(kit.items.edit(ready.id))).toMatchObject({ status: "draft", form: ready.form });
    expect(valueOf(await kit.items.submit(ready.id, true)).status).toBe("done");
  });

  it("stays on the call-back list where it only lacks its card", async () => {
    const { id } = await later({ billingType: "Bill to Patient" });
    expect(valueOf(kit.items.hold(id)).status).toBe("needs-card");
  });

  it("is never held once it may have been sent", async () => {
    const sent = kit.ready(bookingContent());
    kit.client.respond = () => failing("not-reached");
    await kit.items.submit(sent.id, true);
    expect(kit.items.hold(sent.id)).toMatchObject({ failure: { code: "busy" } });
    expect(kit.item(sent.id).status).toBe("ready");
  });

  it.each(["online", "offline"])("saved for later %s, waits for Send now whatever comes", async (line) => {
    if (line === "offline") {
      kit.world.probe = () => new Promise(() => undefined);
      kit.line.reset(true);
    }
    const { id, status } = await later();
    expect(status).toBe("saved-for-later");
    kit.world.probe = () => Promise.resolve({ kind: "answered" });
    await kit.line.check();
    await timePasses();
    expect(kit.item(id).status).toBe("saved-for-later");
    expect(kit.client.posts()).toHaveLength(0);
    expect(valueOf(await kit.items.submit(id, true)).status).toBe("done");
  });
});

describe("a call for a card that nobody answers", () => {
  it("is noted with the time, and the booking stays on the list", async () => {
    const item = valueOf(
      await kit.items.submit(create(bookingContent({ billingType: "Bill to Patient" })).id, false),
    );
    expect(item.status).toBe("needs-card");
    const at = kit.clock.now().toISOString();
    expect(valueOf(kit.items.noAnswer(item.id))).toMatchObject({ status: "needs-card", noAnswerAt: [at] });
    valueOf(kit.items.noAnswer(item.id));
    expect(kit.item(item.id).noAnswerAt).toHaveLength(2);
  });

  it("is not noted on what waits for no card", () => {
    const draft = create(bookingContent());
    expect(kit.items.noAnswer(draft.id)).toMatchObject({ ok: false, failure: { code: "busy" } });
    expect(kit.item(draft.id).noAnswerAt).toEqual([]);
  });
});

describe("the address of a webhook", () => {
  const here = { serviceAddress: "http://127.0.0.1:4010", token: "test-token" };
  const form = { ...typedWebhook, url: "http://127.0.0.1:7710/in/x" };

  it("on this computer is refused for a service on the internet, when it is pressed and when it is sent", async () => {
    const draft = create({ kind: "webhook", form });
    expect(await kit.items.submit(draft.id, true)).toMatchObject({
      ok: false,
      failure: { code: "invalid-input", fields: { url: expect.anything() } },
    });
    // Saved while another service was at the desk.
    kit.save({ ...draft, status: "ready" });
    kit.engine.kick();
    await settle();
    expect(kit.item(draft.id).status).toBe("needs-editing");
    expect(kit.client.posts()).toEqual([]);
  });

  it("on this computer is taken for a service on this computer", async () => {
    kit.world.account = { ...deskAccount, credentials: here };
    kit.client.respond = ({ body }) => ({ kind: "success", value: { id: 3, ...body } });
    expect((await submit({ kind: "webhook", form })).status).toBe("done");
    expect(kit.client.posts()).toHaveLength(1);
  });
});
