import { beforeEach, describe, expect, it } from "vitest";
import { fail } from "../../../shared/core/failure.ts";
import type { Attempt, Item } from "../../../shared/outbox/item.ts";
import {
  deskAccount,
  outboxKit,
  startOfTest,
  typedBooking,
  typedPatient,
  typedWebhook,
  type OutboxKit,
} from "../../support/outbox-kit.ts";
import { verbatim } from "../../../messages/saying.ts";
import { booked } from "../../support/scripted-client.ts";
import { worded } from "../../support/told.ts";

let kit: OutboxKit;
beforeEach(async () => {
  kit = await outboxKit();
});

const booking = (change = {}): Item => kit.ready({ kind: "booking", form: typedBooking(change) });
const patient = (): Item => kit.ready({ kind: "patient", form: typedPatient });
const known = { trustsIdempotencyKey: false, refusedAlike: false, outcome: null };
const unclearAttempt: Attempt = {
  startedAt: startOfTest,
  endedAt: startOfTest,
  phase: "sent",
  status: null,
  outcome: verbatim("x"),
};

describe("beginning", () => {
  it("freezes the body: what is typed later does not change what is sent", () => {
    const one = booking();
    const begun = kit.steps.begin(one.id, deskAccount);
    expect(begun).toMatchObject({ status: "sending", attempts: [{ startedAt: startOfTest, endedAt: null }] });
    expect(
      kit.items.saveForm(one.id, { kind: "booking", form: typedBooking({ notes: "later" }) }),
    ).toMatchObject({
      ok: false,
      failure: { code: "busy" },
    });
    expect(kit.item(one.id).payload).toBe(begun?.payload);
    expect(kit.item(one.id).payload).not.toContain("later");
  });

  it("sends the frozen body again, though settings changed since", () => {
    const one = patient();
    const begun = kit.steps.begin(one.id, deskAccount);
    kit.save({ ...kit.item(one.id), status: "ready" });
    kit.world.settings = { ...kit.world.settings, dateOrder: "day-first" };
    expect(kit.steps.begin(one.id, deskAccount)?.payload).toBe(begun?.payload);
  });

  it.each([
    "draft",
    "waiting-for-patient",
    "sending",
    "needs-card",
    "needs-editing",
    "needs-checking",
    "done",
    "discarded",
  ] as const)("leaves an item that is %s alone", (status) => {
    const one = booking();
    kit.save({ ...one, status });
    expect(kit.steps.begin(one.id, deskAccount)).toBeNull();
    expect(kit.item(one.id)).toMatchObject({ status, attempts: [] });
    expect(kit.sendCounts()).toBe(0);
  });

  it("leaves an item of another account alone, and one that is not there", () => {
    const one = booking();
    expect(kit.steps.begin(one.id, { ...deskAccount, accountId: "account-two" })).toBeNull();
    expect(kit.steps.begin("00000000-0000-4000-8000-999999999999", deskAccount)).toBeNull();
    expect(kit.item(one.id).status).toBe("ready");
  });

  it.each([
    ["its patient has no number yet", "waiting-for-patient"],
    ["it has no card", "needs-card"],
    ["its time has passed", "needs-editing"],
  ])("says that %s, and counts no attempt", (what, status) => {
    const { id } = kit.knownPatient(null);
    const change =
      status === "waiting-for-patient"
        ? { patient: { kind: "known" as const, id }, sameAddress: true }
        : status === "needs-card"
          ? { billingType: "Bill to Patient" as const }
          : { date: "2026-03-01" };
    const one = booking(change);
    expect(kit.steps.begin(one.id, deskAccount), what).toBeNull();
    expect(kit.item(one.id)).toMatchObject({ status, attempts: [], payload: null });
  });

  it("does not send a frozen booking whose time has passed while it waited: it needs editing", async () => {
    const one = booking();
    kit.steps.begin(one.id, deskAccount);
    kit.save({
      ...kit.item(one.id),
      status: "ready",
      attempts: [{ ...unclearAttempt, phase: "connecting" }],
    });
    // The same half hour as for one that was never tried: who walks in is booked for the hour just past.
    kit.clock.setWall("2026-04-01T18:30:01.000Z");
    expect(kit.steps.begin(one.id, deskAccount)).toBeNull();
    expect(worded(kit.item(one.id))).toMatchObject({
      status: "needs-editing",
      problem: { fields: { time: expect.any(String) } },
    });
  });

  it("sends a frozen booking of a time just past, as it would have been sent at first", () => {
    const one = booking();
    kit.steps.begin(one.id, deskAccount);
    kit.save({ ...kit.item(one.id), status: "ready" });
    kit.clock.setWall("2026-04-01T18:29:59.000Z");
    expect(kit.steps.begin(one.id, deskAccount)?.status).toBe("sending");
  });

  it("does not say that nothing was sent when an earlier try of it may have been booked", () => {
    kit.world.settings = { ...kit.world.settings, trustsIdempotencyKey: true };
    const one = booking();
    kit.steps.begin(one.id, deskAccount);
    kit.save({ ...kit.item(one.id), status: "ready", attempts: [unclearAttempt] });
    kit.clock.setWall("2026-05-01T00:00:00.000Z");
    expect(kit.steps.begin(one.id, deskAccount)).toBeNull();
    expect(kit.item(one.id)).toMatchObject({ status: "needs-checking", problem: { code: "unclear" } });
  });

  it.each([
    ["needs-editing", { ...unclearAttempt, phase: "connecting" as const }],
    ["needs-checking", unclearAttempt],
  ])("does not send a frozen body that is no JSON any more: it %s", (status, attempt) => {
    kit.world.settings = { ...kit.world.settings, trustsIdempotencyKey: true };
    const one = booking();
    kit.steps.begin(one.id, deskAccount);
    const row = { ...kit.item(one.id), status: "ready" as const, payload: "{", attempts: [attempt] };
    kit.save(row);
    expect(kit.steps.begin(one.id, deskAccount)).toBeNull();
    expect(kit.item(one.id)).toMatchObject({ status, payload: "{", problem: { next: "edit" } });
  });

  it("writes nothing at all when one part of it cannot be written", () => {
    const one = booking();
    kit.world.diskFull = true;
    expect(() => kit.steps.begin(one.id, deskAccount)).toThrow("store");
    kit.world.diskFull = false;
    expect(kit.item(one.id)).toEqual(one);
  });
});

describe("what is known of an item", () => {
  it.each([
    ["", true],
    ["  ", true],
    ["EXT-1", false],
  ])("with %j typed as external ID, it is its own: %s", (externalId, own) => {
    const one = kit.ready({ kind: "patient", form: { ...typedPatient, externalId } });
    expect(kit.steps.facts(one, known).ownsConflict).toBe(own);
  });
  it("does not count the attempt that is just beginning as an earlier one", () => {
    const one = kit.steps.begin(patient().id, deskAccount);
    if (one === null) throw new Error("it did not begin");
    expect(kit.steps.facts(one, { ...known, trustsIdempotencyKey: true })).toMatchObject({
      uncertainBefore: false,
      trustsIdempotencyKey: true,
    });
    const second = { ...one, attempts: [unclearAttempt, ...one.attempts] };
    expect(kit.steps.facts(second, known).uncertainBefore).toBe(true);
  });
});

describe("after a crash", () => {
  it("a booking that was being sent waits for a person, a patient and a webhook are sent again", () => {
    const all = [booking(), patient(), kit.ready({ kind: "webhook", form: typedWebhook })];
    for (const { id } of all) kit.steps.begin(id, deskAccount);
    const untouched = booking();
    expect(kit.steps.recover().toSorted()).toEqual(all.map(({ id }) => id).toSorted());
    expect(all.map(({ id }) => kit.item(id).status)).toEqual(["needs-checking", "ready", "ready"]);
    expect(kit.item(all[0]?.id ?? "")).toMatchObject({
      problem: { code: "unclear", next: "check" },
      attempts: [{ phase: "sending", endedAt: startOfTest, status: null }],
    });
    expect(kit.item(untouched.id)).toEqual(untouched);
    expect(kit.steps.recover()).toEqual([]);
  });

  it("a booking is sent again by itself where the service is trusted to know its key", () => {
    kit.world.settings = { ...kit.world.settings, trustsIdempotencyKey: true };
    const one = booking();
    kit.steps.begin(one.id, deskAccount);
    kit.steps.recover();
    expect(kit.item(one.id)).toMatchObject({ status: "ready", idempotencyKey: one.idempotencyKey });
  });

  it("a patient's 409 after it is its own", () => {
    const one = patient();
    kit.steps.begin(one.id, deskAccount);
    kit.steps.recover();
    const again = kit.steps.begin(one.id, deskAccount);
    if (again === null) throw new Error("it did not begin");
    expect(kit.steps.facts(again, known)).toMatchObject({ uncertainBefore: true, ownsConflict: true });
  });
});

describe("the end of an attempt", () => {
  const refusal = fail("fields-refused", verbatim("Not so."), { fields: { zip: verbatim("No such ZIP.") } });

  it("keeps what the service said, and the body that was sent", () => {
    const begun = kit.steps.begin(booking().id, deskAccount);
    if (begun === null) throw new Error("it did not begin");
    const { decision, changed } = kit.steps.finish(begun, {
      ...known,
      outcome: { kind: "failure", failure: refusal, status: 422, phase: "answered" },
    });
    expect(changed).toEqual([begun.id]);
    expect(decision).toMatchObject({ to: "needs-editing", queue: { kind: "go-on" } });
    expect(kit.item(begun.id)).toMatchObject({
      status: "needs-editing",
      problem: { code: refusal.code, fields: refusal.fields },
      payload: begun.payload,
      attempts: [{ phase: "answered", status: 422, outcome: verbatim("Not so."), endedAt: startOfTest }],
    });
  });

  it("is stored whole or not at all: a patient's number and the bookings that wait for it", () => {
    const { id } = kit.knownPatient(null);
    const one = patient();
    if (one.kind !== "patient") throw new Error("no patient");
    kit.save({ ...one, patientRecordId: id });
    const waiting = booking({ patient: { kind: "known", id }, sameAddress: true });
    kit.save({ ...waiting, status: "waiting-for-patient" });
    const begun = kit.steps.begin(one.id, deskAccount);
    if (begun === null) throw new Error("it did not begin");
    const result = {
      ...known,
      outcome: { kind: "success", value: { patientId: 8 }, status: 201, phase: "answered" },
    } as const;
    kit.world.diskFull = true;
    expect(() => kit.steps.finish(begun, result)).toThrow("store");
    kit.world.diskFull = false;
    expect(kit.item(one.id).status).toBe("sending");
    expect(kit.steps.finish(begun, result).changed.toSorted()).toEqual([one.id, waiting.id].toSorted());
    expect(kit.patient(id)?.patientId).toBe(8);
    expect(kit.item(waiting.id)).toMatchObject({ status: "ready", problem: null });
    expect(kit.item(one.id)).toMatchObject({ status: "done", result: { patientId: 8 } });
  });

  it("is decided with the ends just before it: of two answers of one number, none is taken unseen", () => {
    const all = [booking({ patient: { kind: "number", text: "1" } }), booking()];
    const begun = all.map(({ id }) => kit.steps.begin(id, deskAccount) ?? expect.fail("it did not begin"));
    const value: unknown = Reflect.get(booked(5), "value");
    const answered = {
      ...known,
      outcome: { kind: "success", value, status: 201, phase: "answered" },
    } as const;
    // Both answers came before either end was stored.
    expect(begun.map((item) => kit.steps.decide(item, answered).to)).toEqual(["done", "done"]);
    for (const item of begun) kit.steps.finish(item, answered);
    expect(all.map(({ id }) => kit.item(id).status)).toEqual(["needs-checking", "needs-checking"]);
  });

  it("of an item that is gone is no fault", () => {
    const gone = {
      ...booking(),
      id: "00000000-0000-4000-8000-999999999999",
    };
    expect(
      kit.steps.finish(gone, {
        ...known,
        outcome: { kind: "success", value: {}, status: 200, phase: "answered" },
      }).changed,
    ).toEqual([]);
  });
});
