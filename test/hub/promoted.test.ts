import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import type { Entry } from "../../shared/hub-api/entries.ts";
import { openDatabase } from "../../hub/database/database.ts";
import { declareReplication } from "../../hub/database/declared.ts";
import { migrateHub } from "../../hub/database/migrate.ts";
import { embeddedRole, startEmbeddedPostgres } from "../../hub/postgres/embedded.ts";
import { clinicOf, newId, recordOf, shared, type TestDesk } from "./support/desk.ts";
import { queryOnce, replicaOf, type Replica } from "./support/replica.ts";
import { testHub } from "./support/started.ts";
import { turnout } from "./support/turnout.ts";

const confirm = (item: string): Entry => ({
  type: "confirm",
  item,
  epoch: 1,
  attempt: newId(),
  notSent: [],
});

/** Whether commits at that server wait for a standby, as whoever connects from now on finds it. */
async function waitForStandbys(owner: pg.ClientConfig, names: "*" | ""): Promise<void> {
  await queryOnce(owner, `alter system set synchronous_standby_names = '${names}'`);
  await queryOnce(owner, "select pg_reload_conf()");
  for (;;) {
    const [row] = await queryOnce<{ names: string }>(owner, "show synchronous_standby_names");
    if (Object.values(row ?? {})[0] === names) return;
  }
}

/** As the operator's command does. */
async function declared(hub: pg.ClientConfig) {
  const ignore = (): void => undefined;
  const options = { connections: 1, statementTimeoutMs: 5_000, onError: ignore, onRestored: ignore };
  const database = openDatabase({ connection: hub, ...options });
  try {
    return await declareReplication(database, true);
  } finally {
    await database.close();
  }
}

/** Whatever is so. */
const declare = (owner: pg.ClientConfig, synchronous: boolean): Promise<object[]> =>
  queryOnce(owner, `update hub.identity set synchronous = ${synchronous}`);

/**
 * A primary and a replica of it, before both a port that leads to the primary, and a clinic of two desks with an item
 * that waits. A second replica hears from the first: when that one is promoted it has a standby.
 */
async function cluster() {
  const folder = mkdtempSync(join(tmpdir(), "hub-promoted-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const primary = await startEmbeddedPostgres({ folder, settings: ["fsync=off", "shared_buffers=16MB"] });
  onTestFinished(() => primary.stop());
  await migrateHub(primary.owner, { role: embeddedRole, password: String(primary.hub.password) });
  const replica = await replicaOf(primary, folder, join(folder, "replica"));
  onTestFinished(() => replica.stop());
  const second = await replicaOf(primary, folder, join(folder, "second"), replica);
  onTestFinished(() => second.stop());
  const line = await turnout(Number(primary.hub.port));
  const connection = { ...primary.hub, port: line.port };
  const options = { statementTimeoutMs: 5_000, behindMs: 3_600_000 };
  const hub = await testHub({ hub: connection }, options);
  const [one, two] = (await clinicOf(hub.address, String(hub.creationToken), 2)) as unknown as [
    TestDesk,
    TestDesk,
  ];
  const item = newId();
  const [entries, ciphertexts] = shared(item);
  expect((await one.push(entries, ciphertexts)).failure).toBeNull();
  await two.readOn();
  return { primary, replica, line, connection, options, hub, one, two, item };
}

const pushOne = async (desk: TestDesk) => {
  const { entry, ciphertext } = recordOf(newId());
  return desk.push([entry], [ciphertext]);
};

async function promote({ replica, line }: { replica: Replica; line: { leadTo: (port: number) => void } }) {
  await replica.promote();
  line.leadTo(Number(replica.hub.port));
}

/** Asks until the hub has left the connections that were cut. */
async function answered(desk: TestDesk): Promise<void> {
  while ((await desk.pull()).status !== 200);
}

const restorations = async (owner: pg.ClientConfig): Promise<number> => {
  const [row] = await queryOnce<{ restorations: string }>(owner, "select restorations from hub.identity");
  return Number(row?.restorations);
};

it("a promotion that is declared and proven lossless asks nobody; the old primary is not answered from, until nothing newer is left", async () => {
  const all = await cluster();
  const { primary, replica, line, hub, one, two, item } = all;
  await waitForStandbys(primary.owner, "*");
  await waitForStandbys(replica.owner, "*");
  expect(await declared(primary.hub)).toEqual({ synchronous: true });
  expect((await pushOne(one)).failure).toBeNull();
  await promote(all);
  await answered(one);
  await one.readOn();
  expect((await one.push([confirm(item)])).failure).toBeNull();
  expect([one.generation, await restorations(replica.owner)]).toEqual([0, 0]);
  expect(hub.lines.filter((text) => text.includes("a replica was promoted"))).toHaveLength(1);
  // A hub that is started only now knows nothing of before.
  const anew = await testHub({ hub: all.connection }, all.options);
  two.address = anew.address;
  await two.readOn();
  expect([(await pushOne(two)).failure, two.generation]).toEqual([null, 0]);
  // The old primary leads again, and has its own mark.
  line.leadTo(Number(primary.hub.port));
  while ((await two.pull()).status !== 503);
  expect((await one.push([confirm(item)])).failure).toMatchObject({ code: "database-unavailable" });
  expect(hub.lines.join("\n")).toContain("on an earlier timeline than the one that was served");
  expect(await restorations(primary.owner)).toBe(0);
  line.leadTo(Number(replica.hub.port));
  await answered(one);
  await one.readOn();
  expect([(await pushOne(one)).failure, one.generation]).toEqual([null, 0]);
});

it("a database that goes back for good is a restored one, noted once by all hubs that served the newer one", async () => {
  const all = await cluster();
  const { primary, one, two, line, item } = all;
  const atOnce = { ...all.options, behindMs: 0 };
  const hubs = [
    await testHub({ hub: all.connection }, atOnce),
    await testHub({ hub: all.connection }, atOnce),
  ];
  await promote(all);
  for (const hub of hubs) {
    one.address = hub.address;
    await answered(one);
  }
  expect(await restorations(all.replica.owner)).toBe(1);
  await one.readOn();
  const told = { type: "book-again" as const, item, epoch: 1, attempts: [], historyIncomplete: true };
  expect((await one.push([told])).failure).toBeNull();
  expect((await one.push([confirm(item)])).failure).toBeNull();
  // The old primary knows of neither, and has its own mark.
  line.leadTo(Number(primary.hub.port));
  for (const hub of hubs) {
    two.address = hub.address;
    await answered(two);
  }
  expect(await restorations(primary.owner)).toBe(1);
  await two.readOn();
  expect((await two.push([{ type: "take-over", item, epoch: 1 }])).failure).toBeNull();
  await two.readOn();
  const [row] = await queryOnce<{ epoch: string }>(primary.owner, "select epoch from hub.items");
  const again = { type: "book-again" as const, item, epoch: Number(row?.epoch), attempts: [] };
  expect((await two.push([{ ...again, historyIncomplete: false }])).failure).toMatchObject({
    code: "history-incomplete",
  });
});

it("what is declared and is not so is answered 503 and named in the log, before a push and behind its commit", async () => {
  const { primary, replica, hub, one } = await cluster();
  expect(await declared(primary.hub)).toMatchObject({ reason: expect.stringContaining("is empty") });
  await declare(primary.owner, true);
  const refused = { code: "database-unavailable" };
  expect((await pushOne(one)).failure).toMatchObject(refused);
  expect(hub.lines.join("\n")).toContain("synchronous_standby_names is empty");
  expect((await fetch(`${hub.address}/ready`)).status).toBe(503);
  // Who reads is told nothing that could be lost.
  expect((await one.pull()).status).toBe(200);
  await waitForStandbys(primary.owner, "*");
  expect((await pushOne(one)).failure).toBeNull();
  // It waits for a replica that hears nothing, and then for none.
  await replica.cutOff();
  const waiting = pushOne(one);
  for (;;) {
    const [row] = await queryOnce<{ count: string }>(
      primary.owner,
      "select count(*) from pg_stat_activity where wait_event = 'SyncRep'",
    );
    if (Number(row?.count) > 0) break;
  }
  expect((await fetch(`${hub.address}/ready`)).status).toBe(503);
  await waitForStandbys(primary.owner, "");
  expect((await waiting).failure).toMatchObject(refused);
  await queryOnce(primary.owner, `alter role ${embeddedRole} set synchronous_commit = 'local'`);
  await waitForStandbys(primary.owner, "*");
  const anew = await testHub(primary, { statementTimeoutMs: 5_000 });
  one.address = anew.address;
  expect((await pushOne(one)).failure).toMatchObject(refused);
  expect(anew.lines.join("\n")).toContain("synchronous_commit is below on");
});

it.each<[string, (all: Awaited<ReturnType<typeof cluster>>) => Promise<void>]>([
  [
    "lacks what this hub acknowledged",
    async ({ primary, replica, one }) => {
      await replica.cutOff();
      // What the replica does not hear of: there it is declared.
      await declare(primary.owner, false);
      expect((await pushOne(one)).failure).toBeNull();
      // What is lost is the desk's to say anew.
      one.sequence -= 1;
    },
  ],
  [
    "was long without a hub",
    async ({ primary, replica }) => {
      await queryOnce(primary.owner, "update hub.identity set alive_at = now() - interval '1 hour'");
      await replica.caughtUp();
    },
  ],
])("a promoted replica that %s counts as a restored one", async (_what, lose) => {
  const all = await cluster();
  const { primary, replica, one, item } = all;
  await waitForStandbys(replica.owner, "*");
  await declare(primary.owner, true);
  await replica.caughtUp();
  await lose(all);
  await promote(all);
  await answered(one);
  expect(await restorations(replica.owner)).toBe(1);
  await one.readOn();
  expect(one.generation).toBeGreaterThan(1_700_000_000);
  expect((await one.push([confirm(item)])).failure).toMatchObject({ code: "history-incomplete" });
});
