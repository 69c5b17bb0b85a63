import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { standInForElectron } from "../support/electron-stand-in.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = join(import.meta.dirname, "..", "..");

test.runIf(process.platform === "linux")(
  "the archive comes out the same, whenever, wherever and in whichever language it is built",
  () => {
    const electron = standInForElectron(temporaryFolder());
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ["scripts/reproducible.ts", "--electron", electron],
      { cwd: root, encoding: "utf8" },
    );
    expect(`${stdout}${stderr}`).toMatch(/^Twice the same: app\.asar [0-9a-f]{64}\n$/);
  },
  600_000,
);
