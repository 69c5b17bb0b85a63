import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { systemRandom } from "../../main/platform/system.ts";
import { connect } from "../../main/db/connection.ts";
import { createKey } from "../../main/db/key.ts";
import { migrateDatabase, migrations, readSchemaVersion, type Migration } from "../../main/db/migrations.ts";
import { openStore } from "../../main/db/open.ts";
import { parsePatientQuery } from "../../main/db/search-query.ts";
import type { OpenResult, Store } from "../../main/db/types.ts";
import { startMockService } from "../../mock/service.ts";
import { startDesk } from "../support/desk-kit.ts";
import { addFirstPatient } from "../support/first-layout.ts";
import { fileSecrets } from "../support/file-secrets.ts";
import { heldPort } from "../support/held-port.ts";
import { laterMigrations } from "../support/later-migrations.ts";
import { keyOf } from "../support/store-files.ts";
import { bookingItem, patientItem, patientRecord } from "../support/store-records.ts";
import { bookingNumbered, runEach, scratchFolder } from "./kit/bench.ts";
import { addUp, judge, spotless, type NamedVerdict } from "./oracle.ts";
import { takeShare, type Fault } from "./row.ts";
import { told } from "../../test/support/told.ts";

type Step = { readonly version: number; readonly at: number | "before-commit" | "committed" };

const steps: readonly Step[] = laterMigrations.flatMap(({ version, statements }) => [
  ...statements.map((_statement, at) => ({ version, at })),
  { version, at: "before-commit" as const },
  { version, at: "committed" as const },
]);
const patient = patientRecord(7);
const saved = [bookingItem(1), patientItem(2), bookingItem(3, { status: "needs-checking" })];

const secretsOf = (folder: string) => fileSecrets(join(folder, "secrets.json"));
const directoryOf = (folder: string): string => join(folder, "data");

function open(folder: string, schema: readonly Migration[] = migrations): Promise<OpenResult> {
  const directory = directoryOf(folder);
  return openStore({
    directory,
    secrets: secretsOf(folder),
    random: systemRandom,
    schema: { migrations: schema },
  });
}

async function opened(folder: string, schema?: readonly Migration[]): Promise<Store> {
  const result = await open(folder, schema);
  if (!result.ok) throw new Error(`did not open: ${result.problem}`);
  return result.value;
}

/** Opens the records in a process of its own, which is killed at that step. Answers how it ended. */
function migrateAndDie(folder: string, { version, at }: Step): Promise<string> {
  const child = join(import.meta.dirname, "..", "support", "children", "migrator.ts");
  return new Promise((resolve) => {
    spawn(process.execPath, [child, folder, `${version}:${at}`], { stdio: "ignore" }).once(
      "exit",
      (code, signal) => resolve(signal ?? `exit ${code}`),
    );
  });
}

/** The schema in the file, past this program's own opinion of it. */
async function versionIn(folder: string): Promise<number> {
  const file = join(directoryOf(folder), "front-desk.db");
  const db = await connect(file, await keyOf(file, secretsOf(folder)));
  const version = readSchemaVersion(db);
  db.close();
  return version;
}

/** Whether the patient that was there from the first version on is there, and found. */
function missingPatient(store: Store): string[] {
  const query = parsePatientQuery("smith ann", { today: "2026-11-22", dateOrder: "month-first" });
  const { items } = store.read(({ patients }) =>
    patients.search({ accountId: patient.accountId, query, limit: 5 }),
  );
  return isDeepStrictEqual(items, [patient]) ? [] : ["the patient is gone or not found"];
}

/** Which of the saved items are gone or changed. */
function missing(store: Store): string[] {
  return saved.flatMap((item) => {
    const found = store.read(({ items }) => items.get(item.id));
    const same = JSON.stringify(found) === JSON.stringify(item);
    return same ? [] : [`${item.kind} ${item.id} is gone or changed`];
  });
}

/** Records as the program of that version left them, written with nothing but what its schema had. */
async function makeRecords(folder: string, version: number): Promise<void> {
  const directory = directoryOf(folder);
  mkdirSync(directory, { recursive: true });
  const key = await createKey(secretsOf(folder), systemRandom);
  if (!key.ok) throw new Error("There is no key.");
  const db = await connect(join(directory, "front-desk.db"), key.value);
  migrateDatabase(
    db,
    laterMigrations.filter((step) => step.version <= version),
  );
  const insert = db.prepare(`insert into items
    (id, account_id, kind, status, created_at, updated_at, changed, search_text, json)
    values (:id, :accountId, :kind, :status, :createdAt, :updatedAt, :changed, '', :json)`);
  for (const [index, item] of saved.entries()) {
    const { id, accountId, kind, status, createdAt, updatedAt } = item;
    const json = JSON.stringify({ v: 1, ...item });
    insert.run({ id, accountId, kind, status, createdAt, updatedAt, changed: index + 1, json });
  }
  if (version === 1) addFirstPatient(db, patient);
  db.close();
}

async function killedAt(step: Step): Promise<NamedVerdict> {
  const folder = scratchFolder();
  const problems: string[] = [];
  const isFirstStart = step.version === 1;
  try {
    if (!isFirstStart) await makeRecords(folder, step.version - 1);
    const end = await migrateAndDie(folder, step);
    if (end !== "SIGKILL") problems.push(`was not killed but ended with ${end}`);
    if (!isFirstStart) {
      const expected = step.at === "committed" ? step.version : step.version - 1;
      const version = await versionIn(folder);
      if (version !== expected) problems.push(`stands at version ${version}, not ${expected}`);
    }
    const store = await opened(folder, laterMigrations);
    const hasPatient = step.version === 2;
    const gone = isFirstStart ? [] : [...missing(store), ...(hasPatient ? missingPatient(store) : [])];
    if (isFirstStart && store.origin !== "created") problems.push(`a first start was ${store.origin}`);
    store.transaction(({ items }) => items.insert(bookingItem(9)));
    if (store.read(({ items }) => items.get(bookingItem(9).id)) === null) problems.push("does not go on");
    store.close();
    if ((await versionIn(folder)) !== laterMigrations.at(-1)?.version) problems.push("did not end");
    const name = `killed at ${step.version}:${step.at}`;
    return { ...spotless, name, lost: gone.length, problems: [...gone, ...problems] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const contents = (directory: string): string =>
  JSON.stringify(
    readdirSync(directory)
      .filter((name) => name.startsWith("front-desk.db"))
      .map((name) => [name, readFileSync(join(directory, name)).toString("base64")]),
  );

/** A desk that finds records of a newer version says so, changes nothing and sends nothing. */
async function newerVersion(): Promise<NamedVerdict> {
  const folder = scratchFolder();
  const directory = directoryOf(folder);
  const secrets = secretsOf(folder);
  const service = { sampleData: true, secret: "the same service again", port: await heldPort() };
  let mock = await startMockService(service);
  const problems: string[] = [];
  try {
    const first = await startDesk({ directory, secrets });
    await first.get("session.connect", {
      serviceAddress: mock.baseUrl,
      token: mock.token,
      sameAccount: null,
    });
    await mock.close();
    const { id } = await first.get("items.create", bookingNumbered(1));
    await first.get("items.submit", { id, wait: true });
    await first.stop();
    mock = await startMockService(service);
    (await opened(folder, laterMigrations)).close();

    const before = contents(directory);
    const older = await startDesk({ directory, secrets });
    const { storeProblem } = await older.get("app.info", {});
    older.desk.wake();
    await older.stop();
    if (!told(storeProblem?.failure).includes("newer")) problems.push("does not say that it is newer");
    if (contents(directory) !== before) problems.push("changed the files");
    if (mock.ledger().length > 0) problems.push("sent something");

    const upgraded = await opened(folder, laterMigrations);
    const found = upgraded.read(({ items }) => items.get(id));
    const isThere = found?.status === "ready";
    upgraded.close();
    const verdict = judge({ ledger: mock.ledger(), items: [], expected: [] });
    return {
      ...verdict,
      name: "a newer version",
      lost: isThere ? 0 : 1,
      problems: isThere ? problems : [...problems, "its booking is gone after the upgrade"],
    };
  } finally {
    await mock.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A migration is killed at each of its steps, and the records are of a version this program does not know. */
export const migrationsFault: Fault = {
  id: "F11",
  title: `a migration killed at ${steps.length} steps, and a newer version`,
  run: async ({ share }) => {
    const chosen = takeShare(steps, share);
    const killed = await runEach(chosen, { atOnce: 2, run: killedAt });
    const verdicts = [...killed, await newerVersion()];
    return { fault: "F11", cases: verdicts.length, seed: null, ...addUp(verdicts) };
  },
};
