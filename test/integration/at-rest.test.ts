import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createMemorySecretStore } from "../../main/platform/secret-store.ts";
import { connect } from "../../main/db/connection.ts";
import { startDesk } from "../support/desk-kit.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { json, jwtOf, startFakeService } from "../support/fake-service.ts";
import { keyOf } from "../support/store-files.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const minute = 60_000;
const registered = {
  id: 7,
  url: "https://example.org/hook",
  events: ["appointment.approved.v1"],
};

it("a desk at rest asks once a minute, and writes nothing that did not change", async () => {
  const service = await startFakeService();
  onTestFinished(() => service.close());
  let listed = [registered];
  service.rule(({ method }) => (method === "GET" ? json(200, listed) : null));
  const directory = join(temporaryFolder(), "records");
  const secrets = createMemorySecretStore();
  const clock = fakeClock("2026-04-01T15:00:00Z");
  const { desk, get } = await startDesk({ directory, secrets, clock });
  onTestFinished(() => desk.stop());
  const token = jwtOf({ sub: "Elm Street Clinic", iss: "https://issuer.example" });
  await get("session.connect", { serviceAddress: service.baseUrl, token, sameAccount: null });

  /** SQLite tells a second connection of every transaction of the first. */
  const file = join(directory, "front-desk.db");
  const beside = await connect(file, await keyOf(file, secrets));
  onTestFinished(() => void beside.close());
  const version = (): unknown => beside.pragma("data_version", { simple: true });
  const lastAnswer = async () => (await get("session.get", {})).connection.lastAnswerAt;
  async function passMinute(): Promise<void> {
    const before = service.requests.length;
    await clock.advance(minute);
    await expect.poll(lastAnswer).toBe(clock.now().toISOString());
    expect(service.requests.length).toBe(before + 1);
  }
  /** In how many of so many minutes something was written. */
  async function writtenIn(minutes: number): Promise<number> {
    let written = 0;
    for (let at = 0; at < minutes; at += 1) {
      const before = version();
      await passMinute();
      if (version() !== before) written += 1;
    }
    return written;
  }
  // What the start had to write is written, and the probe is at the minute.
  await expect.poll(lastAnswer).not.toBeNull();
  await passMinute();
  await passMinute();
  expect(await writtenIn(60)).toBeLessThanOrEqual(2);
  // A list that is another one is written at once; the minutes are counted by that.
  listed = [registered, { ...registered, id: 8 }];
  expect(await writtenIn(1)).toBe(1);

  // What is shown without a connection is of the last answer, here and at the next start.
  await passMinute();
  await passMinute();
  const answeredAt = clock.now().toISOString();
  await service.close();
  const shown = await get("webhooks.list", {});
  expect(shown).toMatchObject({ asOf: answeredAt, webhooks: [{ id: 7 }, { id: 8 }] });
  await desk.stop();
  const again = await startDesk({ directory, secrets, clock });
  onTestFinished(() => again.stop());
  expect(await again.get("webhooks.list", {})).toMatchObject({ ...shown, failure: { code: "not-reached" } });
});

it("what was written of an unchanged list is an older moment, never a newer one", async () => {
  const service = await startFakeService();
  onTestFinished(() => service.close());
  const directory = join(temporaryFolder(), "records");
  const secrets = createMemorySecretStore();
  const clock = fakeClock("2026-04-01T15:00:00Z");
  const killed = await startDesk({ directory, secrets, clock });
  onTestFinished(() => killed.stop());
  const token = jwtOf({ sub: "Elm Street Clinic", iss: "https://issuer.example" });
  await killed.get("session.connect", { serviceAddress: service.baseUrl, token, sameAccount: null });
  const accountId = (await killed.get("session.get", {})).session.accountId ?? "";
  const file = join(directory, "front-desk.db");
  const beside = await connect(file, await keyOf(file, secrets));
  onTestFinished(() => void beside.close());
  const written = (): unknown =>
    beside.prepare("select as_of from webhook_lists where account_id = ?").pluck().get(accountId);
  const first = "2026-04-01T15:00:00.000Z";
  await killed.get("webhooks.list", {});
  expect(written()).toBe(first);
  // Answers of a minute each, and one of an hour later.
  for (const [minutes, stands] of [
    [1, first],
    [58, first],
    [1, "2026-04-01T16:00:00.000Z"],
    [1, "2026-04-01T16:00:00.000Z"],
  ] as const) {
    clock.skip(minutes * minute);
    expect((await killed.get("webhooks.list", {})).asOf).toBe(clock.now().toISOString());
    expect(written()).toBe(stands);
  }
});
