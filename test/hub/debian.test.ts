import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { moreEvent, buildPath, plainRoutes } from "../../shared/hub-api/routes.ts";
import { migrateHub } from "../../hub/database/migrate.ts";
import { embeddedRole, startEmbeddedPostgres } from "../../hub/postgres/embedded.ts";
import { clinicOf, newId, recordOf, shared, type TestDesk } from "./support/desk.ts";
import { binariesIn, debianPostgres, pgbouncer, runOn, startPooler } from "./support/debian.ts";
import { testDatabase, testHub } from "./support/started.ts";

const pushOne = async (desk: TestDesk): Promise<void> => {
  const { entry, ciphertext } = recordOf(newId());
  const { failure } = await desk.push([entry], [ciphertext]);
  expect(failure).toBeNull();
};

it.skipIf(pgbouncer === null)(
  "two hubs behind PgBouncer's transaction mode keep clinics apart, number without a gap, and hear of each other",
  async () => {
    const database = await testDatabase();
    const connection = await startPooler(String(pgbouncer), database.hub);
    const options = { listenConnection: database.hub };
    const one = await testHub({ hub: connection }, options);
    const two = await testHub({ hub: connection }, options);
    const ours = await clinicOf(one.address, String(one.creationToken), 4);
    const theirs = await clinicOf(two.address, String(two.creationToken), 4);
    const path = buildPath(plainRoutes.stream.path, { clinic: ours[0].clinic });
    const stream = await fetch(`${two.address}${path}`, {
      headers: { authorization: `Bearer ${ours[0].credential}` },
    });
    const reader = stream.body?.getReader();
    const heard = async (): Promise<string> => Buffer.from((await reader?.read())?.value ?? []).toString();
    // The first says that the stream is open, the second what another hub took.
    expect(await heard()).toContain(`event: ${moreEvent}`);
    await Promise.all(
      [...ours, ...theirs].map(async (desk) => {
        for (let turn = 0; turn < 5; turn += 1) await pushOne(desk);
      }),
    );
    const said = await heard();
    const event = `event: ${moreEvent}\ndata: {}\n\n`;
    expect([said.startsWith(event), said.replaceAll(event, "")]).toEqual([true, ""]);
    await reader?.cancel();
    for (const [desk] of [ours, theirs]) {
      const { value } = await desk.pull(0);
      expect(value.pushes.map(({ number }) => number)).toEqual(
        Array.from({ length: 21 }, (_none, at) => at + 1),
      );
    }
  },
);

it.skipIf(debianPostgres === null)(
  "a backup by a superuser's pg_dump, restored elsewhere, is noticed; what it lacks comes back from the desks",
  async () => {
    const bin = String(debianPostgres);
    const folder = mkdtempSync(join(tmpdir(), "hub-drill-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const postgres = await startEmbeddedPostgres({ folder, binaries: binariesIn(bin) });
    onTestFinished(() => postgres.stop());
    await migrateHub(postgres.owner, { role: embeddedRole, password: String(postgres.hub.password) });
    const hub = await testHub({ hub: postgres.hub });
    const [one, two] = await clinicOf(hub.address, String(hub.creationToken), 2);
    if (two === undefined) throw new Error("two desks");
    const item = newId();
    const [entries, ciphertexts] = shared(item);
    await one.push(entries, ciphertexts);
    const file = join(folder, "backup");
    runOn(join(bin, "pg_dump"), postgres.owner, ["-Fc", "-f", file, String(postgres.owner.database)]);
    // After the backup: a confirmation that the restored database knows nothing of.
    const lost = newId();
    await one.push([{ type: "confirm", item, epoch: 1, attempt: lost, notSent: [] }]);
    await hub.close();
    const admin = new pg.Client({ ...postgres.owner, database: "postgres" });
    await admin.connect();
    await admin.query("create database restored");
    await admin.end();
    runOn(join(bin, "pg_restore"), postgres.owner, ["-d", "restored", file]);
    const again = await testHub({ hub: { ...postgres.hub, database: "restored" } });
    one.address = again.address;
    two.address = again.address;
    const early = await one.pull(0);
    expect(early.value).toMatchObject({ head: { number: 2 }, history: { complete: false } });
    // The desk goes back to the last push that both have, tells what it knows, and reports.
    one.head = early.value.head;
    one.sequence = 2;
    one.generation = early.value.history.generation;
    expect(
      (await one.push([{ type: "outcome", item, attempt: lost, outcome: "booked" }, { type: "reported" }]))
        .failure,
    ).toBeNull();
    await two.readOn();
    await two.push([{ type: "reported" }]);
    expect((await two.pull(0)).value.history).toMatchObject({ complete: true, awaited: [] });
    const confirm = { type: "confirm" as const, item, epoch: 1, attempt: newId(), notSent: [] };
    await one.readOn();
    expect((await one.push([confirm])).failure).toMatchObject({
      code: "claim-changed",
      claim: { ended: "booked" },
    });
  },
);

it.skipIf(debianPostgres === null)(
  "a backup by an owner who is no superuser fails aloud, and is made once the role has BYPASSRLS",
  async () => {
    const bin = String(debianPostgres);
    const folder = mkdtempSync(join(tmpdir(), "hub-drill-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const postgres = await startEmbeddedPostgres({ folder, binaries: binariesIn(bin) });
    onTestFinished(() => postgres.stop());
    const admin = new pg.Client({ ...postgres.owner, database: "postgres" });
    await admin.connect();
    onTestFinished(() => admin.end());
    await admin.query("create role clinic_owner login createrole password 'x'");
    await admin.query("create database clinic_hub owner clinic_owner");
    const owner = { ...postgres.owner, user: "clinic_owner", password: "x", database: "clinic_hub" };
    await migrateHub(owner, { role: "clinic_hub", password: "y" });
    const file = join(folder, "backup");
    const dump = (): unknown => runOn(join(bin, "pg_dump"), owner, ["-Fc", "-f", file, owner.database]);
    expect(dump).toThrow();
    await admin.query("alter role clinic_owner bypassrls");
    expect(dump).not.toThrow();
  },
);
