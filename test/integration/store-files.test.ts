import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ok } from "../../shared/core/failure.ts";
import {
  createMemorySecretStore,
  createSecretFailure,
  type SecretStore,
} from "../../main/platform/secret-store.ts";
import { systemClock, systemRandom } from "../../main/platform/system.ts";
import { createGroupCommit } from "../../main/db/group-commit.ts";
import { connect } from "../../main/db/connection.ts";
import { openStore, setAsideStore } from "../../main/db/open.ts";
import { createAccountSigns, toExactQuery, toSignedWord } from "../../main/db/search-words.ts";
import { createStoreError } from "../../main/db/store-error.ts";
import type { OpenResult, Store } from "../../main/db/types.ts";
import { laterMigrations } from "../support/later-migrations.ts";
import { flipBit, keyOf } from "../support/store-files.ts";
import {
  account,
  bookingItem,
  bookingWith,
  idOf,
  patientItem,
  patientRecord,
} from "../support/store-records.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { said } from "../../messages/saying.ts";

type Place = { readonly directory: string; readonly secrets: SecretStore };

const open = (place: Place): Promise<OpenResult> => openStore({ ...place, random: systemRandom });

async function opened(place: Place): Promise<Store> {
  const result = await open(place);
  if (!result.ok) throw new Error(said(result.failure.why));
  return result.value;
}

const fileOf = ({ directory }: Place): string => join(directory, "front-desk.db");
const newPlace = (): Place => ({
  directory: join(temporaryFolder(), "data"),
  secrets: createMemorySecretStore(),
});

/** A closed store with some records in it. */
async function filledPlace(): Promise<Place> {
  const place = newPlace();
  const store = await opened(place);
  store.transaction(({ items, patients }) => {
    for (let number = 1; number <= 300; number += 1) {
      items.insert(bookingItem(number));
      patients.insert(patientRecord(number));
    }
  });
  store.close();
  return place;
}

const contents = (directory: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(directory).map((name) => [name, readFileSync(join(directory, name)).toString("base64")]),
  );

/** Expects the store not to open, for that reason, with its files named and untouched. */
async function expectRefused(place: Place, problem: string): Promise<string> {
  const before = contents(place.directory);
  const result = await open(place);
  if (result.ok) throw new Error("It opened.");
  expect(result.problem).toBe(problem);
  expect(said(result.failure.why)).toMatch(/\.$/);
  expect(contents(place.directory)).toEqual(before);
  expect(result.files).toEqual(
    readdirSync(place.directory)
      .filter((name) => /^front-desk\.db(-wal|-shm)?$/.test(name))
      .map((name) => join(place.directory, name)),
  );
  return said(result.failure.why);
}

describe("what stands in the files", () => {
  test("no name, note, address, key or account can be found in any of them, open or closed", async () => {
    const place = newPlace();
    const secrets: string[] = [];
    const recording: SecretStore = {
      ...place.secrets,
      set: (name, value) => {
        secrets.push(value, Buffer.from(value, "base64").toString("latin1"));
        return place.secrets.set(name, value);
      },
    };
    const store = await opened({ ...place, secrets: recording });
    const sentinel = (what: string): string => `SENTINEL${what}`;
    store.transaction(({ items, patients, meta, accounts, settings: _settings }) => {
      for (let number = 1; number <= 200; number += 1) {
        items.insert(bookingWith(number, { notes: sentinel("notes"), service: sentinel("search") }));
        patients.insert(
          patientRecord(number, { input: { firstName: sentinel("first"), phone: "555 867 5309" } }),
        );
      }
      meta.set("fact", sentinel("fact"));
      accounts.remember({
        id: account,
        serviceAddress: sentinel("address"),
        issuer: sentinel("issuer"),
        subject: null,
        createdAt: "",
        lastUsedAt: "",
      });
    });
    store.transaction(({ patients }) => patients.update(patientRecord(1)));

    const traces = (): string[] =>
      readdirSync(place.directory).filter((name) => {
        const text = readFileSync(join(place.directory, name)).toString("latin1");
        return (
          /sentinel|smith|account-one|8675309|5309|create table/i.test(text) ||
          secrets.some((secret) => text.includes(secret))
        );
      });
    // The key in both forms, and the note that there are records.
    expect(secrets).toHaveLength(4);
    expect(readdirSync(place.directory).toSorted()).toEqual([
      "front-desk.db",
      "front-desk.db-shm",
      "front-desk.db-wal",
    ]);
    expect(statSync(`${fileOf(place)}-wal`).size).toBeGreaterThan(100_000);
    expect(traces()).toEqual([]);
    store.close();
    expect(readdirSync(place.directory)).toEqual(["front-desk.db"]);
    expect(traces()).toEqual([]);
  });

  test("a saved record is there after a new start, and the settings that keep it are in force", async () => {
    const place = await filledPlace();
    const store = await opened(place);
    expect(store.origin).toBe("opened");
    expect(store.read(({ items }) => items.get(idOf(300)))).toEqual(bookingItem(300));
    store.close();
    const raw = await connect(fileOf(place), await keyOf(fileOf(place), place.secrets));
    const pragma = (name: string): unknown => raw.pragma(name, { simple: true });
    expect({
      cipher: pragma("cipher"),
      journal: pragma("journal_mode"),
      synchronous: pragma("synchronous"),
      fullfsync: pragma("fullfsync"),
      temporary: pragma("temp_store"),
      secureDelete: pragma("secure_delete"),
      foreignKeys: pragma("foreign_keys"),
    }).toEqual({
      cipher: "aegis",
      journal: "wal",
      synchronous: 2,
      fullfsync: 1,
      temporary: 2,
      secureDelete: 1,
      foreignKeys: 1,
    });
    raw.close();
  });

  test("the words of a patient's old name leave the search index with it", async () => {
    const place = await filledPlace();
    const store = await opened(place);
    const renamed = patientRecord(1, { input: { lastName: "Formerly" } });
    store.transaction(({ patients }) => patients.update(renamed));
    store.transaction(({ patients }) => patients.update(patientRecord(1)));
    store.close();
    const raw = await connect(fileOf(place), await keyOf(fileOf(place), place.secrets));
    const named = raw.prepare<unknown[], number>(
      "select count(*) from patient_names where patient_names match ?",
    );
    const count = (last: string) =>
      named.pluck().get(toExactQuery(toSignedWord(createAccountSigns()(account), "l", last)));
    expect([count("formerly"), count("smith")]).toEqual([0, 300]);
    raw.close();
  });

  test("a row edited by hand is named as damaged and kept, and the rest of the list stands", async () => {
    const place = await filledPlace();
    const raw = await connect(fileOf(place), await keyOf(fileOf(place), place.secrets));
    const edit = raw.prepare("update items set json = ? where id = ?");
    edit.run("{ no json", idOf(299));
    edit.run(JSON.stringify({ ...bookingItem(298), status: "invented" }), idOf(298));
    edit.run(JSON.stringify(bookingItem(297)), idOf(300));
    raw.prepare("update patients set json = '[]' where id = ?").run(idOf(1));
    raw.close();

    const store = await opened(place);
    store.read(({ items, patients }) => {
      const page = items.list({ accountId: account, kinds: [], statuses: [], limit: 5, offset: 0 });
      expect(page.items.map(({ item }) => item.id)).toEqual([idOf(297), idOf(296)]);
      expect(page.damaged).toEqual([idOf(300), idOf(299), idOf(298)]);
      expect(page.total).toBe(300);
      for (const read of [() => items.get(idOf(299)), () => patients.get(account, idOf(1))])
        expect(read).toThrow(createStoreError("damaged"));
      expect([items.find(idOf(299)), patients.find(account, idOf(1))]).toEqual([null, null]);
    });
    store.close();
  });
});

describe("a store that does not open", () => {
  test("its key is gone from the keychain", async () => {
    const place = await filledPlace();
    const message = await expectRefused({ ...place, secrets: createMemorySecretStore() }, "key-missing");
    expect(message).toContain(place.directory);
  });

  test("the keychain holds another key under its name", async () => {
    const place = await filledPlace();
    const swapped: SecretStore = {
      ...createMemorySecretStore(),
      get: async () => ({ ok: true, value: Buffer.alloc(32, 7).toString("base64") }),
    };
    await expectRefused({ ...place, secrets: swapped }, "wrong-key");
  });

  test.each(["unavailable", "locked", "damaged"] as const)("the keychain is %s", async (problem) => {
    const place = await filledPlace();
    const secrets = { ...place.secrets, get: async () => createSecretFailure(problem) };
    const result = await open({ ...place, secrets });
    expect(result).toMatchObject({ ok: false, problem: "keychain", failure: { code: "keychain" } });
    (await opened(place)).close();
  });

  test("at the first start without a keychain, no file and no key comes into being", async () => {
    const place = newPlace();
    const secrets = { ...place.secrets, set: async () => createSecretFailure("unavailable") };
    expect(await open({ ...place, secrets })).toMatchObject({ ok: false, problem: "keychain", files: [] });
    expect(readdirSync(place.directory)).toEqual([]);
  });

  test("at the first start with a keychain that forgets, no file comes into being", async () => {
    const place = newPlace();
    const secrets = { ...createMemorySecretStore(), get: async () => ({ ok: true as const, value: null }) };
    expect(await open({ ...place, secrets })).toMatchObject({ ok: false, problem: "keychain" });
    expect(readdirSync(place.directory)).toEqual([]);
  });

  test("one bit of any page is flipped", async () => {
    const place = await filledPlace();
    const size = statSync(fileOf(place)).size;
    for (const offset of [20, 60, 4_095, 4_096, Math.floor(size / 2), size - 1]) {
      flipBit(fileOf(place), offset);
      await expectRefused(place, "damaged");
      flipBit(fileOf(place), offset);
    }
    (await opened(place)).close();
  });

  test("one bit is flipped, and its log was left by an unclean end: the log stays apart", async () => {
    const place = await filledPlace();
    const store = await opened(place);
    store.transaction(({ patients }) => patients.insert(patientRecord(900)));
    const crashed = { ...place, directory: join(temporaryFolder(), "data") };
    mkdirSync(crashed.directory);
    for (const end of ["", "-wal"]) copyFileSync(fileOf(place) + end, fileOf(crashed) + end);
    store.close();
    flipBit(fileOf(crashed), 4_096 * 60);
    const before = ["", "-wal"].map((end) => readFileSync(fileOf(crashed) + end));
    expect(await open(crashed)).toMatchObject({ ok: false, problem: "damaged" });
    expect(["", "-wal"].map((end) => readFileSync(fileOf(crashed) + end))).toEqual(before);

    flipBit(fileOf(crashed), 4_096 * 60);
    const mended = await opened(crashed);
    expect(mended.read(({ patients }) => patients.get(account, idOf(900)))).toEqual(patientRecord(900));
    mended.close();
  });

  test("a bit of its name of the key, at its very beginning, is flipped", async () => {
    const place = await filledPlace();
    flipBit(fileOf(place), 3);
    await expectRefused(place, "key-missing");
  });

  test.each<[string, (file: string) => void]>([
    ["emptied", (file) => truncateSync(file, 0)],
    ["cut in its first page", (file) => truncateSync(file, 1_000)],
    ["cut later", (file) => truncateSync(file, 4_096 * 3 + 7)],
    ["another program's", (file) => writeFileSync(file, "SQLite format 3\u0000".padEnd(8_192, "x"))],
  ])("it is %s: damaged, and never begun anew", async (_what, damage) => {
    const place = await filledPlace();
    damage(fileOf(place));
    await expectRefused(place, "damaged");
  });

  test("the file is gone and its log is still there", async () => {
    const place = newPlace();
    const store = await opened(place);
    store.transaction(({ patients }) => patients.insert(patientRecord(1)));
    copyFileSync(`${fileOf(place)}-wal`, join(place.directory, "kept"));
    store.close();
    rmSync(fileOf(place));
    renameSync(join(place.directory, "kept"), `${fileOf(place)}-wal`);
    await expectRefused(place, "damaged");
  });

  test("a newer program wrote it", async () => {
    const place = await filledPlace();
    const newer = await openStore({
      ...place,
      random: systemRandom,
      schema: { migrations: laterMigrations },
    });
    if (newer.ok) newer.value.close();
    expect(newer.ok).toBe(true);
    expect(await expectRefused(place, "newer")).toContain("newer");
  });

  test("another program holds it for writing: said at the start, not at the first thing that is saved", async () => {
    const place = await filledPlace();
    const other = await connect(fileOf(place), await keyOf(fileOf(place), place.secrets));
    other.exec("begin immediate");
    const refused = await open(place);
    expect(refused).toMatchObject({
      ok: false,
      problem: "unwritable",
      failure: { code: "store", next: "retry" },
    });
    other.exec("rollback");
    other.close();
    const store = await opened(place);
    expect(store.read(({ items }) => items.counts(account).draft)).toBe(300);
    store.close();
  });

  test("a file stands where its folder should be", async () => {
    const folder = temporaryFolder();
    const directory = join(folder, "data");
    writeFileSync(directory, "a file");
    const result = await open({ directory, secrets: createMemorySecretStore() });
    expect(result).toMatchObject({ ok: false, problem: "unwritable", failure: { code: "store" } });
    expect(readFileSync(directory, "utf8")).toBe("a file");
  });

  test("a folder stands where its file should be", async () => {
    const place = newPlace();
    mkdirSync(fileOf(place), { recursive: true });
    expect(await open(place)).toMatchObject({ ok: false, problem: "unwritable" });
  });
});

describe("setting the files aside", () => {
  const clock = { now: () => new Date("2026-03-02T09:10:11.500Z") };

  test("a damaged store goes aside with its log, a new one begins, and the old key stays", async () => {
    const place = await filledPlace();
    const damaged = readFileSync(fileOf(place));
    flipBit(fileOf(place), 60);
    writeFileSync(`${fileOf(place)}-wal`, "log");
    const aside = await setAsideStore({ ...place, clock });
    const name = `${fileOf(place)}.aside-20260302T091011Z`;
    expect(aside).toEqual(ok([name, `${name}-wal`]));

    const store = await opened(place);
    expect(store.origin).toBe("created");
    expect(store.read(({ items }) => items.counts(account).draft)).toBe(0);
    store.close();

    writeFileSync(name, damaged);
    const mended = await connect(name, await keyOf(name, place.secrets));
    expect(mended.prepare("select count(*) as total from items").get()).toEqual({ total: 300 });
    mended.close();
  });

  test("twice in the same second, nothing is written over", async () => {
    const place = await filledPlace();
    const first = await setAsideStore({ ...place, clock });
    (await opened(place)).close();
    const second = await setAsideStore({ ...place, clock });
    const names = [first, second].flatMap((result) => (result.ok ? result.value : []));
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(existsSync(name)).toBe(true);
  });
});

test("a full disk is a failure that undoes the transaction, and what was saved stays", async () => {
  const place = await filledPlace();
  const raw = await connect(fileOf(place), await keyOf(fileOf(place), place.secrets));
  const { createSqliteStore } = await import("../../main/db/sqlite-store.ts");
  const pages = Number(raw.pragma("page_count", { simple: true }));
  raw.pragma(`max_page_count = ${pages}`);
  const store = createSqliteStore(raw, "opened");
  const form = { ...bookingItem(900).form, notes: "x".repeat(1_000_000) };
  const save = (): void =>
    store.transaction(({ items, meta }) => {
      meta.countSend();
      items.insert(bookingItem(900, { form }));
    });
  expect(save).toThrow(createStoreError("full"));
  store.read(({ items, meta }) => {
    expect(items.get(idOf(900))).toBeNull();
    expect(items.get(idOf(300))).not.toBeNull();
    expect(meta.sendCounter()).toBe(0);
  });
  raw.pragma(`max_page_count = ${pages + 100}`);
  store.transaction(({ items }) => items.insert(patientItem(901)));
  expect(store.read(({ items }) => items.get(idOf(901)))).not.toBeNull();
  store.close();
});

test("a full disk in the middle of a burst: what is said to be saved is there, and nothing else", async () => {
  const place = await filledPlace();
  const raw = await connect(fileOf(place), await keyOf(fileOf(place), place.secrets));
  const { createSqliteStore } = await import("../../main/db/sqlite-store.ts");
  raw.pragma(`max_page_count = ${Number(raw.pragma("page_count", { simple: true })) + 20}`);
  const store = createSqliteStore(raw, "opened");
  const inGroup = createGroupCommit({ store, clock: systemClock });
  const add = (number: number, notes: string) =>
    inGroup(() =>
      store.transaction(({ items }) => {
        const item = bookingItem(number, { form: { ...bookingItem(number).form, notes } });
        return items.insert(item);
      }),
    );
  const answers = await Promise.allSettled([add(901, "a"), add(902, "x".repeat(1_000_000)), add(903, "c")]);
  expect(answers).toEqual([
    { status: "fulfilled", value: undefined },
    { status: "rejected", reason: createStoreError("full") },
    { status: "fulfilled", value: undefined },
  ]);
  const isThere = (number: number) => store.read(({ items }) => items.get(idOf(number)) !== null);
  expect([901, 902, 903].map(isThere)).toEqual([true, false, true]);
  store.close();
});
