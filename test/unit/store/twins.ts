import { onTestFinished } from "vitest";
import { memorySecretStore } from "../../../main/account/secret-store.ts";
import { systemRandom } from "../../../main/platform/system.ts";
import { memoryStore } from "../../../main/store/memory-store.ts";
import { openStore } from "../../../main/store/open.ts";
import type { Repositories, Store } from "../../../main/store/types.ts";
import { ok, type Result } from "../../../contract/failure.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

async function databaseStore(): Promise<Store> {
  const opened = await openStore({
    directory: temporaryFolder(),
    secrets: memorySecretStore(),
    random: systemRandom,
  });
  if (!opened.ok) throw new Error(opened.failure.message);
  onTestFinished(() => opened.value.close());
  return opened.value;
}

/** Each way of keeping records: every contract test runs over both. */
export const twins = [
  { twin: "database", create: databaseStore },
  { twin: "memory", create: memoryStore },
];

/** The value of a result that has to be one. */
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.message}`);
  return result.value;
}

/** Writes in a transaction of its own. */
export const write = <T>(store: Store, work: (repositories: Repositories) => T): T =>
  valueOf(store.transaction((repositories) => ok(work(repositories))));

export const read = <T>(store: Store, work: (repositories: Repositories) => T): T =>
  valueOf(store.read(work));
