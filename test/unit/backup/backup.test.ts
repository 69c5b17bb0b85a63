import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  passphraseBytes,
  findPassphraseFault,
  createPassphrase,
  normalizePassphrase,
} from "../../../shared/backup/passphrase.ts";
import { backupReasons } from "../../../shared/backup/backup.ts";
import { createMemorySecretStore } from "../../../main/platform/secret-store.ts";
import { manifest } from "../../../main/features/backup/content.ts";
import {
  formatBackupName,
  findExcessBackups,
  readBackupStamp,
  getUnfinishedFileName,
} from "../../../main/features/backup/names.ts";
import { createPlanKeeper } from "../../../main/features/backup/plan.ts";
import { NotWritten, toBackupReason } from "../../../main/features/backup/reasons.ts";
import { parseBackupRecord } from "../../../main/features/backup/record.ts";
import {
  isDue,
  countMissedDays,
  needsPersonToAct,
  getRetryDelay,
} from "../../../main/features/backup/schedule.ts";
import {
  blockSize,
  readEntrySize,
  buildTarHeader,
  buildTarPadding,
} from "../../../main/features/backup/tar.ts";
import { systemRandom } from "../../../main/platform/system.ts";

describe("the name of a backup", () => {
  const desk = { word: "0a1b2c3d", name: "Front Desk — Élan #2" };
  const at = new Date("2026-11-23T07:08:09.123Z");

  it("holds the computer's name, the desk's word and the moment, and any disk takes it", () => {
    expect(formatBackupName(desk, at)).toBe(
      "front-desk-backup-front-desk-elan-2-0a1b2c3d-20261123T070809Z.age",
    );
    expect(formatBackupName({ ...desk, name: "受付" }, at)).toBe(
      "front-desk-backup-desk-0a1b2c3d-20261123T070809Z.age",
    );
  });

  it("is known again for that desk alone, whatever the computer is called", () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const file = formatBackupName({ ...desk, name }, at);
        expect(readBackupStamp(file, desk.word)).toBe("20261123T070809Z");
        expect(readBackupStamp(file, "ffffffff")).toBeNull();
      }),
    );
  });

  it("is nobody else's: no other file is ever taken for one", () => {
    const name = formatBackupName(desk, at);
    for (const file of [
      `${name}.txt`,
      `x${name}`,
      name.toUpperCase(),
      getUnfinishedFileName(desk.word),
      "0a1b2c3d",
      "",
    ])
      expect(readBackupStamp(file, desk.word)).toBeNull();
  });

  it("leaves the last so many, the one that has just been written among them", () => {
    const files = [3, 1, 5, 2, 4].map((day) => formatBackupName(desk, new Date(`2026-11-0${day}T00:00:00Z`)));
    const others = [
      "patients.csv",
      formatBackupName({ ...desk, word: "ffffffff" }, new Date("2020-01-01T00:00:00Z")),
    ];
    const written = formatBackupName(desk, new Date("2026-11-06T00:00:00Z"));
    const gone = (keep: number): number[] =>
      findExcessBackups([...files, ...others, written], { word: desk.word, keep, written }).map((file) =>
        Number(/(\d)T000000Z/.exec(file)?.[1]),
      );
    expect(gone(3)).toEqual([3, 2, 1]);
    expect(gone(1)).toEqual([5, 4, 3, 2, 1]);
    expect(gone(60)).toEqual([]);
  });

  it("never counts the one just written as old, also where the clock was put back", () => {
    const later = formatBackupName(desk, new Date("2030-01-01T00:00:00Z"));
    const written = formatBackupName(desk, at);
    expect(findExcessBackups([later, written], { word: desk.word, keep: 1, written })).toEqual([later]);
  });

  it("takes what was made while the clock was ahead for the oldest: it never pushes out a day that was", () => {
    const named = (date: string): string => formatBackupName(desk, new Date(`${date}T00:00:00Z`));
    const ahead = [1, 2, 3, 4, 5, 6].map((day) => named(`2030-01-0${day}`));
    const days = [20, 21, 22].map((day) => named(`2026-11-${day}`));
    const written = named("2026-11-23");
    expect(
      findExcessBackups([...ahead, ...days, written], { word: desk.word, keep: 4, written }).toSorted(),
    ).toEqual(ahead);
  });

  it.each(["in order", "in the other order"])(
    "takes away the oldest of the good ones where the clock is behind, with the folder %s",
    (order) => {
      const named = (date: string): string => formatBackupName(desk, new Date(`${date}T08:00:00Z`));
      const week = [16, 17, 18, 19, 20, 21, 22].map((day) => named(`2026-11-${day}`));
      // The battery of the computer's clock is empty.
      const [first, written] = [named("2019-01-01"), named("2019-01-02")];
      const files = order === "in order" ? week : week.toReversed();
      expect(findExcessBackups([...files, written], { word: desk.word, keep: 7, written })).toEqual([
        week[0],
      ]);
      expect(
        findExcessBackups([...files, first, written], { word: desk.word, keep: 7, written }).toSorted(),
      ).toEqual(week.slice(0, 2));
    },
  );
});

describe("when one is due", () => {
  it("is once on each day, also after the clock was put back", () => {
    expect(isDue("2026-11-23", null)).toBe(true);
    expect(isDue("2026-11-23", "2026-11-23")).toBe(false);
    expect(isDue("2026-11-23", "2026-11-22")).toBe(true);
    expect(isDue("2026-11-23", "2026-12-01")).toBe(true);
  });

  it("waits longer after each try that failed, and no longer than an hour", () => {
    const minutes = [1, 2, 3, 4, 5, 6, 100].map((failures) => getRetryDelay(failures) / 60_000);
    expect(minutes).toEqual([1, 5, 15, 30, 60, 60, 60]);
  });

  it("is not tried again for what only a person can set, until it is set", () => {
    const whole = { folder: "/share", passphrase: "seven lamps" };
    expect(needsPersonToAct("no-passphrase", { ...whole, passphrase: null })).toBe(true);
    expect(needsPersonToAct("no-folder", { ...whole, folder: null })).toBe(true);
    // It was set since.
    for (const reason of backupReasons) expect(needsPersonToAct(reason, whole)).toBe(false);
    expect(needsPersonToAct("disk-full", { folder: null, passphrase: null })).toBe(false);
  });

  it("counts whole days without one: neither today nor a day of the future", () => {
    const days = ["2026-11-23", "2026-11-22", "2026-11-21", "2026-10-31", "2026-12-24"].map((last) =>
      countMissedDays("2026-11-23", last),
    );
    expect(days).toEqual([0, 0, 1, 22, 0]);
  });
});

describe("a passphrase", () => {
  it("is refused where it is short or all alike, and taken otherwise", () => {
    expect(findPassphraseFault("")).toBe("short");
    expect(findPassphraseFault("   elevenchar   ")).toBe("short");
    expect(findPassphraseFault("aaaaaaaaaaaaaaaa")).toBe("alike");
    expect(findPassphraseFault("seven lamps at night")).toBeNull();
  });

  it("is the same however é was typed", () => {
    expect(normalizePassphrase(" café au lait ")).toBe(normalizePassphrase("cafe\u0301 au lait"));
  });

  it("that is made is good, and another one each time", () => {
    const made = Array.from({ length: 50 }, () => createPassphrase(systemRandom.bytes(passphraseBytes)));
    expect(new Set(made).size).toBe(50);
    for (const passphrase of made) {
      expect(passphrase).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/);
      expect(findPassphraseFault(passphrase)).toBeNull();
    }
  });
});

describe("a tar header", () => {
  it("of any size is read back, and no other byte of it may differ", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 45 }), fc.integer({ min: 0, max: 511 }), (size, at) => {
        const header = buildTarHeader("front-desk.db", size);
        expect(readEntrySize(header, "front-desk.db")).toBe(size);
        expect(readEntrySize(header, "front-desk.dc")).toBeNull();
        header[at] = (header[at] ?? 0) ^ 1;
        expect(readEntrySize(header, "front-desk.db")).not.toBe(size);
      }),
    );
  });

  it("of nonsense has no size", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: blockSize, maxLength: blockSize }), (bytes) => {
        expect(readEntrySize(Buffer.from(bytes), "manifest.json")).toBeNull();
      }),
    );
  });

  it("is followed by whole blocks", () => {
    expect([0, 1, 511, 512, 513].map((size) => buildTarPadding(size).length)).toEqual([0, 511, 1, 0, 511]);
  });
});

describe("why it was not written", () => {
  it("is one of few words, whatever the disk says", () => {
    const of = (code: string): string =>
      toBackupReason(Object.assign(new Error(code), { code, syscall: "open" }));
    expect(["ENOSPC", "EDQUOT", "EFBIG"].map(of)).toEqual(["disk-full", "disk-full", "disk-full"]);
    expect(["EACCES", "EPERM", "EROFS"].map(of)).toEqual(["no-permission", "no-permission", "no-permission"]);
    expect(["ENOENT", "EIO", "EHOSTDOWN", "ETIMEDOUT"].map(of)).toEqual(Array(4).fill("folder-away"));
    expect(toBackupReason(new NotWritten("keychain"))).toBe("keychain");
  });
});

describe("the plan", () => {
  const random = { bytes: (length: number) => systemRandom.bytes(length) };

  it("is kept in the keychain for its own folder of records, one change after the other", async () => {
    const secrets = createMemorySecretStore();
    const keeper = createPlanKeeper(secrets, { place: "here", random });
    await Promise.all([
      keeper.change((plan) => ({ ...plan, folder: "/share" })),
      keeper.change((plan) => ({ ...plan, passphrase: "seven lamps at night" })),
      keeper.change((plan) => ({ ...plan, isDaily: true, since: "2026-11-23T00:00:00Z" })),
    ]);
    expect(await createPlanKeeper(secrets, { place: "here", random }).read()).toMatchObject({
      value: { folder: "/share", passphrase: "seven lamps at night", isDaily: true },
    });
    expect(await createPlanKeeper(secrets, { place: "there", random }).read()).toMatchObject({
      value: { folder: null, passphrase: null, isDaily: false },
    });
  });

  it("begins anew where its entry cannot be read", async () => {
    const secrets = createMemorySecretStore();
    for (const text of ["", "{", '{"version":2}', '{"version":1,"folder":"relative"}']) {
      await secrets.set("backup/here", text);
      expect(await createPlanKeeper(secrets, { place: "here", random }).read()).toMatchObject({
        ok: true,
        value: { folder: null, keep: 7 },
      });
    }
  });
});

describe("what is kept of the tries", () => {
  it.each([null, "", "{", "null", '{"good":1}', '{"good":null,"problem":{"reason":"else"}}'])(
    "is none where %s stands there",
    (text) => expect(parseBackupRecord(text)).toEqual({ good: null, problem: null }),
  );
});

describe("a manifest", () => {
  const whole = {
    format: "front-desk-backup",
    formatVersion: 1,
    desk: "reception",
    at: "2026-11-23T07:00:00.000Z",
    version: "0.1.0",
    layout: 9,
    counts: { patients: 1, bookings: 2, waiting: 3 },
    database: { bytes: 4_096, sha256: "0".repeat(64) },
  };

  it("is taken as it is written, and with nothing else in it or of another kind", () => {
    expect(manifest.safeParse(whole).success).toBe(true);
    for (const change of [
      { more: 1 },
      { at: "yesterday" },
      { counts: { patients: -1, bookings: 0, waiting: 0 } },
      { database: { bytes: 0, sha256: "0".repeat(64) } },
      { database: { bytes: 1, sha256: "../../x" } },
      { layout: 0 },
      { desk: "" },
    ])
      expect(manifest.safeParse({ ...whole, ...change }).success, JSON.stringify(change)).toBe(false);
  });
});
