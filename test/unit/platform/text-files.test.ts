import { mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readTextFile, writeTextFile } from "../../../main/platform/text-files.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const place = (name = "file.csv"): string => join(temporaryFolder(), name);

function fileOf(content: string | Uint8Array): string {
  const path = place();
  writeFileSync(path, content);
  return path;
}

test.each([
  ["UTF-8", Buffer.from("ID,Niño")],
  ["UTF-8 with its mark", Buffer.from("\uFEFFID,Niño")],
  ["UTF-16 as a spreadsheet saves it", Buffer.from("\uFEFFID,Niño", "utf16le")],
])("%s is read", async (_name, bytes) => {
  expect(await readTextFile(fileOf(bytes))).toEqual({ ok: true, value: "ID,Niño" });
});

test.each([
  ["a program", Buffer.from([0x4d, 0x5a, 0, 0x90]), "failures.files.noText"],
  ["another encoding", Buffer.from("Niño", "latin1"), "failures.files.noText"],
])("%s is refused as no text", async (_name, bytes, id) => {
  expect(await readTextFile(fileOf(bytes))).toMatchObject({
    failure: { code: "invalid-input", why: { id } },
  });
});

test("a huge file is refused before it is read, a folder and none too", async () => {
  const huge = fileOf("");
  truncateSync(huge, 4_000_000_000);
  const folder = place("folder");
  mkdirSync(folder);
  const ids = await Promise.all(
    [huge, folder, place("none")].map(async (path) => {
      const read = await readTextFile(path);
      return read.ok ? null : read.failure.why.id;
    }),
  );
  expect(ids).toEqual(["failures.files.tooLarge", "failures.files.noText", "failures.files.notRead"]);
});

test("what is written is read back, and what cannot be written is said", async () => {
  const path = place();
  expect(await writeTextFile(path, "ID,Niño")).toEqual({ ok: true, value: null });
  expect(readFileSync(path, "utf8")).toBe("\uFEFFID,Niño");
  expect(await readTextFile(path)).toEqual({ ok: true, value: "ID,Niño" });
  expect(await writeTextFile(join(path, "below"), "x")).toMatchObject({
    failure: { why: { id: "failures.files.notWritten" } },
  });
});
