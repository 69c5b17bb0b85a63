import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { anyEntry } from "../../shared/activity-log/audit.ts";
import { fail } from "../../shared/core/failure.ts";
import { createMemorySecretStore, type SecretStore } from "../../main/platform/secret-store.ts";
import { manifest } from "../../main/features/backup/content.ts";
import { decryptBackup, encryptBackup } from "../../main/features/backup/envelope.ts";
import {
  readEntrySize,
  buildTarEnd,
  buildTarHeader,
  buildTarPadding,
} from "../../main/features/backup/tar.ts";
import type { DeskOptions } from "../../main/desk/desk.ts";
import { noPolicy } from "../../main/features/policy/policy-source.ts";
import { connect as openDatabase } from "../../main/db/connection.ts";
import { findDatabaseKey } from "../../main/db/key.ts";
import { verbatim } from "../../messages/saying.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import { bookingNumbered, eventually, everyItem, patientNumbered } from "../faults/kit/bench.ts";
import { fastClock } from "../faults/kit/fast-clock.ts";
import { seeded } from "../faults/kit/random.ts";
import { startFaultProxy, type FaultProxy } from "../faults/line/proxy.ts";
import { scanFolder } from "../faults/kit/sentinels.ts";
import {
  backupPlace,
  backUp,
  cheap,
  chooser,
  lookInto,
  namesIn,
  passphrase,
  plan,
  written,
} from "../support/backup-kit.ts";
import { startDesk, type TestDesk } from "../support/desk-kit.ts";
import { startLockable } from "../support/lock-kit.ts";
import { seed } from "../support/seed.ts";
import { onlyWith } from "../support/only-with.ts";

let mock: MockService;
let proxy: FaultProxy;
let place: ReturnType<typeof backupPlace>;
let secrets: SecretStore;
let restarts: number;
let desk: TestDesk;
const choices: { folder: string | null; file: string | null } = { folder: null, file: null };

const start = (options: Partial<DeskOptions> = {}): Promise<TestDesk> =>
  startDesk({
    directory: place.profile,
    secrets,
    backupCost: cheap,
    ...chooser(choices, () => void (restarts += 1)),
    ...options,
  });
const connect = ({ get }: TestDesk): Promise<unknown> =>
  get("session.connect", { serviceAddress: proxy.url, token: mock.token, sameAccount: null });

beforeEach(async () => {
  mock = await startMockService({ sampleData: true, decideAfterMs: 3_600_000 });
  proxy = await startFaultProxy({ target: Number(new URL(mock.baseUrl).port) });
  place = backupPlace();
  secrets = createMemorySecretStore();
  restarts = 0;
  choices.folder = place.folder;
  choices.file = null;
  desk = await start();
  await connect(desk);
});
afterEach(async () => {
  await desk.stop();
  await proxy.close();
  await mock.close();
  rmSync(place.root, { recursive: true, force: true });
});

/** A patient that the service has, and a booking that is ready without a connection. */
async function records(): Promise<void> {
  const patient = await desk.get("items.create", patientNumbered(1));
  await desk.get("items.submit", { id: patient.id, wait: true });
  await proxy.refuse(true);
  await desk.get("connection.check", {});
  const booking = await desk.get("items.create", bookingNumbered(1));
  expect(await desk.get("items.submit", { id: booking.id, wait: true })).toMatchObject({ status: "ready" });
}

describe("a backup", () => {
  it("is one encrypted file that holds no word in clear, beside nothing else", async () => {
    await records();
    await plan(desk);
    const file = await backUp(desk);
    expect(namesIn(place.folder)).toEqual([basename(file)]);
    expect(basename(file)).toMatch(/^front-desk-backup-[a-z0-9-]+-[0-9a-f]{8}-\d{8}T\d{6}Z\.age$/);
    expect(readFileSync(file, "latin1").startsWith("age-encryption.org/v1\n-> scrypt ")).toBe(true);
    expect(scanFolder(place.root, [mock.token, passphrase, "manifest.json", "SQLite format 3"]).hits).toEqual(
      [],
    );
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

    const other = { directory: join(place.root, "other"), secrets: createMemorySecretStore() };
    desk = await start(other);
    const id = await lookInto(desk);
    const { chosen } = await desk.get("backup.get", {});
    expect(chosen?.facts).toMatchObject({
      counts: { patients: 1, bookings: 0, waiting: 1 },
      version: "0.0.0",
    });
    await proxy.refuse(false);
    await desk.get("backup.restore", { id });
    expect(restarts).toBe(1);
    await desk.stop();

    desk = await start(other);
    const info = await desk.get("app.info", {});
    expect(info.recordsNotice.missing?.restored).toBe(chosen?.facts?.at);
    await connect(desk);
    const after = await everyItem(desk);
    expect(after.map(({ id: each }) => each).toSorted()).toEqual(
      before.map(({ id: each }) => each).toSorted(),
    );
    expect(after.find(({ kind }) => kind === "booking")?.status).toBe("needs-checking");
    expect(namesIn(other.directory).some((name) => name.includes(".aside-"))).toBe(true);
    expect(mock.ledger().filter(({ kind }) => kind === "appointment")).toHaveLength(0);
  });

  it("that was put back has nobody at the desk do what Front Desk doubts by itself", async () => {
    await desk.get("staff.choose", { name: "Rosa" });
    await proxy.refuse(true);
    await desk.get("connection.check", {});
    const patient = await desk.get("items.create", patientNumbered(1));
    await desk.get("items.submit", { id: patient.id, wait: true });
    await plan(desk);
    choices.file = await backUp(desk);
    await desk.get("backup.restore", { id: await lookInto(desk) });
    await desk.stop();
    desk = await start();
    const { rows } = await desk.get("audit.list", { from: 0, limit: 5, anchor: null, filter: anyEntry });
    const doubted = rows.filter(({ act, record }) => act === "edited" && record === patient.id);
    expect(doubted.map(({ person, byProgram }) => [person, byProgram])).toEqual([[null, true]]);
  });

  it("that was put back over newer records is on record, and the log lacks only what came since", async () => {
    await records();
    await plan(desk);
    const file = await backUp(desk);
    choices.file = file;
    await desk.get("items.create", patientNumbered(7));
    const id = await lookInto(desk);
    const at = (await desk.get("backup.get", {})).chosen?.facts?.at;
    await desk.get("backup.restore", { id });
    await desk.stop();
    desk = await start();
    expect((await desk.get("backup.get", {})).good).toEqual({ at, file });
    await desk.get("audit.check", {});
    await expect.poll(async () => (await desk.get("audit.state", {})).outside).toBe("restored");
    expect((await desk.get("app.info", {})).recordsNotice.log).toBe("restored");
  });
});

describe("a restore that a person takes back", () => {
  /** The keychain asks somebody before it takes the key, as macOS does. */
  async function asking() {
    await records();
    await plan(desk);
    choices.file = await backUp(desk);
    await desk.stop();
    const own = secrets;
    const answered = Promise.withResolvers<void>();
    let isAsked = false;
    desk = await start({
      secrets: {
        ...own,
        set: async (name, value) => {
          if (name.startsWith("database-key")) {
            isAsked = true;
            await answered.promise;
          }
          return own.set(name, value);
        },
      },
    });
    const id = await lookInto(desk);
    const restoring = desk.ask("backup.restore", { id });
    await expect.poll(() => isAsked).toBe(true);
    return { id, restoring, answer: answered.resolve };
  }
  const left = (): string[] => namesIn(place.profile).filter((name) => name.includes("restor"));

  it("while the keychain asks is not done, and says so", async () => {
    const { restoring, answer } = await asking();
    await desk.get("backup.closeFile", {});
    answer();
    expect(await restoring).toMatchObject({ ok: false, failure: { code: "not-found" } });
    expect([restarts, left()]).toEqual([0, []]);
    expect((await desk.get("backup.get", {})).isRestoring).toBe(false);
  });

  it("is not disturbed by one who looks into the file again, nor decided twice", async () => {
    const { id, restoring, answer } = await asking();
    expect(await desk.ask("backup.look", { id, passphrase })).toMatchObject({ failure: { code: "busy" } });
    const twice = desk.ask("backup.restore", { id });
    answer();
    expect(await restoring).toMatchObject({ ok: true, value: { isRestoring: true } });
    expect(await twice).toMatchObject({ ok: true });
    expect(left()).toEqual(["front-desk.db.restore", "front-desk.db.restoring"]);
  });
});

describe("records that are gone", () => {
  const file = (end = ""): string => join(place.profile, `front-desk.db${end}`);
  const areNotBackedUp = async (take: () => void): Promise<void> => {
    await records();
    await plan(desk);
    const before = await backUp(desk);
    take();
    await desk.get("backup.run", {});
    expect((await written(desk)).problem?.reason).toBe("records");
    expect(existsSync(file())).toBe(false);
    expect(namesIn(place.folder)).toEqual([basename(before)]);
    // It is told by now, and nothing is backed up any more.
    expect((await desk.get("app.info", {})).storeProblem).not.toBeNull();
    expect(await desk.ask("backup.run", {})).toMatchObject({ ok: false, failure: { code: "store" } });
    await desk.stop();
    desk = await start();
    expect((await desk.get("app.info", {})).storeProblem).not.toBeNull();
  };

  it(
    "are not backed up, by hand or by themselves, and no empty ones stand in their place",
    onlyWith("openFilesRemoved"),
    () => areNotBackedUp(() => ["", "-wal", "-shm"].forEach((end) => rmSync(file(end)))),
  );

  it("with their folder, as a share goes, are not backed up either", onlyWith("openFolderRenamed"), () =>
    areNotBackedUp(() => renameSync(place.profile, `${place.profile}.away`)),
  );
});

describe("keeping the last ones", () => {
  it("deletes older ones of this desk alone, and nothing else in the folder", async () => {
    await plan(desk, false, 2);
    const first = await backUp(desk);
    const word = /-([0-9a-f]{8})-\d{8}T/.exec(first)?.[1] ?? "";
    const old = ["20200101T000000Z", "20200102T000000Z"].map((at) => `front-desk-backup-x-${word}-${at}.age`);
    const others = [
      "front-desk-backup-x-00000000-20200101T000000Z.age",
      `front-desk-backup-x-${word}-20200101T000000Z.age.txt`,
      "patients.csv",
    ];
    for (const name of [...old, ...others]) writeFileSync(join(place.folder, name), "kept?");
    mkdirSync(join(place.folder, `front-desk-backup-x-${word}-20200103T000000Z.age`));
    const last = await backUp(desk);
    const left = namesIn(place.folder);
    expect(left).toEqual(expect.arrayContaining([...others, basename(last)]));
    for (const name of old) expect(left).not.toContain(name);
  });
});

describe("a backup that cannot be written", () => {
  const failing = async (): Promise<{ reason: string | undefined; file: string | undefined }> => {
    await desk.get("backup.run", {});
    const { problem, good } = await written(desk);
    return { reason: problem?.reason, file: good?.file };
  };

  it("says that the folder is away, keeps what was known, and is told as made once it is back", async () => {
    await plan(desk);
    const before = await backUp(desk);
    renameSync(place.folder, `${place.folder}.away`);
    expect(await failing()).toEqual({ reason: "folder-away", file: before });
    renameSync(`${place.folder}.away`, place.folder);
    await backUp(desk);
    expect((await desk.get("backup.get", {})).problem).toBeNull();
  });

  it("says that the disk is full, and leaves nothing on it", onlyWith("smallDisk"), async () => {
    await plan(desk);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", place.folder]);
    try {
      expect(await failing()).toEqual({ reason: "disk-full", file: undefined });
      expect(namesIn(place.folder)).toEqual([]);
    } finally {
      execFileSync("umount", [place.folder]);
    }
  });

  it("says that it may not write there", onlyWith("smallDisk"), async () => {
    await plan(desk);
    execFileSync("mount", ["-t", "tmpfs", "-o", "ro", "tmpfs", place.folder]);
    try {
      expect(await failing()).toEqual({ reason: "no-permission", file: undefined });
    } finally {
      execFileSync("umount", [place.folder]);
    }
  });

  it("says that the keychain is closed, also where the plan itself cannot be read", async () => {
    await plan(desk);
    await desk.stop();
    let isClosed = false;
    const own = secrets;
    desk = await start({
      secrets: { ...own, get: async (name) => (isClosed ? { ...closed } : own.get(name)) },
    });
    await connect(desk);
    await desk.get("backup.run", {});
    await written(desk);
    isClosed = true;
    expect((await desk.get("backup.get", {})).plan).toBeNull();
    expect(await desk.ask("backup.run", {})).toMatchObject({ ok: false, failure: { code: "keychain" } });
    isClosed = false;
  });

  it("leaves nothing behind where a person stops it, and is no failure then", async () => {
    await desk.stop();
    desk = await start({ backupCost: 18 });
    await connect(desk);
    await plan(desk);
    await desk.get("backup.run", {});
    expect((await desk.get("backup.get", {})).part).not.toBeNull();
    await desk.get("backup.stop", {});
    expect((await written(desk)).problem).toBeNull();
    expect(namesIn(place.folder)).toEqual([]);
  });

  it("changes what it is told of its plan alone", async () => {
    await plan(desk, true);
    expect((await desk.get("backup.set", { keep: 3 })).plan).toMatchObject({ isDaily: true, keep: 3 });
    expect((await desk.get("backup.set", { isDaily: false })).plan).toMatchObject({
      isDaily: false,
      keep: 3,
    });
    expect((await desk.get("backup.set", {})).plan).toMatchObject({ isDaily: false, keep: 3 });
  });

  it("is refused without a folder and a passphrase, with a weak one, in practice and to nobody", async () => {
    expect(await desk.ask("backup.run", {})).toMatchObject({
      failure: { fields: { folder: expect.anything() } },
    });
    expect(await desk.ask("backup.setPassphrase", { passphrase: "short" })).toMatchObject({
      failure: { code: "invalid-input" },
    });
    await desk.get("backup.chooseFolder", {});
    expect(await desk.ask("backup.set", { isDaily: true, keep: 7 })).toMatchObject({
      failure: { fields: { passphrase: expect.anything() } },
    });
    await desk.get("session.signOut", {});
    expect(await desk.ask("backup.run", {})).toMatchObject({ failure: { code: "signed-out" } });
    await desk.get("session.practise", {});
    for (const name of ["backup.run", "backup.chooseFile", "backup.forgetPassphrase"] as const)
      expect(await desk.ask(name, {})).toMatchObject({ failure: { code: "refused" } });
  });
});

const closed = { ok: false, problem: "locked", failure: fail("keychain", verbatim("closed")) } as const;

describe("a daily backup", () => {
  it("is made by itself once, waits out what fails, and goes on after the folder is back", async () => {
    await desk.stop();
    desk = await start({ clock: fastClock(400) });
    await connect(desk);
    renameSync(place.folder, `${place.folder}.away`);
    await plan(desk, true);
    const failures = async (): Promise<boolean> =>
      (await desk.get("backup.get", {})).problem?.reason === "folder-away";
    expect(await eventually(failures, 20_000)).toBe(true);
    expect((await desk.get("backup.get", {})).problem?.nextAt).not.toBeNull();
    renameSync(`${place.folder}.away`, place.folder);
    expect(await eventually(async () => (await desk.get("backup.get", {})).good !== null, 20_000)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(namesIn(place.folder)).toHaveLength(1);
  });

  it("that an organization sets says that a passphrase is missing, and is made once there is one", async () => {
    await desk.stop();
    const state = { policy: { backup: { folder: place.folder, daily: true } }, problems: [] };
    desk = await start({ clock: fastClock(400), policy: { ...noPolicy, current: () => state } });
    await connect(desk);
    const reason = async () => (await desk.get("backup.get", {})).problem?.reason;
    expect(await eventually(async () => (await reason()) === "no-passphrase", 20_000)).toBe(true);
    expect(namesIn(place.folder)).toEqual([]);
    await desk.get("backup.setPassphrase", { passphrase });
    const isMade = async () => (await desk.get("backup.get", {})).good !== null;
    expect(await eventually(isMade, 20_000)).toBe(true);
    expect(await reason()).toBeUndefined();
  });

  it("is not made while the desk is locked, and is made good after it is unlocked", async () => {
    await desk.stop();
    const lockable = await startLockable({
      directory: place.profile,
      secrets,
      backupCost: cheap,
      // A look is due each 75 ms.
      clock: fastClock(400),
      ...chooser(choices),
    });
    try {
      const connection = { serviceAddress: proxy.url, token: mock.token, sameAccount: null };
      await lockable.get("session.connect", connection);
      await lockable.get("lock.setPin", { which: "desk", present: "", next: "4711" });
      await plan(lockable);
      await lockable.desk.lock("person");
      // Locked before it is wanted, so that nothing is under way: what a person asks for is refused as well.
      expect(await lockable.ask("backup.run", {})).toMatchObject({ failure: { code: "locked" } });
      await lockable.get("lock.unlock", { pin: "4711" });
      renameSync(place.folder, `${place.folder}.away`);
      await lockable.get("backup.set", { isDaily: true, keep: 7 });
      await lockable.desk.lock("person");
      renameSync(`${place.folder}.away`, place.folder);
      // So many looks as would have made it.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect(namesIn(place.folder)).toEqual([]);
      await lockable.get("lock.unlock", { pin: "4711" });
      // To so fast a clock a busy computer's disk may seem away at first: the next look makes it good.
      const isMadeGood = async (): Promise<boolean> => {
        const { problem } = await written(lockable);
        return problem === null && namesIn(place.folder).some((name) => name.endsWith(".age"));
      };
      expect(await eventually(isMadeGood, 60_000)).toBe(true);
    } finally {
      await lockable.desk.stop();
    }
  });
});

describe("a file that is no whole backup", () => {
  /** What is here, to be the same afterwards. */
  const profile = (): string[] => namesIn(place.profile).filter((name) => !/-(wal|shm)$/.test(name));
  let file: string;
  beforeEach(async () => {
    await records();
    await plan(desk);
    file = await backUp(desk);
    choices.file = join(place.root, "other.age");
  });
  const look = async (secret = passphrase): Promise<string> => {
    const { chosen } = await desk.get("backup.chooseFile", {});
    const answer = await desk.ask("backup.look", { id: chosen?.id ?? "", passphrase: secret });
    const why = answer.ok ? "whole" : answer.failure.why;
    expect(profile()).toEqual(answer.ok ? [...before, "front-desk.db.restoring"] : before);
    return typeof why === "string" ? why : "id" in why ? why.id.replace("failures.backup.file.", "") : "?";
  };
  let before: string[];
  beforeEach(() => {
    before = profile();
  });

  it.each([
    ["empty", () => Buffer.alloc(0), "not-backup"],
    ["a text", () => Buffer.from("First name,Last name\n".repeat(500)), "not-backup"],
    ["a line without an end", () => Buffer.alloc(3_000_000, "a"), "not-backup"],
    ["age's first line and no more", () => Buffer.from("age-encryption.org/v1\n-> "), "damaged"],
  ] as const)("%s: says which", async (_name, content, why) => {
    writeFileSync(choices.file ?? "", content());
    expect(await look()).toBe(why);
  });

  it("says so of a wrong passphrase, and takes the right one after it", async () => {
    choices.file = file;
    expect(await look("not the passphrase of it")).toBe("passphrase");
    expect(await look()).toBe("whole");
  });

  it("finds every cut", async () => {
    const whole = readFileSync(file);
    for (const share of [0.0001, 0.001, 0.01, 0.3, 0.5, 0.9, 0.99]) {
      writeFileSync(choices.file ?? "", whole.subarray(0, Math.floor(whole.length * share) + 30));
      expect(await look(), `cut at ${share}`).toBe("damaged");
    }
    for (const less of [1, 16, 17, 1_024, 65_552]) {
      writeFileSync(choices.file ?? "", whole.subarray(0, whole.length - less));
      expect(await look(), `cut by ${less}`).toBe("damaged");
    }
    writeFileSync(choices.file ?? "", Buffer.concat([whole, Buffer.from("x")]));
    expect(await look()).toBe("damaged");
  });

  it("finds one byte that was changed, wherever it is", async () => {
    const whole = readFileSync(file);
    const places = [0, 5, 30, 60, 100, 130, 170, 200, 300, 70_000, whole.length - 1];
    const random = seeded(seed);
    for (let more = 0; more < 40; more += 1) places.push(Math.floor(random() * whole.length));
    for (const at of places) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      writeFileSync(choices.file ?? "", changed);
      expect(["damaged", "not-backup", "passphrase"], `byte ${at}`).toContain(await look());
    }
  });

  it("refuses whatever else stands in an envelope of its passphrase, without memory for it", async () => {
    const { database: data, key, says } = await partsOf(file);
    const entry = (
      name: string,
      content: Uint8Array,
      change: (head: Buffer) => void = () => undefined,
    ): Buffer => {
      const head = buildTarHeader(name, content.length);
      change(head);
      // As it would be after the change.
      head.write("        ", 148, "latin1");
      head.write(
        `${head
          .reduce((sum, byte) => sum + byte, 0)
          .toString(8)
          .padStart(6, "0")}\0 `,
        148,
        "latin1",
      );
      return Buffer.concat([head, content, buildTarPadding(content.length)]);
    };
    const text = (change: object): Buffer => Buffer.from(JSON.stringify({ ...says, ...change }));
    const manifest = (change: object = {}): Buffer => entry("manifest.json", text(change));
    const rest = (): Buffer[] => [entry("database.key", key), entry("front-desk.db", data), buildTarEnd()];
    const huge = (head: Buffer): void => {
      head.fill(0, 124, 136);
      head[124] = 0x80;
      head.writeBigUInt64BE(1n << 50n, 128);
    };
    const link = (head: Buffer): void => {
      head.write("2", 156, "latin1");
      head.write("/etc/passwd", 157, "latin1");
    };
    const cases: readonly (readonly [string, readonly Uint8Array[], string])[] = [
      ["as it is", [manifest(), ...rest()], "whole"],
      ["a path upwards", [entry("../../evil", text({})), ...rest()], "not-backup"],
      ["an absolute path", [entry("/etc/evil", text({})), ...rest()], "not-backup"],
      ["a link", [entry("manifest.json", text({}), link), ...rest()], "not-backup"],
      ["another file first", [entry("readme", text({})), manifest(), ...rest()], "not-backup"],
      ["one twice", [manifest(), manifest(), ...rest()], "not-backup"],
      ["the database twice", [manifest(), ...rest().slice(0, 2), ...rest().slice(1)], "not-backup"],
      ["something after the end", [manifest(), ...rest(), Buffer.alloc(512, 1)], "not-backup"],
      ["no end", [manifest(), ...rest().slice(0, 2)], "damaged"],
      ["a manifest of 2^50 bytes", [entry("manifest.json", text({}), huge), ...rest()], "not-backup"],
      [
        "a manifest of a megabyte",
        [entry("manifest.json", Buffer.alloc(1 << 20, "{")), ...rest()],
        "not-backup",
      ],
      [
        "a database of 2^50 bytes",
        [
          manifest({ database: { ...says.database, bytes: 2 ** 50 } }),
          entry("database.key", key),
          entry("front-desk.db", data, huge),
          buildTarEnd(),
        ],
        "damaged",
      ],
      [
        "another digest",
        [manifest({ database: { ...says.database, sha256: "0".repeat(64) } }), ...rest()],
        "damaged",
      ],
      [
        "another key",
        [manifest(), entry("database.key", Buffer.alloc(32, 7)), ...rest().slice(1)],
        "damaged",
      ],
      ["a manifest of a later form", [manifest({ formatVersion: 2, more: 1 }), ...rest()], "newer"],
      ["no manifest's text", [entry("manifest.json", Buffer.from("{")), ...rest()], "not-backup"],
      ["a path in place of a name", [manifest({ desk: "x".repeat(500) }), ...rest()], "not-backup"],
      [
        "an extended header",
        [entry("manifest.json", text({}), (head) => void head.write("x", 156)), ...rest()],
        "not-backup",
      ],
      ["nothing", [], "damaged"],
    ];
    for (const [name, parts, why] of cases) {
      await seal(choices.file ?? "", parts);
      const memory = process.memoryUsage().rss;
      expect(await look(), name).toBe(why);
      expect(process.memoryUsage().rss - memory, name).toBeLessThan(300 * 2 ** 20);
      await desk.get("backup.closeFile", {});
    }
  });

  it("says that a newer Front Desk made it", async () => {
    const { database: data, key, says } = await partsOf(file);
    const path = join(place.root, "newer.db");
    writeFileSync(path, data);
    const owner = findDatabaseKey(key, data.subarray(0, 16));
    if (owner === null) throw new Error("no key");
    const db = await openDatabase(path, owner);
    db.pragma("user_version = 9999");
    db.close();
    const later = readFileSync(path);
    const sha256 = createHash("sha256").update(later).digest("hex");
    const text = Buffer.from(JSON.stringify({ ...says, database: { bytes: later.length, sha256 } }));
    await seal(choices.file ?? "", [
      buildTarHeader("manifest.json", text.length),
      text,
      buildTarPadding(text.length),
      buildTarHeader("database.key", 32),
      key,
      buildTarPadding(32),
      buildTarHeader("front-desk.db", later.length),
      later,
      buildTarPadding(later.length),
      buildTarEnd(),
    ]);
    expect(await look()).toBe("newer");
  });
});

async function seal(path: string, parts: readonly Uint8Array[]): Promise<void> {
  rmSync(path, { force: true });
  const source = async function* (): AsyncGenerator<Uint8Array> {
    yield* parts;
  };
  for await (const part of await encryptBackup(source(), { passphrase, cost: cheap }))
    appendFileSync(path, part);
}

async function partsOf(path: string) {
  const start = async function* (): AsyncGenerator<Uint8Array> {
    yield readFileSync(path);
  };
  const parts: Uint8Array[] = [];
  for await (const part of await decryptBackup(start(), passphrase)) parts.push(part);
  const tar = Buffer.concat(parts);
  const size = readEntrySize(tar.subarray(0, 512), "manifest.json") ?? 0;
  const says = manifest.parse(JSON.parse(tar.toString("utf8", 512, 512 + size)));
  const at = 512 + size + buildTarPadding(size).length;
  const database = at + 1_024 + 512;
  return {
    says,
    key: Buffer.from(tar.subarray(at + 512, at + 512 + 32)),
    database: Buffer.from(tar.subarray(database, database + says.database.bytes)),
  };
}
