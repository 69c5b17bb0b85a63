import { beforeEach, describe, expect, it } from "vitest";
import { settle } from "../../support/fake-clock.ts";
import { outboxActions } from "../../support/outbox-actions.ts";
import { deskAccount, outboxKit, type OutboxKit } from "../../support/outbox-kit.ts";
import { booked, failing } from "../../support/scripted-client.ts";

let kit: OutboxKit;
beforeEach(async () => {
  kit = await outboxKit();
});
const { booking, patient, kick, answerAll, clockOn } = outboxActions(() => kit);
const answer = async (call: number, given = booked()): Promise<void> => {
  kit.client.posts()[call]?.answer(given);
  await settle();
};

describe("how far the queue is", () => {
  it("is nothing to be shown while nothing is to be sent", async () => {
    expect(kit.engine.progress()).toBeNull();
    await kick();
    expect(kit.engine.progress()).toBeNull();
  });

  it("counts what was sent until the last one is answered, and is over then", async () => {
    booking(1);
    booking(2);
    await kick();
    expect(kit.engine.progress()).toEqual({ left: 2, sent: 0, paused: false, waitsUntil: null });
    await answer(0);
    expect(kit.engine.progress()).toMatchObject({ left: 1, sent: 1 });
    await answer(1);
    expect(kit.engine.progress()).toBeNull();
    booking(3);
    await kick();
    expect(kit.engine.progress()).toMatchObject({ left: 1, sent: 0 });
  });

  it("counts as sent what was done, not what was refused", async () => {
    booking(1);
    booking(2);
    await kick();
    kit.engine.pause(true);
    await answer(0, failing("fields-refused"));
    await answer(1);
    expect(kit.engine.progress()).toEqual({ left: 0, sent: 1, paused: true, waitsUntil: null });
  });

  it("goes on while an answer is not stored yet", async () => {
    booking(1);
    booking(2);
    await kick();
    await answer(0);
    kit.world.diskFull = true;
    await answer(1);
    await kick();
    expect(kit.engine.progress()).toMatchObject({ left: 1, sent: 1 });
    kit.world.diskFull = false;
    await clockOn(5_000);
    expect(kit.engine.progress()).toBeNull();
  });

  it("goes on while one waits to be tried again", async () => {
    booking(1);
    patient();
    await kick();
    await answer(0);
    await answer(1, failing("unclear"));
    expect(kit.engine.progress()).toMatchObject({ left: 1, sent: 1 });
    await kick();
    expect(kit.engine.progress()).toMatchObject({ left: 1, sent: 1 });
  });

  it("counts the rows of a file that are still to come", async () => {
    booking(1);
    kit.world.toCome = 3;
    await kick();
    expect(kit.engine.progress()).toMatchObject({ left: 4, sent: 0 });
    await answer(0);
    expect(kit.engine.progress()).toMatchObject({ left: 3, sent: 1 });
    kit.world.toCome = 0;
    await kick();
    expect(kit.engine.progress()).toBeNull();
  });

  it("is of the account at the desk alone, and of nobody when none is", async () => {
    booking(1);
    await kick();
    expect(kit.engine.progress()).toMatchObject({ left: 1 });
    kit.world.account = { ...deskAccount, accountId: "account-two" };
    expect(kit.engine.progress()).toBeNull();
    kit.world.account = null;
    expect(kit.engine.progress()).toBeNull();
  });
});

describe("the window", () => {
  it("is told when an attempt begins and when it ends", async () => {
    const one = booking();
    kit.changed.length = 0;
    await kick();
    expect(kit.changed).toEqual([one.id]);
    await answerAll(() => booked());
    expect(kit.changed).toEqual([one.id, one.id]);
  });

  it("is told of all items that an answer changes", async () => {
    const [one, other] = [booking(1), booking(2)];
    await kick();
    await answer(0, booked(9));
    kit.changed.length = 0;
    await answer(1, booked(9));
    expect(kit.changed).toEqual([other.id, one.id]);
  });

  it("that cannot be told loses no attempt, and it is noted", async () => {
    const one = booking();
    kit.world.tellingFails = true;
    kit.client.respond = () => booked();
    await kick();
    expect(kit.item(one.id).status).toBe("done");
    expect(kit.logged).toEqual(["outbox.tell", "outbox.tell"]);
    expect(kit.traced).not.toContain("told");
  });
});

it("every step of an item's way is passed in its order", async () => {
  booking();
  kit.traced.length = 0;
  kit.client.respond = () => booked();
  await kick();
  expect(kit.traced).toEqual(["intent-begun", "intent-kept", "told", "finish-begun", "finish-kept", "told"]);
});
