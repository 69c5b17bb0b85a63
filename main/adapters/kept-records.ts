import type { RouteOutput } from "../../contract/routes.ts";
import type { SecretStore } from "../account/secret-store.ts";
import type { Log, RandomIds } from "../platform/ports.ts";
import { memoryStore } from "../store/memory-store.ts";
import { openStore } from "../store/open.ts";
import type { Store } from "../store/types.ts";

type Options = {
  readonly directory: string;
  readonly secrets: SecretStore;
  readonly random: RandomIds;
  readonly log: Log;
};

export type KeptRecords = Pick<RouteOutput<"app.info">, "recordsKept" | "storeProblem"> & {
  readonly store: Store;
};

/**
 * The encrypted store; in memory where there is no keychain for its key and nothing was ever kept. Where
 * records are kept and do not open, the window shows why and nothing else.
 */
export async function keptRecords({ directory, secrets, random, log }: Options): Promise<KeptRecords> {
  const opened = await openStore({ directory, secrets, random });
  if (opened.ok) return { store: opened.value, recordsKept: "disk", storeProblem: null };
  log.warn("store.not-opened", { problem: opened.problem });
  const isFirstStart = opened.problem === "keychain" && opened.files.length === 0;
  const { problem, failure } = opened;
  const maySetAside = problem === "key-missing" || problem === "wrong-key" || problem === "damaged";
  const storeProblem = isFirstStart ? null : { failure, files: [...opened.files], maySetAside };
  return { store: memoryStore(), recordsKept: "memory", storeProblem };
}
