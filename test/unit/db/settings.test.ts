import { expect, test } from "vitest";
import { firstSettings } from "../../../main/features/session/first-settings.ts";
import { sqliteSettings } from "../../../main/db/settings.ts";
import { storeError } from "../../../main/db/store-error.ts";
import { blankDatabase } from "../../support/blank-store.ts";
import { account } from "../../support/store-records.ts";

async function bench() {
  const db = await blankDatabase();
  const spoil = (json: string): void =>
    void db.prepare("update settings set json = ? where scope = ?").run(json, account);
  const kept = (): unknown =>
    db.prepare("select scope, json from settings where scope <> ? order by scope").all(account);
  return { settings: sqliteSettings(db), spoil, kept };
}

test("settings that cannot be read are kept beside those that are set anew, each time", async () => {
  const { settings, spoil, kept } = await bench();
  settings.set(account, firstSettings("UTC"));
  expect(kept()).toEqual([]);
  spoil("{");
  expect(settings.get(account)).toBe("damaged");
  settings.set(account, firstSettings("Asia/Tokyo"));
  expect(settings.get(account)).toEqual(firstSettings("Asia/Tokyo"));
  spoil("[]");
  settings.set(account, firstSettings("UTC"));
  expect(kept()).toEqual([
    { scope: `${account} damaged 1`, json: "{" },
    { scope: `${account} damaged 2`, json: "[]" },
  ]);
});

test("settings of a newer Front Desk are told, and neither replaced nor put aside", async () => {
  const { settings, spoil, kept } = await bench();
  settings.set(account, firstSettings("UTC"));
  spoil('{"v":1000}');
  expect(settings.get(account)).toBe("newer");
  expect(() => settings.set(account, firstSettings("UTC"))).toThrow(storeError("newer"));
  expect([settings.get(account), kept()]).toEqual(["newer", []]);
});

test("the same row is read once, and one that changed is read again", async () => {
  const { settings, spoil } = await bench();
  settings.set(account, firstSettings("UTC"));
  const before = settings.get(account);
  expect(settings.get(account)).toBe(before);
  settings.set(account, firstSettings("UTC"));
  expect(settings.get(account)).toBe(before);
  spoil("{");
  expect(settings.get(account)).toBe("damaged");
  expect(settings.get("nobody")).toBeNull();
});
