import { describe, expect, test } from "vitest";
import { copyAt, feedName, type Place } from "../../../main/updates/copy.ts";

const place = (over: Partial<Place> & { readonly files?: readonly string[] } = {}): Place => ({
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
  test.each<[string, Partial<Place> & { files?: readonly string[] }, unknown]>([
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
    expect(copyAt(place(over))).toEqual(expected);
  });

  test("asks for the feed that electron-builder writes for it", () => {
    expect([
      feedName("latest", "win32", "arm64"),
      feedName("beta", "darwin", "arm64"),
      feedName("latest", "linux", "x64"),
      feedName("latest", "linux", "arm64"),
    ]).toEqual(["latest.yml", "beta-mac.yml", "latest-linux.yml", "latest-linux-arm64.yml"]);
  });
});
