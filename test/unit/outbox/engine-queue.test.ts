import { beforeEach, describe, expect, it } from "vitest";
import { fail } from "../../../shared/core/failure.ts";
import { settle } from "../../support/fake-clock.ts";
import { outboxActions } from "../../support/outbox-actions.ts";
import { deskAccount, outboxKit, type OutboxKit } from "../../support/outbox-kit.ts";
import { booked, failing } from "../../support/scripted-client.ts";
import { verbatim } from "../../../messages/saying.ts";

let kit: OutboxKit;
beforeEach(async () => {
  kit = await outboxKit();
});
const { booking, patient, statuses, kick, answerAll, clockOn } = outboxActions(() => kit);

describe("the end of the program", () => {
  it("waits a moment for answers under way, and begins nothing more", async () => {
    const all = Array.from({ length: 5 }, (_, index) => booking(index + 1));
    await kick();
    const stopped = kit.engine.stop(3_000);
    for (const call of kit.client.posts().slice(0, 3)) call.answer(booked());
    await clockOn(2_900);
    expect(statuses(...all)).toEqual(["done", "done", "done", "sending", "ready"]);
    await clockOn(200);
    await stopped;
    expect(statuses(...all)).toEqual(["done", "done", "done", "needs-checking", "ready"]);
    expect(kit.client.posts()).toHaveLength(4);
  });

  it("waits no longer than for the last answer", async () => {
    const one = booking(1);
    await kick();
    const stopped = kit.engine.stop(3_000);
    await answerAll(() => booked());
    await stopped;
    expect(statuses(one)).toEqual(["done"]);
  });
});

describe("what the whole queue does", () => {
  it("waits as long as the service asked, not a moment less", async () => {
    const all = Array.from({ length: 6 }, (_, index) => booking(index + 1));
    await kick();
    kit.client.posts()[0]?.answer(failing("rate-limited", { retryAfterSeconds: 40 }));
    await settle();
    expect(kit.client.posts()).toHaveLength(4);
    expect(kit.engine.progress()?.waitsUntil).toBe("2026-03-02T09:00:40.000Z");
    kit.client.respond = () => booked();
    await answerAll(() => booked());
    await clockOn(39_900);
    expect(kit.engine.progress()).toMatchObject({ left: 3, waitsUntil: expect.any(String) });
    await kit.engine.sendNow(all[5]?.id ?? "");
    expect(kit.client.posts()).toHaveLength(4);
    await clockOn(1_000);
    expect(new Set(statuses(...all))).toEqual(new Set(["done"]));
  });

  it("waits for the longest of several answers, not the last", async () => {
    const all = [booking(1), booking(2)];
    await kick();
    kit.client.posts()[0]?.answer(failing("rate-limited", { retryAfterSeconds: 100 }));
    await settle();
    kit.client.posts()[1]?.answer(failing("rate-limited", { retryAfterSeconds: 1 }));
    await clockOn(99_000);
    expect(kit.client.posts()).toHaveLength(2);
    kit.client.respond = () => booked();
    await clockOn(2_000);
    expect(statuses(...all)).toEqual(["done", "done"]);
  });

  it("keeps nobody of another service waiting", async () => {
    booking(1);
    await kick();
    await answerAll(() => failing("rate-limited", { retryAfterSeconds: 600 }));
    const credentials = { serviceAddress: "https://other.example", token: "other" };
    kit.world.account = { ...deskAccount, accountId: "account-two", credentials };
    const other = booking(2);
    kit.client.respond = () => booked();
    await clockOn(1_000);
    await kit.engine.sendNow(other.id);
    expect(statuses(other)).toEqual(["done"]);
  });

  it("slows down when bookings break one after the other though the probe answers", async () => {
    const all = Array.from({ length: 40 }, (_, index) => booking(index + 1));
    kit.client.respond = () => failing("service-error");
    await kick();
    await clockOn(120_000);
    const touched = statuses(...all).filter((status) => status === "needs-checking").length;
    expect(touched).toBeGreaterThan(0);
    expect(touched).toBeLessThan(20);
    expect(new Set(statuses(...all))).toEqual(new Set(["needs-checking", "ready"]));
  });

  // outbox-3: A rejected token loses nothing
  it("pauses on a 401, loses nothing, and goes on after signing in", { tags: ["outbox-3"] }, async () => {
    const all = Array.from({ length: 6 }, (_, index) => booking(index + 1));
    kit.world.probe = () =>
      Promise.resolve({ kind: "failed", failure: fail("token-refused", verbatim("No.")) });
    await kick();
    await answerAll(() => failing("token-refused"));
    await clockOn(600_000);
    expect(kit.client.posts()).toHaveLength(4);
    expect(new Set(statuses(...all))).toEqual(new Set(["ready"]));
    expect(kit.line.current().state).toBe("token-refused");
    kit.world.probe = () => Promise.resolve({ kind: "answered" });
    kit.client.respond = () => booked();
    kit.world.account = { ...deskAccount, credentials: { ...deskAccount.credentials, token: "new" } };
    kit.line.reset(true);
    await kit.line.check();
    await clockOn(1_000);
    expect(new Set(statuses(...all))).toEqual(new Set(["done"]));
    expect(kit.client.posts().at(-1)?.credentials.token).toBe("new");
  });

  it("does not take an old token's 401 for one of the token at the desk", async () => {
    const one = booking();
    await kick();
    kit.world.account = { ...deskAccount, credentials: { ...deskAccount.credentials, token: "new" } };
    kit.client.respond = () => booked();
    await answerAll(() => failing("token-refused"));
    expect(kit.line.current().state).toBe("online");
    await clockOn(1_000);
    expect(statuses(one)).toEqual(["done"]);
  });

  it("probes before it goes on after a failure of the line, so that an outage costs only what was in flight", async () => {
    const all = Array.from({ length: 10 }, (_, index) => booking(index + 1));
    kit.world.probe = () =>
      Promise.resolve({ kind: "failed", failure: fail("service-error", verbatim("Down.")) });
    await kick();
    await answerAll(() => failing("service-error"));
    await clockOn(300_000);
    expect(kit.client.posts()).toHaveLength(4);
    expect(statuses(...all).filter((status) => status === "needs-checking")).toHaveLength(4);
    expect(statuses(...all).filter((status) => status === "ready")).toHaveLength(6);
    expect(kit.world.probes).toBeLessThan(20);
    kit.world.probe = () => Promise.resolve({ kind: "answered" });
    kit.client.respond = () => booked();
    await clockOn(120_000);
    expect(statuses(...all).filter((status) => status === "done")).toHaveLength(6);
    expect(kit.client.posts()).toHaveLength(10);
  });

  it("sends nothing before the service has answered", async () => {
    kit.world.probe = () =>
      Promise.resolve({ kind: "failed", failure: fail("not-reached", verbatim("Down.")) });
    kit.line.reset(true);
    const one = booking();
    await kick();
    await clockOn(60_000);
    expect(kit.client.posts()).toHaveLength(0);
    await kit.engine.sendNow(one.id);
    expect(kit.client.posts()).toHaveLength(0);
    expect(statuses(one)).toEqual(["ready"]);
  });

  // outbox-19: Sending can be stopped, and resumes on request
  it(
    "stops looking for more when it is paused, and goes on when it is resumed",
    { tags: ["outbox-19"] },
    async () => {
      const all = Array.from({ length: 6 }, (_, index) => booking(index + 1));
      await kick();
      kit.engine.pause(true);
      expect(kit.engine.isPaused()).toBe(true);
      await answerAll(() => booked());
      await clockOn(120_000);
      expect(statuses(...all)).toEqual(["done", "done", "done", "done", "ready", "ready"]);
      expect(kit.engine.progress()).toEqual({ left: 2, sent: 4, paused: true, waitsUntil: null });
      kit.client.respond = () => booked();
      kit.engine.pause(false);
      expect(kit.engine.isPaused()).toBe(false);
      await settle();
      expect(new Set(statuses(...all))).toEqual(new Set(["done"]));
    },
  );

  it("ends what is under way when it stops, and never starts again", async () => {
    const [sending, waiting] = [booking(1), patient()];
    await kit.engine.sendNow("00000000-0000-4000-8000-999999999999");
    kit.client.respond = () => null;
    await kick();
    const later = booking(2);
    await kit.engine.stop();
    expect(statuses(sending, waiting, later)).toEqual(["needs-checking", "ready", "ready"]);
    const posts = kit.client.posts().length;
    await kick();
    await kit.engine.sendNow(later.id);
    await clockOn(600_000);
    expect(kit.client.posts()).toHaveLength(posts);
  });
});
