import type { SpawnSyncReturns } from "node:child_process";

/** Whether a process killed itself. Windows has no signals: there it ends with 1, and has said nothing of why. */
export const wasKilled = ({ status, signal, stderr }: SpawnSyncReturns<Buffer>): boolean =>
  process.platform === "win32" ? status === 1 && stderr.length === 0 : signal === "SIGKILL";
