import { beforeEach, describe, expect, it } from "vitest";
import { fail } from "../../../shared/core/failure.ts";
import { verbatim } from "../../../messages/saying.ts";
import { settle } from "../../support/fake-clock.ts";
import { outboxActions } from "../../support/outbox-actions.ts";
import { outboxKit, type OutboxKit } from "../../support/outbox-kit.ts";
import { booked, failing, type Answer } from "../../support/scripted-client.ts";

let kit: OutboxKit;
beforeEach(async () => {
  kit = await outboxKit();
});
const { booking, statuses, kick, answerAll, clockOn } = outboxActions(() => kit);

/** Answers what is open while the store can be neither read nor written, and then it can be again. */
async function answerBlind(answer: () => Answer): Promise<void> {
  kit.world.diskBroken = true;
  kit.world.diskFull = true;
  await answerAll(answer);
  kit.world.diskBroken = false;
  kit.world.diskFull = false;
}

describe("an answer that comes while the store cannot be read", () => {
  it("is kept, and stored once that is over: what was booked stands as booked", async () => {
    const one = booking();
    await kick();
    await answerBlind(() => booked(31));
    expect(kit.logged).toEqual(["outbox.attempt", "outbox.look", "outbox.not-stored"]);
    expect(statuses(one)).toEqual(["sending"]);
    await clockOn(3_000);
    expect(kit.item(one.id)).toMatchObject({ status: "done", result: { appointment: { id: 31 } } });
    expect(kit.client.posts()).toHaveLength(1);
    expect(kit.line.current().lastAnswerAt).toBe("2026-03-02T09:00:03.000Z");
  });

  it("gives its place to the next", async () => {
    booking(1);
    await kick();
    await answerBlind(() => booked());
    const others = Array.from({ length: 4 }, (_none, index) => booking(index + 2));
    await kick();
    expect(statuses(...others)).toEqual(["sending", "sending", "sending", "sending"]);
  });

  it("trusts no key where it cannot be read whether that is trusted: a person looks at the booking", async () => {
    const settings = { ...kit.world.settings, trustsIdempotencyKey: true };
    kit.world.settings = settings;
    const one = booking();
    await kick();
    let isBroken = true;
    Object.defineProperty(kit.world, "settings", {
      get: () => {
        if (isBroken) throw new Error("the settings cannot be read");
        return settings;
      },
    });
    await answerAll(() => failing("unclear"));
    isBroken = false;
    await clockOn(60_000);
    expect(statuses(one)).toEqual(["needs-checking"]);
    expect(kit.client.posts()).toHaveLength(1);
  });
});

describe("an answer over which something else of the desk breaks", () => {
  it("is stored all the same", async () => {
    const one = booking();
    await kick();
    const { client, line } = kit;
    Object.assign(line, {
      answered: () => {
        throw new Error("nobody could be told that the line is up");
      },
    });
    client.posts()[0]?.answer(booked());
    await settle();
    expect(statuses(one)).toEqual(["done"]);
    expect(kit.logged).toEqual(["outbox.attempt"]);
  });

  it("does not keep the next from going out, when it is found only as it is stored", async () => {
    const all = [booking(1), booking(2)];
    await kick();
    Object.assign(kit.line, {
      failed: () => {
        throw new Error("nobody could be told that the line is down");
      },
    });
    kit.world.probe = () =>
      Promise.resolve({ kind: "failed", failure: fail("not-reached", verbatim("Down.")) });
    await answerAll(() => booked(5));
    const next = booking(3);
    kit.client.respond = () => booked();
    await kick();
    expect(statuses(...all, next)).toEqual(["needs-checking", "needs-checking", "done"]);
  });
});
