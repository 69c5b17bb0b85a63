import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { createMemorySecretStore, type SecretStore } from "../../main/platform/secret-store.ts";
import { connect } from "../../main/db/connection.ts";
import { startFakeService, type FakeService } from "../support/fake-service.ts";
import { startDesk, type TestDesk } from "../support/desk-kit.ts";
import { keyOf } from "../support/store-files.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Settings that cannot be read any more: the first settings stand in, which may be the wrong zone. */
let directory: string;
let secrets: SecretStore;
let service: FakeService;
const file = (): string => join(directory, "front-desk.db");

beforeEach(async () => {
  directory = temporaryFolder();
  secrets = createMemorySecretStore();
  service = await startFakeService();
  onTestFinished(() => service.close());
});

async function open(): Promise<TestDesk> {
  const desk = await startDesk({ directory, secrets });
  onTestFinished(() => desk.stop());
  return desk;
}
async function inFile<T>(work: (db: Awaited<ReturnType<typeof connect>>) => T): Promise<T> {
  const db = await connect(file(), await keyOf(file(), secrets));
  try {
    return work(db);
  } finally {
    db.close();
  }
}
const kept = (): Promise<string[]> =>
  inFile((db) => db.prepare<unknown[], { json: string }>("select json from settings").all()).then((rows) =>
    rows.map(({ json }) => json),
  );
const isTold = async (desk: TestDesk): Promise<boolean> =>
  (await desk.get("app.info", {})).recordsNotice.settings === "damaged";

/** A desk in Tokyo, whose settings were then edited by hand; signed in again at the next start. */
async function damaged(): Promise<string> {
  const desk = await open();
  await desk.get("session.connect", { serviceAddress: service.baseUrl, token: "opaque", sameAccount: null });
  const settings = { ...(await desk.get("settings.get", {})), timeZone: "Asia/Tokyo" };
  await desk.get("settings.save", settings);
  expect(await isTold(desk)).toBe(false);
  await desk.stop();
  const broken = JSON.stringify({ ...settings, dateOrder: "year-first" });
  await inFile((db) => db.prepare("update settings set json = ?").run(broken));
  return broken;
}

it("is told, and no longer once settings were saved; what was there is kept", async () => {
  const broken = await damaged();
  const desk = await open();
  expect(await isTold(desk)).toBe(true);
  expect(desk.crossed.some((line) => line.includes('"records.notice"') && line.includes('"damaged"'))).toBe(
    true,
  );
  const first = await desk.get("settings.get", {});
  await desk.get("settings.save", { ...first, theme: "dark" });
  expect(await isTold(desk)).toBe(false);
  await desk.get("settings.save", { ...first, theme: "light" });
  await desk.stop();
  expect(await kept()).toEqual(expect.arrayContaining([broken]));
  expect(await kept()).toHaveLength(2);
});

it("is kept as often as it happens, never written over", async () => {
  const broken = await damaged();
  for (let time = 1; time <= 2; time += 1) {
    const desk = await open();
    await desk.get("settings.save", await desk.get("settings.get", {}));
    await desk.stop();
    await inFile((db) =>
      db.prepare("update settings set json = ? where scope not like '% damaged %'").run(broken),
    );
  }
  const desk = await open();
  await desk.get("settings.save", await desk.get("settings.get", {}));
  await desk.stop();
  expect((await kept()).filter((json) => json === broken)).toHaveLength(3);
});

it("is nobody's concern while signed out", async () => {
  await damaged();
  const desk = await open();
  await desk.get("session.signOut", {});
  expect(await isTold(desk)).toBe(false);
});

it("of a newer version are told as that, and neither changed nor written over", async () => {
  const desk = await open();
  await desk.get("session.connect", { serviceAddress: service.baseUrl, token: "opaque", sameAccount: null });
  await desk.get("settings.save", { timeZone: "Asia/Tokyo" });
  await desk.stop();
  await inFile((db) => db.prepare("update settings set json = json_set(json, '$.v', 1000)").run());
  const before = await kept();
  const older = await open();
  expect((await older.get("app.info", {})).recordsNotice.settings).toBe("newer");
  expect(await older.ask("settings.save", { theme: "dark" })).toMatchObject({
    ok: false,
    failure: { code: "store", next: "none" },
  });
  await older.stop();
  expect(await kept()).toEqual(before);
});
