import { useEffect, useState } from "react";
import type { Failure } from "../../shared/core/failure.ts";
import type { BackupState } from "../../shared/backup/backup.ts";
import { useDesk, useSession } from "./hooks.ts";

/** Backups as main has them; null until it has answered. */
export function useBackup(): {
  readonly state: BackupState | null;
  /** Why it has not. */
  readonly failure: Failure | null;
  /** Takes over what a call answered, before main tells it. */
  readonly take: (state: BackupState) => void;
} {
  const { bridge } = useDesk();
  const account = useSession().session?.accountId;
  const [state, take] = useState<BackupState | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    let isHere = true;
    const stop = bridge.listen("backup.changed", take);
    void bridge.call("backup.get", {}).then((answer) => {
      if (!isHere) return;
      if (answer.ok) take(answer.value);
      setFailure(answer.ok ? null : answer.failure);
    });
    return () => {
      isHere = false;
      stop();
    };
  }, [bridge, account]);
  return { state, failure, take };
}
