import { beforeEach, describe, expect, it } from "vitest";
import type { Failure, Result } from "../../../shared/core/failure.ts";
import type { Item, PatientItem } from "../../../shared/outbox/item.ts";
import type { FormOf } from "../../../shared/outbox/routes.ts";
import { settle } from "../../support/fake-clock.ts";
import {
  outboxKit,
  typedBooking,
  typedPatient,
  typedWebhook,
  type OutboxKit,
} from "../../support/outbox-kit.ts";
import { booked, failing, patientMade, type Answer } from "../../support/scripted-client.ts";
import { said } from "../../../messages/saying.ts";
import { told, worded } from "../../../test/support/told.ts";

// What people do with an item of which an earlier try may have reached the service.

let kit: OutboxKit;
beforeEach(async () => {
  kit = await outboxKit();
});

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${said(result.failure.why)}`);
  return result.value;
}
const booking: FormOf = { kind: "booking", form: typedBooking() };
const webhook: FormOf = { kind: "webhook", form: typedWebhook };
const patient = (change = {}): FormOf => ({ kind: "patient", form: { ...typedPatient, ...change } });
const asPatient = (item: Item): PatientItem =>
  item.kind === "patient" ? item : expect.fail(`a ${item.kind}, not a patient`);

/** An item after a row of answers to its attempts, each as soon as it may go out. */
async function after(content: FormOf, ...answers: readonly Answer[]): Promise<Item> {
  const { id } = valueOf(kit.items.create(content));
  for (const answer of answers) {
    kit.client.respond = ({ endpoint }) =>
      endpoint === "listWebhooks" ? { kind: "success", value: [] } : answer;
    const sent = kit.items.submit(id, true);
    await kit.clock.advance(1_000);
    await sent;
    await settle();
  }
  kit.client.respond = () => null;
  return kit.item(id);
}
const unclear = failing("unclear");
const messageOf = ({ problem }: { readonly problem: Failure | null }): string => told(problem);
const bodies = () => kit.client.posts().map(({ body }) => body);

describe("editing", () => {
  it.each([
    ["booking", booking],
    ["patient", patient()],
    ["webhook", webhook],
  ])("a %s that is still to be tried again waits for that: two could be made", async (kind, content) => {
    kit.world.settings = { ...kit.world.settings, trustsIdempotencyKey: true };
    const item = await after(content, unclear);
    expect(item.status).toBe("ready");
    const edited = kit.items.edit(item.id);
    expect(edited).toMatchObject({ ok: false, failure: { code: "busy" } });
    expect(edited.ok ? "" : said(edited.failure.why)).toContain("isn’t known yet");
    expect(kit.item(item.id)).toEqual(item);
    expect(kind).toBe(item.kind);
  });

  it.each(["fields-refused", "refused"] as const)(
    "a patient whose repeat came back %s keeps its external ID, so that a repeat is recognised",
    async (code) => {
      const item = asPatient(await after(patient(), unclear, failing(code)));
      expect(item.status).toBe("needs-editing");
      expect(messageOf(item)).toContain("may or may not have created");
      expect(messageOf(item)).not.toContain("Nothing was created");
      const draft = asPatient(valueOf(kit.items.edit(item.id)));
      expect(draft.heldExternalId).toBe(item.generatedExternalId);
      const typed = patient({ address: "2 Main St", externalId: "MINE" });
      valueOf(kit.items.saveForm(draft.id, typed));
      expect(worded(await kit.items.submit(draft.id, true))).toMatchObject({
        failure: { fields: { externalId: expect.stringContaining(item.generatedExternalId) } },
      });
      valueOf(kit.items.saveForm(draft.id, patient({ address: "2 Main St" })));
      kit.client.respond = () => failing("patient-exists", { existingPatientId: 71 });
      expect(valueOf(await kit.items.submit(draft.id, true))).toMatchObject({
        status: "done",
        // The service has the address of the first try.
        result: { patientId: 71, detailsMayDiffer: true },
      });
      expect(new Set(bodies().map((body) => body["externalId"]))).toEqual(
        new Set([item.generatedExternalId]),
      );
    },
  );

  it("a typed external ID is held as well, through any number of edits", async () => {
    const first = await after(patient({ externalId: "A1" }), unclear, failing("refused"));
    const second = valueOf(kit.items.edit(first.id));
    kit.client.respond = () => failing("fields-refused");
    await kit.items.submit(second.id, true);
    const third = asPatient(valueOf(kit.items.edit(second.id)));
    expect(third.heldExternalId).toBe("A1");
  });

  it("an external ID is free again once a 409 named whose it is, and a person says that it is another", async () => {
    const item = await after(
      patient({ externalId: "A1" }),
      unclear,
      failing("patient-exists", { existingPatientId: 71 }),
    );
    const draft = asPatient(valueOf(kit.items.edit(item.id)));
    expect(draft.heldExternalId).toBeUndefined();
    valueOf(kit.items.saveForm(draft.id, patient({ externalId: "A2" })));
    kit.client.respond = () => patientMade(72);
    expect(valueOf(await kit.items.submit(draft.id, true)).status).toBe("done");
  });

  it("a webhook that may exist is never said not to be created, however often its edits are refused", async () => {
    const first = await after(webhook, unclear, failing("refused"));
    const draft = valueOf(kit.items.edit(first.id));
    kit.client.respond = ({ endpoint }) =>
      endpoint === "listWebhooks" ? { kind: "success", value: [] } : failing("refused");
    const again = valueOf(await kit.items.submit(draft.id, true));
    expect(messageOf(again)).toContain("may or may not have been registered");
    expect(messageOf(again)).not.toContain("Nothing was created");
  });

  it("a webhook whose repeat was refused is looked for in the list before it goes out edited", async () => {
    const item = await after(webhook, unclear, failing("refused"));
    const draft = valueOf(kit.items.edit(item.id));
    const made = { id: 9, url: typedWebhook.url.toUpperCase(), events: typedWebhook.events };
    const before = kit.client.posts().length;
    kit.client.respond = () => ({ kind: "success", value: [made] });
    expect(valueOf(await kit.items.submit(draft.id, true))).toMatchObject({
      status: "done",
      result: { id: 9 },
    });
    expect(kit.client.posts()).toHaveLength(before);
  });
});

describe("a 409 after an unclear try", () => {
  it("with a typed external ID says that it may be our own, and offers it first", async () => {
    const item = await after(
      patient({ externalId: "A1" }),
      unclear,
      failing("patient-exists", { existingPatientId: 71 }),
    );
    expect(item).toMatchObject({
      status: "needs-editing",
      problem: { details: { existingPatientId: 71, mayBeOurs: true }, next: "choose-patient" },
    });
    expect(messageOf(item)).toContain("An earlier attempt may have created this patient");
    expect(messageOf(item)).not.toContain("Nothing was created");
  });
});

describe("an answer that does not show the thing made", () => {
  it.each([
    ["patient", patient()],
    ["webhook", webhook],
  ])(
    "is asked for again twice for a %s; the third is for a person, who may send it again",
    async (_k, content) => {
      const item = await after(content, ...Array(3).fill({ kind: "unreadable" }));
      expect(item.status).toBe("needs-checking");
      kit.client.respond = () => null;
      const before = kit.client.calls.length;
      await kit.clock.advance(600_000);
      expect(kit.client.calls).toHaveLength(before);
      kit.client.respond = ({ endpoint, body }) =>
        endpoint === "createPatient"
          ? patientMade(5)
          : { kind: "success", value: endpoint === "listWebhooks" ? [] : { id: 3, ...body } };
      expect(valueOf(await kit.items.decide(item.id, "again")).status).toBe("done");
      expect(await kit.items.decide(item.id, "booked")).toMatchObject({ ok: false });
    },
  );
});

describe("a booking that was not booked after all", () => {
  it("needs checking again, with the answer it was booked by, and is sent again on a person's word alone", async () => {
    const item = await after(booking, booked(31));
    expect(item.status).toBe("done");
    const doubted = valueOf(await kit.items.decide(item.id, "not-booked"));
    expect(doubted).toMatchObject({ status: "needs-checking", result: { appointment: { id: 31 } } });
    await kit.clock.advance(600_000);
    expect(kit.client.posts()).toHaveLength(1);
    kit.client.respond = () => booked(32);
    expect(valueOf(await kit.items.decide(item.id, "again"))).toMatchObject({
      status: "done",
      resends: 1,
      result: { appointment: { id: 32 } },
    });
  });

  it("is not said of anything that does not stand as booked", async () => {
    const drafts = [valueOf(kit.items.create(booking)), await after(patient(), patientMade(4))];
    for (const { id } of drafts)
      expect(await kit.items.decide(id, "not-booked")).toMatchObject({ failure: { code: "busy" } });
  });
});

describe("one number", () => {
  it("for two bookings: neither stands as booked, and both say why", async () => {
    const first = await after(booking, booked(31));
    const second = await after({ kind: "booking", form: typedBooking({ time: "4pm" }) }, booked(31));
    const now = [first, second].map(({ id }) => kit.item(id));
    expect(now.map(({ status }) => status)).toEqual(["needs-checking", "needs-checking"]);
    for (const item of now) expect(messageOf(item)).toContain("#31");
  });

  it("that is another known patient's is not given to a new one", async () => {
    const known = kit.knownPatient(7);
    const item = await after(patient({ firstName: "Zoe" }), patientMade(7));
    expect(item).toMatchObject({ status: "needs-editing", problem: { details: { existingPatientId: 7 } } });
    expect(kit.store.read(({ patients }) => patients.byPatientId("account-one", 7))).toEqual(known);
  });

  // patients-9: One number is one person
  it(
    "is one person: using it brings bookings to the record that is known by it",
    { tags: ["patients-9"] },
    async () => {
      const known = kit.knownPatient(7);
      const item = asPatient(
        await after(patient({ externalId: "A1" }), failing("patient-exists", { existingPatientId: 7 })),
      );
      const form = typedBooking({
        patient: { kind: "known", id: item.patientRecordId ?? "" },
        sameAddress: true,
      });
      const waiting = valueOf(kit.items.create({ kind: "booking", form }));
      await kit.items.submit(waiting.id, true);
      const draft = valueOf(kit.items.create({ kind: "booking", form: { ...form, time: "" } }));
      kit.client.respond = () => booked();
      expect(valueOf(kit.items.useExisting(item.id, 7))).toEqual(known);
      await kit.clock.advance(1_000);
      const target = { patient: { kind: "known", id: known.id } };
      expect(kit.item(waiting.id)).toMatchObject({ status: "done", form: target });
      expect(kit.item(draft.id)).toMatchObject({ status: "draft", form: target });
      expect(kit.patient(item.patientRecordId)).toBeNull();
      expect(kit.item(item.id)).toMatchObject({
        status: "done",
        patientRecordId: known.id,
        result: { patientId: 7, detailsMayDiffer: true },
      });
    },
  );

  it("that the service did not name cannot be used: it would be a stranger's", async () => {
    const item = await after(
      patient({ externalId: "A1" }),
      failing("patient-exists", { existingPatientId: 7 }),
    );
    expect(kit.items.useExisting(item.id, 8)).toMatchObject({ failure: { code: "refused" } });
    expect(kit.item(item.id).status).toBe("needs-editing");
  });
});
