import { join } from "node:path";
import { expect, test } from "vitest";
import {
  createMemorySecretStore,
  createSecretFailure,
  type SecretStore,
} from "../../../main/platform/secret-store.ts";
import { createKnownRecords, getRecordsPlace } from "../../../main/db/known-records.ts";

const folder = join("some", "folder");
const salt = Buffer.alloc(16, 7);

/** A keychain that tells what was asked of it. */
function watched(secrets: SecretStore = createMemorySecretStore()) {
  const told: string[] = [];
  const watching: SecretStore = {
    get: (name) => (told.push(`get ${name}`), secrets.get(name)),
    set: (name, value) => (told.push(`set ${name} ${value}`), secrets.set(name, value)),
    delete: (name) => (told.push(`delete ${name}`), secrets.delete(name)),
  };
  return { told, secrets: watching };
}

test("records are known from their first start on, until somebody begins anew", async () => {
  const records = createKnownRecords(createMemorySecretStore(), folder);
  expect(await records.areKnown()).toEqual({ ok: true, value: false });
  await records.remember(salt);
  expect(await records.areKnown()).toEqual({ ok: true, value: true });
  expect(await records.forget()).toEqual({ ok: true, value: null });
  expect(await records.areKnown()).toEqual({ ok: true, value: false });
});

test("a note that is there is not written at each start, but when the records are others", async () => {
  const { told, secrets } = watched();
  const records = createKnownRecords(secrets, folder);
  await records.remember(salt);
  await records.remember(salt);
  await records.remember(Buffer.alloc(16, 8));
  const name = `records/${getRecordsPlace(folder)}`;
  expect(told).toEqual([
    `get ${name}`,
    `set ${name} ${"07".repeat(16)}`,
    `get ${name}`,
    `get ${name}`,
    `set ${name} ${"08".repeat(16)}`,
  ]);
});

test("a keychain that does not answer says so, and is written nothing", async () => {
  const { told, secrets } = watched({
    ...createMemorySecretStore(),
    get: async () => createSecretFailure("locked"),
  });
  const records = createKnownRecords(secrets, folder);
  expect(await records.areKnown()).toEqual(createSecretFailure("locked"));
  await records.remember(salt);
  expect(told.filter((each) => each.startsWith("set"))).toEqual([]);
});

test("two folders are two places, one folder is one however it is written, and no place names its folder", () => {
  expect(getRecordsPlace(folder)).toMatch(/^[0-9a-f]{32}$/);
  expect(getRecordsPlace(join(folder, "..", "folder"))).toBe(getRecordsPlace(folder));
  expect(getRecordsPlace(join("some", "other"))).not.toBe(getRecordsPlace(folder));
});
