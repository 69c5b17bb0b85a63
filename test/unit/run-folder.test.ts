import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { removeEndedRuns } from "../../scripts/run-folder.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = join(import.meta.dirname, "..", "..");

/** The id of a process that has ended. */
function endedPid(): number {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  return pid;
}

describe("the folder of a run", () => {
  it("goes when the next run begins, where its process was killed", () => {
    const place = temporaryFolder();
    const [ended, running] = [`front-desk-run-${endedPid()}`, `front-desk-run-${process.pid}`];
    for (const name of [ended, running, "front-desk-run-", "front-desk-run-x", "another"]) {
      mkdirSync(join(place, name));
      writeFileSync(join(place, name, "records"), "");
    }
    removeEndedRuns(place);
    expect(readdirSync(place).toSorted()).toEqual(
      [running, "front-desk-run-", "front-desk-run-x", "another"].toSorted(),
    );
  });

  it.skipIf(process.platform === "win32")("goes with its process, whatever was put there", () => {
    const { TMPDIR: _chosen, ...env } = process.env;
    const program = `
      import { mkdirSync, writeFileSync } from "node:fs";
      import { tmpdir } from "node:os";
      import { enterRunFolder } from "./scripts/run-folder.ts";
      enterRunFolder();
      mkdirSync(tmpdir() + "/deep");
      writeFileSync(tmpdir() + "/deep/records", "");
      console.log(tmpdir());
      process.exit(3);`;
    const { status, stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
      cwd: root,
      env,
      encoding: "utf8",
    });
    expect(status).toBe(3);
    expect(stdout.trim()).toMatch(/[\\/]front-desk-run-\d+$/);
    expect(existsSync(stdout.trim())).toBe(false);
  });
});
