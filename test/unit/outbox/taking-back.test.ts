import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { fail, type Result } from "../../../shared/core/failure.ts";
import type { Item } from "../../../shared/outbox/item.ts";
import { said, say, verbatim } from "../../../messages/saying.ts";
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

let kit: OutboxKit;
/** An outbox whose bookings can be taken back for five seconds. */
async function kitWithUndo(): Promise<OutboxKit> {
  const made = await outboxKit();
  made.world.settings = { ...made.world.settings, undoSeconds: 5 };
  let number = 0;
  made.client.respond = ({ endpoint }) =>
    endpoint === "bookAppointment" ? booked((number += 1)) : patientMade(700);
  return made;
}
beforeEach(async () => {
  kit = await kitWithUndo();
});

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${said(result.failure.why)}`);
  return result.value;
}
const down = fail("not-reached", verbatim("Down."));
const draft = (change = {}): Item =>
  valueOf(kit.items.create({ kind: "booking", form: typedBooking(change) }));
const why = (id: string): string => said(kit.item(id).problem?.why ?? say("failures.done"));
const ended = (button: "book" | "send"): string => said(say("failures.outbox.endedBefore", { button }));

/** Presses Book. What came of it, once anything has. */
function press(id: string): { readonly answer: () => Item | null } {
  let answer: Item | null = null;
  void kit.items.submit(id, true).then((result) => (answer = result.ok ? result.value : null));
  return { answer: () => answer };
}

describe("while it can be taken back", () => {
  it("stands on the disk as a draft that says it was not sent, and on the screen as one without a reason", async () => {
    const { id } = draft({ date: "tomorrow" });
    press(id);
    await kit.clock.advance(4_999);
    expect(kit.item(id)).toMatchObject({ status: "draft", attempts: [], payload: null });
    expect(kit.item(id).form).toMatchObject({ date: "2026-03-03" });
    expect(why(id)).toBe(ended("book"));
    expect(valueOf(kit.items.get(id)).problem).toBeNull();
    expect(kit.client.posts()).toHaveLength(0);
    expect(kit.undo.shown(deskAccount.accountId)).toEqual([
      { itemId: id, visits: 1, stands: "draft", left: 1 },
    ]);
  });

  it("is sent once when its seconds are over, and not taken back then", async () => {
    const { id } = draft();
    const { answer } = press(id);
    await kit.clock.advance(5_000);
    expect(kit.client.posts()).toHaveLength(1);
    expect(answer()?.status).toBe("done");
    expect(valueOf(kit.items.takeBack(id))).toMatchObject({ isTakenBack: false, item: { status: "done" } });
  });

  it("is as it was when it is taken back: nothing was sent, and nothing will be", async () => {
    const { id, form } = draft({ notes: "Gate 4", billingType: "Bill to Patient", paymentMethod: "pm_1" });
    const { answer } = press(id);
    await kit.clock.advance(3_000);
    expect(valueOf(kit.items.takeBack(id))).toMatchObject({ isTakenBack: true, newPatient: null });
    await settle();
    expect(answer()).toMatchObject({ id, status: "draft", problem: null });
    // Dates and times stand as they were read.
    expect(answer()?.form).toEqual({ ...form, time: "14:00" });
    await kit.clock.advance(60_000);
    kit.engine.kick();
    await settle();
    expect(kit.client.posts()).toHaveLength(0);
    expect(kit.item(id)).toMatchObject({ status: "draft", problem: null });
  });

  it("can be sent again at once, for another moment", async () => {
    const { id } = draft();
    press(id);
    valueOf(kit.items.takeBack(id));
    press(id);
    await kit.clock.advance(4_999);
    expect(kit.client.posts()).toHaveLength(0);
    expect(valueOf(kit.items.takeBack(id)).isTakenBack).toBe(true);
    press(id);
    await kit.clock.advance(5_000);
    expect(kit.client.posts()).toHaveLength(1);
  });

  it("is sent once for a double click, which both hear the answer", async () => {
    const { id } = draft();
    const [one, two] = [press(id), press(id)];
    await kit.clock.advance(6_000);
    expect(kit.client.posts()).toHaveLength(1);
    expect([one.answer()?.status, two.answer()?.status]).toEqual(["done", "done"]);
  });

  it.each([
    ["edited", () => kit.items.edit, "draft"],
    ["put on hold", () => kit.items.hold, "on-hold"],
    ["discarded", () => kit.items.discard, "discarded"],
  ] as const)("is taken back when it is %s", async (_how, doing, status) => {
    const { id } = draft();
    press(id);
    valueOf(doing()(id));
    await kit.clock.advance(60_000);
    expect(kit.item(id)).toMatchObject({ status, problem: null });
    expect(kit.client.posts()).toHaveLength(0);
  });

  it("is saved for later when that is pressed in its moment", async () => {
    const { id } = draft();
    press(id);
    valueOf(await kit.items.submit(id, false));
    await kit.clock.advance(60_000);
    expect(kit.item(id)).toMatchObject({ status: "saved-for-later", problem: null });
    expect(kit.client.posts()).toHaveLength(0);
  });

  it("does not take what is typed: what goes out is what was read back", () => {
    const { id } = draft();
    press(id);
    const late = kit.items.saveForm(id, { kind: "booking", form: typedBooking({ notes: "late" }) });
    expect(late).toMatchObject({ ok: false, failure: { code: "busy" } });
  });

  it("is not held back for one that is not complete", async () => {
    const { id } = draft({ service: "" });
    expect(await kit.items.submit(id, true)).toMatchObject({ ok: false, failure: { code: "invalid-input" } });
    expect(kit.undo.of(id)).toBeNull();
    expect(kit.item(id).problem).toBeNull();
  });
});

describe("what is held back", () => {
  it("is no patient and no webhook: a repeat of them is recognised", async () => {
    const patient = valueOf(kit.items.create({ kind: "patient", form: typedPatient }));
    const webhook = valueOf(kit.items.create({ kind: "webhook", form: typedWebhook }));
    void kit.items.submit(patient.id, true);
    void kit.items.submit(webhook.id, true);
    await settle();
    expect(kit.client.posts()).toHaveLength(2);
  });

  it("is nothing where there are no seconds for it", async () => {
    kit.world.settings = { ...kit.world.settings, undoSeconds: 0 };
    const { id } = draft();
    valueOf(await kit.items.submit(id, true));
    expect(kit.client.posts()).toHaveLength(1);
  });

  it("is what was saved for later too, which stays that", async () => {
    const { id } = draft();
    valueOf(await kit.items.submit(id, false));
    press(id);
    await kit.clock.advance(2_000);
    expect(kit.item(id).status).toBe("saved-for-later");
    expect(why(id)).toBe(ended("send"));
    expect(valueOf(kit.items.takeBack(id)).item).toMatchObject({ status: "saved-for-later", problem: null });
  });

  it("is no booking that waits for the line, or was tried: it goes out by itself, or was asked about", async () => {
    const waiting = kit.ready({ kind: "booking", form: typedBooking() });
    valueOf(await kit.items.submit(waiting.id, true));
    expect(kit.client.posts()).toHaveLength(1);
    kit.world.settings = { ...kit.world.settings, undoSeconds: 0 };
    const { respond } = kit.client;
    kit.client.respond = () => failing("unclear");
    const { id } = draft();
    valueOf(await kit.items.submit(id, true));
    kit.world.settings = { ...kit.world.settings, undoSeconds: 5 };
    kit.client.respond = respond;
    expect(valueOf(await kit.items.decide(id, "again")).status).toBe("done");
  });

  it("keeps the reason of what is being put right, on its list, when that is taken back", async () => {
    kit.client.respond = () => failing("fields-refused");
    kit.world.settings = { ...kit.world.settings, undoSeconds: 0 };
    const first = draft();
    valueOf(await kit.items.submit(first.id, true));
    kit.world.settings = { ...kit.world.settings, undoSeconds: 5 };
    const linked = valueOf(kit.items.edit(first.id));
    press(linked.id);
    await kit.clock.advance(1_000);
    expect(kit.item(linked.id).status).toBe("needs-editing");
    expect(why(linked.id)).toBe(ended("book"));
    valueOf(kit.items.takeBack(linked.id));
    expect(kit.item(linked.id)).toMatchObject({ status: "needs-editing", problem: linked.problem });
  });
});

describe("when something else happens in that moment", () => {
  it("signing out leaves a draft that says so; signing in again sends nothing", async () => {
    const { id } = draft();
    press(id);
    kit.world.account = null;
    kit.undo.closeSession();
    await settle();
    expect(kit.item(id).status).toBe("draft");
    expect(why(id)).toBe(said(say("failures.outbox.signedOutBefore", { button: "book" })));
    kit.world.account = deskAccount;
    kit.engine.kick();
    await kit.clock.advance(60_000);
    expect(kit.client.posts()).toHaveLength(0);
  });

  it("without a line it waits as any other once its seconds are over", async () => {
    kit.world.probe = () => Promise.resolve({ kind: "failed", failure: down });
    await kit.clock.advance(31_000);
    await kit.line.check();
    const { id } = draft();
    const { answer } = press(id);
    await kit.clock.advance(4_999);
    expect(answer()).toBeNull();
    await kit.clock.advance(1_000);
    expect(answer()?.status).toBe("ready");
    expect(valueOf(kit.items.takeBack(id)).isTakenBack).toBe(false);
  });

  it("a pause that is pressed meanwhile is heeded; one that was there before is not", async () => {
    const first = draft();
    press(first.id);
    kit.engine.pause(true);
    await kit.clock.advance(5_000);
    expect(kit.item(first.id).status).toBe("ready");
    expect(kit.client.posts()).toHaveLength(0);
    const second = draft({ patient: { kind: "number", text: "78" } });
    press(second.id);
    await kit.clock.advance(5_000);
    expect(kit.item(second.id).status).toBe("done");
  });

  it("a booking for a patient who is still to be created waits for them after it, and Undo says that they come", async () => {
    const asked = valueOf(kit.items.create({ kind: "patient", form: typedPatient }));
    kit.save({ ...asked, status: "ready" });
    const patient = kit.knownPatient(null);
    kit.store.transaction(({ patients }) => patients.update({ ...patient, itemId: asked.id }));
    const form = typedBooking({ patient: { kind: "known", id: patient.id } });
    const { id } = valueOf(kit.items.create({ kind: "booking", form }));
    press(id);
    expect(valueOf(kit.items.takeBack(id))).toMatchObject({ isTakenBack: true, newPatient: "waits" });
    const { answer } = press(id);
    await kit.clock.advance(5_000);
    expect(answer()?.status).toBe("waiting-for-patient");
  });

  it("a visit whose time passes meanwhile needs editing, and is not sent", async () => {
    const { id } = draft({ date: "2026-03-02", time: "4:00am" });
    kit.clock.setWall("2026-03-02T08:59:58.000Z");
    press(id);
    expect(kit.undo.of(id)).not.toBeNull();
    kit.clock.setWall("2026-03-09T09:00:00.000Z");
    await kit.clock.advance(5_000);
    expect(kit.item(id).status).toBe("needs-editing");
    expect(kit.client.posts()).toHaveLength(0);
  });

  it("a full disk at its end is told, also by the item, and nothing is sent", async () => {
    const { id } = draft();
    const sent = kit.items.submit(id, true).then(valueOf);
    const told = sent.catch((error: unknown) => (error instanceof Error ? error.message : ""));
    kit.world.diskFull = true;
    await kit.clock.advance(5_000);
    expect(await told).not.toBe("");
    const full = say("failures.outbox.unkeptBefore", { button: "book", full: "yes" });
    // Nothing can be written: on the disk it says what is so if the program ends.
    expect(why(id)).toBe(ended("book"));
    expect(valueOf(kit.items.get(id)).problem?.why).toEqual(full);
    kit.world.diskFull = false;
    kit.engine.kick();
    await kit.clock.advance(60_000);
    expect(kit.item(id)).toMatchObject({ status: "draft", problem: { why: full } });
    expect(kit.client.posts()).toHaveLength(0);
  });

  it("a full disk when it is undone keeps it undone, and that it was", async () => {
    const { id } = draft();
    press(id);
    kit.world.diskFull = true;
    expect(valueOf(kit.items.takeBack(id))).toMatchObject({ isTakenBack: true, item: { problem: null } });
    expect(valueOf(kit.items.get(id)).problem).toBeNull();
    kit.world.diskFull = false;
    await kit.clock.advance(60_000);
    expect(kit.item(id)).toMatchObject({ status: "draft", problem: null });
    expect(kit.client.posts()).toHaveLength(0);
  });

  it("what was pressed again, or edited, since the disk was full does not say so any more", async () => {
    const [again, edited] = [draft(), draft()];
    for (const { id } of [again, edited]) void press(id);
    kit.world.diskFull = true;
    await kit.clock.advance(5_000);
    kit.world.diskFull = false;
    valueOf(kit.items.hold(edited.id));
    press(again.id);
    expect(valueOf(kit.items.get(again.id)).problem).toBeNull();
    await kit.clock.advance(5_000);
    expect(kit.item(again.id).status).toBe("done");
    expect(kit.item(edited.id)).toMatchObject({ status: "on-hold" });
    expect(kit.client.posts()).toHaveLength(1);
  });

  it("the end of the program writes it, where the disk has room again", async () => {
    const { id } = draft();
    void kit.items.submit(id, true);
    kit.world.diskFull = true;
    await kit.clock.advance(5_000);
    kit.world.diskFull = false;
    kit.undo.stop();
    expect(why(id)).toBe(said(say("failures.outbox.unkeptBefore", { button: "book", full: "yes" })));
  });
});

/** One thing that happens, at once after the one before or some time later. */
const happening = fc.record({
  after: fc.constantFrom(0, 0, 1, 249, 250, 4_749, 4_999, 5_000, 5_001),
  do: fc.constantFrom("book", "book", "undo", "undo", "sleep", "question", "answer", "kick"),
});

// booking-52: Either Undo or the sending wins: an undone booking was never sent
it(
  "either Undo or the sending wins, whenever it is pressed: what was taken back never went out",
  { tags: ["booking-52"] },
  async () => {
    const reached = { undone: 0, tooLate: 0, sent: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 2, maxLength: 12 }), async (story) => {
        const { id, idempotencyKey } = draft();
        const posts = (): number =>
          kit.client.posts().filter((call) => call.idempotencyKey === idempotencyKey).length;
        let goOn = (): void => undefined;
        for (const { after, do: what } of story) {
          await kit.clock.advance(after);
          if (what === "book") press(id);
          if (what === "sleep") kit.clock.skip(3_600_000);
          if (what === "answer") goOn();
          if (what === "kick") kit.engine.kick();
          if (what === "question") {
            goOn();
            goOn = kit.undo.suspend();
          }
          if (what !== "undo") continue;
          const { isTakenBack, item } = valueOf(kit.items.takeBack(id));
          reached[isTakenBack ? "undone" : "tooLate"] += 1;
          if (!isTakenBack) continue;
          await settle();
          expect([posts(), item.status, item.attempts]).toEqual([0, "draft", []]);
        }
        goOn();
        await kit.clock.advance(40_000);
        reached.sent += posts();
        expect(posts()).toBeLessThanOrEqual(1);
        expect(kit.item(id).status).toBe(posts() === 0 ? "draft" : "done");
      }),
      { numRuns: 200 },
    );
    expect(Math.min(...Object.values(reached))).toBeGreaterThan(10);
  },
);
