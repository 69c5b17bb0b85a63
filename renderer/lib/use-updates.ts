import { useEffect, useState } from "react";
import type { UpdatesState } from "../../shared/updates/updates.ts";
import { useDesk } from "./hooks.ts";
import { useRoute } from "./use-route.ts";

/** How the program's own updates stand; null until main has answered. */
export function useUpdates(): UpdatesState | null {
  const { bridge } = useDesk();
  const read = useRoute("updates.get", {});
  const [told, setTold] = useState<UpdatesState | null>(null);
  useEffect(() => bridge.listen("updates.changed", setTold), [bridge]);
  return told ?? read.value;
}
