import { createKeychainCounters } from "../../features/integrity/outside.ts";
import { createGroupCommit } from "../../db/group-commit.ts";
import type { Store } from "../../db/types.ts";
import { createProxyPasswords } from "../../http/proxy-passwords.ts";
import type { DeskOptions } from "../desk.ts";
import type { DeskEvents } from "../events.ts";
import { createOtherCopyProblem, type Halt } from "../halted.ts";
import { openRecords, type KeptRecords } from "../kept-records.ts";
import { createSafeEmit } from "../teller.ts";

type Around = { readonly events: DeskEvents; readonly halt: Halt };

/** The records, or why they do not open. */
export const openDeskRecords = (options: DeskOptions, { events, halt }: Around): Promise<KeptRecords> =>
  openRecords({
    ...options,
    ...(options.onBackupStep === undefined ? {} : { onPutBack: options.onBackupStep }),
    onLost: halt.because,
    onWritten: events.written.tell,
  });

/** What every part is built with: the desk's options and its records. */
export const createBase = (options: DeskOptions, store: Store) => ({
  ...options,
  proxyPasswords: options.proxyPasswords ?? createProxyPasswords(options),
  store,
  inGroup: createGroupCommit({ store, clock: options.clock }),
  userAgent: `FrontDesk/${options.version}`,
  emit: createSafeEmit(options),
  trace: options.trace ?? (() => undefined),
});

export type Base = ReturnType<typeof createBase>;

/** What the keychain counts of the records, from now on. */
export function watchRecords(base: Base, { events, halt }: Around) {
  const counts = createKeychainCounters({
    ...base,
    onNotice: events.notice.tell,
    onOtherCopy: () => halt.because(createOtherCopyProblem()),
  });
  events.written.listen(() => {
    counts.saves.written();
    counts.log.written();
  });
  return counts;
}

export type Counts = ReturnType<typeof watchRecords>;
