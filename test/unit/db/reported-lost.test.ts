import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { getStoreFile } from "../../../main/db/files.ts";
import { saltLength } from "../../../main/db/key.ts";
import { markReportedLost, isReportedLost } from "../../../main/db/reported-lost.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const records = (directory: string, fill: number): void =>
  writeFileSync(getStoreFile(directory), Buffer.alloc(saltLength + 8, fill));

it("what is written down of records counts for those alone", () => {
  const directory = temporaryFolder();
  records(directory, 1);
  expect(isReportedLost(directory)).toBe(false);
  markReportedLost(directory);
  expect(isReportedLost(directory)).toBe(true);
  // Others stand there by now.
  records(directory, 2);
  expect(isReportedLost(directory)).toBe(false);
  expect(readFileSync(join(directory, "reported-lost"), "utf8")).toBe("01".repeat(saltLength));
});

it("where there are no records, nothing is written down and nothing fails", () => {
  const directory = temporaryFolder();
  markReportedLost(directory);
  expect(isReportedLost(directory)).toBe(false);
});
