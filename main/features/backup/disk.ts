import type { Clock } from "../../platform/ports.ts";
import { createSerializedCalls, type SlowCalls } from "../../platform/slow-calls.ts";

/** Milliseconds in which the disk of a backup answers, or it is away. */
const patience = 60_000;

/** The disks that backups are written to and read from: network shares, which may hang. */
export const createBackupDisk = ({ limits }: Pick<Clock, "limits">): SlowCalls =>
  createSerializedCalls({ clock: limits, patience });
