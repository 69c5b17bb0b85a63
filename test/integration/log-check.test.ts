import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createMemorySecretStore, type SecretStore } from "../../main/platform/secret-store.ts";
import { createLogCheck, type CheckedLog } from "../../main/features/activity-log/log-check.ts";
import { systemClock, systemRandom } from "../../main/platform/system.ts";
import { connect } from "../../main/db/connection.ts";
import { openStore } from "../../main/db/open.ts";
import type { Store } from "../../main/db/types.ts";
import { jwtOf, startFakeService } from "../support/fake-service.ts";
import { startLockable, type LockTestDesk } from "../support/lock-kit.ts";
import { keyOf } from "../support/store-files.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let directory: string;
let secrets: SecretStore;

beforeEach(() => {
  directory = join(temporaryFolder(), "records");
  secrets = createMemorySecretStore();
});

/** Changes an entry as somebody would who has the database and its key. */
async function alter(entry: number): Promise<void> {
  const file = join(directory, "front-desk.db");
  const db = await connect(file, await keyOf(file, secrets));
  db.exec("drop trigger if exists audit_no_update");
  expect(db.prepare("update audit set act = 'discarded' where n = ?").run(entry).changes).toBe(1);
  db.close();
}

describe("the log's check within one run of the program", () => {
  let store: Store;
  /** The numbers of the entries that were read since it was asked last. */
  let numbers: number[];
  const since = (): readonly number[] => numbers.splice(0);
  const add = (count: number): void =>
    store.transaction(({ audit }) =>
      audit.add(Array.from({ length: count }, () => ({ act: "patient-opened", account: "one" }) as const)),
    );
  /** As each unlocking makes it. */
  const checkOf = (checked: CheckedLog) =>
    createLogCheck({
      checked,
      store: {
        ...store,
        read: (work) =>
          store.read((repositories) =>
            work({
              ...repositories,
              audit: {
                ...repositories.audit,
                after: (n, limit) => {
                  const read = repositories.audit.after(n, limit);
                  numbers.push(...read.map(({ entry }) => entry.n));
                  return read;
                },
              },
            }),
          ),
      },
      anchor: { look: () => Promise.resolve(true), found: () => "same", beginsRight: () => true },
      clock: systemClock,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      onState: () => undefined,
    });

  beforeEach(async () => {
    const opened = await openStore({ directory, secrets, random: systemRandom });
    if (!opened.ok) throw new Error(opened.problem);
    store = opened.value;
    onTestFinished(() => store.close());
    numbers = [];
    add(300);
  });

  it("reads what was added since, behind the last that was checked", async () => {
    const checked: CheckedLog = { done: null };
    await checkOf(checked).run("since");
    expect(since()).toHaveLength(300);
    add(3);
    const again = checkOf(checked);
    const { at } = checked.done ?? {};
    await again.run("since");
    // The last that was checked shows that the same records are there.
    expect(since()).toEqual([300, 301, 302, 303]);
    // It says no more than what a whole check found, and when.
    expect(again.state()).toMatchObject({ entries: 303, checked: 300, checkedAt: at, altered: null });
    add(2);
    await checkOf(checked).run("since");
    expect(since()).toEqual([303, 304, 305]);
  });

  it("reads all of it when a person asks, also while what was added is being read", async () => {
    const checked: CheckedLog = { done: null };
    await checkOf(checked).run("since");
    since();
    const again = checkOf(checked);
    const rest = again.run("since");
    const whole = again.run("whole");
    await rest;
    expect(since()).toEqual([300]);
    await whole;
    expect(since()).toHaveLength(300);
    expect(again.state()).toMatchObject({ checked: 300, isChecking: false });
  });

  it("reads all of it where a check came to no end, and where other records are in their place", async () => {
    const checked: CheckedLog = { done: null };
    const stopped = checkOf(checked);
    const run = stopped.run("since");
    stopped.stop();
    await run;
    since();
    const after = checkOf(checked);
    await after.run("since");
    expect(since()).toHaveLength(300);
    if (checked.done === null) throw new Error("Nothing was checked");
    for (const other of [
      { ...checked.done.walk, hash: "0".repeat(64) },
      { ...checked.done.walk, n: 400 },
    ]) {
      checked.done = { ...checked.done, walk: other };
      await checkOf(checked).run("since");
      expect(since().filter((n) => n === 1)).toHaveLength(1);
    }
  });

  it("keeps what it found altered, over an unlocking", async () => {
    await alter(120);
    const checked: CheckedLog = { done: null };
    await checkOf(checked).run("since");
    const again = checkOf(checked);
    expect(again.state().altered).toEqual({ entry: 120, places: 1 });
    add(1);
    await again.run("since");
    expect(again.state().altered).toEqual({ entry: 120, places: 1 });
  });
});

describe("a desk that is locked and unlocked", () => {
  const pin = "4711";
  let desk: LockTestDesk;
  const state = () => desk.get("audit.state", {});
  async function checkedAnew(): Promise<void> {
    await expect.poll(async () => (await state()).isChecking).toBe(false);
  }
  /** Opens it; the log is checked once what happened meanwhile is in it. */
  async function unlock(): Promise<void> {
    const { entries } = await state().catch(() => ({ entries: 0 }));
    await desk.get("lock.unlock", { pin });
    await expect.poll(async () => (await state()).entries).toBeGreaterThan(entries);
    await checkedAnew();
  }
  async function start(): Promise<void> {
    desk = await startLockable({ directory, secrets });
    onTestFinished(() => desk.desk.stop());
  }

  beforeEach(async () => {
    const service = await startFakeService();
    onTestFinished(() => service.close());
    await start();
    const token = jwtOf({ sub: "Elm Street Clinic", iss: "https://issuer.example" });
    await desk.get("session.connect", { serviceAddress: service.baseUrl, token, sameAccount: null });
    await desk.get("staff.choose", { name: "Rosa" });
    await desk.get("lock.setPin", { which: "desk", present: "", next: pin });
    await desk.get("audit.check", {});
    await checkedAnew();
  });

  it("finds an entry that was altered behind the last check at once", { tags: ["log-3"] }, async () => {
    await desk.get("settings.save", { servicePhone: "555 0100" });
    const { entries } = await state();
    await desk.desk.lock("person");
    await alter(entries);
    await unlock();
    await expect.poll(async () => (await state()).altered?.entry).toBe(entries);
  });

  it("finds one before it when a person asks, and at the next start", { tags: ["log-3"] }, async () => {
    await desk.desk.lock("person");
    await alter(2);
    await unlock();
    expect((await state()).altered).toBeNull();
    await desk.get("audit.check", {});
    await expect.poll(async () => (await state()).altered?.entry).toBe(2);
    await desk.desk.stop();
    await start();
    await unlock();
    await expect.poll(async () => (await state()).altered?.entry).toBe(2);
  });
});
