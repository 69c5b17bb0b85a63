import { memorySecretStore } from "../../platform/secret-store.ts";
import type { DeskOptions } from "../../desk/desk.ts";
import type { Store } from "../../db/types.ts";
import { outsidePlaces } from "./counter-place.ts";
import { logAnchor, type LogAnchor } from "./log-anchor.ts";
import { missingNotice, type MissingNotice } from "./records-notice.ts";
import { restoredCheck, type RestoredCheck } from "./restored-check.ts";
import { saveCount, type SaveCount } from "./save-count.ts";

type Options = Pick<DeskOptions, "secrets" | "random" | "clock" | "log"> & {
  readonly store: Store;
  /** What is missing from the records has changed. */
  readonly onNotice: () => void;
  /** Told once: another copy of these records sends. */
  readonly onOtherCopy: () => void;
};

/** What the keychain knows of the records: how much was sent, saved and logged, and who sends from them. */
export function outside(options: Options): {
  readonly notice: MissingNotice;
  readonly saves: SaveCount;
  readonly log: LogAnchor;
  readonly restored: RestoredCheck;
} {
  const { store, random } = options;
  // Records in memory have no copy: nothing is kept of them outside.
  const secrets = store.origin === "memory" ? memorySecretStore() : options.secrets;
  const places = outsidePlaces(secrets, store, random);
  const notice = missingNotice(store, options.onNotice);
  return {
    notice,
    saves: saveCount({ ...options, place: places.saves, notice }),
    log: logAnchor({ ...options, place: places.log, startPlace: places.logStart }),
    restored: restoredCheck({ ...options, places, notice, instance: random.uuid() }),
  };
}
