import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createMemorySecretStore, type SecretStore } from "../../main/platform/secret-store.ts";
import { systemRandom } from "../../main/platform/system.ts";
import { connect } from "../../main/db/connection.ts";
import { openStore } from "../../main/db/open.ts";
import { fullPatient, startDesk } from "../support/desk-kit.ts";
import { naming, needStrace, straceFor, systemCalls, type SystemCall } from "../faults/kit/strace-log.ts";
import { onlyWith } from "../support/only-with.ts";
import { keyOf } from "../support/store-files.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { told } from "../support/told.ts";
import { say } from "../../messages/saying.ts";

const children = join(import.meta.dirname, "../support/children");
const open = (directory: string, secrets: SecretStore = createMemorySecretStore()) =>
  openStore({ directory, secrets, random: systemRandom });

test("deleted text is wiped, and a schema that was tampered with runs no functions", async () => {
  const directory = temporaryFolder();
  const secrets = createMemorySecretStore();
  const opened = await open(directory, secrets);
  if (opened.ok) opened.value.close();
  const file = join(directory, "front-desk.db");
  const db = await connect(file, await keyOf(file, secrets));
  expect(db.pragma("secure_delete", { simple: true })).toBe(1);
  expect(db.pragma("trusted_schema", { simple: true })).toBe(0);
  db.close();
});

/** Runs the writer of records under strace until it says that its first record is durable. */
async function firstStart(folder: string): Promise<SystemCall[]> {
  const log = join(folder, "strace.log");
  const [command = "", ...options] = straceFor(log, naming);
  const child = spawn(
    command,
    [...options, process.execPath, join(children, "store-writer.ts"), folder, "1"],
    {
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  const ended = new Promise((resolve) => child.once("close", resolve));
  child.stdout.once("data", () => process.kill(-Number(child.pid), "SIGKILL"));
  await ended;
  const calls: SystemCall[] = [];
  for await (const call of systemCalls(log)) calls.push(call);
  return calls;
}

test(
  "after a power cut at the first start the database has its name: the folder is synced before anything else is written",
  onlyWith("strace"),
  async () => {
    needStrace();
    const folder = temporaryFolder();
    const calls = await firstStart(folder);
    const named = calls.findIndex(
      ({ name, data }) => name.startsWith("rename") && data.toString().endsWith(".db"),
    );
    expect(named).toBeGreaterThan(0);
    expect(calls[named + 1]).toMatchObject({ name: "fsync", target: join(folder, "data") });
  },
);

describe("a store that cannot be used", () => {
  test("the native module does not load: said as such, with and without a keychain, and nothing is taken in", () => {
    const folder = temporaryFolder();
    const output = execFileSync(process.execPath, [join(children, "without-native.ts"), folder], {
      encoding: "utf8",
    });
    const desks = output
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
    const names = ["keychain", "no-keychain"];
    const closed = (name: string): unknown => {
      const why = say("failures.store.unopened.unsupported", { directory: join(folder, name) });
      const failure: unknown = expect.objectContaining({ code: "store", why });
      const refused = { ok: false, failure };
      return {
        storeProblem: { kind: "unopened", failure, files: [], maySetAside: false },
        answers: [refused, refused, refused],
        status: "signed-out",
      };
    };
    expect(desks).toEqual(names.map(closed));
    for (const name of names) expect(existsSync(join(folder, name, "front-desk.db"))).toBe(false);
  });

  test("a fault of the program is thrown, not taken for a problem of the files", async () => {
    const migration = { version: 1, statements: ["create table meta (key text primary key, value text)"] };
    const broken = openStore({
      directory: temporaryFolder(),
      secrets: createMemorySecretStore(),
      random: systemRandom,
      schema: {
        migrations: [migration],
        onStep: () => {
          throw new TypeError("A fault of ours.");
        },
      },
    });
    await expect(broken).rejects.toThrow("A fault of ours.");
  });

  test("a file stands where its folder should be: unwritable, and no key was made for it", async () => {
    const folder = temporaryFolder();
    const directory = join(folder, "data");
    writeFileSync(directory, "a file");
    const names: string[] = [];
    const secrets = createMemorySecretStore();
    const set: SecretStore["set"] = (name, value) => (names.push(name), secrets.set(name, value));
    expect(await open(directory, { ...secrets, set })).toMatchObject({ ok: false, problem: "unwritable" });
    expect(names).toEqual([]);
  });

  test(
    "a folder whose path is too long: said so, and main takes nothing in",
    onlyWith("shortPaths"),
    async () => {
      let directory = temporaryFolder();
      while (directory.length < 580)
        directory = join(directory, "x".repeat(Math.min(99, 580 - directory.length)));
      const desk = await startDesk({ directory });
      const { storeProblem } = await desk.get("app.info", {});
      expect(told(storeProblem?.failure)).toContain("too long");
      expect(await desk.ask("session.practise", {})).toMatchObject({ ok: false, failure: { code: "store" } });
      const typed = { kind: "patient" as const, form: fullPatient };
      expect(await desk.ask("items.create", typed)).toMatchObject({ ok: false, failure: { code: "store" } });
      await desk.stop();
      mkdirSync(directory, { recursive: true });
      expect(existsSync(join(directory, "front-desk.db"))).toBe(false);
    },
  );
});
