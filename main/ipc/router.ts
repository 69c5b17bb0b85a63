import { fail, failed, type Failure, type Result } from "../../shared/core/failure.ts";
import { invalidInput } from "../../shared/core/failure-schema.ts";
import {
  isRouteName,
  routes,
  type RouteName,
  type RouteOutput,
  type RouteParsedInput,
} from "../../shared/routes.ts";
import { say } from "../../messages/saying.ts";
import { answerCall, type PageCallOptions } from "../platform/page-call.ts";
import type { Log } from "../platform/ports.ts";

/** One function for each route; a missing or an extra one does not compile. */
export type Handlers = {
  readonly [N in RouteName]: (
    input: RouteParsedInput<N>,
  ) => Promise<Result<RouteOutput<N>>> | Result<RouteOutput<N>>;
};

/** Answers one call. Never rejects: what goes wrong is in the envelope. */
export type Route = (name: unknown, input: unknown) => Promise<Result<unknown>>;

const unknownRoute = failed(fail("invalid-input", say("failures.desk.noRequest")));
const fault = fail("internal", say("failures.desk.fault"));

/** The desk window's requests, each parsed by its route's schema on the way in and out. */
export const router = (handlers: Handlers, log: Log): Route =>
  closedRouter(handlers, { log, failure: fault });

/** The same while only some routes are open: the others answer that failure, whatever they are asked. */
export function closedRouter(
  handlers: Partial<Handlers>,
  { log, failure }: { readonly log: Log; readonly failure: Failure },
): Route {
  const options: PageCallOptions = { channel: "ipc", log, refusal: invalidInput, fault };
  function call<N extends RouteName>(name: N, input: unknown): Promise<Result<unknown>> {
    const handler = handlers[name];
    if (handler === undefined) return Promise.resolve(failed(failure));
    return answerCall<unknown, unknown>(
      // The schema of this very route has parsed what its handler is given.
      { name, ...routes[name], handler: (parsed) => handler(parsed as RouteParsedInput<N>) },
      input,
      options,
    );
  }
  return async (name, input) => (isRouteName(name) ? call(name, input) : unknownRoute);
}
