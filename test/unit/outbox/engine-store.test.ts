import { beforeEach, describe, expect, it } from "vitest";
import type { Item } from "../../../shared/outbox/item.ts";
import type { Counted } from "../../../main/features/outbox/send-counter.ts";
import { settle } from "../../support/fake-clock.ts";
import { outboxActions } from "../../support/outbox-actions.ts";
import { outboxKit, type OutboxKit } from "../../support/outbox-kit.ts";
import { booked, failing } from "../../support/scripted-client.ts";
import { told, worded } from "../../../test/support/told.ts";

let kit: OutboxKit;
beforeEach(async () => {
  kit = await outboxKit();
});
const { booking, statuses, kick, answerAll, clockOn } = outboxActions(() => kit);

describe("the record before the wire", () => {
  it("stands in the store with its frozen body before the client is called", async () => {
    const one = booking();
    const seen: Item[] = [];
    kit.client.respond = () => {
      seen.push(kit.item(one.id));
      return null;
    };
    await kick();
    expect(seen).toMatchObject([
      { status: "sending", attempts: [{ endedAt: null, phase: "none", status: null, outcome: null }] },
    ]);
    expect(JSON.parse(seen[0]?.payload ?? "null")).toEqual(kit.client.posts()[0]?.body);
    expect(kit.sendCounts()).toBe(1);
  });

  it("is counted outside of the database before the client is called", async () => {
    const one = booking();
    const { promise, resolve } = Promise.withResolvers<Counted>();
    kit.world.counted = () => promise;
    await kick();
    expect(statuses(one)).toEqual(["sending"]);
    expect(kit.client.posts()).toHaveLength(0);
    resolve("counted");
    await settle();
    expect(kit.client.posts()).toHaveLength(1);
  });

  it("is not sent while another copy of the records has the desk, and waits for a person", async () => {
    const one = booking();
    kit.world.counted = () => Promise.resolve("other-copy");
    await kick();
    expect(kit.client.posts()).toHaveLength(0);
    expect(kit.item(one.id)).toMatchObject({ status: "needs-checking", attempts: [{ phase: "none" }] });
    expect(told(kit.item(one.id).problem)).toContain("Another copy of these records");
  });

  it("is sent though counting it outside fails", async () => {
    const one = booking();
    kit.world.counted = () => Promise.reject(new Error("no keychain"));
    kit.client.respond = () => booked();
    await kick();
    expect(statuses(one)).toEqual(["done"]);
  });

  it("keeps anything from being sent while it cannot be written, and sends it after that", async () => {
    const one = booking();
    kit.world.diskFull = true;
    await kick();
    await clockOn(20_000);
    expect(kit.client.posts()).toHaveLength(0);
    expect(statuses(one)).toEqual(["ready"]);
    kit.world.diskFull = false;
    kit.client.respond = () => booked();
    await clockOn(20_000);
    expect(statuses(one)).toEqual(["done"]);
    expect(kit.client.posts()).toHaveLength(1);
  });

  // outbox-21: A response that a full disk rejects is not called no response
  it.each([
    ["an answer", () => booked(), "The response arrived but can’t be saved: the disk is full."],
    [
      "no answer",
      () => failing("unclear"),
      "No response arrived, and that can’t be saved: the disk is full.",
    ],
  ])(
    "tells of %s that cannot be written, for as long as it cannot",
    { tags: ["outbox-21"] },
    async (_what, respond, words) => {
      const one = booking();
      await kick();
      kit.world.diskFull = true;
      kit.changed.length = 0;
      kit.client.open()[0]?.answer(respond());
      await settle();
      const shown = (): Item | null => {
        const read = kit.items.get(one.id);
        return read.ok ? read.value : null;
      };
      expect(shown()).toMatchObject({ status: "sending", problem: { code: "store", next: "none" } });
      expect(told(shown()?.problem)).toContain(words);
      // Whoever shows it reads it again, once.
      expect(kit.changed).toEqual([one.id]);
      await clockOn(20_000);
      expect(told(shown()?.problem)).toContain(words);
      expect(kit.changed).toEqual([one.id]);
      kit.world.diskFull = false;
      await clockOn(5_000);
      expect(told(shown()?.problem)).not.toContain(words);
      expect(shown()?.status).not.toBe("sending");
      expect(kit.client.posts()).toHaveLength(1);
    },
  );

  it("tells the person who pressed Send that it could not be written", async () => {
    const one = booking();
    kit.world.diskFull = true;
    await expect(kit.engine.sendNow(one.id)).rejects.toMatchObject({ failure: { code: "store" } });
    expect(kit.client.posts()).toHaveLength(0);
  });

  it("goes on to the wire though telling the window of it fails", async () => {
    const one = booking();
    kit.world.tellingFails = true;
    kit.client.respond = () => booked();
    await kick();
    expect(statuses(one)).toEqual(["done"]);
  });
});

describe("an answer that cannot be stored", () => {
  it("is kept until the disk has room, is stored then, and nothing is sent twice", async () => {
    const one = booking();
    await kick();
    kit.world.diskFull = true;
    await answerAll(() => booked(31));
    await clockOn(60_000);
    expect(statuses(one)).toEqual(["sending"]);
    expect(kit.engine.progress()).toMatchObject({ left: 1 });
    kit.world.diskFull = false;
    await clockOn(5_000);
    expect(worded(kit.item(one.id))).toMatchObject({
      status: "done",
      result: { appointment: { id: 31 } },
      attempts: [{ phase: "answered", status: 200, outcome: "Done." }],
    });
    expect(kit.client.posts()).toHaveLength(1);
    expect(kit.changed).toContain(one.id);
  });

  it("does not keep the person waiting who pressed Send", async () => {
    const one = booking();
    const sent = kit.engine.sendNow(one.id);
    await settle();
    kit.world.diskFull = true;
    await answerAll(() => booked(31));
    await sent;
    expect(statuses(one)).toEqual(["sending"]);
  });

  it("keeps a refusal as well, with what the service said", async () => {
    const one = booking();
    await kick();
    kit.world.diskFull = true;
    await answerAll(() => failing("fields-refused", { answer: "No such service." }));
    kit.world.diskFull = false;
    await clockOn(5_000);
    expect(kit.item(one.id)).toMatchObject({
      status: "needs-editing",
      problem: { details: { answer: "No such service." } },
    });
  });

  it("stops nothing else once there is room again", async () => {
    const stuck = Array.from({ length: 4 }, (_, index) => booking(index + 1));
    await kick();
    kit.world.diskFull = true;
    await answerAll(() => booked());
    kit.world.diskFull = false;
    kit.client.respond = () => booked(2);
    const later = booking(9);
    await clockOn(10_000);
    expect(new Set(statuses(...stuck, later))).toEqual(new Set(["done"]));
  });

  it("is tried a last time at the end, and is found as interrupted at the next start if that fails", async () => {
    const [saved, lost] = [booking(1), booking(2)];
    await kick();
    kit.world.diskFull = true;
    kit.client.posts()[0]?.answer(booked());
    await settle();
    kit.world.diskFull = false;
    await kit.engine.stop();
    expect(kit.item(saved.id).status).toBe("done");
    expect(kit.item(lost.id).status).toBe("needs-checking");

    kit = await outboxKit();
    const never = booking(3);
    await kick();
    kit.world.diskFull = true;
    await kit.engine.stop();
    kit.world.diskFull = false;
    expect(statuses(never)).toEqual(["sending"]);
    expect(kit.steps.recover()).toEqual([never.id]);
    expect(statuses(never)).toEqual(["needs-checking"]);
    expect(kit.clock.pending()).toBeLessThanOrEqual(1);
  });
});
