import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeWholeFile } from "../../../main/platform/whole-file.ts";
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
