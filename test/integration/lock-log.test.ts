import { afterEach, beforeEach, expect, it } from "vitest";
import { anyEntry } from "../../shared/activity-log/audit.ts";
import { createMemorySecretStore, type SecretStore } from "../../main/platform/secret-store.ts";
import { systemClock } from "../../main/platform/system.ts";
import { removeFolder } from "../support/desk-kit.ts";
import { jwtOf, startFakeService, type FakeService } from "../support/fake-service.ts";
import { startLockable, type LockTestDesk } from "../support/lock-kit.ts";

/** What is done to the lock, in the activity log of a desk that has no records open while it happens. */
const pin = "4711";
const token = jwtOf({ sub: "Elm Street Clinic", iss: "https://issuer.example" });

let service: FakeService;
let secrets: SecretStore;
let desk: LockTestDesk;
/** The computer's clock, which nothing else moves. */
let now: number;
const clock = { ...systemClock, now: () => new Date(now) };
const at = (minute: number): string => new Date(Date.UTC(2026, 3, 1, 15, minute)).toISOString();
const later = (minute: number): void => {
  now = Date.parse(at(minute));
};

const start = (): Promise<LockTestDesk> => startLockable({ secrets, clock });
/** The program ends and is started again, over the same records and keychain. */
async function restart(): Promise<void> {
  await desk.desk.stop();
  desk = await startLockable({ secrets, clock, directory: desk.directory });
}
const unlock = (with_ = pin) => desk.get("lock.unlock", { pin: with_ });
/** Opens it; what happened meanwhile is in the log once it is known who has the desk. */
async function opened(): Promise<void> {
  await unlock();
  await expect.poll(async () => (await told()).at(-1)).toMatch(/^unlocked pin/);
}
const setPin = (which: "desk" | "admin", present: string, next: string | null) =>
  desk.get("lock.setPin", { which, present, next });

/** The entries since `from`, in their order, in short: act, why and how often, who, when. */
async function told(from = 0): Promise<readonly string[]> {
  const { rows } = await desk.get("audit.list", { from: 0, limit: 50, anchor: null, filter: anyEntry });
  return rows.toReversed().flatMap(({ id, act, more, byProgram, person, at: when }) => {
    if (Number(id) <= from || ["staff-chosen", "signed-in"].includes(act)) return [];
    const what = [act, more.why, more.count].filter((part) => part !== undefined).join(" ");
    const ends = more.until === undefined ? "" : `-${more.until.slice(14, 16)}`;
    return [`${what}, ${byProgram ? "by itself" : (person ?? "nobody known")}, ${when.slice(14, 16)}${ends}`];
  });
}
const entries = async (): Promise<number> => (await desk.get("audit.state", {})).entries;

beforeEach(async () => {
  service = await startFakeService();
  secrets = createMemorySecretStore();
  later(0);
  desk = await start();
  await desk.get("session.connect", { serviceAddress: service.baseUrl, token, sameAccount: null });
  await desk.get("staff.choose", { name: "Rosa" });
});
afterEach(async () => {
  await desk.desk.stop();
  removeFolder(desk.directory);
  await service.close();
});

it("has who locked the desk and what did, wrong PINs with their times, and what opened it", async () => {
  await setPin("desk", "", pin);
  const from = await entries();
  later(1);
  await desk.desk.lock("person");
  later(2);
  await unlock("1357");
  later(3);
  await unlock("2468");
  later(4);
  await opened();
  for (const why of ["idle", "system", "suspend"] as const) {
    await desk.desk.lock(why);
    await opened();
  }
  expect(await told(from)).toEqual([
    "locked person, Rosa, 01",
    "pin-wrong 2, nobody known, 02-03",
    "unlocked pin, nobody known, 04",
    "locked idle, by itself, 04",
    "unlocked pin, nobody known, 04",
    "locked system, by itself, 04",
    "unlocked pin, nobody known, 04",
    "locked suspend, by itself, 04",
    "unlocked pin, nobody known, 04",
  ]);
});

it("has what happened at a locked desk also after restarts, once, with the times at which it happened", async () => {
  await setPin("desk", "", pin);
  const from = await entries();
  await desk.desk.lock("person");
  later(5);
  await unlock("1357");
  later(10);
  await restart();
  later(11);
  await unlock("1357");
  later(12);
  await restart();
  later(20);
  await opened();
  const wanted = [
    "locked person, Rosa, 00",
    "pin-wrong, nobody known, 05",
    "started, by itself, 10",
    "pin-wrong, nobody known, 11",
    "started, by itself, 12",
    "unlocked pin, nobody known, 20",
  ];
  expect(await told(from)).toEqual(wanted);
  await desk.desk.lock("person");
  await opened();
  expect(await told(from)).toEqual([...wanted, "locked person, Rosa, 20", "unlocked pin, nobody known, 20"]);
});

it("has PINs that were set, changed and removed, and the admin PIN used and wrong, with who was at the desk", async () => {
  const from = await entries();
  await setPin("desk", "", pin);
  await setPin("desk", "1357", "8642");
  await setPin("desk", pin, "8642");
  await setPin("admin", "", "9753");
  await desk.get("lock.openAdmin", { pin: "1357" });
  await desk.get("lock.openAdmin", { pin: "9753" });
  await desk.get("lock.setAfter", { minutes: 5 });
  await setPin("admin", "9753", "97531");
  await setPin("admin", "97531", null);
  await setPin("desk", "8642", null);
  expect(await told(from)).toEqual(
    [
      "pin-set",
      "pin-wrong",
      "pin-changed",
      "admin-pin-set",
      "admin-pin-wrong",
      "admin-pin-used",
      "lock-time-changed",
      "admin-pin-changed",
      "admin-pin-removed",
      "pin-removed",
    ].map((act) => `${act}, Rosa, 00`),
  );
});

it("has a PIN that the access token removed, and the token that did not", async () => {
  await setPin("desk", "", pin);
  const from = await entries();
  await desk.desk.lock("person");
  const other = jwtOf({ sub: "Oak Street Clinic", iss: "https://issuer.example" });
  expect(await desk.ask("lock.recover", { which: "desk", token: other })).toMatchObject({ ok: false });
  await desk.get("lock.recover", { which: "desk", token });
  await expect
    .poll(() => told(from))
    .toEqual([
      "locked person, Rosa, 00",
      "pin-token-refused, nobody known, 00",
      "pin-removed token, nobody known, 00",
      "unlocked token, nobody known, 00",
    ]);
});

it("says of nobody that they signed in where the desk was unlocked or started", async () => {
  await setPin("desk", "", pin);
  const from = await entries();
  await desk.desk.lock("idle");
  await opened();
  await restart();
  await opened();
  const { rows } = await desk.get("audit.list", { from: 0, limit: 50, anchor: null, filter: anyEntry });
  const signedIn = rows.filter(({ id, act }) => Number(id) > from && act === "signed-in");
  expect(signedIn.map(({ person, byProgram }) => [person, byProgram])).toEqual([
    [null, true],
    [null, true],
  ]);
});

it("tells diagnostics of starts at the lock screen, and of no end that did not come where the desk was locked", async () => {
  await setPin("desk", "", pin);
  for (let day = 0; day < 2; day += 1) {
    await desk.desk.lock("person");
    await restart();
    await opened();
  }
  for (let start = 0; start < 2; start += 1) await restart();
  await opened();
  const { files } = await desk.get("diagnostics.show", {});
  const records: unknown = JSON.parse(files.find(({ name }) => name === "records.json")?.text ?? "");
  expect(records).toMatchObject({ starts: 5, uncleanEnds: 0 });
});

it("holds no PIN", async () => {
  await setPin("desk", "", pin);
  await desk.desk.lock("person");
  await unlock("1357");
  await opened();
  const { rows } = await desk.get("audit.list", { from: 0, limit: 50, anchor: null, filter: anyEntry });
  for (const secret of [pin, "1357"])
    expect(JSON.stringify(rows.map(({ more }) => more))).not.toContain(secret);
});
