import type { EventName, EventPayload } from "../events.ts";
import type { Envelope, RouteInput, RouteName } from "../routes.ts";

/** What the preload exposes to the desk window as `window.desk`, and all it exposes. */
export type DeskCalls = {
  readonly invoke: <N extends RouteName>(name: N, input: RouteInput<N>) => Promise<Envelope<N>>;
  /** Calls back on each event of that name until the returned function is called. */
  readonly on: <N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void) => () => void;
};
