import { useEffect, useState } from "react";
import type { Failure } from "../../shared/core/failure.ts";
import type { ImportState } from "../../shared/import/import.ts";
import { useDesk, useSession } from "./hooks.ts";

/** The file that is looked at and the import that is under way, as main has them; null until it has answered. */
export function useImport(): {
  readonly state: ImportState | null;
  /** Why there is no state yet. */
  readonly failure: Failure | null;
  readonly reload: () => void;
  /** Takes over what a call answered, before main tells it. */
  readonly take: (state: ImportState) => void;
} {
  const { bridge } = useDesk();
  const account = useSession().session?.accountId;
  const [state, take] = useState<ImportState | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isHere = true;
    const stop = bridge.listen("import.changed", take);
    void bridge.call("import.get", {}).then((answer) => {
      if (!isHere) return;
      setFailure(answer.ok ? null : answer.failure);
      if (answer.ok) take(answer.value);
    });
    return () => {
      isHere = false;
      stop();
    };
  }, [bridge, account, round]);
  return { state, failure, reload: () => setRound((before) => before + 1), take };
}
