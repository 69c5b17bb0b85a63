import { beforeEach, describe, expect, it } from "vitest";
import { emptyPatientForm } from "../../../shared/patients/patient-form.ts";
import type { Item, PatientItem } from "../../../shared/outbox/item.ts";
import type { FormOf } from "../../../shared/outbox/routes.ts";
import { isPatient } from "../../../main/features/outbox/kinds/kinds.ts";
import { outboxKit, typedBooking, typedPatient, type OutboxKit } from "../../support/outbox-kit.ts";
import { booked, failing, type Answer } from "../../support/scripted-client.ts";
import { told } from "../../support/told.ts";

let kit: OutboxKit;
beforeEach(async () => {
  kit = await outboxKit();
});

const booking: FormOf = { kind: "booking", form: typedBooking() };
const patient: FormOf = { kind: "patient", form: { ...typedPatient, externalId: "EXT-1" } };
const settled = "This was resolved or sent in the meantime. Nothing was changed.";

async function tried(answer: Answer, content = booking): Promise<Item> {
  const made = kit.items.create(content);
  if (!made.ok) throw new Error("not created");
  kit.client.respond = () => answer;
  await kit.items.submit(made.value.id, true);
  kit.client.respond = () => null;
  kit.changed.length = 0;
  return kit.item(made.value.id);
}
/** A patient of whom the service said that it has them already, as number 44. */
async function conflict(): Promise<PatientItem> {
  const item = await tried(failing("patient-exists", { existingPatientId: 44 }), patient);
  return isPatient(item) ? item : expect.fail("no patient");
}

describe("a decision that comes too late", () => {
  it("changes nothing, and says so", async () => {
    const item = await tried(failing("fields-refused"));
    const asked = [
      await kit.items.decide(item.id, "again"),
      await kit.items.decide(item.id, "booked"),
      await kit.items.decide(item.id, "not-booked"),
      kit.items.correct(item.id),
      kit.items.useExisting(item.id, 44),
    ];
    for (const answer of asked) expect(answer.ok ? "" : told(answer.failure)).toBe(settled);
    expect(kit.item(item.id)).toEqual(item);
    expect(kit.changed).toEqual([]);
  });

  it("takes nothing but a booking for booked", async () => {
    const item: Item = { ...(await conflict()), status: "needs-checking" };
    kit.save(item);
    expect(await kit.items.decide(item.id, "booked")).toMatchObject({ failure: { code: "busy" } });
    expect(kit.item(item.id)).toEqual(item);
  });
});

describe("a booking that was not booked after all", () => {
  it("says that somebody said so, and the window is told", async () => {
    const item = await tried(booked(31));
    await kit.items.decide(item.id, "not-booked");
    expect(told(kit.item(item.id).problem)).toBe(
      "Someone reported that the booking service doesn’t have this appointment.",
    );
    expect(kit.changed).toEqual([item.id]);
  });
});

describe("a correction", () => {
  it("tells the window of the booking that is wrong and of the one that begins", async () => {
    const item = await tried(booked(31));
    const made = kit.items.correct(item.id);
    expect(kit.changed).toEqual([item.id, made.ok ? made.value.id : ""]);
  });
});

describe("a patient who exists already", () => {
  it("is taken, and the window is told of them and of each booking that goes on", async () => {
    const item = await conflict();
    const known = { kind: "known" as const, id: item.patientRecordId ?? "" };
    const waiting = await tried(booked(), {
      kind: "booking",
      form: typedBooking({ patient: known, sameAddress: true }),
    });
    expect(waiting.status).toBe("waiting-for-patient");
    expect(kit.items.useExisting(item.id, 44).ok).toBe(true);
    expect(kit.changed).toEqual([item.id, waiting.id]);
  });

  it("gets the visits where they were read back, though their address is another here", async () => {
    kit.knownPatient(44);
    kit.client.respond = () => failing("patient-exists", { existingPatientId: 44 });
    const form = { ...typedPatient, externalId: "EXT-1", address: "9 New St" };
    const made = kit.items.create({ kind: "patient", form });
    const id = made.ok ? made.value.id : "";
    await kit.items.submit(id, true);
    const item = kit.item(id);
    const known = { kind: "known" as const, id: isPatient(item) ? (item.patientRecordId ?? "") : "" };
    const place = { address: "", city: "", state: "", zip: "" };
    const visit = typedBooking({ patient: known, sameAddress: true, ...place });
    const waiting = await tried(booked(), { kind: "booking", form: visit });
    const typing = kit.items.create({ kind: "booking", form: typedBooking({ patient: known }) });
    kit.client.respond = () => booked();
    expect(kit.items.useExisting(id, 44).ok).toBe(true);
    await kit.clock.advance(60_000);
    expect(kit.client.posts().at(-1)?.body).toMatchObject({ patientId: 44, address: "9 New St" });
    expect(kit.item(waiting.id)).toMatchObject({ status: "done", form: { sameAddress: false } });
    // One at an address of its own keeps that.
    const other = typing.ok ? kit.item(typing.value.id) : null;
    expect(other?.form).toEqual({ ...typedBooking(), patient: { ...known, id: expect.any(String) } });
  });

  it("is not taken by a number that the service did not name, and says why", async () => {
    const item = await conflict();
    const nameless: Item = { ...item, problem: null };
    for (const { stands, number } of [
      { stands: item, number: 45 },
      { stands: nameless, number: 44 },
    ]) {
      kit.save(stands);
      const answer = kit.items.useExisting(item.id, number);
      expect(answer.ok ? "" : told(answer.failure)).toBe(
        "The booking service gave a different patient number. Nothing was changed.",
      );
      expect(kit.item(item.id)).toEqual(stands);
    }
  });

  it("is not taken for an item that was never saved as somebody's", async () => {
    const item: Item = { ...(await conflict()), form: emptyPatientForm, patientRecordId: null };
    kit.save(item);
    expect(kit.items.useExisting(item.id, 44)).toMatchObject({ failure: { code: "busy" } });
    expect(kit.item(item.id)).toEqual(item);
  });

  it("is said not to be here any more when their record is gone", async () => {
    const item = await conflict();
    kit.store.transaction(({ patients }) => patients.remove(item.patientRecordId ?? ""));
    const answer = kit.items.useExisting(item.id, 44);
    expect(answer).toMatchObject({ ok: false, failure: { code: "not-found" } });
    expect(answer.ok ? "" : told(answer.failure)).toBe("This is no longer on this computer.");
  });
});
