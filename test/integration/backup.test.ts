import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { memorySecretStore, type SecretStore } from "../../main/account/secret-store.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import { bookingNumbered, everyItem, eventually, patientNumbered } from "../faults/kit/bench.ts";
import { scanFolder } from "../faults/kit/sentinels.ts";
import { backupPlace, backUp, cheap, chooser, lookInto, namesIn, passphrase, plan, written } from "../support/backup-kit.ts";
import { startDesk, type TestDesk } from "../support/desk-kit.ts";

let mock: MockService;
let place: ReturnType<typeof backupPlace>;
let secrets: SecretStore;
let restarts: number;
let desk: TestDesk;
const choices: { folder: string | null; file: string | null } = { folder: null, file: null };

const start = (options: { directory?: string; secrets?: SecretStore; backupCost?: number } = {}): Promise<TestDesk> =>
  startDesk({
    directory: place.profile,
    secrets,
    backupCost: cheap,
    ...chooser(choices, () => void (restarts += 1)),
    ...options,
  });
const connect = ({ get }: TestDesk): Promise<unknown> =>
  get("session.connect", { serviceAddress: mock.baseUrl, token: mock.token, sameAccount: null });

beforeEach(async () => {
  mock = await startMockService({ sampleData: true, decideAfterMs: 3_600_000 });
  place = backupPlace();
  secrets = memorySecretStore();
  restarts = 0;
  choices.folder = place.folder;
  choices.file = null;
  desk = await start();
  await connect(desk);
});
afterEach(async () => {
  await desk.stop();
  await mock.close();
  rmSync(place.root, { recursive: true, force: true });
});

/** A patient that the service has, and a booking that is saved for later. */
async function records(): Promise<void> {
  const patient = await desk.get("items.create", patientNumbered(1));
  await desk.get("items.submit", { id: patient.id, wait: true });
  const booking = await desk.get("items.create", bookingNumbered(1));
  await desk.get("items.submit", { id: booking.id, wait: false });
}

describe("a backup", () => {
  it("is one encrypted file that holds no word in clear, beside nothing else", async () => {
    await records();
    await plan(desk);
    const file = await backUp(desk);
    expect(namesIn(place.folder)).toEqual([basename(file)]);
    expect(basename(file)).toMatch(/^front-desk-backup-[a-z0-9-]+-[0-9a-f]{8}-\d{8}T\d{6}Z\.age$/);
    expect(readFileSync(file, "latin1").startsWith("age-encryption.org/v1\n-> scrypt ")).toBe(true);
    expect(scanFolder(place.root, [mock.token, passphrase, "manifest.json", "SQLite format 3"]).hits).toEqual([]);
    const audit = await desk.get("audit.list", {
      from: 0,
      limit: 10,
      anchor: null,
      filter: { day: null, person: null, group: "files" },
    });
    expect(JSON.stringify(audit)).toContain("backup-made");
  });

  it("is put back on another computer: everything is there, and what waits needs checking", async () => {
    await records();
    await plan(desk);
    choices.file = await backUp(desk);
    const before = await everyItem(desk);
    await desk.stop();

    const other = { directory: join(place.root, "other"), secrets: memorySecretStore() };
    desk = await start(other);
    const id = await lookInto(desk);
    const { chosen } = await desk.get("backup.get", {});
    expect(chosen?.facts).toMatchObject({ counts: { patients: 1, bookings: 0, waiting: 1 }, version: "0.0.0" });
    await desk.get("backup.restore", { id });
    expect(restarts).toBe(1);
    await desk.stop();

    desk = await start(other);
    const info = await desk.get("app.info", {});
    expect(info.recordsNotice.missing?.restored).toBe(chosen?.facts?.at);
    await connect(desk);
    const after = await everyItem(desk);
    expect(after.map(({ id: each }) => each).toSorted()).toEqual(before.map(({ id: each }) => each).toSorted());
    expect(after.find(({ kind }) => kind === "booking")?.status).toBe("needs-checking");
    expect(namesIn(other.directory).some((name) => name.includes(".aside-"))).toBe(true);
    expect(mock.ledger().filter(({ kind }) => kind === "booking")).toHaveLength(0);
  });
});
