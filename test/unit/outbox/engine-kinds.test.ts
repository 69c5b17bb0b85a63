import { beforeEach, describe, expect, it } from "vitest";
import { settle } from "../../support/fake-clock.ts";
import { outboxActions } from "../../support/outbox-actions.ts";
import {
  outboxKit,
  typedBooking,
  typedPatient,
  typedWebhook,
  type OutboxKit,
} from "../../support/outbox-kit.ts";
import { booked, failing, patientMade, type Answer } from "../../support/scripted-client.ts";

let kit: OutboxKit;
beforeEach(async () => {
  kit = await outboxKit();
});
const { booking, patient, webhook, statuses, kick, answerAll, clockOn } = outboxActions(() => kit);

describe("patients", () => {
  // booking-8: A patient whose response was lost is created once (ODK 50)
  it(
    "are sent again with the same external ID and key after an unclear attempt, and a 409 then gives the number (ODK 50)",
    { tags: ["booking-8"] },
    async () => {
      const one = patient();
      const answers = [failing("unclear"), failing("patient-exists", { existingPatientId: 12 })];
      kit.client.respond = () => answers.shift() ?? null;
      await kick();
      await clockOn(10_000);
      const [first, second] = kit.client.posts();
      expect(second?.body).toEqual(first?.body);
      expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
      expect(kit.item(one.id)).toMatchObject({ status: "done", result: { patientId: 12 } });
    },
  );

  it("are not joined with somebody else's after a 409 on the first attempt", async () => {
    const one = patient();
    kit.client.respond = () => failing("patient-exists", { existingPatientId: 12 });
    await kick();
    expect(kit.item(one.id)).toMatchObject({ status: "needs-editing", result: null });
  });

  it("are asked for again when the answer was yes and its content is lost", async () => {
    const one = patient();
    const answers: Answer[] = [{ kind: "unreadable" }, failing("patient-exists", { existingPatientId: 12 })];
    kit.client.respond = () => answers.shift() ?? null;
    await kick();
    await clockOn(10_000);
    expect(kit.item(one.id)).toMatchObject({ status: "done", result: { patientId: 12 } });
  });
});

describe("bookings", () => {
  it("that wait for their patient go out with the number the moment it is known", async () => {
    const made = kit.items.create({ kind: "patient", form: typedPatient });
    const id = made.ok ? made.value.id : "";
    const sending = kit.items.submit(id, true);
    await settle();
    const recordId = kit.item(id);
    const known = recordId.kind === "patient" ? (recordId.patientRecordId ?? "") : "";
    const draft = kit.items.create({
      kind: "booking",
      form: typedBooking({ patient: { kind: "known", id: known }, sameAddress: true }),
    });
    const bookingId = draft.ok ? draft.value.id : "";
    expect(await kit.items.submit(bookingId, true)).toMatchObject({
      value: { status: "waiting-for-patient" },
    });
    expect(kit.client.posts()).toHaveLength(1);
    kit.client.posts()[0]?.answer(patientMade(4711));
    await sending;
    await settle();
    expect(kit.client.posts()[1]).toMatchObject({
      endpoint: "bookAppointment",
      body: { patientId: 4711, address: "1 Main St" },
    });
    await answerAll(() => booked());
    expect(statuses(kit.item(bookingId))).toEqual(["done"]);
  });

  it("wait for a person when a 2xx does not show them booked; and are never sent again", async () => {
    const one = booking();
    kit.client.respond = () => ({ kind: "unreadable" });
    await kick();
    await clockOn(600_000);
    expect(kit.item(one.id)).toMatchObject({
      status: "needs-checking",
      problem: { code: "unreadable-answer" },
      result: null,
    });
    expect(kit.client.posts()).toHaveLength(1);
  });

  it.each(["unclear", "service-error", "redirected"] as const)("wait for a person after %s", async (code) => {
    const one = booking();
    kit.client.respond = () => failing(code);
    await kick();
    await clockOn(600_000);
    expect(kit.item(one.id)).toMatchObject({ status: "needs-checking", problem: { code } });
    expect(kit.client.posts()).toHaveLength(1);
  });

  it("are repeated with the same key when the service is trusted to recognise it", async () => {
    kit.world.settings = { ...kit.world.settings, trustsIdempotencyKey: true };
    const one = booking();
    const answers = [failing("unclear"), booked()];
    kit.client.respond = () => answers.shift() ?? null;
    await kick();
    await clockOn(10_000);
    const keys = kit.client.posts().map(({ idempotencyKey }) => idempotencyKey);
    expect(keys).toEqual([one.idempotencyKey, one.idempotencyKey]);
    expect(statuses(one)).toEqual(["done"]);
  });

  it("are not repeated any more once that trust is taken back", async () => {
    kit.world.settings = { ...kit.world.settings, trustsIdempotencyKey: true };
    const one = booking();
    kit.client.respond = () => failing("unclear");
    await kick();
    expect(statuses(one)).toEqual(["ready"]);
    kit.world.settings = { ...kit.world.settings, trustsIdempotencyKey: false };
    await clockOn(600_000);
    expect(statuses(one)).toEqual(["needs-checking"]);
    expect(kit.client.posts()).toHaveLength(1);
  });
});

describe("webhooks", () => {
  const listed = (value: unknown): Answer => ({ kind: "success", value });
  const hook = { id: 3, url: typedWebhook.url, events: typedWebhook.events };

  it("are looked for in the service's list after an unclear attempt, and found there are done", async () => {
    const one = webhook();
    kit.client.respond = ({ endpoint }) =>
      endpoint === "listWebhooks" ? listed([hook]) : failing("unclear");
    await kick();
    await clockOn(10_000);
    expect(kit.item(one.id)).toMatchObject({ status: "done", result: { id: 3 } });
    expect(kit.client.posts()).toHaveLength(1);
  });

  it("are found there though the form held more than was sent", async () => {
    const form = { url: ` ${typedWebhook.url} `, events: [...typedWebhook.events, ...typedWebhook.events] };
    const one = kit.ready({ kind: "webhook", form });
    kit.client.respond = ({ endpoint }) =>
      endpoint === "listWebhooks" ? listed([hook]) : failing("unclear");
    await kick();
    await clockOn(10_000);
    expect(statuses(one)).toEqual(["done"]);
    expect(kit.client.posts()).toHaveLength(1);
  });

  it("are sent again when the list does not show them", async () => {
    const one = webhook();
    const answers = [failing("unclear"), listed(hook)];
    kit.client.respond = ({ endpoint }) =>
      endpoint === "listWebhooks" ? listed([{ ...hook, events: ["b.c.v1"] }]) : (answers.shift() ?? null);
    await kick();
    await clockOn(10_000);
    expect(statuses(one)).toEqual(["done"]);
    expect(kit.client.posts()).toHaveLength(2);
  });

  it("are not sent again while the list cannot be had", async () => {
    const one = webhook();
    kit.client.respond = ({ endpoint }) =>
      endpoint === "listWebhooks" ? failing("service-error") : failing("unclear");
    await kick();
    await clockOn(120_000);
    expect(statuses(one)).toEqual(["ready"]);
    expect(kit.client.posts()).toHaveLength(1);
  });

  it("are not sent again while the list cannot be read", async () => {
    const one = webhook();
    kit.client.respond = ({ endpoint }) =>
      endpoint === "listWebhooks" ? { kind: "unreadable" } : failing("unclear");
    await kick();
    await clockOn(120_000);
    expect(kit.item(one.id)).toMatchObject({
      status: "ready",
      problem: { code: "unreadable-answer" },
    });
    expect(kit.client.posts()).toHaveLength(1);
  });

  it("are not looked for before their first attempt", async () => {
    webhook();
    kit.client.respond = () => listed(hook);
    await kick();
    expect(kit.client.calls.map(({ endpoint }) => endpoint)).toEqual(["registerWebhook"]);
  });
});
