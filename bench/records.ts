import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PatientRecord } from "../shared/patients/patient.ts";
import type { SecretStore } from "../main/platform/secret-store.ts";
import { systemRandom } from "../main/platform/system.ts";
import { connect } from "../main/db/connection.ts";
import { getStoreFile } from "../main/db/files.ts";
import { createIndexMerge } from "../main/db/index-merge.ts";
import { openStore } from "../main/db/open.ts";
import type { Store } from "../main/db/types.ts";
import { fileSecrets } from "../test/support/file-secrets.ts";
import { keyOf } from "../test/support/store-files.ts";
import { openDesk } from "./desk.ts";
import { people } from "./people.ts";
import { startService, token } from "./service.ts";

/** Encrypted records with so many known patients, made once a run and shared by its rows. */
export type Records = {
  /** As `composeDesk` takes it. */
  readonly directory: string;
  /** The file of `secrets`: the database's key, and the token of who is signed in. */
  readonly secretsFile: string;
  readonly secrets: SecretStore;
  readonly accountId: string;
  /** Milliseconds for each part of the loading, in order; a part is a tenth of the people. */
  readonly loaded: readonly number[];
  /** Milliseconds of merging the search index, which the app does in pieces when nobody works. */
  readonly merged: number;
};

/** Between two parts of the loading: what is loaded beside it, part by part. */
export type Beside = (part: readonly PatientRecord[]) => void;

type Marker = Pick<Records, "accountId" | "loaded" | "merged">;

/** People saved in one transaction. */
const slice = 1_000;
const parts = 10;

export async function openRecords({
  directory,
  secrets,
}: Pick<Records, "directory" | "secrets">): Promise<Store> {
  const opened = await openStore({ directory, secrets, random: systemRandom });
  if (!opened.ok) throw new Error(`The records did not open: ${opened.problem}.`);
  return opened.value;
}

/** Signs in once, so that the records have an account and the next start finds its token. */
async function signIn(place: Pick<Records, "directory" | "secrets">): Promise<string> {
  const service = await startService(0);
  const { desk, call } = await openDesk(place);
  const session = await call("session.connect", {
    serviceAddress: service.baseUrl,
    token,
    sameAccount: null,
  });
  await desk.stop();
  service.close();
  if (session.accountId === null) throw new Error("Nobody is signed in.");
  return session.accountId;
}

/** The records in that folder with so many patients. Made when they are not there yet. */
export async function recordsWith(
  count: number,
  options: {
    readonly directory: string;
    readonly onPart?: (share: number) => void;
    readonly beside?: Beside;
  },
): Promise<Records> {
  const folder = join(options.directory, `records-${count}`);
  const marker = join(folder, "made.json");
  const secretsFile = join(folder, "secrets.json");
  const place = { directory: join(folder, "records"), secretsFile, secrets: fileSecrets(secretsFile) };
  if (existsSync(marker)) return { ...place, ...(JSON.parse(readFileSync(marker, "utf8")) as Marker) };
  mkdirSync(folder, { recursive: true });
  const accountId = await signIn(place);
  const store = await openRecords(place);
  const loaded: number[] = [];
  for (const part of partsOf(count, accountId)) {
    const begun = performance.now();
    for (let from = 0; from < part.length; from += slice) {
      const some = part.slice(from, from + slice);
      store.transaction(({ patients }) => some.forEach((patient) => patients.insert(patient)));
    }
    loaded.push(performance.now() - begun);
    options.beside?.(part);
    options.onPart?.(loaded.length / parts);
  }
  store.close();
  const merged = await mergeAll(place);
  writeFileSync(marker, JSON.stringify({ accountId, loaded, merged } satisfies Marker));
  return { ...place, accountId, loaded, merged };
}

/** Merges the parts of the search index, without the pauses that the app makes between the pieces: it takes a minute. */
async function mergeAll({ directory, secrets }: Pick<Records, "directory" | "secrets">): Promise<number> {
  const file = getStoreFile(directory);
  const db = await connect(file, await keyOf(file, secrets));
  const begun = performance.now();
  const merge = createIndexMerge(db).merge();
  while (merge());
  db.close();
  return performance.now() - begun;
}

/** All people, a tenth at a time: not all of a million are held at once. */
function* partsOf(count: number, accountId: string): Generator<readonly PatientRecord[]> {
  const size = Math.ceil(count / parts);
  let part: PatientRecord[] = [];
  for (const person of people({ count, accountId })) {
    part.push(person);
    if (part.length < size) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
