import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createMemorySecretStore } from "../../../main/platform/secret-store.ts";
import { systemRandom } from "../../../main/platform/system.ts";
import { connect } from "../../../main/db/connection.ts";
import { fileEnds, fileName } from "../../../main/db/files.ts";
import { createKey } from "../../../main/db/key.ts";
import { migrateDatabase, migrations } from "../../../main/db/migrations.ts";
import {
  decidePutBack,
  dropStaged,
  finishPutBack,
  isPutBackDecided,
  markStaged,
  restoredKey,
  getStagedFile,
  findStagedKey,
  type PutBackStep,
} from "../../../main/db/put-back.ts";
import { openFiles } from "../../support/open-files.ts";
import { modeOf, privateMode } from "../../support/file-modes.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const now = new Date("2026-11-24T10:20:30Z");
const asideName = `${fileName}.aside-20261124T102030Z`;
const noteName = `${fileName}.restore`;

/** Records with a log, and a database that waits; each file says what it is. */
function folder({ log = true } = {}) {
  const directory = temporaryFolder();
  const write = (name: string, text: string): void => writeFileSync(join(directory, name), text);
  for (const end of log ? fileEnds : [""]) write(fileName + end, `before${end}`);
  write(`${fileName}.restoring`, "backup");
  write("other.txt", "other");
  const files = (): Record<string, string> =>
    Object.fromEntries(
      readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), "utf8")]),
    );
  return { directory, write, files };
}
const whole = {
  [asideName]: "before",
  [`${asideName}-wal`]: "before-wal",
  [`${asideName}-shm`]: "before-shm",
  [fileName]: "backup",
  "other.txt": "other",
};

describe("a database that waits", () => {
  test("is taken away at the next start while nobody has decided, and nothing else is", () => {
    const { directory, write, files } = folder();
    for (const end of ["-wal", "-shm"]) write(`${fileName}.restoring${end}`, "of the backup");
    expect([isPutBackDecided(directory), getStagedFile(directory)]).toEqual([
      false,
      join(directory, `${fileName}.restoring`),
    ]);
    const steps: PutBackStep[] = [];
    finishPutBack(directory, (step) => steps.push(step));
    expect(steps).toEqual([]);
    expect(files()).toEqual({
      [fileName]: "before",
      [`${fileName}-wal`]: "before-wal",
      [`${fileName}-shm`]: "before-shm",
      "other.txt": "other",
    });
    dropStaged(directory);
    expect(Object.keys(files())).toHaveLength(4);
  });

  test("takes the place of the records once it is decided, and they are put aside with their log", () => {
    const { directory, files } = folder();
    decidePutBack(directory, now);
    expect([isPutBackDecided(directory), files()[noteName]]).toEqual([true, asideName]);
    expect(openFiles(directory)).toEqual([]);
    expect(existsSync(join(directory, `${noteName}.new`))).toBe(false);
    expect(modeOf(join(directory, noteName))).toBe(privateMode);
    const steps: PutBackStep[] = [];
    finishPutBack(directory, (step) => steps.push(step));
    expect(steps).toEqual(["database-aside", "log-aside", "log-aside", "put-back", "note-gone"]);
    expect(files()).toEqual(whole);
    finishPutBack(directory);
    expect(files()).toEqual(whole);
  });

  test.each([1, 2, 3, 4, 5])(
    "is there whole whatever ends the program: after step %d, and again",
    (count) => {
      const { directory, files } = folder();
      decidePutBack(directory, now);
      // Twice: the start that goes on ends at the same place.
      for (let start = 0; start < 2; start += 1) {
        let left = count;
        const ends = (): void => {
          left -= 1;
          if (left === 0) throw new Error("ended");
        };
        try {
          finishPutBack(directory, ends);
        } catch (error) {
          expect(error).toEqual(new Error("ended"));
        }
      }
      finishPutBack(directory);
      expect(files()).toEqual(whole);
    },
  );

  test("takes the place of records that had no log, or are gone", () => {
    const { directory, files } = folder({ log: false });
    decidePutBack(directory, now);
    finishPutBack(directory);
    expect(files()).toEqual({ [asideName]: "before", [fileName]: "backup", "other.txt": "other" });
  });

  test.each([
    "",
    "other.txt",
    "../other.txt",
    `${fileName}.aside-../x`,
    `x ${fileName}.aside-1`,
    `${fileName}.aside-1\n`,
  ])("leaves nothing written over where its note was spoilt: %j", (note) => {
    const { directory, write, files } = folder();
    decidePutBack(directory, now);
    write(noteName, note);
    finishPutBack(directory);
    const names = Object.keys(files()).filter((name) => name.includes("aside"));
    const ends = names.map((name) => /^front-desk\.db\.aside-\d{8}T\d{6}Z(|-wal|-shm)$/.exec(name)?.[1]);
    expect(ends.toSorted()).toEqual(fileEnds.toSorted());
    expect([files()[fileName], files()["other.txt"]]).toEqual(["backup", "other"]);
  });

  test.each([1, 2, 3])(
    "has one name for the file and its log where the note was spoilt, ended after step %d",
    (count) => {
      const { directory, write, files } = folder();
      decidePutBack(directory, now);
      write(noteName, "");
      let left = count;
      expect(() =>
        finishPutBack(directory, () => {
          left -= 1;
          if (left === 0) throw new Error("ended");
        }),
      ).toThrow("ended");
      finishPutBack(directory);
      const names = Object.keys(files()).filter((name) => name.includes("aside"));
      const aside = names.find((name) => name.endsWith("Z")) ?? "none";
      expect(names.toSorted()).toEqual(fileEnds.map((end) => aside + end).toSorted());
    },
  );

  test("that is gone after it was put back leaves what was put back alone", () => {
    const { directory, files } = folder();
    decidePutBack(directory, now);
    dropStaged(directory);
    finishPutBack(directory);
    expect([files()[fileName], isPutBackDecided(directory)]).toEqual(["before", false]);
  });

  test("is looked for in no folder that is not there, and no note is half there where it cannot be written", () => {
    const directory = join(temporaryFolder(), "none");
    finishPutBack(directory);
    expect(existsSync(directory)).toBe(false);
    expect(() => decidePutBack(directory, now)).toThrow(expect.objectContaining({ syscall: "open" }));
    const taken = folder();
    mkdirSync(join(taken.directory, noteName));
    expect(() => decidePutBack(taken.directory, now)).toThrow();
    expect(existsSync(join(taken.directory, `${noteName}.new`))).toBe(false);
  });
});

describe("before it takes the place of the records", () => {
  /** A real database that waits, of that layout, and its key. */
  async function staged(layout = migrations.length) {
    const directory = temporaryFolder();
    const made = await createKey(createMemorySecretStore(), systemRandom);
    if (!made.ok) throw new Error(made.problem);
    const open = () => connect(getStagedFile(directory), made.value);
    const db = await open();
    migrateDatabase(db, migrations.slice(0, layout));
    db.close();
    return { directory, key: made.value, open };
  }

  test("it notes of when it is, and that its pages are not checked", async () => {
    const { directory, key, open } = await staged();
    expect(
      await markStaged(directory, { key, at: "2026-11-01T00:00:00Z", file: "/backups/desk" }),
    ).toBeNull();
    expect(
      await markStaged(directory, { key, at: "2026-11-02T00:00:00Z", file: "/backups/desk" }),
    ).toBeNull();
    const db = await open();
    const value = db.prepare("select value from meta where key = ?").pluck();
    expect([restoredKey, value.get(restoredKey)]).toEqual(["restored", "2026-11-02T00:00:00Z"]);
    expect(db.prepare("select count(*) from meta where value = 'unchecked'").pluck().get()).toBe(1);
    db.close();
    expect(existsSync(`${getStagedFile(directory)}-wal`)).toBe(false);
  });

  test("it is known by its own key alone", async () => {
    const { directory, key } = await staged();
    expect(findStagedKey(directory, key.bytes)).toEqual(key);
    expect(findStagedKey(directory, Buffer.alloc(32))).toBeNull();
    const other = { ...key, bytes: Buffer.alloc(32, 1) };
    expect(await markStaged(directory, { key: other, at: "", file: "/backups/desk" })).toBe("damaged");
  });

  const at = "2026-11-01T00:00:00Z";
  const swallow =
    "create trigger more after insert on meta when new.key = 'restored' begin delete from meta where key = 'restored'; end";
  test.each([
    ["a trigger that takes the note back", [swallow]],
    [
      "one that does so in a place that this program has a trigger",
      ["drop trigger audit_no_delete", swallow.replace("trigger more", "trigger audit_no_delete")],
    ],
    [
      "a view in the place of a table",
      [
        "alter table meta rename to kept",
        "create view meta as select key, value from kept where key <> 'restored'",
        "create trigger more instead of insert on meta begin select 1; end",
      ],
    ],
    ["a trigger of this program that is gone", ["drop trigger audit_no_delete"]],
  ])("it is damaged with %s, which acts on what is noted in it", async (_what, statements) => {
    const { directory, key, open } = await staged();
    expect(await markStaged(directory, { key, at, file: "/backups/desk" })).toBeNull();
    const db = await open();
    for (const statement of statements) db.exec(statement);
    db.close();
    expect(await markStaged(directory, { key, at, file: "/backups/desk" })).toBe("damaged");
  });

  test.each(migrations.map(({ version }) => version))(
    "of layout %i it is taken as that version made it",
    async (version) => {
      const { directory, key } = await staged(version);
      expect(await markStaged(directory, { key, at, file: "/backups/desk" })).toBeNull();
    },
  );

  test("it is said to be newer, or damaged where a table is missing, and is left as it was", async () => {
    const { directory, key, open } = await staged();
    const before = await open();
    before.pragma(`user_version = ${migrations.length + 1}`);
    before.close();
    expect(await markStaged(directory, { key, at: "x", file: "/backups/desk" })).toBe("newer");
    const after = await open();
    expect(after.prepare("select count(*) from meta where key = 'restored'").pluck().get()).toBe(0);
    after.pragma(`user_version = ${migrations.length}`);
    after.exec("drop table meta");
    after.close();
    expect(await markStaged(directory, { key, at: "x", file: "/backups/desk" })).toBe("damaged");
  });
});
