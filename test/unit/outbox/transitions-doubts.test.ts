import { beforeEach, describe, expect, it } from "vitest";
import { fail } from "../../../shared/core/failure.ts";
import type { Attempt, Item } from "../../../shared/outbox/item.ts";
import type { Outcome } from "../../../main/http/classify.ts";
import { alone, type Sharing } from "../../../main/features/outbox/ports.ts";
import { createTransitions, type Transitions } from "../../../main/features/outbox/transitions.ts";
import { say, verbatim } from "../../../messages/saying.ts";
import { fakeRandom } from "../../support/fake-clock.ts";
import {
  deskAccount,
  outboxKit,
  startOfTest,
  typedBooking,
  typedPatient,
  typedWebhook,
  type OutboxKit,
} from "../../support/outbox-kit.ts";

let kit: OutboxKit;
beforeEach(async () => {
  kit = await outboxKit();
});

const booking = (): Item => kit.ready({ kind: "booking", form: typedBooking() });
const patient = (): Item => kit.ready({ kind: "patient", form: typedPatient });
const webhook = (): Item => kit.ready({ kind: "webhook", form: typedWebhook });
const attempt = (change: Partial<Attempt> = {}): Attempt => ({
  startedAt: startOfTest,
  endedAt: startOfTest,
  phase: "sent",
  status: null,
  outcome: verbatim("x"),
  ...change,
});
const known = { trustsIdempotencyKey: false, refusedAlike: false, outcome: null };

/** One that was tried before, and is to go out again. */
function tried(one: Item, change: Partial<Item> = {}): Item {
  kit.steps.begin(one.id, deskAccount);
  const next = { ...kit.item(one.id), status: "ready", attempts: [attempt()], ...change } as Item;
  kit.save(next);
  return next;
}
function begun(one: Item): Item {
  return kit.steps.begin(one.id, deskAccount) ?? expect.fail("it did not begin");
}

/** The same steps, beside other desks. */
const beside = (sharing: Partial<Sharing>): Transitions =>
  createTransitions({
    store: kit.store,
    context: { account: () => deskAccount, settings: () => kit.world.settings },
    sharing: { ...alone, ...sharing },
    clock: kit.clock,
    random: fakeRandom(),
    trace: () => undefined,
  });

describe("before the first byte", () => {
  it("does not begin what another desk may send by then, and counts nothing", () => {
    const one = booking();
    expect(beside({ begins: () => false }).begin(one.id, deskAccount)).toBeNull();
    expect(kit.item(one.id)).toEqual(one);
    expect(kit.sendCounts()).toBe(0);
  });

  it("keeps a whole attempt of which nothing is known yet, and counts it", () => {
    kit.clock.setWall("2026-03-02T10:00:00.000Z");
    const one = booking();
    kit.save({ ...one, problem: fail("not-reached", verbatim("before")) });
    const item = begun(one);
    expect(item).toMatchObject({ status: "sending", problem: null, updatedAt: "2026-03-02T10:00:00.000Z" });
    expect(item.attempts).toEqual([
      { startedAt: "2026-03-02T10:00:00.000Z", endedAt: null, phase: "none", status: null, outcome: null },
    ]);
    expect(kit.item(one.id)).toEqual(item);
    expect(kit.sendCounts()).toBe(1);
  });

  it("adds to the attempts before, and counts each", () => {
    const one = tried(patient());
    expect(begun(one).attempts).toHaveLength(2);
    expect(kit.sendCounts()).toBe(2);
  });

  it("does not repeat a booking whose key is trusted no more: a person decides, and reads why", () => {
    kit.world.settings = { ...kit.world.settings, trustsIdempotencyKey: true };
    const one = tried(booking());
    kit.world.settings = { ...kit.world.settings, trustsIdempotencyKey: false };
    expect(kit.steps.begin(one.id, deskAccount)).toBeNull();
    expect(kit.item(one.id)).toMatchObject({
      status: "needs-checking",
      problem: fail("unclear", say("failures.outbox.untrusted")),
      attempts: { length: 1 },
    });
  });

  it("repeats one that a person has settled, or whose key is trusted", () => {
    expect(begun(tried(booking(), { resends: 1 })).status).toBe("sending");
    kit.world.settings = { ...kit.world.settings, trustsIdempotencyKey: true };
    expect(begun(tried(booking())).status).toBe("sending");
  });

  it("repeats a patient and a webhook that may have been made: the repeat is recognised", () => {
    expect(begun(tried(patient())).status).toBe("sending");
    expect(begun(tried(webhook())).status).toBe("sending");
  });

  it("says of a frozen time that has passed whether an earlier try may have been booked", () => {
    kit.world.settings = { ...kit.world.settings, trustsIdempotencyKey: true };
    const doubtful = tried(booking());
    const never = tried(booking(), { attempts: [attempt({ phase: "connecting" })] });
    kit.clock.setWall("2026-05-01T00:00:00.000Z");
    kit.steps.begin(doubtful.id, deskAccount);
    kit.steps.begin(never.id, deskAccount);
    expect(kit.item(doubtful.id).problem).toEqual(fail("unclear", say("failures.outbox.passedUnclear")));
    expect(kit.item(never.id)).toMatchObject({
      status: "needs-editing",
      problem: fail("invalid-input", say("failures.outbox.passed"), {
        fields: { time: say("failures.outbox.timePassed") },
      }),
    });
  });

  it.each(["{", "null", "7", '"text"', "[]"])(
    "does not send %s as a body, and says what it is",
    (payload) => {
      const one = tried(booking(), { attempts: [], payload });
      expect(kit.steps.begin(one.id, deskAccount)).toBeNull();
      expect(kit.item(one.id)).toMatchObject({
        status: "needs-editing",
        payload,
        problem: fail("store", say("failures.outbox.unreadBody"), { next: "edit" }),
      });
    },
  );

  it("keeps what is wrong with a form that is not complete", () => {
    const one = kit.ready({ kind: "booking", form: typedBooking({ service: "" }) });
    expect(kit.steps.begin(one.id, deskAccount)).toBeNull();
    expect(kit.item(one.id)).toMatchObject({
      status: "needs-editing",
      problem: { code: "invalid-input", fields: { service: expect.anything() } },
    });
  });
});

describe("what is known of an item", () => {
  it("counts as open a try of the item that a patient or a webhook was edited from", () => {
    const before = (one: Item, change: object): boolean =>
      kit.steps.facts({ ...one, ...change }, known).uncertainBefore;
    expect(before(patient(), {})).toBe(false);
    expect(before(patient(), { heldExternalId: "FD-0" })).toBe(true);
    expect(before(webhook(), { mayExist: true })).toBe(true);
    expect(before(patient(), { attempts: [attempt()], resends: 3 })).toBe(true);
    expect(before(booking(), { attempts: [attempt()], resends: 0 })).toBe(true);
  });

  it("keeps the doubt of a booking after Book again, and says that a person has settled it", () => {
    const facts = (resends: number) =>
      kit.steps.facts({ ...booking(), attempts: [attempt()], resends }, known);
    expect(facts(0)).toMatchObject({ uncertainBefore: true, isSettled: false });
    expect(facts(1)).toMatchObject({ uncertainBefore: true, isSettled: true });
  });

  it("counts 2xx that showed nothing among the attempts that are over", () => {
    const unreadable = attempt({ phase: "answered", status: 200 });
    const one = { ...patient(), attempts: [unreadable, unreadable, { ...unreadable, endedAt: null }] };
    expect(kit.steps.facts(one, known).unreadableBefore).toBe(2);
  });

  it("hands on what the engine knows", () => {
    for (const flag of [true, false]) {
      const facts = kit.steps.facts(patient(), {
        trustsIdempotencyKey: flag,
        refusedAlike: !flag,
        outcome: null,
      });
      expect(facts).toMatchObject({
        kind: "patient",
        trustsIdempotencyKey: flag,
        refusedAlike: !flag,
        takenNumber: null,
      });
    }
  });
});

describe("the end of an attempt", () => {
  const evidence = { contentType: "text/html", firstWords: "Sign in" };
  const failure = (code: "unclear" | "refused"): Outcome<unknown> => ({
    kind: "failure",
    failure: fail(code, verbatim(code)),
    status: code === "refused" ? 403 : null,
    phase: code === "refused" ? "answered" : "sent",
    evidence,
  });

  it("notes what was seen of the answer, and nothing where nothing was", () => {
    const one = begun(patient());
    kit.steps.finish(one, { ...known, outcome: failure("unclear") });
    expect(kit.item(one.id).attempts[0]).toMatchObject({ phase: "sent", status: null, evidence });
    const other = begun(webhook());
    const { evidence: _seen, ...bare } = failure("refused") as Extract<Outcome<unknown>, { kind: "failure" }>;
    kit.steps.finish(other, { ...known, outcome: bare });
    expect(kit.item(other.id).attempts[0]).not.toHaveProperty("evidence");
  });

  it("tells the other desks of an attempt without what was not seen", () => {
    const ended: Item[] = [];
    const steps = beside({ ended: (item) => void ended.push(item) });
    const [made, failed] = [begun(patient()), begun(webhook())];
    steps.finish(made, {
      ...known,
      outcome: { kind: "success", value: { patientId: 8 }, status: 201, phase: "answered" },
    });
    const { evidence: _seen, ...bare } = failure("unclear") as Extract<Outcome<unknown>, { kind: "failure" }>;
    steps.finish(failed, { ...known, outcome: bare });
    expect(ended.map(({ id }) => id)).toEqual([made.id, failed.id]);
    for (const { attempts } of ended) expect(Object.keys(attempts[0] ?? {})).not.toContain("evidence");
  });

  it("names all that changed, and is traced before it is kept", () => {
    const one = begun(patient());
    kit.traced.length = 0;
    expect(kit.steps.finish(one, { ...known, outcome: failure("refused") }).changed).toEqual([one.id]);
    expect(kit.traced).toEqual(["finish-begun"]);
    expect(kit.item(one.id)).toMatchObject({ status: "needs-editing", problem: { code: "refused" } });
  });

  it("notes of a success that it was made, and clears the reason that stood there", () => {
    const one = begun(patient());
    const outcome = { kind: "success", value: { patientId: 8 }, status: 201, phase: "answered" } as const;
    kit.steps.finish(one, { ...known, outcome });
    expect(kit.item(one.id)).toMatchObject({
      status: "done",
      problem: null,
      attempts: [{ status: 201, phase: "answered", outcome: say("failures.done"), endedAt: startOfTest }],
    });
  });
});

describe("after a crash", () => {
  it("says that the program ended in the middle, and when that was found", () => {
    const one = begun(patient());
    kit.clock.setWall("2026-03-03T08:00:00.000Z");
    expect(kit.steps.recover()).toEqual([one.id]);
    const why = say("failures.outbox.interrupted");
    expect(kit.item(one.id)).toMatchObject({
      status: "ready",
      problem: fail("unclear", why),
      updatedAt: "2026-03-03T08:00:00.000Z",
      attempts: [{ endedAt: "2026-03-03T08:00:00.000Z", phase: "sending", status: null, outcome: why }],
    });
  });
});
