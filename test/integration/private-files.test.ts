import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, onTestFinished } from "vitest";
import { createMemorySecretStore } from "../../main/platform/secret-store.ts";
import { createFileLog } from "../../main/platform/file-log.ts";
import { writeWindowState } from "../../main/electron/window-state.ts";
import { counted } from "../support/cases.ts";
import { startDesk } from "../support/desk-kit.ts";
import { onlyWith } from "../support/only-with.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const modesIn = (directory: string): Record<string, string> =>
  Object.fromEntries(readdirSync(directory).map((name) => [name, modeOf(join(directory, name))]));

/** Whatever the system would give a new file: nothing of ours may hang on it. */
let umask = 0;
beforeAll(() => {
  umask = process.umask(0);
});
afterAll(() => void process.umask(umask));

const privateDesk = {
  "front-desk.db": "600",
  "front-desk.db-shm": "600",
  "front-desk.db-wal": "600",
  "practice.sqlite3": "600",
  "practice.sqlite3-shm": "600",
  "practice.sqlite3-wal": "600",
};

describe("nobody else on the computer reads", onlyWith("unixRights"), () => {
  test("the records and the practice records, from the first start on", async () => {
    const directory = join(temporaryFolder(), "records");
    const desk = await startDesk({ directory });
    onTestFinished(() => desk.stop());
    await desk.get("session.practise", {});
    expect(modeOf(directory)).toBe("700");
    expect(modesIn(directory)).toEqual(privateDesk);
    counted(Object.keys(privateDesk).length + 1);
  });

  test("records whose folder and files were open to everybody", async () => {
    const directory = join(temporaryFolder(), "records");
    mkdirSync(directory, { mode: 0o777 });
    const secrets = createMemorySecretStore();
    const first = await startDesk({ directory, secrets });
    await first.get("session.practise", {});
    await first.stop();
    for (const name of readdirSync(directory)) chmodSync(join(directory, name), 0o666);
    chmodSync(directory, 0o777);
    const desk = await startDesk({ directory, secrets });
    onTestFinished(() => desk.stop());
    expect(modeOf(directory)).toBe("700");
    expect(modesIn(directory)).toEqual(privateDesk);
    counted(Object.keys(privateDesk).length + 1);
  });

  test("the log, also the one before it, and the place of the window", () => {
    const directory = temporaryFolder();
    const logs = join(directory, "logs");
    createFileLog(logs, () => new Date()).info("begun");
    expect([modeOf(logs), modesIn(logs)]).toEqual(["700", { "front-desk.log": "600" }]);
    writeFileSync(join(logs, "front-desk.log.1"), "{}");
    for (const name of readdirSync(logs)) chmodSync(join(logs, name), 0o644);
    createFileLog(logs, () => new Date()).info("again");
    expect(modesIn(logs)).toEqual({ "front-desk.log": "600", "front-desk.log.1": "600" });

    const file = join(directory, "window.json");
    const state = { bounds: { x: 0, y: 0, width: 10, height: 10 }, maximized: false };
    writeWindowState(file, state);
    expect(modeOf(file)).toBe("600");
    chmodSync(file, 0o644);
    writeWindowState(file, state);
    expect(modeOf(file)).toBe("600");
  });
});
