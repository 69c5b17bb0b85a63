import { beforeEach, describe, expect, it } from "vitest";
import { countAttempts } from "../../../shared/outbox/attempts.ts";
import { outboxActions } from "../../support/outbox-actions.ts";
import { outboxKit, type OutboxKit } from "../../support/outbox-kit.ts";
import { failing, type Answer } from "../../support/scripted-client.ts";

let kit: OutboxKit;
beforeEach(async () => {
  kit = await outboxKit();
});
const { patient, kick, clockOn } = outboxActions(() => kit);

const minute = 60_000;

/** Requests a minute, probes among them, at the end of an hour in which every request is answered like that. */
async function afterAnHour(answer: () => Answer): Promise<number> {
  const requests = (): number => kit.client.calls.length + kit.world.probes;
  kit.client.respond = answer;
  await kick();
  await clockOn(50 * minute);
  const before = requests();
  await clockOn(10 * minute);
  return (requests() - before) / 10;
}

/** The probe answers all along: it is the requests alone that fail. */
describe.each<[string, () => Answer]>([
  ["500", () => failing("service-error")],
  ["503 with Retry-After 1", () => failing("service-error", { retryAfterSeconds: 1 })],
  ["503 with Retry-After 60", () => failing("service-error", { retryAfterSeconds: 60 })],
  ["429 with Retry-After 0", () => failing("rate-limited", { retryAfterSeconds: 0 })],
  ["429 with Retry-After 2", () => failing("rate-limited", { retryAfterSeconds: 2 })],
  ["429 without", () => failing("rate-limited")],
  ["no answer", () => failing("unclear")],
])("an hour of %s", (_what, answer) => {
  it("ends in two requests a minute for one item", async () => {
    const { id } = patient();
    expect(await afterAnHour(answer)).toBeLessThanOrEqual(2);
    // Each request of it was an attempt, and each is counted.
    const { attempts } = kit.item(id);
    expect(countAttempts(attempts)).toBe(kit.client.calls.length);
    expect(attempts.length).toBeLessThanOrEqual(100);
    expect(JSON.stringify(kit.item(id)).length).toBeLessThan(32_000);
  });

  it.each([20, 200])("ends in twenty requests a minute for a queue of %i", async (count) => {
    for (let number = 0; number < count; number += 1)
      patient(`Ann${"abcdefghijklmnopqrst".charAt(number % 20)}`);
    expect(await afterAnHour(answer)).toBeLessThanOrEqual(20);
  });
});
