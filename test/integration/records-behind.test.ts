import { copyFileSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import {
  createMemorySecretStore,
  createSecretFailure,
  type SecretStore,
} from "../../main/platform/secret-store.ts";
import { systemRandom } from "../../main/platform/system.ts";
import { openStore } from "../../main/db/open.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import { fastClock } from "../faults/kit/fast-clock.ts";
import { bookingForm, startDesk, type TestDesk } from "../support/desk-kit.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Records that are behind what was saved or sent from here: an older copy, or one whose log was removed. */
let folder: string;
let secrets: SecretStore;
let mock: MockService;
const directory = (): string => join(folder, "records");
const file = (end = ""): string => join(directory(), `front-desk.db${end}`);

beforeEach(async () => {
  folder = temporaryFolder();
  secrets = createMemorySecretStore();
  mock = await startMockService({ sampleData: true });
  onTestFinished(() => mock.close());
});

async function open(options: Parameters<typeof startDesk>[0] = {}): Promise<TestDesk> {
  const opened = await startDesk({ directory: directory(), secrets, deadline: 10_000, ...options });
  onTestFinished(() => opened.stop());
  return opened;
}
async function signedIn(options: Parameters<typeof startDesk>[0] = {}): Promise<TestDesk> {
  const desk = await open(options);
  await desk.get("session.connect", { serviceAddress: mock.baseUrl, token: mock.token, sameAccount: null });
  return desk;
}
const typed = bookingForm({
  patient: { kind: "number", text: "1" },
  sameAddress: false,
  address: "1 Main St",
  city: "Springfield",
  state: "IL",
  zip: "62701",
});
const draft = async (desk: TestDesk): Promise<string> =>
  (await desk.get("items.create", { kind: "booking", form: typed })).id;
const send = async (desk: TestDesk): Promise<void> => {
  const id = await draft(desk);
  expect((await desk.get("items.submit", { id, wait: true })).status).toBe("done");
};
const missing = async (desk: TestDesk) => (await desk.get("app.info", {})).recordsNotice.missing;

/** The database as it stands in the file now, without its log: what a backup of the one file holds. */
const backUp = (): void => copyFileSync(file(), join(folder, "backup"));
async function putBack(desk: TestDesk): Promise<void> {
  await desk.stop();
  for (const end of ["", "-wal", "-shm"]) rmSync(file(end), { force: true });
  renameSync(join(folder, "backup"), file());
}

describe("saved items whose log is gone", () => {
  it("are told of at the next start, with how many there were", async () => {
    const desk = await signedIn();
    backUp();
    for (let number = 1; number <= 21; number += 1) await draft(desk);
    await putBack(desk);
    const again = await open();
    expect(await missing(again)).toMatchObject({ items: 21, sends: 0 });
    expect(again.crossed.some((line) => line.startsWith('["records.notice"'))).toBe(true);
    expect(await missing(await open())).toMatchObject({ items: 21 });
  });

  it("are not gone once nobody has typed for a moment: the database alone holds them", async () => {
    const desk = await signedIn({ clock: fastClock(20) });
    const id = await draft(desk);
    const copies = join(folder, "copies");
    mkdirSync(copies);
    const isInFileAlone = async (): Promise<boolean> => {
      copyFileSync(file(), join(copies, "front-desk.db"));
      const store = await openStore({ directory: copies, secrets, random: systemRandom });
      if (!store.ok) return false;
      const found = store.value.read(({ items }) => items.get(id));
      store.value.close();
      return found !== null;
    };
    expect(await isInFileAlone()).toBe(false);
    await expect.poll(isInFileAlone).toBe(true);
  });

  it("are counted in the keychain while the desk runs, not only at its end", async () => {
    const desk = await signedIn({ clock: fastClock(20) });
    const kept = new Map<string, string>();
    const watched: SecretStore = {
      ...secrets,
      set: (name, value) => (kept.set(name.split("/")[0] ?? "", value), secrets.set(name, value)),
    };
    await desk.stop();
    const again = await open({ clock: fastClock(20), secrets: watched });
    for (let number = 1; number <= 3; number += 1) await draft(again);
    await expect.poll(() => kept.get("save-counter")).toBe("3/3");
  });
});

describe("an older backup", () => {
  it("with nothing unfinished in it is told of, until somebody has read it", async () => {
    const desk = await signedIn();
    await send(desk);
    await desk.stop();
    backUp();
    const next = await open();
    await send(next);
    await send(next);
    await putBack(next);

    const restored = await open();
    expect((await restored.get("items.counts", {}))["needs-checking"]).toBe(0);
    expect(await missing(restored)).toMatchObject({ sends: 2, items: 2 });
    expect(mock.ledger()).toHaveLength(3);
    await restored.get("app.noticeRead", {});
    expect(await missing(restored)).toBeNull();
    await restored.stop();
    expect(await missing(await open())).toBeNull();
  });

  it("is told of again when it is put back again", async () => {
    const desk = await signedIn();
    await desk.stop();
    for (let time = 1; time <= 2; time += 1) {
      backUp();
      const next = await open();
      await send(next);
      await putBack(next);
      const restored = await open();
      expect(await missing(restored)).toMatchObject({ sends: 1 });
      await restored.get("app.noticeRead", {});
      await restored.stop();
    }
  });

  it("is noticed at sign-in, before anything is sent, where the keychain could not be asked at the start", async () => {
    const desk = await signedIn();
    const id = await draft(desk);
    await desk.get("session.signOut", {});
    await desk.stop();
    backUp();
    const next = await signedIn();
    expect((await next.get("items.submit", { id, wait: true })).status).toBe("done");
    await next.get("session.signOut", {});
    await putBack(next);

    let isBusy = true;
    const get: SecretStore["get"] = (name) =>
      isBusy && name.startsWith("send-counter")
        ? Promise.resolve(createSecretFailure("locked"))
        : secrets.get(name);
    const restored = await open({ secrets: { ...secrets, get } });
    isBusy = false;
    await restored.get("session.connect", {
      serviceAddress: mock.baseUrl,
      token: mock.token,
      sameAccount: null,
    });
    expect((await restored.get("items.get", { id })).status).toBe("needs-checking");
    await restored.ask("items.submit", { id, wait: true });
    expect(mock.ledger()).toHaveLength(1);
  });
});

it("records that are as they were left are said nothing of", async () => {
  const desk = await signedIn();
  await send(desk);
  await draft(desk);
  await desk.stop();
  expect(await missing(await open())).toBeNull();
});
