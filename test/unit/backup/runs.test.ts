import { readdirSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createMemorySecretStore } from "../../../main/platform/secret-store.ts";
import { createBackupRuns } from "../../../main/features/backup/backup-runs.ts";
import { createBackupDisk } from "../../../main/features/backup/disk.ts";
import { createPlanKeeper } from "../../../main/features/backup/plan.ts";
import { backupCheckInterval } from "../../../main/features/backup/schedule.ts";
import { systemRandom } from "../../../main/platform/system.ts";
import { createStoreError } from "../../../main/db/store-error.ts";
import type { Store } from "../../../main/db/types.ts";
import { cheap } from "../../support/backup-kit.ts";
import { blankStore } from "../../support/blank-store.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const word = "0a1b2c3d";
const nameOf = (stamp: string): string => `front-desk-backup-x-${word}-${stamp}.age`;
const week = ["20261123T080000Z", "20261124T080000Z", "20261125T080000Z"].map(nameOf);

/** Daily backups of records that may refuse to be written; three are kept, and three are there. */
async function desk() {
  const clock = fakeClock("2026-11-26T09:00:00Z");
  const folder = temporaryFolder();
  for (const name of week) writeFileSync(join(folder, name), "good");
  const plan = createPlanKeeper(createMemorySecretStore(), { place: "here", random: systemRandom });
  await plan.change((kept) => ({
    ...kept,
    folder,
    keep: 3,
    passphrase: "seven lamps over a quiet harbor",
    word,
    isDaily: true,
  }));
  const state = { isFull: false, isChecked: true, mayRun: true };
  const records = await blankStore();
  const store: Store = {
    ...records,
    transaction: (work) => {
      if (state.isFull) throw createStoreError("full");
      return records.transaction(work);
    },
  };
  const logged: string[] = [];
  const runs = createBackupRuns({
    store,
    snapshots: {
      take: async () => ({
        ok: true,
        value: {
          bytes: 1_000,
          key: Buffer.alloc(32, 1),
          layout: 1,
          counts: { patients: 0, bookings: 0, waiting: 0 },
          isChecked: state.isChecked,
          read: async (_at, into) => into.length,
          release: () => undefined,
        },
      }),
    },
    plan,
    disk: createBackupDisk(clock),
    version: "0.0.0",
    clock,
    log: {
      info: (event) => void logged.push(event),
      warn: (event) => void logged.push(event),
      error: (event) => void logged.push(event),
    },
    accountId: () => null,
    dayOf: (at) => at.toISOString().slice(0, 10),
    traffic: () => "none",
    mayRun: () => state.mayRun,
    onChange: () => undefined,
    onStep: () => undefined,
    cost: cheap,
  });
  const kept = await plan.read();
  if (!kept.ok) throw new Error("no plan");
  runs.heed(kept.value);
  runs.begin();
  /** So many looks at whether one is due, each waited for. */
  const looks = async (count: number): Promise<void> => {
    for (let look = 0; look < count; look += 1) {
      await clock.advance(backupCheckInterval);
      while (runs.part() !== null) await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  const files = (): string[] => readdirSync(folder).filter((name) => name.endsWith(".age"));
  return { clock, folder, state, runs, looks, files, logged, records };
}
let world: Awaited<ReturnType<typeof desk>>;
beforeEach(async () => {
  world = await desk();
});

it("a daily backup takes the place of the oldest, once on that day", async () => {
  const { looks, files } = world;
  await looks(5);
  expect(files()).toHaveLength(3);
  expect(files()).toEqual(expect.arrayContaining(week.slice(1)));
});

describe("records that cannot be written", () => {
  it("push out no good backup, and are backed up once until they can be", async () => {
    const { state, runs, looks, files, logged, clock } = world;
    state.isFull = true;
    await looks(20);
    expect(files()).toHaveLength(4);
    expect(files()).toEqual(expect.arrayContaining(week));
    expect(runs.record().good?.file).toContain("20261126T");
    expect(logged).toEqual(["backup.not-recorded", "backup.made"]);
    clock.setWall("2026-11-27T09:00:00Z");
    await looks(20);
    expect(files()).toHaveLength(4);

    state.isFull = false;
    await looks(2);
    expect(files()).toHaveLength(3);
    expect(files().filter((name) => week.includes(name))).toEqual([week[2]]);
    expect(runs.record().good?.file).toContain("20261127T");
  });

  it("are told as made to a person, and go on record once they can be written", async () => {
    const { state, runs, looks, records } = world;
    state.isFull = true;
    await looks(1);
    const { good } = runs.record();
    state.isFull = false;
    await looks(1);
    expect(records.read(({ meta }) => meta.get("backup"))).toContain(basename(good?.file ?? "none"));
  });

  it("let a failure wait its time, and say it", async () => {
    const { state, runs, looks, folder } = world;
    state.isFull = true;
    renameSync(folder, `${folder}.away`);
    await looks(5);
    expect(runs.record().problem).toMatchObject({ reason: "folder-away", failures: 1 });
    expect(runs.nextAt()).not.toBeNull();
    renameSync(`${folder}.away`, folder);
  });
});

it("records whose pages were not all looked at push out nothing, and do once they were", async () => {
  const { state, looks, files, clock } = world;
  state.isChecked = false;
  await looks(3);
  expect(files()).toHaveLength(4);
  state.isChecked = true;
  clock.setWall("2026-11-27T09:00:00Z");
  await looks(1);
  expect(files()).toHaveLength(3);
});

it("records at a halt are not backed up", async () => {
  const { state, looks, files } = world;
  state.mayRun = false;
  await looks(3);
  expect(files()).toEqual(week);
});
