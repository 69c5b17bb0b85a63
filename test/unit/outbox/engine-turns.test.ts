import { beforeEach, expect, it } from "vitest";
import { fail } from "../../../shared/core/failure.ts";
import type { Item } from "../../../shared/outbox/item.ts";
import { settle } from "../../support/fake-clock.ts";
import {
  deskAccount,
  outboxKit,
  typedBooking,
  typedPatient,
  type OutboxKit,
} from "../../support/outbox-kit.ts";
import { booked, failing } from "../../support/scripted-client.ts";
import { verbatim } from "../../../messages/saying.ts";

let kit: OutboxKit;
beforeEach(async () => {
  kit = await outboxKit();
});

const booking = (number: number): Item =>
  kit.ready({ kind: "booking", form: typedBooking({ patient: { kind: "number", text: String(number) } }) });
const numbers = (): unknown[] => kit.client.posts().map(({ body }) => body["patientId"]);

it("are never more than four, though somebody sends ten at once", async () => {
  const sends = Array.from({ length: 10 }, (_none, index) => kit.engine.sendNow(booking(index + 1).id));
  await settle();
  expect(kit.client.open()).toHaveLength(4);
  let most = 0;
  while (kit.client.open().length > 0) {
    most = Math.max(most, kit.client.open().length);
    kit.client.open()[0]?.answer(booked());
    await settle();
  }
  await Promise.all(sends);
  expect(most).toBe(4);
  expect(kit.client.posts()).toHaveLength(10);
});

it("give the next place to what somebody waits for, before older items", async () => {
  for (let number = 1; number <= 8; number += 1) booking(number);
  kit.engine.kick();
  await settle();
  const asked = kit.engine.sendNow(booking(99).id);
  kit.client.posts()[0]?.answer(booked());
  await settle();
  expect(numbers()).toEqual([1, 2, 3, 4, 99]);
  kit.client.posts()[4]?.answer(booked(2));
  await asked;
  await settle();
  expect(numbers()).toEqual([1, 2, 3, 4, 99, 5]);
});

it("are not taken any more by a send that waited when the line went down meanwhile", async () => {
  for (let number = 1; number <= 4; number += 1) booking(number);
  kit.engine.kick();
  await settle();
  kit.world.probe = () =>
    Promise.resolve({ kind: "failed", failure: fail("not-reached", verbatim("Down.")) });
  const waiting = booking(99);
  const asked = kit.engine.sendNow(waiting.id);
  kit.client.posts()[0]?.answer(failing("unclear"));
  await asked;
  expect(kit.item(waiting.id)).toMatchObject({ status: "ready", attempts: [] });
  expect(kit.client.posts()).toHaveLength(4);
});

it("are not taken by a send whose account left the desk while the line was asked", async () => {
  kit.line.failed(fail("not-reached", verbatim("The line is down.")));
  let answer = (): void => undefined;
  kit.world.probe = () =>
    new Promise((resolve) => {
      answer = () => resolve({ kind: "answered" });
    });
  const item = booking(1);
  const asked = kit.engine.sendNow(item.id);
  kit.world.account = { ...deskAccount, accountId: "account-two" };
  answer();
  await asked;
  expect(kit.client.posts()).toHaveLength(0);
  expect(kit.item(item.id)).toMatchObject({ status: "ready", attempts: [] });
});

it("come to a booking behind any number of items that wait to be tried again", async () => {
  for (let number = 0; number < 250; number += 1) kit.ready({ kind: "patient", form: typedPatient });
  const last = booking(1);
  kit.client.respond = ({ endpoint }) => (endpoint === "createPatient" ? failing("unclear") : booked());
  kit.engine.kick();
  for (let turn = 0; turn < 400 && kit.item(last.id).status !== "done"; turn += 1) await settle();
  expect(kit.item(last.id).status).toBe("done");
  expect(kit.client.posts()).toHaveLength(251);
});

it("keep one order for the bookings of a patient who is known by number alone", async () => {
  const [first, second] = [booking(7), booking(7)];
  kit.engine.kick();
  await settle();
  expect(kit.client.posts()).toHaveLength(1);
  expect(kit.item(first.id).status).toBe("sending");
  kit.client.posts()[0]?.answer(booked());
  await settle();
  expect([first, second].map(({ id }) => kit.item(id).status)).toEqual(["done", "sending"]);
});

it("are given back when the line fails between taking one and keeping the beginning; nothing is sent out of order", async () => {
  const all = [booking(7), booking(7), booking(8)];
  const failure = fail("not-reached", verbatim("The line is down."));
  kit.world.probe = () => Promise.resolve({ kind: "failed", failure });
  kit.engine.kick();
  kit.line.failed(failure);
  await settle();
  expect(kit.client.posts()).toHaveLength(0);
  expect(all.map(({ id }) => kit.item(id))).toEqual(all);
  kit.world.probe = () => Promise.resolve({ kind: "answered" });
  kit.client.respond = () => booked();
  await kit.clock.advance(60_000);
  expect(numbers()).toEqual([7, 8, 7]);
});

it("are taken one after the other from what was read at once, and what was read is read anew when asked", async () => {
  for (let number = 1; number <= 150; number += 1) booking(number);
  kit.client.respond = () => booked();
  kit.engine.kick();
  for (let turn = 0; turn < 10; turn += 1) await settle();
  expect(numbers()).toEqual(Array.from({ length: 150 }, (_none, index) => index + 1));
});

it("go to the next booking that nothing holds back, behind any number of one patient", async () => {
  for (let number = 0; number < 150; number += 1) booking(7);
  booking(8);
  kit.engine.kick();
  await settle();
  expect(numbers()).toEqual([7, 8]);
});

/** The first of two bookings of a patient failed and waits; four of others fill the places. */
async function firstHasToWait() {
  const [first, second] = [booking(7), booking(7)];
  for (let number = 10; number < 14; number += 1) booking(number);
  kit.engine.kick();
  await settle();
  const [sent, ...others] = kit.client.open();
  sent?.answer(failing("not-reached"));
  await settle();
  return { first, second, others };
}

it("do not let a patient's later booking overtake the one whose wait has just ended", async () => {
  const { first, second, others } = await firstHasToWait();
  // Its wait is over, and nobody has looked yet when the next place is free.
  const looked = kit.clock.pending();
  kit.clock.skip(60_000);
  kit.line.answered();
  for (const call of others) call.answer(booked());
  await settle();
  expect(looked).toBeGreaterThan(0);
  expect([first, second].map(({ id }) => kit.item(id).status)).toEqual(["sending", "ready"]);
});

it("do not let a patient's later booking overtake the one whose wait a person has cut short", async () => {
  const { first, second, others } = await firstHasToWait();
  expect(kit.client.open()).toHaveLength(4);
  const asked = kit.engine.sendNow(first.id);
  await kit.clock.advance(1_000);
  // Two places at once: one more than the send that is waited for.
  for (const call of others.slice(0, 2)) call.answer(booked());
  await settle();
  expect([first, second].map(({ id }) => kit.item(id).status)).toEqual(["sending", "ready"]);
  kit.client.respond = () => booked();
  for (const call of kit.client.open()) call.answer(booked());
  await asked;
});
