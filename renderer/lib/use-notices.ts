import { useEffect, useState } from "react";
import { useDesk, useMainStore } from "./hooks.ts";
import { createMainStore, type MainDesk, type MainStore } from "./main-store.ts";

/** Grows whenever more was received; with the clinic too, where it is shown how this desk stands with the hub. */
export function useNoticesVersion(of: "notices" | "clinic" = "notices"): number {
  const { bridge } = useDesk();
  const [version, setVersion] = useState(0);
  useEffect(() => {
    const more = (): void => setVersion((before) => before + 1);
    const stops = [bridge.listen("notices.changed", more)];
    if (of === "clinic") stops.push(bridge.listen("clinic.changed", more));
    return () => stops.forEach((stop) => stop());
  }, [bridge, of]);
  return version;
}

type Denied = { readonly denied: number };

/** How many bookings of the account at the desk were denied by a notice that nobody has looked at. */
export const createDeniedStore = (desk: MainDesk): MainStore<Denied, Denied> =>
  createMainStore<Denied, Denied>(desk, {
    empty: { denied: 0 },
    ask: () => desk.bridge.call("notices.denied", {}),
    show: (denied) => denied,
    hear: (on) => [on("notices.changed", (denied) => denied)],
    clear: () => ({ denied: 0 }),
  });

export const useDenied = (): number => useMainStore(createDeniedStore).denied;
