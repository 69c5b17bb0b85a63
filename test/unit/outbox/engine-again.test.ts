import { beforeEach, describe, expect, it } from "vitest";
import { settle } from "../../support/fake-clock.ts";
import { outboxActions } from "../../support/outbox-actions.ts";
import { deskAccount, outboxKit, type OutboxKit } from "../../support/outbox-kit.ts";
import { booked, failing, type Answer } from "../../support/scripted-client.ts";

let kit: OutboxKit;
beforeEach(async () => {
  kit = await outboxKit();
});
const { booking, patient, statuses, kick, answerAll, clockOn } = outboxActions(() => kit);

/** When each request went out, from now on, where all are answered like that. */
function times(answer: () => Answer): number[] {
  const at: number[] = [];
  kit.client.respond = () => {
    at.push(kit.clock.monotonic());
    return answer();
  };
  return at;
}
const gaps = (at: readonly number[]): number[] => at.slice(1).map((time, index) => time - (at[index] ?? 0));
const watch = (promise: Promise<void>): { readonly isOver: () => boolean } => {
  let isOver = false;
  void promise.then(() => (isOver = true));
  return { isOver: () => isOver };
};

describe("a request that goes out again", () => {
  it.each([0, 2])(
    "after the service asked to wait %i s waits as long at least, and longer each time",
    async (seconds) => {
      booking();
      const at = times(() => failing("rate-limited", { retryAfterSeconds: seconds }));
      await kick();
      await clockOn(100_000);
      // Half of the jitter: three quarters of 2, 4, 8, 16 and 32 seconds.
      const wanted = [1_500, 3_000, 6_000, 12_000, 24_000].map((own) => Math.max(own, seconds * 1_000));
      expect(gaps(at).slice(0, 5)).toEqual(wanted);
    },
  );

  it("after the service asked for a long wait goes out when that is over, not later", async () => {
    booking();
    const at = times(() => failing("rate-limited", { retryAfterSeconds: 90 }));
    await kick();
    await clockOn(400_000);
    expect(gaps(at).slice(0, 4)).toEqual([90_000, 90_000, 90_000, 90_000]);
  });

  it("with a new token goes out after a second, though the old one was refused", async () => {
    booking();
    await kick();
    kit.world.account = { ...deskAccount, credentials: { ...deskAccount.credentials, token: "new" } };
    await answerAll(() => failing("token-refused"));
    const at = times(() => booked());
    await clockOn(10_000);
    expect(at).toEqual([1_000]);
  });

  it("after it was settled and sent anew by a person waits as after a first failure", async () => {
    const one = patient();
    const at = times(() => failing("unclear"));
    await kick();
    await clockOn(100_000);
    expect(gaps(at).at(-1)).toBeGreaterThan(10_000);
    kit.client.respond = () => failing("fields-refused");
    await clockOn(100_000);
    expect(statuses(one)).toEqual(["needs-editing"]);
    kit.save({ ...kit.item(one.id), status: "ready" });
    const anew = times(() => failing("unclear"));
    await kick();
    await clockOn(10_000);
    expect(gaps(anew)[0]).toBeLessThan(3_000);
  });

  it("does not go to the address that was there before, once somebody signed in elsewhere", async () => {
    const one = booking();
    const { promise, resolve } = Promise.withResolvers<"counted">();
    kit.world.counted = () => promise;
    await kick();
    const serviceAddress = "https://other.example";
    kit.world.account = { ...deskAccount, credentials: { ...deskAccount.credentials, serviceAddress } };
    kit.client.respond = () => booked();
    resolve("counted");
    await clockOn(5_000);
    expect(kit.client.posts().map(({ credentials }) => credentials.serviceAddress)).toEqual([serviceAddress]);
    expect(statuses(one)).toEqual(["done"]);
  });
});

describe("a press on Send", () => {
  it("is over when the attempt that is under way is, though the queue has to wait since", async () => {
    const [one, other] = [booking(1), booking(2)];
    await kick();
    kit.client.posts()[1]?.answer(failing("rate-limited", { retryAfterSeconds: 40 }));
    await settle();
    const press = watch(kit.engine.sendNow(one.id));
    await settle();
    expect(press.isOver()).toBe(false);
    kit.client.posts()[0]?.answer(booked());
    await settle();
    expect(press.isOver()).toBe(true);
    expect(statuses(one, other)).toEqual(["done", "ready"]);
  });

  it("is over at once when the queue has to wait", async () => {
    const one = booking();
    await kick();
    await answerAll(() => failing("rate-limited", { retryAfterSeconds: 40 }));
    const press = watch(kit.engine.sendNow(one.id));
    await settle();
    expect(press.isOver()).toBe(true);
  });

  it("a moment after a failure sends it when its second is over, and is over with that attempt", async () => {
    const one = patient();
    kit.client.respond = () => failing("unclear");
    await kick();
    kit.client.respond = () => null;
    await kit.line.check();
    const press = watch(kit.engine.sendNow(one.id));
    await clockOn(900);
    expect([kit.client.posts().length, press.isOver()]).toEqual([1, false]);
    await clockOn(100);
    expect([kit.client.posts().length, press.isOver()]).toEqual([2, false]);
    await answerAll(() => failing("fields-refused"));
    expect(press.isOver()).toBe(true);
  });
});
