import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createMemorySecretStore, createSecretFailure } from "../../../main/platform/secret-store.ts";
import { systemRandom } from "../../../main/platform/system.ts";
import { setCheckMark } from "../../../main/db/background-check.ts";
import { connect } from "../../../main/db/connection.ts";
import { fileEnds, getStoreFile } from "../../../main/db/files.ts";
import { createKey } from "../../../main/db/key.ts";
import { migrateDatabase, migrations } from "../../../main/db/migrations.ts";
import { createSnapshots, type Snapshot } from "../../../main/db/snapshot.ts";
import { createSqliteStore } from "../../../main/db/sqlite-store.ts";
import { itemStatuses } from "../../../shared/outbox/item.ts";
import { openFiles } from "../../support/open-files.ts";
import { onlyWith } from "../../support/only-with.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import {
  account,
  bookingItem,
  otherAccount,
  patientItem,
  patientRecord,
} from "../../support/store-records.ts";

const practice = "practice";

/** A database in a folder of its own, open as a desk has it. */
async function desk() {
  const directory = temporaryFolder();
  const secrets = createMemorySecretStore();
  const made = await createKey(secrets, systemRandom);
  if (!made.ok) throw new Error(made.problem);
  const open = () => connect(getStoreFile(directory), made.value);
  const db = await open();
  migrateDatabase(db, migrations);
  const store = createSqliteStore(db, "created");
  store.transaction(({ accounts }) => {
    for (const id of [account, otherAccount, practice])
      accounts.remember({
        id,
        serviceAddress: "x",
        issuer: null,
        subject: null,
        createdAt: "",
        lastUsedAt: "",
      });
  });
  const copies = createSnapshots({ directory, secrets, practice });
  const take = async (): Promise<Snapshot> => {
    const taken = await copies.take();
    if (!taken.ok || typeof taken.value === "string") throw new Error(JSON.stringify(taken));
    return taken.value;
  };
  const whole = async ({ bytes, read }: Snapshot): Promise<Buffer> => {
    const into = Buffer.alloc(bytes);
    let at = 0;
    while (at < bytes) at += await read(at, into.subarray(at, Math.min(bytes, at + 5_000)));
    return into;
  };
  return {
    directory,
    db,
    store,
    open,
    copies,
    take,
    whole,
    key: made.value,
    end: () => {
      store.close();
      copies.close();
      expect(openFiles(directory)).toEqual([]);
      // Whoever closes the database last takes its log away: nobody has it open any more.
      expect(existsSync(`${getStoreFile(directory)}-wal`)).toBe(false);
    },
  };
}

describe("a snapshot", () => {
  test("is the file of one moment byte by byte, while the desk goes on writing", async () => {
    const { directory, db, store, take, whole, key, end } = await desk();
    store.transaction(({ patients }) => patients.insert(patientRecord(1)));
    const taken = await take();
    const before = readFileSync(getStoreFile(directory));
    expect(taken).toMatchObject({ bytes: before.length, layout: migrations.length });
    expect(taken.key).toEqual(key.bytes);
    for (let number = 2; number < 40; number += 1)
      store.transaction(({ patients }) => patients.insert(patientRecord(number)));
    // Merging would change the file that is being read.
    db.pragma("wal_checkpoint(passive)");
    expect((await whole(taken)).equals(before)).toBe(true);
    taken.release();
    taken.release();
    expect([...new Set(taken.key)]).toEqual([0]);
    // What was written meanwhile is in the next one.
    const next = await take();
    expect(next.counts.patients).toBe(39);
    expect(next.bytes).toBeGreaterThan(before.length);
    next.release();
    end();
  });

  test("counts what a desk has, without what is practice: patients, bookings that were taken, and what waits", async () => {
    const { store, take, end } = await desk();
    store.transaction(({ patients, items }) => {
      patients.insert(patientRecord(5, { accountId: practice }));
      items.insert(bookingItem(90, { status: "done", accountId: otherAccount }));
      for (const number of [1, 2]) patients.insert(patientRecord(number));
      patients.insert(patientRecord(3), true);
      patients.insert(patientRecord(4, { accountId: otherAccount }));
      for (const [at, status] of itemStatuses.entries()) {
        items.insert(bookingItem(at + 10, { status }));
        items.insert(patientItem(at + 30, { status }));
        items.insert(bookingItem(at + 50, { status, accountId: practice }));
      }
    });
    const taken = await take();
    const unfinished = itemStatuses.length - 2;
    expect(taken.counts).toEqual({ patients: 4, bookings: 2, waiting: 2 * unfinished });
    taken.release();
    end();
  });

  test("counts more than it looks at in one go, and gives everybody else a turn in between", async () => {
    const { store, take, end } = await desk();
    store.transaction(({ patients }) => {
      for (let number = 1; number <= 2_000; number += 1) patients.insert(patientRecord(number));
    });
    let turns = 0;
    const count = (): void => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const taken = await take();
    clearImmediate(next);
    expect(taken.counts.patients).toBe(2_000);
    expect(turns).toBeGreaterThan(1);
    taken.release();
    end();
  });

  test("says whether all its pages were looked at", async () => {
    const { db, take, end } = await desk();
    for (const mark of ["unchecked", "damaged", null] as const) {
      setCheckMark(db, mark);
      const taken = await take();
      expect(taken.isChecked).toBe(mark === null);
      taken.release();
    }
    end();
  });

  test.each([
    ["the file was removed", [""]],
    ["its log was", ["-wal"]],
    ["all of it was", fileEnds],
  ])(
    "is refused once %s, also where one was taken before, and makes no file in its place",
    onlyWith("openFilesRemoved"),
    async (_what, ends) => {
      const { directory, take, copies } = await desk();
      (await take()).release();
      for (const end of ends) rmSync(getStoreFile(directory) + end);
      expect(await copies.take()).toEqual({ ok: true, value: "gone" });
      for (const end of ends) expect(existsSync(getStoreFile(directory) + end)).toBe(false);
      copies.close();
    },
  );

  test(
    "stays possible where Windows keeps an open file from being removed or replaced",
    onlyWith("windows"),
    async () => {
      const { directory, take, end } = await desk();
      (await take()).release();
      const other = await desk();
      other.end();
      for (const name of fileEnds) expect(() => rmSync(getStoreFile(directory) + name)).toThrow();
      expect(() => renameSync(getStoreFile(other.directory), getStoreFile(directory))).toThrow();
      (await take()).release();
      end();
    },
  );

  test("is refused where another file stands in its place", onlyWith("openFilesRemoved"), async () => {
    const { directory, copies } = await desk();
    const other = await desk();
    other.db.close();
    renameSync(getStoreFile(other.directory), getStoreFile(directory));
    expect(await copies.take()).toEqual({ ok: true, value: "gone" });
  });

  test("says what goes wrong while it counts, and leaves nothing open", async () => {
    const { db, copies, end } = await desk();
    db.exec("drop index items_booked");
    await expect(copies.take()).rejects.toThrow("items_booked");
    end();
  });

  test("is not begun while somebody else reads, and is possible afterwards", async () => {
    const { store, open, copies, take, end } = await desk();
    const reader = await open();
    reader.exec("begin");
    reader.prepare("select count(*) from meta").get();
    store.transaction(({ meta }) => meta.set("x", "1"));
    expect(await copies.take()).toEqual({ ok: true, value: "in-use" });
    reader.exec("commit");
    reader.close();
    (await take()).release();
    end();
  });

  test.each([
    ["not have", createMemorySecretStore(), { ok: true, value: "no-key" }],
    [
      "not give",
      { ...createMemorySecretStore(), get: async () => createSecretFailure("locked") },
      createSecretFailure("locked"),
    ],
  ])("needs the key, which the keychain may %s", async (_what, secrets, answer) => {
    const { directory, end } = await desk();
    const copies = createSnapshots({ directory, secrets, practice });
    expect(await copies.take()).toEqual(answer);
    copies.close();
    copies.close();
    end();
  });
});
