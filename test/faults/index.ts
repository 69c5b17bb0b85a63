import { cutPointFault } from "./f1-cut-points.ts";
import { answerFault } from "./f2-answers.ts";
import { killedFault } from "./f3-killed.ts";
import { powerLossFault } from "./f4-power-loss.ts";
import { diskFault } from "./f5-disk.ts";
import { clockFault } from "./f6-clock-jumps.ts";
import { accountsFault } from "./f7-accounts.ts";
import { allAtOnceFault } from "./f8-all-at-once.ts";
import { outboxModelFault } from "./f9-outbox-model.ts";
import { restoredFault } from "./f10-restored.ts";
import { migrationsFault } from "./f11-migrations.ts";
import { poisonedFault } from "./f12-poisoned.ts";
import { plantedFault } from "./f13-planted.ts";
import { sharedFault } from "./f14-shared.ts";
import { killedDeskFault } from "./f15-killed-desk.ts";
import { partitionsFault } from "./f16-partitions.ts";
import { restoredHubFault } from "./f17-restored-hub.ts";
import { removedFault } from "./f18-removed.ts";
import { noticesFault } from "./f19-notices.ts";
import { lyingHubFault } from "./f20-lying-hub.ts";
import { otherAnswererFault } from "./f21-other-answerer.ts";
import { disagreeFault } from "./f22-disagree.ts";
import { editedFault } from "./f24-edited.ts";
import { absenceFault } from "./f25-absence.ts";
import { portsFault } from "./f26-ports.ts";
import { importFault } from "./f27-import.ts";
import { momentFault } from "./f28-moment.ts";
import { backupFault } from "./f29-backup.ts";
import type { Fault } from "./row.ts";

/** A fault and the share of its cases that `npm test` runs; 0 where `npm run faults` alone does. */
export type Registered = { readonly fault: Fault; readonly testShare: number };

/** Those that stop a process by signals, and look at and break its system calls. */
const onLinux: readonly Registered[] = [
  { fault: killedFault, testShare: 0.008 },
  { fault: powerLossFault, testShare: 0.05 },
  { fault: diskFault, testShare: 0.06 },
  { fault: killedDeskFault, testShare: 0.03 },
  { fault: noticesFault, testShare: 0.002 },
];

/** Every fault, in the order in which they run. To add one, write its file and a line here. */
export const faults: readonly Registered[] = [
  { fault: cutPointFault, testShare: 0.1 },
  { fault: answerFault, testShare: 0.1 },
  ...(process.platform === "linux" ? onLinux : []),
  { fault: clockFault, testShare: 0.3 },
  { fault: accountsFault, testShare: 0.1 },
  { fault: allAtOnceFault, testShare: 0.015 },
  { fault: outboxModelFault, testShare: 0.0015 },
  { fault: restoredFault, testShare: 1 },
  { fault: migrationsFault, testShare: 0.04 },
  { fault: poisonedFault, testShare: 0.006 },
  { fault: sharedFault, testShare: 0.02 },
  { fault: partitionsFault, testShare: 0.005 },
  { fault: restoredHubFault, testShare: 0.035 },
  { fault: removedFault, testShare: 0.04 },
  { fault: lyingHubFault, testShare: 0.05 },
  { fault: otherAnswererFault, testShare: 0.05 },
  { fault: disagreeFault, testShare: 0.05 },
  { fault: editedFault, testShare: 0.2 },
  { fault: absenceFault, testShare: 1 },
  { fault: portsFault, testShare: 0.2 },
  { fault: importFault, testShare: 0.03 },
  { fault: momentFault, testShare: 0.03 },
  { fault: backupFault, testShare: 0.1 },
  // A copy of the code and a run of its own for each fault: minutes, of which npm test has few.
  { fault: plantedFault, testShare: 0 },
];
