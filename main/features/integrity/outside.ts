import { createMemorySecretStore } from "../../platform/secret-store.ts";
import type { DeskOptions } from "../../desk/desk.ts";
import type { Store } from "../../db/types.ts";
import { createKeychainPlaces } from "./counter-place.ts";
import { createLogAnchor, type LogAnchor } from "./log-anchor.ts";
import { createDataLossNotice, type MissingNotice } from "./records-notice.ts";
import { detectStaleDatabase, type RestoredCheck } from "./restored-check.ts";
import { createSaveCount, type SaveCount } from "./save-count.ts";

type Options = Pick<DeskOptions, "secrets" | "random" | "clock" | "log"> & {
  readonly store: Store;
  /** What is missing from the records has changed. */
  readonly onNotice: () => void;
  /** Told once: another copy of these records sends. */
  readonly onOtherCopy: () => void;
};

/** What the keychain knows of the records: how much was sent, saved and logged, and who sends from them. */
export function createKeychainCounters(options: Options): {
  readonly notice: MissingNotice;
  readonly saves: SaveCount;
  readonly log: LogAnchor;
  readonly restored: RestoredCheck;
} {
  const { store, random } = options;
  // Records in memory have no copy: nothing is kept of them outside.
  const secrets = store.origin === "memory" ? createMemorySecretStore() : options.secrets;
  const places = createKeychainPlaces(secrets, store, random);
  const notice = createDataLossNotice(store, options.onNotice);
  return {
    notice,
    saves: createSaveCount({ ...options, place: places.saves, notice }),
    log: createLogAnchor({ ...options, place: places.log, startPlace: places.logStart }),
    restored: detectStaleDatabase({ ...options, places, notice, instance: random.uuid() }),
  };
}
