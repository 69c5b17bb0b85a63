import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeProgram } from "../../../main/features/about/about.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const licenses = { own: "Ours", packages: [], texts: [] };

it("About tells what the build noted, and where Chromium's licenses lie if they do", async () => {
  const folder = temporaryFolder();
  const licensesFile = join(folder, "licenses.json");
  const chromiumLicenses = join(folder, "LICENSES.chromium.html");
  writeFileSync(licensesFile, JSON.stringify(licenses));
  const options = { version: "1.2.3", licensesFile, chromiumLicenses };
  expect(await describeProgram(options)).toEqual({
    version: "1.2.3",
    electron: "",
    chromium: "",
    chromiumLicenses: null,
    licenses,
  });
  writeFileSync(chromiumLicenses, "");
  expect((await describeProgram({ ...options, electron: "45" })).chromiumLicenses).toBe(chromiumLicenses);
});

it("About fails where the build's file is missing, or is another", async () => {
  const folder = temporaryFolder();
  const licensesFile = join(folder, "licenses.json");
  const read = () => describeProgram({ version: "1", licensesFile, chromiumLicenses: folder });
  await expect(read()).rejects.toThrow("ENOENT");
  writeFileSync(licensesFile, JSON.stringify({ ...licenses, packages: [{ name: "a" }] }));
  await expect(read()).rejects.toThrow();
});
