import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemRandom } from "../../main/platform/system.ts";
import { connect } from "../../main/db/connection.ts";
import { migrations, readSchemaVersion, type Migration } from "../../main/db/migrations.ts";
import { openStore } from "../../main/db/open.ts";
import type { Store } from "../../main/db/types.ts";
import { fileSecrets } from "../support/file-secrets.ts";
import { laterMigrations } from "../support/later-migrations.ts";
import { account, bookingItem, idOf } from "../support/store-records.ts";
import { keyOf } from "../support/store-files.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { wasKilled } from "../support/was-killed.ts";
import { said } from "../../messages/saying.ts";

const children = join(import.meta.dirname, "../support/children");

async function open(folder: string, schema?: readonly Migration[]): Promise<Store> {
  const opened = await openStore({
    directory: join(folder, "data"),
    secrets: fileSecrets(join(folder, "secrets.json")),
    random: systemRandom,
    ...(schema === undefined ? {} : { schema: { migrations: schema } }),
  });
  if (!opened.ok) throw new Error(said(opened.failure.why));
  return opened.value;
}

/** Runs the writer until it has acknowledged that many records, kills it, and answers the last number. */
function writeAndKill(folder: string, first: number, records: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(children, "store-writer.ts"), folder, String(first)]);
    let output = "";
    let errors = "";
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (output.split("\n").length > records) child.kill("SIGKILL");
    });
    child.once("close", (_code, signal) => {
      if (signal === "SIGKILL") resolve(Number(output.trimEnd().split("\n").at(-1)));
      else reject(new Error(errors));
    });
  });
}

test("a process killed while it saves leaves every acknowledged record, and no half of one", async () => {
  const folder = temporaryFolder();
  let last = 0;
  for (const records of [1, 3, 40, 5, 150, 2]) {
    const acknowledged = await writeAndKill(folder, last + 1, records);
    expect(acknowledged).toBeGreaterThanOrEqual(last + records);
    const store = await open(folder);
    store.read(({ items, patients, meta }) => {
      const saved = items.counts(account).draft;
      expect(saved - acknowledged === 0 || saved - acknowledged === 1).toBe(true);
      for (let number = 1; number <= saved; number += 1) {
        expect(items.get(idOf(number))).not.toBeNull();
        expect(patients.get(account, idOf(number))).not.toBeNull();
      }
      expect(meta.sendCounter()).toBe(saved);
      last = saved;
    });
    store.close();
  }
});

const steps = laterMigrations
  .filter(({ version }) => version > migrations.length)
  .flatMap(({ version, statements }) => [
    ...statements.map((_statement, at) => `${version}:${at}`),
    `${version}:before-commit`,
    `${version}:committed`,
  ]);

test.each(steps)(
  "a migration killed at %s leaves a whole version, and the next start ends it",
  async (step) => {
    const folder = temporaryFolder();
    const first = await open(folder);
    first.transaction(({ items }) => items.insert(bookingItem(1)));
    first.close();

    const killed = spawnSync(process.execPath, [join(children, "migrator.ts"), folder, step]);
    expect(wasKilled(killed)).toBe(true);

    const file = join(folder, "data", "front-desk.db");
    const key = await keyOf(file, fileSecrets(join(folder, "secrets.json")));
    const raw = await connect(file, key);
    const [version, at] = step.split(":");
    const expected = at === "committed" ? Number(version) : Number(version) - 1;
    expect(readSchemaVersion(raw)).toBe(expected);
    const columns = raw.prepare("select name from pragma_table_info('items') where name = 'colour'").all();
    expect(columns).toHaveLength(expected > migrations.length ? 1 : 0);
    raw.close();

    const store = await open(folder, laterMigrations);
    expect(store.read(({ items }) => items.get(idOf(1)))).toEqual(bookingItem(1));
    store.close();
    const after = await connect(file, key);
    expect(readSchemaVersion(after)).toBe(migrations.length + 2);
    expect(after.prepare("select colour from items").get()).toEqual({ colour: "green" });
    after.close();
  },
);

test("a process killed while it makes the database is followed by a good first start", async () => {
  for (const step of ["1:0", "1:7", "1:before-commit", "1:committed"]) {
    const folder = temporaryFolder();
    const killed = spawnSync(process.execPath, [join(children, "migrator.ts"), folder, step]);
    expect(wasKilled(killed)).toBe(true);
    const store = await open(folder);
    expect(store.origin).toBe("created");
    store.close();
    (await open(folder)).close();
  }
});
