import type { EventName, EventPayload } from "../../shared/events.ts";
import type { Result } from "../../shared/core/failure.ts";
import type { RouteInput, RouteName, RouteOutput } from "../../shared/routes.ts";
import type { Bridge } from "../../renderer/lib/ipc.ts";

type Handlers = {
  [N in RouteName]?: (input: RouteInput<N>) => Result<RouteOutput<N>> | Promise<Result<RouteOutput<N>>>;
};

/** A bridge over handlers in memory; `emit` is main pushing an event. A call without a handler never answers. */
export function fakeBridge(handlers: Handlers): {
  readonly bridge: Bridge;
  readonly emit: <N extends EventName>(name: N, payload: EventPayload<N>) => void;
  readonly calls: readonly RouteName[];
  readonly listening: () => number;
} {
  const calls: RouteName[] = [];
  const listeners = new Map<EventName, Set<(payload: never) => void>>();
  const bridge: Bridge = {
    call: async (name, input) => {
      calls.push(name);
      const handler = handlers[name];
      return handler === undefined ? new Promise(() => {}) : handler(input);
    },
    listen: (name, listener) => {
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all.add(listener));
      return () => void all.delete(listener);
    },
  };
  return {
    bridge,
    calls,
    emit: (name, payload) => listeners.get(name)?.forEach((listener) => listener(payload as never)),
    listening: () => [...listeners.values()].reduce((sum, all) => sum + all.size, 0),
  };
}

/** Lets every promise that is settled already have its say. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
