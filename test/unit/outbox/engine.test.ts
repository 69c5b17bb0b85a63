import { beforeEach, describe, expect, it } from "vitest";
import { settle } from "../../support/fake-clock.ts";
import { outboxActions } from "../../support/outbox-actions.ts";
import { deskAccount, outboxKit, type OutboxKit } from "../../support/outbox-kit.ts";
import { booked, failing } from "../../support/scripted-client.ts";

let kit: OutboxKit;
beforeEach(async () => {
  kit = await outboxKit();
});
const { booking, patient, bookingFor, statuses, kick, answerAll, timesOf, clockOn } = outboxActions(
  () => kit,
);

describe("what is sent at once", () => {
  it("is never more than four requests, and the next as soon as one ends", async () => {
    const all = Array.from({ length: 10 }, (_, index) => booking(index + 1));
    await kick();
    await kick();
    expect(kit.client.posts()).toHaveLength(4);
    kit.client.posts()[0]?.answer(booked());
    await settle();
    expect(kit.client.posts()).toHaveLength(5);
    expect(kit.client.open()).toHaveLength(4);
    kit.client.respond = () => booked();
    await answerAll(() => booked());
    expect(new Set(statuses(...all))).toEqual(new Set(["done"]));
    expect(kit.client.posts()).toHaveLength(10);
  });

  it("goes out oldest first", async () => {
    const all = [booking(3), booking(1), booking(2)];
    await kick();
    expect(kit.client.posts().map(({ body }) => body["patientId"])).toEqual([3, 1, 2]);
    expect(all).toHaveLength(3);
  });

  it("holds one booking of a patient at a time, in the order in which they were made", async () => {
    const { id } = kit.knownPatient(5);
    bookingFor(id, "9am");
    bookingFor(id, "10am");
    const other = kit.knownPatient(6);
    bookingFor(other.id, "11am");
    await kick();
    expect(timesOf(kit.client.posts())).toEqual(["2026-04-01T09:00:00-04:00", "2026-04-01T11:00:00-04:00"]);
    kit.client.posts()[0]?.answer(booked());
    await settle();
    expect(timesOf(kit.client.posts()).at(-1)).toBe("2026-04-01T10:00:00-04:00");
  });

  it("does not let a later booking of a patient overtake one that waits to be tried again", async () => {
    const { id } = kit.knownPatient(5);
    bookingFor(id, "9am");
    bookingFor(id, "10am");
    await kick();
    await answerAll(() => failing("not-reached"));
    await kick();
    expect(kit.client.posts()).toHaveLength(1);
    kit.client.respond = () => booked();
    await clockOn(10_000);
    expect(timesOf(kit.client.posts())).toEqual([
      "2026-04-01T09:00:00-04:00",
      "2026-04-01T09:00:00-04:00",
      "2026-04-01T10:00:00-04:00",
    ]);
  });

  it("is each item once, however many look for work at once", async () => {
    const one = booking();
    const sends = [kit.engine.sendNow(one.id), kit.engine.sendNow(one.id)];
    for (let round = 0; round < 20; round += 1) kit.engine.kick();
    await settle();
    expect(kit.client.posts()).toHaveLength(1);
    await answerAll(() => booked());
    await Promise.all(sends);
    expect(kit.client.posts()).toHaveLength(1);
    expect(kit.sendCounts()).toBe(1);
  });

  it("leaves the items of other accounts and those saved for later where they are", async () => {
    const other = booking();
    kit.save({ ...other, status: "saved-for-later" });
    kit.world.account = { ...deskAccount, accountId: "account-two" };
    booking();
    kit.world.account = deskAccount;
    await kick();
    expect(kit.client.posts()).toHaveLength(0);
  });
});

describe("one bad item", () => {
  // outbox-2: One bad item stops no other
  it("that is refused stops nothing else", { tags: ["outbox-2"] }, async () => {
    const bad = booking(666);
    const good = Array.from({ length: 8 }, (_, index) => booking(index + 1));
    kit.client.respond = ({ body }) => (body["patientId"] === 666 ? failing("fields-refused") : booked());
    await kick();
    expect(statuses(bad)).toEqual(["needs-editing"]);
    expect(new Set(statuses(...good))).toEqual(new Set(["done"]));
  });

  it("that may not be sent any more leaves its place to the next at once", async () => {
    const passed = Array.from({ length: 5 }, () => booking(1, { date: "2026-03-01" }));
    const good = booking(2);
    kit.client.respond = () => booked();
    await kick();
    expect(new Set(statuses(...passed))).toEqual(new Set(["needs-editing"]));
    expect(statuses(good)).toEqual(["done"]);
    expect(kit.client.posts()).toHaveLength(1);
  });

  it("that makes the client throw counts as one that may have been made, and stops nothing else", async () => {
    const bad = booking(666);
    const good = booking(1);
    kit.client.respond = ({ body }) => {
      if (body["patientId"] === 666) throw new Error("a fault of ours");
      return booked();
    };
    await kick();
    expect(statuses(good)).toEqual(["done"]);
    expect(statuses(bad)).toEqual(["needs-checking"]);
    expect(kit.logged).toContain("outbox.send");
  });

  it("that is tried again and again comes back less and less often", async () => {
    const bad = patient("Zoe");
    const at: number[] = [];
    kit.client.respond = ({ body }) => {
      at.push(kit.clock.monotonic());
      return body["firstName"] === "Zoe" ? failing("service-error") : booked();
    };
    await kick();
    await clockOn(600_000);
    expect(statuses(bad)).toEqual(["ready"]);
    const gaps = at.slice(1).map((time, index) => time - (at[index] ?? 0));
    expect(gaps.length).toBeLessThan(30);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(250);
    expect(gaps.at(-1)).toBeGreaterThan((gaps[0] ?? 0) * 8);
    const good = booking(5);
    await kick();
    expect(statuses(good)).toEqual(["done"]);
  });
});

describe("a desk that must have a PIN and has none", () => {
  it("sends nothing, not what was ready before and not what is asked for, until it has one", async () => {
    kit.world.mayWork = false;
    const [before, asked] = [booking(1), booking(2)];
    await kick();
    void kit.engine.sendNow(asked.id);
    await settle();
    expect(kit.client.posts()).toEqual([]);
    expect(statuses(before, asked)).toEqual(["ready", "ready"]);
    kit.world.mayWork = true;
    kit.client.respond = () => booked();
    await kick();
    expect(statuses(before, asked)).toEqual(["done", "done"]);
  });

  it("begins nothing more once the organization asks for it", async () => {
    kit.world.counted = () => {
      kit.world.mayWork = false;
      return Promise.resolve("counted");
    };
    const all = Array.from({ length: 6 }, (_, index) => booking(index + 1));
    await kick();
    await answerAll(() => booked());
    // As many as had begun at once.
    expect(kit.client.posts()).toHaveLength(4);
    expect(statuses(...all).filter((status) => status === "ready")).toHaveLength(2);
  });
});
