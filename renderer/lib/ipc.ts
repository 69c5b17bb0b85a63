import { say } from "../../messages/saying.ts";
import type { DeskCalls } from "../../shared/desk/desk.ts";
import type { EventName, EventPayload } from "../../shared/events.ts";
import { fail, failed, type Result } from "../../shared/core/failure.ts";
import type { RouteInput, RouteName, RouteOutput } from "../../shared/routes.ts";

declare global {
  interface Window {
    readonly desk: DeskCalls;
  }
}

/** How the window reaches main. Stores take it as an argument, so that they can be tried without a window. */
export type Bridge = {
  readonly call: <N extends RouteName>(name: N, input: RouteInput<N>) => Promise<Result<RouteOutput<N>>>;
  readonly listen: <N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void) => () => void;
};

const unanswered = failed(fail("internal", say("failures.unanswered")));

/** Calls a route of main. Never rejects: a call that breaks is the failure `internal`. */
export async function call<N extends RouteName>(
  name: N,
  input: RouteInput<N>,
): Promise<Result<RouteOutput<N>>> {
  try {
    return await window.desk.invoke(name, input);
  } catch {
    return unanswered;
  }
}

/** Calls back on each event of that name until the returned function is called. */
export function onEvent<N extends EventName>(
  name: N,
  listener: (payload: EventPayload<N>) => void,
): () => void {
  return window.desk.on(name, listener);
}

export const bridge: Bridge = { call, listen: onEvent };
