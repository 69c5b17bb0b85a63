import { describe, expect, test } from "vitest";
import {
  describeCopy,
  getFeedName,
  findPackedFile,
  type InstallPlace,
} from "../../../main/features/updates/copy.ts";

const place = (over: Partial<InstallPlace> & { readonly files?: readonly string[] } = {}): InstallPlace => ({
  platform: "linux",
  isPackaged: true,
  hasKey: true,
  environment: { APPIMAGE: "/home/rosa/Front Desk.AppImage" },
  resources: "resources",
  folder: "folder",
  productName: "Front Desk",
  has: (folder, name) => (over.files ?? ["resources/app-update.yml"]).includes(`${folder}/${name}`),
  mayWrite: () => true,
  ...over,
});
const config = "resources/app-update.yml";
const windows = { platform: "win32", environment: {} } as const;

describe("a copy of the program", () => {
  test.each<[string, Partial<InstallPlace> & { files?: readonly string[] }, unknown]>([
    ["from source", { isPackaged: false }, { kind: "none", why: "source" }],
    ["without a key", { hasKey: false }, { kind: "none", why: "no-key" }],
    ["packaged without updates", { files: [] }, { kind: "none", why: "no-key" }],
    ["an AppImage", {}, { kind: "appimage", file: "/home/rosa/Front Desk.AppImage" }],
    ["an AppImage that may not be written", { mayWrite: () => false }, { kind: "none", why: "no-write" }],
    ["a deb", { files: [config, "resources/package-type"] }, { kind: "none", why: "package" }],
    ["a folder on Linux", { environment: {} }, { kind: "none", why: "package" }],
    [
      "one with a variable that is no path",
      { environment: { APPIMAGE: "x" } },
      { kind: "none", why: "package" },
    ],
    ["NSIS", { ...windows, files: [config, "folder/Uninstall Front Desk.exe"] }, { kind: "nsis" }],
    ["an MSI, which NSIS would put there twice", windows, { kind: "none", why: "administrator" }],
    [
      "the portable file",
      { ...windows, environment: { PORTABLE_EXECUTABLE_FILE: "x" } },
      { kind: "none", why: "portable" },
    ],
    ["a Mac's", { platform: "darwin" }, { kind: "mac" }],
  ])("%s", (_what, over, expected) => {
    expect(describeCopy(place(over))).toEqual(expected);
  });

  const portable = { ...windows, environment: { PORTABLE_EXECUTABLE_FILE: "D:\\Front Desk.exe" } };
  test.each<[string, Partial<InstallPlace> & { files?: readonly string[] }, string | null]>([
    ["an AppImage", {}, "/home/rosa/Front Desk.AppImage"],
    ["an AppImage without updates", { hasKey: false, files: [] }, "/home/rosa/Front Desk.AppImage"],
    ["an AppImage that may not be written", { mayWrite: () => false }, "/home/rosa/Front Desk.AppImage"],
    ["a deb that an AppImage started", { files: ["resources/package-type"] }, null],
    ["one with a variable that is no path", { environment: { APPIMAGE: "x" } }, null],
    ["a folder on Linux", { environment: {} }, null],
    ["the portable file", portable, "D:\\Front Desk.exe"],
    ["the portable file without updates", { ...portable, hasKey: false, files: [] }, "D:\\Front Desk.exe"],
    ["NSIS, started by a portable file", { ...portable, files: ["folder/Uninstall Front Desk.exe"] }, null],
    ["Windows", { ...windows, environment: { APPIMAGE: "/x", PORTABLE_EXECUTABLE_FILE: "x.exe" } }, null],
    ["a Mac's", { platform: "darwin" }, null],
    ["from source", { isPackaged: false }, null],
  ])("%s, starts again as the file that it came in, if any", (_what, over, expected) => {
    expect(findPackedFile(place(over))).toBe(expected);
  });

  test("asks for the feed that electron-builder writes for it", () => {
    expect([
      getFeedName("latest", "win32", "arm64"),
      getFeedName("beta", "darwin", "arm64"),
      getFeedName("latest", "linux", "x64"),
      getFeedName("latest", "linux", "arm64"),
    ]).toEqual(["latest.yml", "beta-mac.yml", "latest-linux.yml", "latest-linux-arm64.yml"]);
  });
});
