import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { builderArguments } from "../../../scripts/package.ts";
import { missingForSigning, signingOptions, withoutEmpty } from "../../../scripts/packaging/signing.ts";
import { differences } from "../../../scripts/reproducible.ts";
import { pack } from "../../support/archive.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { withSlashes } from "../../support/with-slashes.ts";

const flags = { dir: false, signed: false, prebuilt: false, x64: false, arm64: false };

describe("what electron-builder is asked for", () => {
  it("is this system and this processor, and nothing is published", () => {
    expect(builderArguments("darwin", "arm64", flags)).toEqual(["--mac", "--arm64", "--publish=never"]);
    expect(builderArguments("linux", "x64", flags)).toEqual(["--linux", "--x64", "--publish=never"]);
  });

  it("is the other processor where that is named", () => {
    expect(builderArguments("darwin", "arm64", { ...flags, x64: true })).toContain("--x64");
  });

  it("is no MSI for arm64: its tool would call it one for x64", () => {
    expect(builderArguments("win32", "arm64", flags)).toEqual([
      "--win",
      "nsis",
      "portable",
      "--arm64",
      "--publish=never",
    ]);
    expect(builderArguments("win32", "x64", flags)).toEqual(["--win", "--x64", "--publish=never"]);
    expect(builderArguments("win32", "arm64", { ...flags, dir: true })).toEqual([
      "--win",
      "--arm64",
      "--dir",
      "--publish=never",
    ]);
  });
});

describe("signing", () => {
  const certificate = { WIN_CSC_LINK: "file", WIN_CSC_KEY_PASSWORD: "secret" };
  const azure = {
    AZURE_TENANT_ID: "t",
    AZURE_CLIENT_ID: "c",
    AZURE_CLIENT_SECRET: "s",
    AZURE_SIGNING_ENDPOINT: "https://eus.codesigning.azure.net",
    AZURE_SIGNING_ACCOUNT: "account",
    AZURE_SIGNING_PROFILE: "profile",
    AZURE_SIGNING_PUBLISHER: "CN=Clinic",
  };
  const apple = { CSC_LINK: "file", CSC_KEY_PASSWORD: "secret" };
  const key = { APPLE_API_KEY: "k", APPLE_API_KEY_ID: "i", APPLE_API_ISSUER: "u" };

  it.each([
    ["win32", certificate],
    ["win32", azure],
    ["darwin", { ...apple, ...key }],
    ["darwin", { ...apple, APPLE_ID: "a", APPLE_APP_SPECIFIC_PASSWORD: "p", APPLE_TEAM_ID: "t" }],
    ["linux", {}],
  ] as const)("on %s has what it needs", (platform, variables) => {
    expect(missingForSigning(platform, variables)).toEqual([]);
  });

  it("names what is missing, also where a set is there in part", () => {
    expect(missingForSigning("darwin", { ...apple, APPLE_ID: "a" })).toEqual([
      "There is no way to notarize: set APPLE_API_KEY, APPLE_API_KEY_ID, APPLE_API_ISSUER; or APPLE_ID, APPLE_APP_SPECIFIC_PASSWORD, APPLE_TEAM_ID.",
    ]);
    expect(missingForSigning("win32", { ...azure, AZURE_CLIENT_SECRET: "" })).toHaveLength(1);
    expect(missingForSigning("darwin", {})).toHaveLength(2);
  });

  it("takes a secret that nobody has set for none", () => {
    expect(withoutEmpty({ CSC_LINK: "", PATH: "/bin", OTHER: undefined })).toEqual({ PATH: "/bin" });
  });

  it("is done, or the package is not made", () => {
    expect(signingOptions("darwin", apple)).toEqual(["-c.forceCodeSigning=true"]);
    expect(signingOptions("win32", certificate)).toEqual(["-c.forceCodeSigning=true"]);
    expect(signingOptions("linux", {})).toEqual([]);
  });

  it("tells electron-builder of Azure's service, where there is no certificate of one's own", () => {
    expect(signingOptions("win32", azure)).toEqual([
      "-c.forceCodeSigning=true",
      "-c.win.azureSignOptions.endpoint=https://eus.codesigning.azure.net",
      "-c.win.azureSignOptions.codeSigningAccountName=account",
      "-c.win.azureSignOptions.certificateProfileName=profile",
      "-c.win.azureSignOptions.publisherName=CN=Clinic",
    ]);
    expect(signingOptions("win32", { ...azure, ...certificate })).toEqual(["-c.forceCodeSigning=true"]);
  });
});

test("two archives that are not the same differ where one has another content, or one file more", async () => {
  const folder = temporaryFolder();
  const archive = async (name: string, files: Readonly<Record<string, string>>): Promise<string> => {
    mkdirSync(join(folder, name));
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, name, path), text);
    const made = join(folder, `${name}.asar`);
    await pack(join(folder, name), made);
    return made;
  };
  const one = await archive("one", { same: "1", other: "at noon" });
  expect(differences(one, await archive("twin", { same: "1", other: "at noon" }))).toEqual([]);
  const two = await archive("two", { same: "1", other: "at one", more: "x" });
  expect(differences(one, two).map(withSlashes)).toEqual(["/more", "/other"]);
});
