import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { anyEntry, auditMore } from "../../shared/activity-log/audit.ts";
import {
  createMemorySecretStore,
  createSecretFailure,
  type SecretStore,
} from "../../main/platform/secret-store.ts";
import type { DeskFiles } from "../../main/desk/desk.ts";
import type { KeepingStep } from "../../main/features/keeping/keeping-steps.ts";
import { writeParts } from "../../main/platform/text-files.ts";
import { systemRandom } from "../../main/platform/system.ts";
import { connect } from "../../main/db/connection.ts";
import { openStore } from "../../main/db/open.ts";
import type { Store } from "../../main/db/types.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import { startDeskProcess } from "../faults/kit/desk-process.ts";
import { startDesk, type TestDesk } from "../support/desk-kit.ts";
import { fileSecrets } from "../support/file-secrets.ts";
import { logProblems } from "../support/log-oracle.ts";
import { keyOf } from "../support/store-files.ts";
import { bookingWith } from "../support/store-records.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const longAgo = "2015-01-10T15:00:00.000Z";
const old = 4_500;
const zeros = "0".repeat(64);

let folder: string;
let secrets: SecretStore;
let mock: MockService;
const directory = (): string => join(folder, "records");
const exported = (): string => join(folder, "log.jsonl");

beforeEach(async () => {
  folder = temporaryFolder();
  secrets = createMemorySecretStore();
  mock = await startMockService({ sampleData: true });
  onTestFinished(() => mock.close());
});

async function opened(keys: SecretStore = secrets): Promise<Store> {
  const found = await openStore({ directory: directory(), secrets: keys, random: systemRandom });
  if (!found.ok) throw new Error(found.problem);
  return found.value;
}

/** Entries of years ago, before anything else is in the log. */
function fillLog(store: Store, count: number): void {
  const some = { act: "patient-opened", account: "one", at: longAgo } as const;
  for (let at = 0; at < count; at += 500)
    store.transaction(({ audit }) =>
      audit.add(Array.from({ length: Math.min(500, count - at) }, () => some)),
    );
}

async function checked(desk: TestDesk) {
  await expect.poll(async () => (await desk.get("audit.state", {})).isChecking).toBe(false);
  return desk.get("audit.state", {});
}

const files: DeskFiles = {
  open: () => Promise.resolve({ ok: true, value: { file: null } }),
  save: () => Promise.resolve({ ok: true, value: { name: null } }),
  choose: () => Promise.resolve(null),
  chooseNew: () => Promise.resolve(null),
  write: async (_kind, parts) => {
    const written = await writeParts(exported(), parts());
    return written.ok ? { ok: true, value: { name: "log.jsonl" } } : written;
  },
};
const window = {
  copy: () => undefined,
  print: () => Promise.resolve({ ok: true as const, value: {} }),
  flushed: () => undefined,
  restart: () => undefined,
  files,
};

async function desk(keys: SecretStore = secrets): Promise<TestDesk> {
  const started = await startDesk({ directory: directory(), secrets: keys, window });
  onTestFinished(() => started.stop());
  const { session } = await started.get("session.get", {});
  if (session.accountId === null)
    await started.get("session.connect", {
      serviceAddress: mock.baseUrl,
      token: mock.token,
      sameAccount: null,
    });
  return started;
}

async function agreeToLog(at: TestDesk) {
  const { count, before } = await at.get("keeping.preview", { what: "log", years: 6 });
  await at.get("keeping.set", { what: "log", years: 6, before });
  return { count, before };
}

/** A desk whose log was cut, and that has ended. */
async function cutDesk(): Promise<void> {
  const store = await opened();
  fillLog(store, old);
  store.close();
  const first = await desk();
  await checked(first);
  await agreeToLog(first);
  await expect.poll(async () => (await first.get("audit.state", {})).removed?.upTo).toBe(old);
  await first.stop();
}

/** Changes the records as somebody would who has the database and its key. */
async function tamper(...statements: readonly string[]): Promise<void> {
  const file = join(directory(), "front-desk.db");
  const db = await connect(file, await keyOf(file, secrets));
  for (const table of ["audit", "audit_people"])
    for (const change of ["update", "delete"]) db.exec(`drop trigger ${table}_no_${change}`);
  for (const sql of statements) db.exec(sql);
  db.close();
}

const verify = (): string => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/security.md"), "utf8");
  const program = join(folder, "verify.mjs");
  writeFileSync(program, /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? "");
  return spawnSync(process.execPath, [program, exported()], { encoding: "utf8" }).stdout.trim();
};

describe("the log's oldest entries", () => {
  it("go when a person has agreed, and what is left is checked from there, at each start and by others", async () => {
    const store = await opened();
    fillLog(store, old);
    store.close();
    let at = await desk();
    expect(await checked(at)).toMatchObject({ removed: null, altered: null, outside: "same" });
    const { count, before } = await agreeToLog(at);
    expect(count).toBe(old);
    await expect.poll(async () => (await at.get("audit.state", {})).removed?.upTo).toBe(old);
    await at.get("audit.check", {});
    const state = await checked(at);
    expect(state).toMatchObject({ removed: { upTo: old }, altered: null, outside: "same" });
    expect(state.checked).toBe(state.entries);

    const list = { from: 0, limit: 50, anchor: null, filter: anyEntry };
    const { rows, total } = await at.get("audit.list", list);
    expect(total).toBe(state.entries);
    expect(rows.map(({ id }) => Number(id))).toEqual(rows.map((_row, place) => old + total - place));
    const cuts = rows.filter(({ act }) => act === "log-entries-removed");
    expect(cuts.map(({ more }) => [more.entry, more.count, more.before])).toEqual([
      [4_500, 500, before],
      [4_000, 1_000, before],
      [3_000, 1_000, before],
      [2_000, 1_000, before],
      [1_000, 1_000, before],
    ]);
    expect(cuts.every(({ byProgram, person }) => byProgram && person === null)).toBe(true);
    const filtered = await at.get("audit.list", { ...list, filter: { ...anyEntry, group: "log" } });
    expect(filtered.rows.map(({ act }) => act)).toContain("log-checked");

    const { entries } = await at.get("audit.export", { format: "lines", filter: anyEntry });
    expect(entries).toBeGreaterThan(0);
    expect(verify()).toBe(`${entries} entries fit; 1 to ${old} were removed because of their age`);
    const lines = readFileSync(exported(), "utf8").trimEnd().split("\n");
    // One that says nothing of the removal could begin anywhere.
    writeFileSync(exported(), `${lines.slice(1).join("\n")}\n`);
    expect(verify()).toBe(`entry ${old + 2} does not fit`);
    await at.stop();
    at = await desk();
    expect(await checked(at)).toMatchObject({ removed: { upTo: old }, altered: null, outside: "same" });
    expect((await at.get("app.info", {})).recordsNotice.log).toBeUndefined();
  });

  it("stay while anything is wrong with the log: what was altered is not removed with them", async () => {
    const store = await opened();
    fillLog(store, old);
    store.close();
    await (await desk()).stop();
    await tamper("update audit set act = 'patient-added' where n = 17");
    const at = await desk();
    expect(await checked(at)).toMatchObject({ altered: { entry: 17 } });
    await agreeToLog(at);
    // A second route is answered after the sweep has had its turn.
    await at.get("keeping.amounts", {});
    expect(await at.get("audit.state", {})).toMatchObject({ removed: null });
  });
});

// log-11: The oldest entries go only as agreed, the rest stays provable, and any further loss is found
describe("a log that was cut", { tags: ["log-11"] }, () => {
  const start = (n: number, hash: string): string =>
    `update meta set value = '${n}/' || ${hash} || '/2026-11-27T10:00:00.000Z' where key = 'log-removed'`;
  const hashOf = (n: number): string => `(select lower(hex(hash)) from audit where n = ${n})`;
  const cases: readonly (readonly [string, readonly string[], number])[] = [
    ["more of its oldest entries are deleted", [`delete from audit where n <= ${old + 2}`], old + 3],
    [
      "the place where it begins is moved on, and the entries are deleted",
      [start(old + 2, hashOf(old + 2)), `delete from audit where n <= ${old + 2}`],
      old + 3,
    ],
    ["the place where it begins is moved back", [start(old - 5, `'${zeros}'`)], old + 1],
    ["the hash from which it goes on is another", [start(old, `'${zeros}'`)], old + 1],
    ["the place where it begins is taken away", ["delete from meta where key = 'log-removed'"], old + 1],
  ];
  it.each(cases)("is found altered where %s", async (_name, statements, entry) => {
    await cutDesk();
    await tamper(...statements);
    const at = await desk();
    expect(await checked(at)).toMatchObject({ altered: { entry } });
    expect((await at.get("app.info", {})).recordsNotice.log).toBe("altered");
  });

  it("is found altered where somebody with the database's key removes more, as the program does", async () => {
    await cutDesk();
    const store = await opened();
    store.transaction(({ audit }) => {
      const [found] = audit.after(old + 1, 1);
      audit.removeUpTo({ entries: old + 2, hash: found?.hash ?? "" }, "2020-01-01");
    });
    // By itself it is whole: the keychain knows better.
    expect(logProblems(store).filter((problem) => problem.startsWith("the chain"))).toEqual([]);
    store.close();
    const at = await desk();
    expect(await checked(at)).toMatchObject({ altered: { entry: old + 3 } });
  });

  it("is not said to be altered where the keychain does not answer", async () => {
    await cutDesk();
    const silent = {
      ...secrets,
      get: (name: string) =>
        name.startsWith("log-") ? Promise.resolve(createSecretFailure("locked")) : secrets.get(name),
    };
    const at = await desk(silent);
    expect(await checked(at)).toMatchObject({ removed: { upTo: old }, altered: null, outside: "unknown" });
  });

  it("loses nothing where the keychain does not take it first", async () => {
    const store = await opened();
    fillLog(store, old);
    store.close();
    let refusals = 0;
    const deaf = {
      ...secrets,
      set: (name: string, value: string) => {
        if (!name.startsWith("log-start")) return secrets.set(name, value);
        refusals += 1;
        return Promise.resolve(createSecretFailure("locked"));
      },
    };
    const at = await desk(deaf);
    await checked(at);
    await agreeToLog(at);
    await expect.poll(() => refusals).toBe(1);
    await at.get("audit.check", {});
    expect(await checked(at)).toMatchObject({ removed: null, altered: null });
  });
});

it("a desk that is killed at any point has said what is gone, alarms nobody, and goes on", async () => {
  const bookings = 100;
  const entries = 5_000;
  const place = { directory: directory(), secretsFile: join(folder, "keychain.json") };
  const keys = fileSecrets(place.secretsFile);
  const connectTo = { serviceAddress: mock.baseUrl, token: mock.token, sameAccount: null };
  let store = await opened(keys);
  fillLog(store, entries);
  store.close();
  let at = await startDeskProcess({ ...place, speed: 1 });
  await at.get("session.connect", connectTo);
  const { accountId } = (await at.get("session.get", {})).session;
  await at.quit();
  store = await opened(keys);
  const end = { status: "done", createdAt: longAgo, updatedAt: longAgo, accountId: accountId ?? "" } as const;
  store.transaction(({ items }) => {
    for (let number = 1; number <= bookings; number += 1) items.insert(bookingWith(number, {}, end));
  });
  store.close();

  /** What the log says went, against what is left. */
  function account(): { readonly left: number; readonly kept: number } {
    const counts = { bookings: 0, log: 0, deleted: 0 };
    const found = store.read(({ audit }) => audit.after(0, 1_000_000));
    for (const { entry } of found) {
      const { count = 0 } = auditMore.parse(JSON.parse(entry.more));
      if (entry.act === "bookings-removed") counts.bookings += count;
      if (entry.act === "log-entries-removed") counts.log += count;
      if (entry.act === "deleted") counts.deleted += 1;
    }
    const start = store.read(({ audit }) => audit.start().entries);
    const left = store.read(({ items }) => items.counts(end.accountId)).done;
    expect(counts).toEqual({ bookings: bookings - left, log: start, deleted: bookings - left });
    expect(found[0]?.entry.n).toBe(start + 1);
    expect(logProblems(store)).toEqual([]);
    return { left, kept: entries - start };
  }

  const agreeToBoth = async (): Promise<void> => {
    for (const [what, years] of [
      ["bookings", 7],
      ["log", 6],
    ] as const) {
      const { before } = await at.get("keeping.preview", { what, years });
      await at.get("keeping.set", { what, years, before });
    }
  };
  const begin = async (stop: {
    readonly stopAt?: KeepingStep;
    readonly stopTime?: number;
  }): Promise<void> => {
    at = await startDeskProcess({ ...place, speed: 1, ...stop });
    await at.get("session.connect", connectTo);
    await expect.poll(async () => (await at.get("audit.state", {})).isChecking).toBe(false);
    const { altered, outside } = await at.get("audit.state", {});
    expect([stop, altered, outside]).toEqual([stop, null, "same"]);
  };
  const kills: readonly (readonly [KeepingStep, number, { readonly left: number; readonly kept: number }])[] =
    [
      ["bookings-going", 2, { left: 75, kept: 5_000 }],
      ["log-told", 1, { left: 0, kept: 5_000 }],
      ["log-going", 2, { left: 0, kept: 4_000 }],
      ["log-gone", 1, { left: 0, kept: 3_000 }],
    ];
  for (const [stopAt, stopTime, expected] of kills) {
    await begin({ stopAt, stopTime });
    // It does not answer where it stands still.
    agreeToBoth().catch(() => undefined);
    await at.standsStill();
    await at.kill();
    store = await opened(keys);
    expect([stopAt, stopTime, account()]).toEqual([stopAt, stopTime, expected]);
    store.close();
  }
  await begin({});
  await agreeToBoth();
  await expect.poll(async () => (await at.get("audit.state", {})).removed?.upTo).toBe(entries);
  await at.quit();
  store = await opened(keys);
  expect(account()).toEqual({ left: 0, kept: 0 });
  store.close();
});
