// node test/hub/measure.ts: what one hub takes and gives, beside its database's own limit. docs/clinic.md has the numbers.
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "../../hub/database/migrate.ts";
import { startHub } from "../../hub/hub.ts";
import { embeddedRole, startEmbeddedPostgres } from "../../hub/postgres/embedded.ts";
import { clinicOf, newId, recordOf, type TestDesk } from "./support/desk.ts";

/** Runs it and prints how many a second. */
async function rate(name: string, count: number, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1_000;
  console.log(`${name}: ${Math.round(count / seconds)} a second (${seconds.toFixed(2)} s)`);
}

async function pushRecords(desk: TestDesk, count: number): Promise<void> {
  const all = Array.from({ length: count }, () => recordOf(newId()));
  const answer = await desk.push(
    all.map(({ entry }) => entry),
    all.map(({ ciphertext }) => ciphertext),
  );
  if (answer.failure !== null) throw new Error(answer.failure.code);
}

async function pullAll(desk: TestDesk): Promise<void> {
  for (let after = 0; ;) {
    const { value } = await desk.pull(after);
    const last = value.pushes.at(-1);
    if (last === undefined) return;
    after = last.number;
  }
}

async function measure(desks: readonly [TestDesk, ...TestDesk[]], client: pg.Client): Promise<void> {
  await rate("pushes of one record, 8 desks of one clinic", 400, () =>
    Promise.all(
      desks.map(async (desk) => {
        for (let turn = 0; turn < 50; turn += 1) await pushRecords(desk, 1);
      }),
    ),
  );
  await client.query("create table measured (id integer primary key, bytes bytea)");
  await rate("the database's own: commits of one row, one after the other", 400, async () => {
    for (let id = 0; id < 400; id += 1)
      await client.query("insert into measured values ($1, $2)", [id, Buffer.alloc(512)]);
  });
  await rate("records pushed, 1,000 a push", 20_000, async () => {
    for (let turn = 0; turn < 20; turn += 1) await pushRecords(desks[0], 1_000);
  });
  await rate("records pulled", 20_400, () => pullAll(desks[0]));
  await rate("the database's own: the same bytes in one query", 20_400, () =>
    client.query("select bytes from hub.ciphertexts order by clinic, number, place"),
  );
}

const folder = mkdtempSync(join(tmpdir(), "hub-measure-"));
const postgres = await startEmbeddedPostgres({ folder });
await migrate(postgres.owner, { role: embeddedRole, password: String(postgres.hub.password) });
const quiet = { write: () => undefined };
const hub = await startHub({
  connection: postgres.hub,
  host: "127.0.0.1",
  port: 0,
  log: quiet,
  statementTimeoutMs: 60_000,
});
const client = new pg.Client(postgres.owner);
await client.connect();
await measure(await clinicOf(hub.address, String(hub.creationToken), 8), client);
await client.end();
await hub.close();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
console.log(`load of the computer: ${loadavg()[0]?.toFixed(1)}`);
