import { beforeEach, describe, expect, it } from "vitest";
import { fail, failed, type Failure, type Result } from "../../../shared/core/failure.ts";
import type { Attempt, Item, ItemStatus } from "../../../shared/outbox/item.ts";
import { say, said, verbatim } from "../../../messages/saying.ts";
import { settle } from "../../support/fake-clock.ts";
import { told } from "../../support/told.ts";
import { outboxKit, startOfTest, typedBooking, type OutboxKit } from "../../support/outbox-kit.ts";
import { booked, failing } from "../../support/scripted-client.ts";

// What a press on Book, Send now or Save for later does to an item, as it stands.

let kit: OutboxKit;
beforeEach(async () => {
  kit = await outboxKit();
});

const attempt: Attempt = {
  startedAt: startOfTest,
  endedAt: startOfTest,
  phase: "answered",
  status: 400,
  outcome: verbatim("x"),
};
function begin(change: Parameters<typeof typedBooking>[0] = {}): Item {
  const made: Result<Item> = kit.items.create({ kind: "booking", form: typedBooking(change) });
  return made.ok ? made.value : expect.fail(said(made.failure.why));
}
function standing(status: ItemStatus, change: Partial<Item> = {}): Item {
  const item = { ...begin(), status, ...change } as Item;
  kit.save(item);
  kit.changed.length = 0;
  kit.traced.length = 0;
  return item;
}

describe("a press", () => {
  it.each(["done", "discarded", "needs-checking"] as const)(
    "does nothing to an item that is %s, though it was never tried from here",
    async (status) => {
      const item = standing(status);
      await kit.clock.advance(1_000);
      for (const wait of [true, false])
        expect(await kit.items.submit(item.id, wait)).toEqual({ ok: true, value: item });
      expect(kit.item(item.id)).toEqual(item);
      expect(kit.client.posts()).toEqual([]);
      expect(kit.traced).toEqual([]);
    },
  );

  it("does nothing to an item that is being sent: it waits for that end", async () => {
    const { id } = begin();
    void kit.items.submit(id, true);
    await settle();
    const sending = kit.item(id);
    expect(sending.status).toBe("sending");
    kit.changed.length = 0;
    kit.traced.length = 0;
    await kit.clock.advance(1_000);
    const again = kit.items.submit(id, true);
    await settle();
    expect(kit.item(id)).toEqual(sending);
    expect([kit.changed, kit.traced]).toEqual([[], []]);
    kit.client.open()[0]?.answer(booked());
    expect(await again).toMatchObject({ ok: true, value: { status: "done" } });
    expect(kit.client.posts()).toHaveLength(1);
  });

  it("sends nothing that another desk holds", async () => {
    const item = standing("elsewhere", { payload: "{}", attempts: [attempt] });
    await kit.items.submit(item.id, true);
    await kit.clock.advance(1_000);
    expect(kit.item(item.id).status).toBe("elsewhere");
    expect(kit.client.posts()).toEqual([]);
  });

  it("is told of, and traced", async () => {
    const { id } = standing("draft");
    await kit.items.submit(id, false);
    expect(kit.changed).toEqual([id]);
    expect(kit.traced).toEqual(["submitted"]);
  });
});

const whyOf = (answer: Result<Item>): string => (answer.ok ? "" : told(answer.failure));

describe("a press while the disk is full", () => {
  // booking-64: A press that a full disk rejects says what is saved, and that it was not sent
  it.each([
    ["at once", 0],
    ["after its moment", 5],
  ])(
    "says that nothing was sent, and that what was typed is saved: %s",
    { tags: ["booking-64"] },
    async (_when, undoSeconds) => {
      kit.world.settings = { ...kit.world.settings, undoSeconds };
      const { id } = begin();
      kit.world.diskFull = true;
      expect(whyOf(await kit.items.submit(id, true))).toContain(
        "This computer’s disk is full, so this was not sent now. What you typed is saved. Make room, then press the button again.",
      );
      kit.world.diskFull = false;
      await kit.clock.advance(600_000);
      expect(kit.client.posts()).toEqual([]);
      expect(kit.item(id).status).toBe("draft");
    },
  );

  it("says so too where it becomes full in the moment to undo", async () => {
    kit.world.settings = { ...kit.world.settings, undoSeconds: 5 };
    const { id } = begin();
    const answer = kit.items.submit(id, true);
    await settle();
    kit.world.diskFull = true;
    await kit.clock.advance(5_000);
    expect(whyOf(await answer)).toContain("this was not sent now. What you typed is saved.");
    expect(kit.client.posts()).toEqual([]);
  });

  it("says that it is sent later by itself where it is to be sent already", async () => {
    const { id } = begin();
    kit.engine.pause(true);
    await kit.items.submit(id, false);
    kit.save({ ...kit.item(id), status: "ready" });
    kit.engine.pause(false);
    kit.world.diskFull = true;
    expect(whyOf(await kit.items.submit(id, true))).toContain(
      "This computer’s disk is full, so this was not sent now. It is saved, and will be sent automatically when there is room.",
    );
    kit.world.diskFull = false;
    kit.client.respond = () => booked();
    await kit.clock.advance(60_000);
    expect(kit.item(id).status).toBe("done");
  });
});

describe("what the service refused", () => {
  it("can be saved for later as it was, and goes out with the next press", async () => {
    kit.client.respond = () => failing("refused");
    const { id } = begin();
    await kit.items.submit(id, true);
    expect(kit.item(id).status).toBe("needs-editing");
    expect(await kit.items.submit(id, false)).toMatchObject({ value: { status: "saved-for-later" } });
    await kit.clock.advance(600_000);
    expect(kit.client.posts()).toHaveLength(1);
    kit.client.respond = () => booked();
    expect(await kit.items.submit(id, true)).toMatchObject({ value: { status: "done" } });
    const [first, second] = kit.client.posts();
    expect(second?.body).toEqual(first?.body);
  });
});

describe("the moment of a booking", () => {
  function press(change: Parameters<typeof typedBooking>[0] = {}) {
    kit.world.settings = { ...kit.world.settings, undoSeconds: 5 };
    kit.client.respond = () => booked();
    const { id } = begin(change);
    kit.changed.length = 0;
    kit.traced.length = 0;
    return { id, answer: kit.items.submit(id, true) };
  }

  it("is told of as it begins, and as it is over; only then is the booking submitted", async () => {
    const { id, answer } = press();
    expect(kit.changed).toEqual([id]);
    await kit.clock.advance(4_999);
    expect(kit.traced).toEqual([]);
    // So that nothing else happens to it then.
    kit.engine.pause(true);
    kit.changed.length = 0;
    await kit.clock.advance(1);
    expect(await answer).toMatchObject({ value: { status: "ready" } });
    expect(kit.traced).toEqual(["submitted"]);
    expect(kit.changed).toEqual([id]);
  });

  it("does not begin for a booking without its card: that is asked for at once", async () => {
    const { id, answer } = press({ billingType: "Bill to Patient" });
    expect(await answer).toEqual(
      failed(
        fail("invalid-input", say("failures.outbox.needsCard"), {
          fields: { paymentMethod: say("failures.outbox.addCard") },
        }),
      ),
    );
    expect(kit.changed).toEqual([]);
    expect(kit.item(id)).toMatchObject({ status: "draft", problem: null });
  });

  it.each<[string, Partial<Item>]>([
    ["was thrown away", { status: "discarded" }],
    ["may have been sent before these records", { attempts: [attempt] }],
  ])("sends nothing of what meanwhile %s", async (_, change) => {
    const { id, answer } = press();
    const other = { ...kit.item(id), ...change } as Item;
    kit.save(other);
    await kit.clock.advance(5_000);
    await answer;
    expect(kit.item(id)).toEqual(other);
    expect(kit.client.posts()).toEqual([]);
    expect(kit.traced).not.toContain("submitted");
  });

  it("sends nothing where nobody is signed in at its end, and says so", async () => {
    const { id, answer } = press();
    kit.world.account = null;
    await kit.clock.advance(5_000);
    expect(await answer).toMatchObject({ ok: false, failure: { code: "signed-out" } });
    expect(kit.item(id).status).toBe("draft");
    expect(kit.client.posts()).toEqual([]);
  });
});

describe("beside other desks", () => {
  const told: string[] = [];
  let others: Failure | null;
  beforeEach(async () => {
    told.length = 0;
    others = null;
    kit = await outboxKit({
      pressed: ({ status }) => void told.push(`pressed ${status}`),
      settled: () => void told.push("settled"),
      mayChange: () => others,
    });
    kit.client.respond = () => booked();
  });

  it("a press that sends is noted before it goes out, and settled with its answer", async () => {
    kit.client.respond = () => null;
    const sent = kit.items.submit(begin().id, true);
    await settle();
    expect(told).toEqual(["pressed ready"]);
    kit.client.open()[0]?.answer(booked());
    await sent;
    expect(told).toEqual(["pressed ready", "settled"]);
  });

  it("a press that sends what was refused is noted as well", async () => {
    kit.client.respond = () => failing("refused");
    const { id } = begin();
    await kit.items.submit(id, true);
    told.length = 0;
    await kit.items.submit(id, true);
    expect(told).toEqual(["pressed ready", "settled"]);
  });

  it("what is saved for later is no press to send it, and none is settled", async () => {
    await kit.items.submit(begin().id, false);
    expect(told).toEqual([]);
  });

  it("what may have been made, and so cannot be saved for later, is no new press either", async () => {
    kit.world.settings = { ...kit.world.settings, trustsIdempotencyKey: true };
    kit.client.respond = () => failing("unclear");
    const { id } = begin();
    await kit.items.submit(id, true);
    told.length = 0;
    expect(await kit.items.submit(id, false)).toMatchObject({ value: { status: "ready" } });
    expect(told).toEqual([]);
  });

  it("what waits for its patient does not go out yet: its press is settled alone", async () => {
    const patient = { kind: "known" as const, id: kit.knownPatient(null).id };
    await kit.items.submit(begin({ patient, sameAddress: true }).id, true);
    expect(told).toEqual(["settled"]);
  });

  it.each([
    ["is over", () => undefined, ["pressed ready", "settled"]],
    ["was paused in", () => kit.engine.pause(true), ["pressed ready", "settled"]],
    ["was taken back", (id: string) => kit.items.takeBack(id), []],
  ] as const)("a moment that %s", async (_, meanwhile, heard) => {
    kit.world.settings = { ...kit.world.settings, undoSeconds: 5 };
    const { id } = begin();
    const answer = kit.items.submit(id, true);
    await kit.clock.advance(4_000);
    expect(told).toEqual([]);
    meanwhile(id);
    await kit.clock.advance(1_000);
    await answer;
    expect(told).toEqual(heard);
  });

  it("nothing is done to what another desk may send, and it says so", async () => {
    const { id } = begin();
    others = fail("busy", verbatim("Another desk has it."));
    for (const wait of [true, false]) expect(await kit.items.submit(id, wait)).toEqual(failed(others));
    expect(kit.item(id).status).toBe("draft");
    expect(told).toEqual([]);
  });
});
