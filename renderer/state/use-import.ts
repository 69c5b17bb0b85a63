import { useEffect, useState } from "react";
import type { ImportState } from "../../contract/records/import.ts";
import { useDesk, useSession } from "./hooks.ts";

/** The file that is looked at and the import that is under way, as main has them; null until it has answered. */
export function useImport(): {
  readonly state: ImportState | null;
  /** Takes over what a call answered, before main tells it. */
  readonly take: (state: ImportState) => void;
} {
  const { bridge } = useDesk();
  const account = useSession().session?.accountId;
  const [state, take] = useState<ImportState | null>(null);
  useEffect(() => {
    let isHere = true;
    const stop = bridge.listen("import.changed", take);
    void bridge.call("import.get", {}).then((answer) => {
      if (isHere && answer.ok) take(answer.value);
    });
    return () => {
      isHere = false;
      stop();
    };
  }, [bridge, account]);
  return { state, take };
}
