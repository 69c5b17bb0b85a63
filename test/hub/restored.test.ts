import { describe, expect, it } from "vitest";
import type { Entry } from "../../shared/hub-api/entries.ts";
import { noteRestoredByHand } from "../../hub/database/restored.ts";
import { openDatabase } from "../../hub/database/database.ts";
import { clinicOf, newId, shared, type TestDesk } from "./support/desk.ts";
import { type TestDatabase, testDatabase, testHub } from "./support/started.ts";

const confirm = (item: string, epoch: number, attempt = newId()): Entry => ({
  type: "confirm",
  item,
  epoch,
  attempt,
  notSent: [],
});

async function clinicWithItem() {
  const database = await testDatabase();
  const hub = await testHub(database);
  const [one, two] = (await clinicOf(hub.address, String(hub.creationToken), 2)) as unknown as [
    TestDesk,
    TestDesk,
  ];
  const item = newId();
  const [entries, ciphertexts] = shared(item);
  await one.push(entries, ciphertexts);
  await two.readOn();
  return { database, hub, one, two, item };
}

/** What a database looks like that was copied from elsewhere: its own mark is another's. */
const asCopied = (database: TestDatabase) =>
  database.query("update hub.identity set fingerprint = 'of another'");

async function byHand({ hub: connection }: TestDatabase): Promise<void> {
  const ignore = (): void => undefined;
  const options = { connections: 1, statementTimeoutMs: 5_000, onError: ignore, onRestored: ignore };
  const database = openDatabase({ connection, ...options });
  await noteRestoredByHand(database);
  await database.close();
}

describe("a restored database", () => {
  it.each([
    ["by its mark", asCopied],
    ["by the command", byHand],
  ])(
    "is noticed %s before anything is confirmed, and trusted once a person has decided, not when all have reported",
    async (_how, restore) => {
      const { database, one, two, item } = await clinicWithItem();
      await restore(database);
      expect((await one.push([confirm(item, 1)])).failure).toMatchObject({ code: "generation-changed" });
      await one.readOn();
      expect(one.generation).toBeGreaterThan(1_700_000_000);
      expect((await one.push([confirm(item, 1)])).failure).toMatchObject({
        code: "history-incomplete",
        awaited: [one.id, two.id].sort(),
      });
      await one.push([{ type: "reported" }]);
      expect((await one.push([confirm(item, 1)])).failure).toMatchObject({
        code: "history-incomplete",
        awaited: [two.id],
      });
      await two.readOn();
      await two.push([{ type: "reported" }]);
      await one.readOn();
      expect((await one.push([confirm(item, 1)])).failure).toMatchObject({
        code: "history-incomplete",
        awaited: [],
      });
      const told = { type: "book-again" as const, item, epoch: 1, attempts: [], historyIncomplete: true };
      expect((await one.push([told])).failure).toBeNull();
      expect((await one.push([confirm(item, 1)])).failure).toBeNull();
    },
  );

  it("leaves an item to a person who is told, and what is new to nobody", async () => {
    const { database, one, item } = await clinicWithItem();
    await asCopied(database);
    await one.readOn();
    const decision = { type: "book-again", item, epoch: 1, attempts: [] } as const;
    expect((await one.push([{ ...decision, historyIncomplete: false, attempts: [] }])).failure).toMatchObject(
      { code: "history-incomplete" },
    );
    expect((await one.push([{ ...decision, historyIncomplete: true, attempts: [] }])).failure).toBeNull();
    expect((await one.push([confirm(item, 1)])).failure).toBeNull();
    const fresh = newId();
    const [entries, ciphertexts] = shared(fresh, { generation: one.generation });
    await one.push(entries, ciphertexts);
    const epoch = one.generation * 2 ** 20 + 1;
    expect((await one.push([confirm(fresh, epoch)])).failure).toBeNull();
  });

  it("gives no epoch again that was given before it", async () => {
    const { database, one, two, item } = await clinicWithItem();
    await two.push([{ type: "take-over", item, epoch: 1 }]);
    await asCopied(database);
    await one.readOn();
    await one.push([{ type: "take-over", item, epoch: 2 }]);
    const [row] = await database.query<{ epoch: string }>("select epoch from hub.items");
    expect(Number(row?.epoch)).toBe(one.generation * 2 ** 20 + 1);
  });

  it("that shows nothing is noticed by a desk that has read further, or otherwise", async () => {
    const { one, two, item } = await clinicWithItem();
    const read = { number: 90, hash: "ab".repeat(32) };
    const { failure } = await two.push([confirm(item, 1)], [], { read });
    if (failure?.code !== "history-differs") throw new Error(String(failure?.code));
    await one.readOn();
    expect(one.generation).toBe(failure.generation);
    expect((await one.push([confirm(item, 1)])).failure).toMatchObject({ code: "history-incomplete" });
    // Who has not heard of it shows nothing new.
    expect((await two.push([confirm(item, 1)], [], { read })).failure).toMatchObject({
      code: "generation-changed",
      generation: failure.generation,
    });
  });
});

it("no desk's word leads a clinic to the last generation that there is", async () => {
  const { one, two } = await clinicWithItem();
  const last = 2 ** 32 - 1;
  expect((await two.push([{ type: "reported" }], [], { generation: last })).failure).toMatchObject({
    code: "invalid",
  });
  const heartbeat = { v: 1, kind: "heartbeat", clinic: two.clinic, desk: two.id } as const;
  const read = { ...two.head, hash: "ab".repeat(32) };
  const at = new Date().toISOString();
  const { bytes, signature } = two.signed({ ...heartbeat, generation: last, read, at });
  const path = "/v1/clinics/:clinic/heartbeat";
  const answer = await two.ask("POST", path, { body: { bytes, signature } });
  expect(answer.failure).toMatchObject({ code: "invalid" });
  await one.readOn();
  expect(one.generation).toBe(0);
  expect((await one.push([{ type: "reported" }])).failure).toBeNull();
});

it("a desk that says without end that the log was another keeps nobody from removing it", async () => {
  const { one, two } = await clinicWithItem();
  await one.readOn();
  const read = { ...two.head, hash: "ab".repeat(32) };
  const lie = async (): Promise<void> => {
    await two.readOn();
    const { failure } = await two.push([{ type: "reported" }], [], { read, generation: two.generation });
    expect(failure).toMatchObject({ code: "history-differs" });
  };
  await lie();
  expect((await one.push([{ type: "reported" }])).failure).toMatchObject({ code: "generation-changed" });
  await lie();
  expect((await one.push([{ type: "member-removed", desk: two.id, lost: true }])).failure).toBeNull();
  expect((await two.pull()).status).toBe(403);
});
