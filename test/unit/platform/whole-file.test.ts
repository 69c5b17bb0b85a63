import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { writeParts, writeTextFile } from "../../../main/platform/text-files.ts";
import { writeWholeFile } from "../../../main/platform/whole-file.ts";
import { writeLines } from "../../../main/features/import/write-lines.ts";
import { counted } from "../../support/cases.ts";
import { onlyWith } from "../../support/only-with.ts";
import { modeOf, privateMode } from "../../support/file-modes.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const refused = { ok: false, failure: { why: { id: "failures.files.notWritten" } } };

test("a file is written as it is, for this user alone, and nothing is left beside it", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "slip.pdf");
  expect(await writeWholeFile(path, new Uint8Array([0, 255, 37]))).toEqual({ ok: true, value: null });
  expect([...readFileSync(path)]).toEqual([0, 255, 37]);
  expect(readdirSync(folder)).toEqual(["slip.pdf"]);
  expect(modeOf(path)).toBe(privateMode);
});

test("what was there is replaced whole, and text has no mark before it", async () => {
  const path = join(temporaryFolder(), "slip.ics");
  writeFileSync(path, "a longer text that was there before", { mode: 0o644 });
  await writeWholeFile(path, "BEGIN:VCALENDAR");
  expect(readFileSync(path, "utf8")).toBe("BEGIN:VCALENDAR");
  expect(modeOf(path)).toBe(privateMode);
});

test("what cannot be put there is said, what was there stays, and no half of it is left", async () => {
  const folder = temporaryFolder();
  const taken = join(folder, "taken.pdf");
  mkdirSync(taken);
  writeFileSync(join(taken, "mine"), "mine");
  expect(await writeWholeFile(taken, "new")).toMatchObject(refused);
  expect(readFileSync(join(taken, "mine"), "utf8")).toBe("mine");
  expect(readdirSync(folder)).toEqual(["taken.pdf"]);
  expect(await writeWholeFile(join(folder, "no-such-folder", "slip.pdf"), "new")).toMatchObject(refused);
  expect(existsSync(join(folder, "no-such-folder"))).toBe(false);
});

test("a folder that may not be written to is said", onlyWith("notRoot"), async () => {
  const folder = temporaryFolder();
  chmodSync(folder, 0o500);
  expect(await writeWholeFile(join(folder, "slip.pdf"), "new")).toMatchObject(refused);
  chmodSync(folder, 0o700);
});

/** Each way in which a file of a person's is written. */
const writers: readonly (readonly [of: string, write: (path: string) => Promise<unknown>])[] = [
  ["a slip", (path) => writeWholeFile(path, "secret")],
  ["a list of services", (path) => writeTextFile(path, "secret")],
  [
    "the activity log",
    (path) =>
      writeParts(
        path,
        (async function* () {
          yield "secret";
        })(),
      ),
  ],
  ["patients, bookings and rows not imported", (path) => writeLines(path, async (write) => write("secret"))],
];

describe.each(writers)("the file of %s", (_of, write) => {
  test("is for this user alone, also where one that others read was there", async () => {
    const folder = temporaryFolder();
    const [fresh, there] = [join(folder, "fresh"), join(folder, "there")];
    writeFileSync(there, "old", { mode: 0o644 });
    await Promise.all([write(fresh), write(there)]);
    expect([fresh, there].map(modeOf)).toEqual([privateMode, privateMode]);
    expect(readFileSync(there, "utf8")).toContain("secret");
    counted(2);
  });

  test(
    "follows no link that somebody put in its place, or where one not finished may be",
    onlyWith("unixRights"),
    async () => {
      const folder = temporaryFolder();
      const [target, path] = [join(folder, "target"), join(folder, "out.csv")];
      writeFileSync(target, "somebody's");
      const names = ["out.csv", "out.csv.part", ".out.csv.part", "out.csv.new"];
      for (const name of names) symlinkSync(target, join(folder, name));
      await write(path);
      expect(readFileSync(target, "utf8")).toBe("somebody's");
      expect(lstatSync(path).isFile()).toBe(true);
      expect(readFileSync(path, "utf8")).toContain("secret");
      // Nothing was left, and nothing else was taken away.
      expect(readdirSync(folder).toSorted()).toEqual([...names, "target"].toSorted());
      counted(names.length);
    },
  );
});
