import { beforeEach, describe, expect, it } from "vitest";
import { findLastBefore, pruneLog, type Cut } from "../../../main/features/activity-log/log-thinning.ts";
import type { AuditHead } from "../../../main/db/audit.ts";
import { createSqliteStore } from "../../../main/db/sqlite-store.ts";
import type { Store } from "../../../main/db/types.ts";
import { blankDatabase } from "../../support/blank-store.ts";

const cut: Cut = { date: "2020-11-28", instant: "2020-11-28T05:00:00.000Z" };
const old = "2019-01-01T10:00:00.000Z";
const late = "2026-11-27T15:00:00.000Z";

type Bench = {
  readonly told: AuditHead[];
  mayThin: () => boolean;
  takesIt: boolean;
};
let db: Awaited<ReturnType<typeof blankDatabase>>;
let store: Store;
let bench: Bench;

beforeEach(async () => {
  db = await blankDatabase();
  store = createSqliteStore(db, "opened", { now: () => new Date(late) });
  bench = { told: [], mayThin: () => true, takesIt: true };
});

const add = (count: number, at: string): void =>
  store.transaction(({ audit }) =>
    audit.add(Array.from({ length: count }, () => ({ act: "started", account: null, at }) as const)),
  );
const start = (): number => store.read(({ audit }) => audit.start().entries);
const hashAt = (n: number) => store.read(({ audit }) => audit.after(n - 1, 1)[0]?.hash);
const thin = () =>
  pruneLog(
    {
      store,
      anchor: {
        letGo: (last) => {
          // Nothing is gone before the keychain has heard of it.
          expect(start()).toBe(0);
          bench.told.push(last);
          return Promise.resolve(bench.takesIt);
        },
      },
      mayThin: () => bench.mayThin(),
      onStep: () => undefined,
    },
    cut,
  );

describe("the log's oldest entries", () => {
  it("go up to the first that is not old enough, whatever comes after it", async () => {
    add(700, old);
    add(1, late);
    add(5, old);
    const hash = hashAt(700);
    expect(await thin()).toBe(true);
    expect(bench.told).toEqual([{ entries: 700, hash }]);
    expect(store.read(({ audit }) => audit.start())).toEqual({ entries: 700, hash, at: late });
    const left = store.read(({ audit }) => audit.after(-1, 10_000));
    expect(left.map(({ entry }) => entry.n)).toEqual([701, 702, 703, 704, 705, 706, 707]);
    const told = left.at(-1)?.entry;
    expect(told).toMatchObject({ act: "log-entries-removed", at: late, account: null, byProgram: true });
    expect(JSON.parse(told?.more ?? "")).toEqual({ count: 700, before: cut.date, entry: 700, hash });
  });

  it("never are the last one, so that the chain goes on", async () => {
    add(10, old);
    expect(await thin()).toBe(true);
    expect(start()).toBe(9);
  });

  it("stay where none is old enough: nobody hears of anything", async () => {
    add(3, late);
    expect(await thin()).toBe(true);
    expect([start(), bench.told]).toEqual([0, []]);
    expect(store.read(({ audit }) => audit.head().entries)).toBe(3);
  });

  it("stay where something is in the way, before or in between", async () => {
    add(5_000, old);
    add(1, late);
    bench.mayThin = () => false;
    expect([await thin(), start(), bench.told]).toEqual([false, 0, []]);
    bench.mayThin = () => bench.told.length === 0;
    expect([await thin(), start()]).toEqual([false, 0]);
    bench.told.length = 0;
    bench.mayThin = () => start() === 0;
    expect([await thin(), start()]).toEqual([false, 1_000]);
  });

  it("stay where one of them does not fit, and where the keychain does not take it", async () => {
    add(600, old);
    add(1, late);
    bench.takesIt = false;
    expect([await thin(), start()]).toEqual([false, 0]);
    bench.takesIt = true;
    db.exec("drop trigger audit_no_update; update audit set act = 'ended' where n = 550");
    bench.told.length = 0;
    expect([await thin(), start(), bench.told]).toEqual([false, 0, []]);
  });

  it("go by nobody else: the database refuses to delete others", async () => {
    add(10, old);
    add(2, late);
    expect(() => db.exec("delete from audit where n = 1")).toThrow("only added to");
    await thin();
    expect(() => db.exec("delete from audit where n = 11")).toThrow("only added to");
  });
});

it("the last entry before an instant is found among those that are left", async () => {
  expect(store.read(({ audit }) => findLastBefore(audit, late))).toBe(0);
  for (let day = 1; day <= 9; day += 1) add(2, `2026-01-0${day}T10:00:00.000Z`);
  const last = (instant: string) => store.read(({ audit }) => findLastBefore(audit, instant));
  expect(last("2026-01-01T10:00:00.000Z")).toBe(0);
  expect(last("2026-01-04T10:00:00.000Z")).toBe(6);
  expect(last(late)).toBe(18);
  await pruneLog(
    {
      store,
      anchor: { letGo: () => Promise.resolve(true) },
      mayThin: () => true,
      onStep: () => undefined,
    },
    { date: "2026-01-05", instant: "2026-01-05T00:00:00.000Z" },
  );
  expect(last("2025-01-01T10:00:00.000Z")).toBe(8);
  expect(last("2026-01-06T10:00:00.000Z")).toBe(10);
});
