import type { StoreProblem } from "../../shared/desk/app-routes.ts";
import type { SecretStore } from "../platform/secret-store.ts";
import type { Clock, Log, RandomIds } from "../platform/ports.ts";
import { listKeptCopies, getStoreFile } from "../db/files.ts";
import { openMemoryStore, openStore } from "../db/open.ts";
import { isReportedLost } from "../db/reported-lost.ts";
import type { OnPutBack } from "../db/put-back.ts";
import type { OpenResult, Store } from "../db/types.ts";
import { createLostOrStolenProblem } from "./halted.ts";

type Options = {
  readonly directory: string;
  readonly secrets: SecretStore;
  readonly random: RandomIds;
  readonly clock: Clock;
  readonly log: Log;
  /** The records went away while they were open, or turned out to be damaged. */
  readonly onLost: (problem: StoreProblem) => void;
  /** A backup is put in the place of the records; left out, nobody is told. */
  readonly onPutBack?: OnPutBack;
  /** Something was saved. */
  readonly onWritten: () => void;
};

export type KeptRecords =
  | { readonly store: Store }
  /** Nothing can be kept here. */
  | { readonly store: null; readonly storeProblem: StoreProblem };

type NotOpened = Extract<OpenResult, { ok: false }>;

function problemOf({ problem, failure, files }: NotOpened, directory: string): StoreProblem {
  if (problem === "missing") {
    const places = [getStoreFile(directory), ...listKeptCopies(directory)];
    return { kind: "missing", failure, files: places, maySetAside: true };
  }
  if (problem === "key-missing" && isReportedLost(directory)) return createLostOrStolenProblem("lost", files);
  const maySetAside = problem === "key-missing" || problem === "wrong-key" || problem === "damaged";
  return { kind: "unopened", failure, files: [...files], maySetAside };
}

/**
 * The encrypted store; in memory where there is no keychain for its key and nothing was ever kept. Where
 * records are kept and do not open, or the part that keeps them does not load, the window shows why and nothing else.
 */
export async function openRecords(options: Options): Promise<KeptRecords> {
  const { directory, secrets, random, clock, log } = options;
  const opened = await openStore({
    directory,
    secrets,
    random,
    ...(options.onPutBack === undefined ? {} : { onPutBack: options.onPutBack }),
    watch: {
      clock,
      onWritten: options.onWritten,
      onLost: (failure, files) => {
        log.warn("store.lost");
        options.onLost({ kind: "lost", failure, files: [...files], maySetAside: false });
      },
      onDamaged: (failure, files) => {
        log.warn("store.damaged");
        options.onLost({ kind: "damaged", failure, files: [...files], maySetAside: false });
      },
    },
  });
  if (opened.ok) return { store: opened.value };
  log.warn("store.not-opened", { problem: opened.problem });
  // At a first start without a keychain there is nothing to be kept from.
  const isFirstStart = opened.problem === "keychain" && opened.files.length === 0;
  const inMemory = isFirstStart ? await openMemoryStore(directory) : opened;
  return inMemory.ok
    ? { store: inMemory.value }
    : { store: null, storeProblem: problemOf(inMemory, directory) };
}
