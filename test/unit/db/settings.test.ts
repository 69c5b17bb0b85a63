import { expect, test } from "vitest";
import { createFirstSettings } from "../../../main/features/session/first-settings.ts";
import { createSettingsRepository } from "../../../main/db/small-tables.ts";
import { createStoreError } from "../../../main/db/store-error.ts";
import { blankDatabase } from "../../support/blank-store.ts";
import { account } from "../../support/store-records.ts";

async function bench() {
  const db = await blankDatabase();
  const spoil = (json: string): void =>
    void db.prepare("update settings set json = ? where scope = ?").run(json, account);
  const kept = (): unknown =>
    db.prepare("select scope, json from settings where scope <> ? order by scope").all(account);
  return { settings: createSettingsRepository(db), spoil, kept };
}

test("settings that cannot be read are kept beside those that are set anew, each time", async () => {
  const { settings, spoil, kept } = await bench();
  settings.set(account, createFirstSettings("UTC"));
  expect(kept()).toEqual([]);
  spoil("{");
  expect(settings.get(account)).toBe("damaged");
  settings.set(account, createFirstSettings("Asia/Tokyo"));
  expect(settings.get(account)).toEqual(createFirstSettings("Asia/Tokyo"));
  spoil("[]");
  settings.set(account, createFirstSettings("UTC"));
  expect(kept()).toEqual([
    { scope: `${account} damaged 1`, json: "{" },
    { scope: `${account} damaged 2`, json: "[]" },
  ]);
});

test("settings of a newer Front Desk are told, and neither replaced nor put aside", async () => {
  const { settings, spoil, kept } = await bench();
  settings.set(account, createFirstSettings("UTC"));
  spoil('{"v":1000}');
  expect(settings.get(account)).toBe("newer");
  expect(() => settings.set(account, createFirstSettings("UTC"))).toThrow(createStoreError("newer"));
  expect([settings.get(account), kept()]).toEqual(["newer", []]);
});

test("the same row is read once, and one that changed is read again", async () => {
  const { settings, spoil } = await bench();
  settings.set(account, createFirstSettings("UTC"));
  const before = settings.get(account);
  expect(settings.get(account)).toBe(before);
  settings.set(account, createFirstSettings("UTC"));
  expect(settings.get(account)).toBe(before);
  spoil("{");
  expect(settings.get(account)).toBe("damaged");
  expect(settings.get("nobody")).toBeNull();
});
