import { beforeEach, describe, expect, it } from "vitest";
import { fail } from "../../../shared/core/failure.ts";
import { settle } from "../../support/fake-clock.ts";
import { outboxActions } from "../../support/outbox-actions.ts";
import { deskAccount, outboxKit, typedBooking, type OutboxKit } from "../../support/outbox-kit.ts";
import { booked, failing, patientMade } from "../../support/scripted-client.ts";
import { verbatim } from "../../../messages/saying.ts";

let kit: OutboxKit;
beforeEach(async () => {
  kit = await outboxKit();
});
const { booking, patient, statuses, kick, answerAll, clockOn } = outboxActions(() => kit);

describe("a wait before the first byte", () => {
  it("is followed by a second look at who is at the desk: nothing is sent after signing out", async () => {
    const one = booking();
    const { promise, resolve } = Promise.withResolvers<"counted">();
    kit.world.counted = () => promise;
    await kick();
    kit.world.account = null;
    resolve("counted");
    await settle();
    expect(kit.client.calls).toHaveLength(0);
    expect(kit.item(one.id)).toMatchObject({ status: "ready", problem: { code: "not-reached" } });
  });

  it("does not send with the token that was there before", async () => {
    const one = booking();
    const { promise, resolve } = Promise.withResolvers<"counted">();
    kit.world.counted = () => promise;
    await kick();
    kit.world.account = { ...deskAccount, credentials: { ...deskAccount.credentials, token: "new" } };
    kit.client.respond = () => booked();
    resolve("counted");
    await clockOn(5_000);
    expect(kit.client.posts().map(({ credentials }) => credentials.token)).toEqual(["new"]);
    expect(statuses(one)).toEqual(["done"]);
  });

  it("that never ends is given up, and the booking is sent", async () => {
    const one = booking();
    kit.world.counted = () => new Promise(() => undefined);
    kit.client.respond = () => booked();
    await kick();
    await clockOn(20_000);
    expect(statuses(one)).toEqual(["done"]);
  });

  it("that never ends does not keep the program from ending, and nothing is sent then", async () => {
    const one = booking();
    kit.world.counted = () => new Promise(() => undefined);
    await kick();
    const stopped = kit.engine.stop(3_000);
    await clockOn(3_000);
    await stopped;
    expect(kit.client.posts()).toHaveLength(0);
    expect(statuses(one)).toEqual(["ready"]);
  });

  it("that finds another copy of these records in use sends nothing more", async () => {
    const all = [booking(1), patient(), booking(2)];
    kit.world.counted = () => Promise.resolve("other-copy");
    await kick();
    await clockOn(600_000);
    expect(kit.client.posts()).toHaveLength(0);
    expect(statuses(...all)).toEqual(["needs-checking", "ready", "needs-checking"]);
  });
});

describe("a 401 to a request", () => {
  it("holds whatever probes, clicks and wake-ups say, until there is a new token", async () => {
    const all = Array.from({ length: 50 }, (_, index) => booking(index + 1));
    kit.client.respond = () => failing("token-refused");
    await kick();
    for (let second = 0; second < 60; second += 1) {
      await kit.line.check();
      kit.engine.kick();
      const sending = kit.engine.sendNow(all[0]?.id ?? "");
      await clockOn(1_000);
      await sending;
    }
    expect(kit.client.posts()).toHaveLength(4);
    expect(kit.line.current().state).toBe("token-refused");
    expect(kit.item(all[0]?.id ?? "").attempts).toHaveLength(1);
    kit.world.account = { ...deskAccount, credentials: { ...deskAccount.credentials, token: "new" } };
    kit.client.respond = () => booked();
    kit.line.reset(true);
    await kit.line.check();
    await clockOn(5_000);
    expect(new Set(statuses(...all))).toEqual(new Set(["done"]));
  });
});

describe("a wait that the service asks for", () => {
  it("is kept when a probe hears of it: nothing is sent, and nobody probes", async () => {
    kit.line.failed(fail("not-reached", verbatim("Down.")));
    const one = booking();
    const asks = fail("rate-limited", verbatim("Wait."), { details: { retryAfterSeconds: 600 } });
    kit.world.probe = () => Promise.resolve({ kind: "failed", failure: asks });
    await kick();
    await kit.engine.sendNow(one.id);
    const before = kit.world.probes;
    kit.world.probe = () => Promise.resolve({ kind: "answered" });
    kit.client.respond = () => booked();
    for (let minute = 0; minute < 9; minute += 1) {
      await clockOn(60_000);
      await kit.line.check();
      await kit.engine.sendNow(one.id);
    }
    expect(kit.client.posts()).toHaveLength(0);
    expect(kit.world.probes).toBe(before);
    await clockOn(120_000);
    expect(statuses(one)).toEqual(["done"]);
  });

  it("is kept with a 503 too: the booking is for a person, the rest waits", async () => {
    const all = [booking(1), patient("Bob")];
    kit.client.respond = () => failing("service-error", { retryAfterSeconds: 600 });
    await kick();
    kit.client.respond = ({ endpoint }) => (endpoint === "createPatient" ? patientMade(5) : booked());
    booking(3);
    const probes = kit.world.probes;
    await clockOn(590_000);
    expect(kit.client.posts()).toHaveLength(2);
    expect(kit.world.probes).toBe(probes);
    expect(statuses(...all)).toEqual(["needs-checking", "ready"]);
    await clockOn(60_000);
    expect(kit.client.posts()).toHaveLength(4);
  });
});

describe("a request that fails again and again", () => {
  it("goes out at most once a second, however often a person presses", async () => {
    const one = patient();
    kit.client.respond = () => failing("unclear");
    await kick();
    const begun = kit.clock.monotonic();
    for (let press = 0; press < 100; press += 1) {
      void kit.engine.sendNow(one.id);
      await clockOn(100);
    }
    const seconds = (kit.clock.monotonic() - begun) / 1_000;
    expect(kit.client.posts().length).toBeLessThanOrEqual(seconds + 1);
  });

  it("is not let out sooner by a probe that finds the line up", async () => {
    patient();
    kit.client.respond = () => failing("service-error");
    await kick();
    for (let second = 0; second < 60; second += 1) {
      await kit.line.check();
      await clockOn(1_000);
    }
    expect(kit.client.posts().length).toBeLessThan(8);
  });
});

describe("something between the desk and the service that refuses everything", () => {
  it("does not use the queue up: after the second like it the rest stays ready, tried less and less often", async () => {
    const all = Array.from({ length: 20 }, (_, index) => booking(index + 1));
    kit.client.respond = () => ({ ...failing("refused"), foreign: true });
    await kick();
    await clockOn(300_000);
    const counts = statuses(...all).filter((status) => status === "needs-editing").length;
    expect(counts).toBeLessThanOrEqual(1);
    expect(kit.client.posts().length).toBeLessThan(150);
    kit.client.respond = () => booked();
    await clockOn(120_000);
    expect(statuses(...all).filter((status) => status === "done")).toHaveLength(20 - counts);
  });

  it("is not what a refusal in the service's own form is taken for", async () => {
    const all = Array.from({ length: 6 }, (_, index) => booking(index + 1));
    kit.client.respond = () => failing("refused");
    await kick();
    await answerAll(() => failing("refused"));
    await clockOn(1_000);
    expect(new Set(statuses(...all))).toEqual(new Set(["needs-editing"]));
  });
});

it("a press of the account before never turns in a circle while another's service asks to wait", async () => {
  // Four are under way, the fifth waits for a place.
  const sent = ["1", "2", "3", "4", "5"].map((text) => {
    const form = typedBooking({ patient: { kind: "number", text } });
    const made = kit.items.create({ kind: "booking", form });
    return kit.items.submit(made.ok ? made.value.id : "", true);
  });
  await settle();
  expect(kit.client.open()).toHaveLength(4);
  let looks = 0;
  const other = {
    ...deskAccount,
    accountId: "account-two",
    credentials: { serviceAddress: "https://other.example", token: "other" },
  };
  Object.defineProperty(kit.world, "account", {
    get: () => {
      looks += 1;
      // A circle of promises lets no timer of the test run: it has to be broken here.
      if (looks > 5_000) throw new Error("turns in a circle");
      return other;
    },
  });
  kit.line.reset(true);
  await kit.line.check();
  const details = { retryAfterSeconds: 60 };
  const failure = fail("rate-limited", verbatim("wait"), { details });
  kit.world.probe = () => Promise.resolve({ kind: "failed", failure });
  await kit.line.check();
  await settle();
  looks = 0;
  kit.client.open()[0]?.answer(booked());
  await settle();
  await sent[4];
  expect(looks).toBeLessThan(100);
  expect(kit.client.posts()).toHaveLength(4);
});
