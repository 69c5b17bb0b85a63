import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { strFromU8, unzipSync } from "fflate";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import {
  actGroups,
  anyEntry,
  type AuditFilter,
  type AuditLine,
  type AuditState,
} from "../../shared/activity-log/audit.ts";
import {
  createMemorySecretStore,
  createSecretFailure,
  type SecretStore,
} from "../../main/platform/secret-store.ts";
import type { DeskFiles } from "../../main/desk/desk.ts";
import { createLogCheck } from "../../main/features/activity-log/log-check.ts";
import { systemClock, systemRandom } from "../../main/platform/system.ts";
import { writeParts } from "../../main/platform/text-files.ts";
import { connect } from "../../main/db/connection.ts";
import { UpdateError } from "../../main/features/updates/update-error.ts";
import { createUpdates } from "../../main/features/updates/updates.ts";
import { say, type Saying } from "../../messages/saying.ts";
import { openStore } from "../../main/db/open.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import { bookingNumbered, patientNumbered } from "../faults/kit/bench.ts";
import { startDeskProcess } from "../faults/kit/desk-process.ts";
import { seeded } from "../faults/kit/random.ts";
import { scanFolder, sentinel, sentinelBooking, sentinelPatient } from "../faults/kit/sentinels.ts";
import { bookingForm, fullPatient, sendPatient, startDesk, type TestDesk } from "../support/desk-kit.ts";
import { fileSecrets } from "../support/file-secrets.ts";
import { logProblems } from "../support/log-oracle.ts";
import { keyOf } from "../support/store-files.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let folder: string;
let secrets: SecretStore;
let mock: MockService;
const directory = (): string => join(folder, "records");
const saved = (name: string): string => join(folder, name);

beforeEach(async () => {
  folder = temporaryFolder();
  secrets = createMemorySecretStore();
  mock = await startMockService({ sampleData: true });
  onTestFinished(() => mock.close());
});

/** Files are saved in the test's folder, as a person would choose. */
const files: DeskFiles = {
  open: () => Promise.resolve({ ok: true, value: { file: null } }),
  save: () => Promise.resolve({ ok: true, value: { name: null } }),
  choose: (kind) => Promise.resolve(saved(`${kind}.csv`)),
  chooseNew: (kind) => Promise.resolve(saved(kind)),
  write: async (kind, parts) => {
    const written = await writeParts(saved(kind), parts());
    return written.ok ? { ok: true, value: { name: kind } } : written;
  },
};
const window = {
  copy: () => undefined,
  print: () => Promise.resolve({ ok: true as const, value: {} }),
  flushed: () => undefined,
  restart: () => undefined,
  files,
};

async function open(options: Parameters<typeof startDesk>[0] = {}): Promise<TestDesk> {
  const desk = await startDesk({ directory: directory(), secrets, window, ...options });
  onTestFinished(() => desk.stop());
  return desk;
}
/** One whose start is not waited for. */
async function composedDesk(options: Parameters<typeof startDesk>[0]): Promise<TestDesk> {
  const desk = await startDesk({ directory: directory(), secrets, window, ...options, isAwaited: false });
  onTestFinished(() => desk.stop());
  return desk;
}
async function signedIn(options: Parameters<typeof startDesk>[0] = {}): Promise<TestDesk> {
  const desk = await open(options);
  await desk.get("session.connect", { serviceAddress: mock.baseUrl, token: mock.token, sameAccount: null });
  return desk;
}

/** The whole log, the first entry first. */
async function entriesOf(desk: TestDesk, filter: Partial<AuditFilter> = {}): Promise<AuditLine[]> {
  const rows: AuditLine[] = [];
  for (;;) {
    const part = await desk.get("audit.list", {
      from: rows.length,
      limit: 50,
      anchor: null,
      filter: { ...anyEntry, ...filter },
    });
    rows.push(...part.rows);
    if (part.rows.length === 0 || rows.length >= part.total) return rows.toReversed();
  }
}
async function checked(desk: TestDesk): Promise<AuditState> {
  await expect.poll(async () => (await desk.get("audit.state", {})).isChecking).toBe(false);
  return desk.get("audit.state", {});
}
const warned = async (desk: TestDesk) => (await desk.get("app.info", {})).recordsNotice.log;

/** Changes the log as somebody would who has the database and its key. */
async function tamper(sql: string): Promise<void> {
  const file = join(directory(), "front-desk.db");
  const db = await connect(file, await keyOf(file, secrets));
  for (const table of ["audit", "audit_people"])
    for (const change of ["update", "delete"]) db.exec(`drop trigger ${table}_no_${change}`);
  db.exec(sql);
  db.close();
}

/** A day at the desk. */
async function work(desk: TestDesk): Promise<void> {
  await desk.get("staff.choose", { name: "Rosa" });
  const patient = await sendPatient(desk, fullPatient);
  const id = patient.patientRecordId ?? "";
  await desk.get("patients.search", { text: "sam", limit: 5 });
  await desk.get("patients.search", { text: "samp", limit: 5 });
  await desk.get("patients.person", { id });
  await desk.get("patients.person", { id });
  const form = bookingForm({ patient: { kind: "known", id } });
  const booking = await desk.get("items.create", { kind: "booking", form });
  for (const notes of ["a", "ab", "abc"])
    await desk.get("items.saveForm", {
      id: booking.id,
      content: { kind: "booking", form: { ...form, notes } },
    });
  await desk.get("items.hold", { id: booking.id });
  await desk.get("items.edit", { id: booking.id });
  await desk.get("items.submit", { id: booking.id, wait: true });
  await desk.get("settings.save", { servicePhone: "555 0100" });
  await desk.get("app.print", {});
}

describe("the activity log", () => {
  it("says who did what, to which record, over restarts", async () => {
    let desk = await signedIn();
    await work(desk);
    await desk.get("session.signOut", {});
    await desk.stop();
    desk = await open();
    await desk.get("session.connect", { serviceAddress: mock.baseUrl, token: mock.token, sameAccount: null });
    const entries = await entriesOf(desk);
    const told = entries.map(({ act, person, byProgram }) => [act, byProgram ? "-" : person].join(" "));
    const reads = ["patients-searched Rosa", "patient-opened Rosa", "printed Rosa"];
    // What is only looked at is written a moment later, in its own order.
    expect(told.filter((line) => reads.includes(line))).toEqual(reads);
    const day = [
      "begun Rosa",
      "patient-added Rosa",
      "submitted Rosa",
      "sent -",
      "accepted -",
      "patient-changed -",
    ];
    expect(told.filter((line) => !reads.includes(line))).toEqual(
      [
        ["started -", "signed-in ", "staff-chosen Rosa", ...day],
        ["begun Rosa", "held Rosa", "taken-back Rosa", "submitted Rosa", "sent -", "accepted -"],
        ["settings-changed Rosa", "signed-out Rosa", "ended -", "started -", "signed-in Rosa"],
      ].flat(),
    );
    const opened = entries.find(({ act }) => act === "patient-opened");
    expect(opened?.name).toEqual({ firstName: "Ann", lastName: "Sample" });
    expect(entries.find(({ act }) => act === "settings-changed")?.more).toEqual({
      settings: ["servicePhone"],
    });
    expect(await checked(desk)).toMatchObject({ altered: null, outside: "same" });
    expect(await warned(desk)).toBeUndefined();
  });

  it("says that another version of Front Desk has the records, once, and which it was before", async () => {
    let desk = await open({ version: "1.2.0" });
    await desk.stop();
    desk = await open({ version: "1.3.0-beta.1" });
    await desk.stop();
    desk = await open({ version: "1.3.0-beta.1" });
    const changes = (await entriesOf(desk)).filter(({ act }) => act === "version-changed");
    expect(changes).toMatchObject([
      { byProgram: true, more: { was: "1.2.0", version: "1.3.0-beta.1" }, account: null },
    ]);
  });

  it("says why an update was not taken, also of one that came while nobody had the records open", async () => {
    const failing: { why: Saying } = { why: say("failures.updates.otherSigner") };
    const silent = (): void => undefined;
    const program = createUpdates({
      version: "1.2.0",
      why: null,
      source: () => Promise.resolve({ check: () => Promise.reject(new UpdateError(failing.why)) } as never),
      clock: systemClock,
      random: systemRandom,
      log: { info: silent, warn: silent, error: silent },
      emit: silent,
      busy: () => null,
      sinceChange: () => Infinity,
      restart: silent,
    });
    onTestFinished(program.stop);
    program.heed({ feed: "https://updates.example", mode: "automatic" });
    const looked = async (): Promise<void> => {
      program.check();
      await expect.poll(() => program.state().phase).toBe("idle");
    };
    let desk = await signedIn({ updates: program });
    await looked();
    await looked();
    await desk.stop();
    failing.why = say("failures.updates.wrongHash");
    await looked();
    // The network alone is no refusal.
    failing.why = say("failures.updates.tooSlow");
    await looked();
    const closedAt = new Date().toISOString();
    desk = await open({ updates: program });
    const refused = (await entriesOf(desk)).filter(({ act }) => act === "update-refused");
    expect(refused).toMatchObject([
      { byProgram: true, more: { reason: "otherSigner" } },
      { byProgram: true, more: { reason: "wrongHash" } },
    ]);
    // At the moment at which it was refused: opening the records takes longer than a millisecond.
    const at = refused[1]?.at ?? "none";
    expect(at <= closedAt, `${at} is after ${closedAt}`).toBe(true);
  });

  it("is filtered by who, by what and by the day on the clinic's clock, also as it grows", async () => {
    const desk = await signedIn();
    await work(desk);
    const settings = { group: "settings" } as const;
    expect((await entriesOf(desk, settings)).map(({ act }) => act)).toEqual(["settings-changed"]);
    await desk.get("settings.save", { theme: "dark" });
    expect((await entriesOf(desk, settings)).map(({ more }) => more.settings)).toEqual([
      ["servicePhone"],
      ["theme"],
    ]);
    expect(await entriesOf(desk, { person: "Rosa", day: "2020-01-01" })).toEqual([]);
    await desk.get("staff.choose", { name: "Ana" });
    const ana = await entriesOf(desk, { person: "Ana" });
    expect(ana.map(({ act }) => act)).toEqual(["staff-chosen"]);
    expect(await desk.get("audit.people", {})).toEqual({ people: ["Ana", "Rosa"] });
    const anchor = { id: ana[0]?.id ?? "", was: 0 };
    await desk.get("settings.save", { theme: "light" });
    const moved = await desk.get("audit.list", { from: 0, limit: 1, anchor, filter: anyEntry });
    expect(moved).toMatchObject({ from: 1, anchorAt: 1, rows: [{ id: anchor.id }] });
  });

  it("of another account shows what was done, and not to whom", async () => {
    const desk = await signedIn();
    await work(desk);
    await desk.get("session.signOut", {});
    await desk.get("session.practise", {});
    const entries = await entriesOf(desk);
    expect(entries.map(({ act }) => act)).toContain("patient-added");
    const others = entries.filter(({ isPractice }) => !isPractice);
    expect(others.length).toBeGreaterThan(10);
    expect(others.filter(({ record, name }) => record !== null || name !== null)).toEqual([]);
    const own = entries.find(({ isPractice, act }) => isPractice && act === "patient-added");
    expect(own?.record).not.toBeNull();
  });
});

describe("a log that was changed by hand", () => {
  const mark = async (): Promise<void> => {
    const desk = await signedIn();
    await work(desk);
    await desk.stop();
  };
  // log-3: An edited, cut or rewritten log shows that and where, and stops no work
  it.each([
    ["edited", "update audit set act = 'discarded' where n = 5", 5],
    ["deleted", "delete from audit where n = 5", 6],
    [
      "put elsewhere",
      "update audit set n = -1 where n = 4; update audit set n = 4 where n = 5; update audit set n = 5 where n = -1",
      4,
    ],
    ["renamed", "update audit_people set person = 'Eve' where person = 'Rosa'", 3],
  ])(
    "is told of where an entry was %s, and the work goes on",
    { tags: ["log-3"] },
    async (_how, sql, entry) => {
      await mark();
      await tamper(sql);
      let desk = await open();
      expect((await checked(desk)).altered?.entry).toBe(entry);
      expect(await warned(desk)).toBe("altered");
      await desk.get("audit.warningRead", {});
      expect(await warned(desk)).toBeUndefined();
      const { id } = await desk.get("items.create", { kind: "booking", form: bookingForm({}) });
      expect((await desk.get("items.get", { id })).status).toBe("draft");
      await desk.stop();
      // It stays in the log, is told once, and shown for good.
      desk = await open();
      expect((await checked(desk)).altered?.entry).toBe(entry);
      expect(await warned(desk)).toBeUndefined();
      const log = await entriesOf(desk, { group: "log" });
      expect(log.map(({ act, more }) => [act, more.entry])).toEqual([
        ["log-altered", entry],
        ["log-warning-read", undefined],
      ]);
    },
  );

  it.each([
    ["its last entries are gone", "delete from audit where n > 12", "shorter"],
    ["all of it is", "delete from audit", "shorter"],
  ] as const)("is told of where %s", async (_what, sql, outside) => {
    await mark();
    await tamper(sql);
    let desk = await open();
    expect(await checked(desk)).toMatchObject({ altered: null, outside });
    expect(await warned(desk)).toBe(outside);
    await desk.stop();
    // Until somebody has read it.
    desk = await open();
    await checked(desk);
    expect(await warned(desk)).toBe(outside);
    await desk.get("audit.warningRead", {});
    await desk.stop();
    desk = await open();
    expect(await checked(desk)).toMatchObject({ altered: null, outside: "same" });
    expect((await entriesOf(desk, { group: "log" })).map(({ act }) => act)).toEqual([
      `log-${outside}`,
      "log-warning-read",
    ]);
  });

  it("is told of where somebody with the database's key made it anew, with hashes that fit", async () => {
    await mark();
    // All entries once more, without the first: a chain that is whole by itself.
    const opened = await openStore({ directory: directory(), secrets, random: systemRandom });
    if (!opened.ok) throw new Error(opened.problem);
    const kept = opened.value.read(({ audit }) => audit.after(1, 1_000));
    opened.value.close();
    await tamper("delete from audit");
    const forged = await openStore({ directory: directory(), secrets, random: systemRandom });
    if (!forged.ok) throw new Error(forged.problem);
    forged.value.transaction(({ audit }) =>
      audit.add([...kept, ...kept].map(({ entry }) => ({ act: "edited", account: entry.account }))),
    );
    expect(logProblems(forged.value).filter((problem) => problem.includes("chain"))).toEqual([]);
    forged.value.close();
    const desk = await open();
    expect(await checked(desk)).toMatchObject({ altered: null, outside: "replaced" });
    expect(await warned(desk)).toBe("replaced");
  });

  it.each([
    ["and its end is gone", "delete from audit where n > 12"],
    ["and all that stands there fits", "select 1"],
  ])("is told of where what the keychain knew of it was taken away, %s", async (_what, sql) => {
    await mark();
    await tamper(sql);
    let anchors = 0;
    const { get } = secrets;
    const emptied = {
      ...secrets,
      get: async (name: string) => {
        if (name.startsWith("log-anchor")) {
          anchors += 1;
          await secrets.delete(name);
        }
        return get(name);
      },
    };
    let desk = await open({ secrets: emptied });
    expect(await checked(desk)).toMatchObject({ altered: null, outside: "replaced" });
    expect(anchors).toBeGreaterThan(0);
    expect(await warned(desk)).toBe("replaced");
    await desk.get("audit.warningRead", {});
    await desk.stop();
    // It is told once: the keychain knows of it again.
    desk = await open();
    expect(await checked(desk)).toMatchObject({ altered: null, outside: "same" });
  });

  it("is not said to be one where the keychain does not answer, or forgot all", async () => {
    await mark();
    const { get } = secrets;
    const silent = {
      ...secrets,
      get: (name: string) =>
        name.startsWith("log-anchor") ? Promise.resolve(createSecretFailure("locked")) : get(name),
    };
    let desk = await open({ secrets: silent });
    expect(await checked(desk)).toMatchObject({ altered: null, outside: "unknown" });
    expect(await warned(desk)).toBeUndefined();
    await desk.stop();
    // What could not be read was not written over.
    await tamper("delete from audit where n > 12");
    desk = await open();
    expect(await checked(desk)).toMatchObject({ outside: "shorter" });
  });
});

// log-4: A killed program raises no false alarm about the log
it(
  "is whole after every kill in the middle of work, agrees with the records, and nobody is alarmed",
  { tags: ["log-4"] },
  async () => {
    const place = { directory: directory(), secretsFile: saved("keychain.json") };
    const random = seeded(7);
    const onlyItems = { between: null, person: null, acts: actGroups.items };
    let acts = 0;
    for (let round = 0; round < 6; round += 1) {
      const desk = await startDeskProcess({ ...place, speed: 1 });
      await desk.get("session.connect", {
        serviceAddress: mock.baseUrl,
        token: mock.token,
        sameAccount: null,
      });
      await expect.poll(async () => (await desk.get("audit.state", {})).isChecking).toBe(false);
      const found = await desk.get("audit.state", {});
      expect([round, found.altered, found.outside]).toEqual([round, null, "same"]);
      let done = 0;
      const working = Array.from({ length: 40 }, async (_, number) => {
        const content = number % 2 === 0 ? patientNumbered(round * 100 + number) : bookingNumbered(number);
        const { id } = await desk.get("items.create", content);
        if (number % 3 === 0) await desk.get("items.hold", { id });
        if (number % 3 === 1) await desk.get("items.submit", { id, wait: true });
        if (number % 3 === 2) await desk.get("items.discard", { id });
        done += 1;
      });
      for (const each of working) each.catch(() => undefined);
      const enough = 5 + Math.floor(random() * 30);
      await expect.poll(() => done, { interval: 1 }).toBeGreaterThanOrEqual(enough);
      await desk.kill();
      const opened = await openStore({
        directory: place.directory,
        secrets: fileSecrets(place.secretsFile),
        random: systemRandom,
      });
      if (!opened.ok) throw new Error(opened.problem);
      expect(logProblems(opened.value)).toEqual([]);
      acts += opened.value.read(({ audit }) => audit.find(onlyItems, { after: 0, limit: 10_000 })).found
        .length;
      opened.value.close();
    }
    expect(acts).toBeGreaterThan(100);
  },
);

describe("the check of a long log", () => {
  const entries = 50_000;
  it("goes on in pieces, none of which holds up anybody, and finds what is at the end", async () => {
    const opened = await openStore({ directory: directory(), secrets, random: systemRandom });
    if (!opened.ok) throw new Error(opened.problem);
    const store = opened.value;
    onTestFinished(() => store.close());
    const some = Array.from({ length: 1_000 }, () => ({ act: "patient-opened", account: "one" }) as const);
    for (let at = 0; at < entries; at += 1_000) store.transaction(({ audit }) => audit.add(some));
    /** Each look at the clock is a millisecond later, and between two the store is read once. */
    let now = 0;
    const reads: number[] = [];
    const pieces: number[] = [];
    const check = createLogCheck({
      store: {
        ...store,
        read: (work) => {
          const before = store.read(work);
          if (Array.isArray(before)) reads.push(before.length);
          return before;
        },
      },
      anchor: { look: () => Promise.resolve(true), found: () => "same", beginsRight: () => true },
      clock: {
        ...systemClock,
        monotonic: () => (now += 1),
        after: (_pause, next) => {
          pieces.push(reads.splice(0).reduce((all, each) => all + each, 0));
          setImmediate(next);
          return () => undefined;
        },
      },
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      onState: () => undefined,
    });
    await check.run("whole");
    expect(check.state()).toMatchObject({ entries, checked: entries, altered: null });
    // A hundred at once, and after four milliseconds somebody else's turn.
    expect(Math.max(...pieces)).toBe(400);
    expect(pieces.length).toBe(entries / 400);
  });

  it("waits for the first screen, and the desk for nothing of it", async () => {
    await (await signedIn()).stop();
    const drawn = Promise.withResolvers<void>();
    const desk = await composedDesk({ firstScreen: drawn.promise });
    await expect.poll(async () => (await desk.get("session.get", {})).session.status).toBe("signed-in");
    expect(await desk.get("audit.state", {})).toMatchObject({ isChecking: false, checked: 0 });
    drawn.resolve();
    await expect.poll(async () => (await desk.get("audit.state", {})).checkedAt).not.toBeNull();
  });
});

describe("what leaves this computer", () => {
  const words = Array.from({ length: 20 }, (_, number) => sentinel(number));
  async function fill(desk: TestDesk): Promise<void> {
    await desk.get("staff.choose", { name: "=1+1, Rosa" });
    for (let number = 0; number < 20; number += 1) {
      const { id } = await desk.get("items.create", patientNumbered(number, sentinelPatient(number)));
      await desk.get("items.submit", { id, wait: true });
      const { id: booking } = await desk.get(
        "items.create",
        bookingNumbered(number, sentinelBooking(number)),
      );
      await desk.get("items.discard", { id: booking });
      const { patients } = await desk.get("patients.search", { text: `First${sentinel(number)}`, limit: 1 });
      const found = patients[0]?.id ?? "";
      await desk.get("patients.person", { id: found });
      await desk.get("patients.saveNotes", { id: found, text: `Notes ${sentinel(number)}` });
      if (number === 3) await desk.get("retention.erase", { ids: [found], isChosen: true });
    }
    await desk.get("settings.save", { servicePhone: sentinel(5), staff: [sentinel(6)] });
  }

  // log-2: The log has person, act and record, and no value of a patient
  it(
    "has no value of a patient: neither the log, nor its exports, nor diagnostics",
    { tags: ["log-2"] },
    async () => {
      const logFiles = () => [{ name: "front-desk.log", text: '{"at":"now","event":"store.lost"}\n' }];
      const desk = await signedIn({ logFiles });
      await fill(desk);
      const opened = (await entriesOf(desk)).filter(({ act }) => act === "patient-opened");
      expect(opened).toHaveLength(20);
      for (const format of ["csv", "lines"] as const)
        expect((await desk.get("audit.export", { format, filter: anyEntry })).name).not.toBeNull();
      const shown = await desk.get("diagnostics.show", {});
      await desk.get("diagnostics.save", {});
      const zipped = unzipSync(readFileSync(saved("diagnostics")));
      expect(Object.entries(zipped).map(([name, bytes]) => ({ name, text: strFromU8(bytes) }))).toEqual(
        shown.files,
      );
      for (const [name, bytes] of Object.entries(zipped)) writeFileSync(saved(`unzipped-${name}`), bytes);
      await desk.stop();
      const scan = scanFolder(folder, [...words, mock.token]);
      expect(scan.hits).toEqual([]);
      expect(scan.files).toBeGreaterThan(8);
      // The search would find one.
      writeFileSync(saved("control"), sentinel(3));
      expect(scanFolder(folder, words).hits).toHaveLength(1);
      const settings = shown.files.find(({ name }) => name === "settings.json")?.text ?? "";
      expect(JSON.parse(settings)).toEqual({ changed: ["servicePhone", "staff"] });
    },
  );

  it("is what was shown, also where more has been done since; nothing is saved unseen", async () => {
    const desk = await signedIn();
    expect(await desk.ask("diagnostics.save", {})).toMatchObject({ ok: false });
    const shown = await desk.get("diagnostics.show", {});
    await fill(desk);
    await desk.get("diagnostics.save", {});
    const records = unzipSync(readFileSync(saved("diagnostics")))["records.json"];
    expect(records && strFromU8(records)).toBe(shown.files.find(({ name }) => name === "records.json")?.text);
    expect((await entriesOf(desk, { group: "files" })).at(-1)?.more).toEqual({ file: "diagnostics" });
  });

  it("counts the starts, and the ends that did not come", async () => {
    const starts = async (desk: TestDesk): Promise<unknown> => {
      const { files: shown } = await desk.get("diagnostics.show", {});
      return JSON.parse(shown.find(({ name }) => name === "records.json")?.text ?? "");
    };
    await (await signedIn()).stop();
    const opened = await openStore({ directory: directory(), secrets, random: systemRandom });
    if (!opened.ok) throw new Error(opened.problem);
    // A run that came to no end.
    opened.value.transaction(({ audit }) => audit.add([{ act: "started", account: null }]));
    opened.value.close();
    const desk = await open();
    await desk.get("session.signOut", {});
    expect(await starts(desk)).toMatchObject({ starts: 3, uncleanEnds: 1 });
  });

  // log-5: Others can check an export without Front Desk
  it("can be checked by others, by what docs/security.md says", { tags: ["log-5"] }, async () => {
    const desk = await signedIn();
    await fill(desk);
    await desk.get("audit.export", { format: "lines", filter: anyEntry });
    const page = readFileSync(join(import.meta.dirname, "../../docs/security.md"), "utf8");
    const program = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
    writeFileSync(saved("verify.mjs"), program);
    const verify = (file: string) =>
      spawnSync(process.execPath, [saved("verify.mjs"), file], { encoding: "utf8" });
    const whole = verify(saved("auditLines"));
    const lines = readFileSync(saved("auditLines"), "utf8").trimEnd().split("\n");
    expect([whole.stdout.trim(), whole.status]).toEqual([`${lines.length} entries fit`, 0]);
    expect(lines.length).toBeGreaterThan(100);
    const altered: Record<string, string[]> = {
      "entry 8 does not fit": lines.with(7, (lines[7] ?? "").replace('"at":"20', '"at":"19')),
      "entry 9 does not fit": lines.toSpliced(7, 1),
      "entry 1 does not fit": lines.with(0, (lines[0] ?? "").replace('"n":1', '"n":2')),
    };
    for (const [said, text] of Object.entries(altered)) {
      writeFileSync(saved("altered"), `${text.join("\n")}\n`);
      const found = verify(saved("altered"));
      expect([found.stdout.trim(), found.status]).toEqual([said.replace("entry 1 ", "entry 2 "), 1]);
    }
    const [first = ""] = lines;
    const text = `${first.slice(0, -75)}}`;
    expect(first).toContain(createHash("sha256").update(text).digest("hex"));
  });

  it("is a table without formulas for spreadsheets, of what is shown", async () => {
    const desk = await signedIn();
    await fill(desk);
    const filter = { ...anyEntry, group: "settings" as const };
    const { entries } = await desk.get("audit.export", { format: "csv", filter });
    const text = readFileSync(saved("auditCsv"), "utf8");
    const lines = text
      .replace(/^\uFEFF/, "")
      .trimEnd()
      .split("\r\n");
    expect(text.startsWith("\uFEFF")).toBe(true);
    expect(lines).toHaveLength(entries + 1);
    expect(lines.at(-1)).toContain(`"'=1+1, Rosa"`);
    expect(lines.flatMap((line) => line.split(",")).filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
  });
});
