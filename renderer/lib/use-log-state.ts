import type { RouteOutput } from "../../shared/routes.ts";
import { useMainStore } from "./hooks.ts";
import { createMainStore, type MainDesk, type MainStore } from "./main-store.ts";

type State = RouteOutput<"audit.state">;
type LogState = { readonly state: State | null };

/** The state of the activity log; null until main has answered. */
export const createLogStateStore = (desk: MainDesk): MainStore<LogState, State> =>
  createMainStore<LogState, State>(desk, {
    empty: { state: null },
    ask: () => desk.bridge.call("audit.state", {}),
    show: (state) => ({ state }),
    hear: (on) => [on("audit.state", (state) => ({ state }))],
  });

export const useLogState = (): State | null => useMainStore(createLogStateStore).state;
