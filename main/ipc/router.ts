import { fail, failed, FailureError, invalidInput, ok, type Result } from "../../contract/failure.ts";
import {
  isRouteName,
  routes,
  type RouteName,
  type RouteOutput,
  type RouteParsedInput,
} from "../../contract/routes.ts";
import type { Log } from "../platform/ports.ts";

/** One function for each route; a missing or an extra one does not compile. */
export type Handlers = {
  readonly [N in RouteName]: (
    input: RouteParsedInput<N>,
  ) => Promise<Result<RouteOutput<N>>> | Result<RouteOutput<N>>;
};

/** Answers one call. Never rejects: what goes wrong is in the envelope. */
export type Route = (name: unknown, input: unknown) => Promise<Result<unknown>>;

const internal = (): Result<never> =>
  failed(
    fail(
      "internal",
      "Front Desk made a mistake here. What you typed is kept; try again, or restart the app.",
    ),
  );

/**
 * Parses what comes in and what goes out by the route's schema. Throws of handlers become `internal`: their
 * text goes to the log alone.
 */
export function router(handlers: Handlers, log: Log): Route {
  async function call<N extends RouteName>(name: N, input: unknown): Promise<Result<unknown>> {
    const parsed = routes[name].input.safeParse(input);
    if (!parsed.success) return failed(invalidInput(parsed.error));
    // The schema of this very route has just parsed it.
    const result = await handlers[name](parsed.data as RouteParsedInput<N>);
    if (!result.ok) return failed(result.failure);
    const output = routes[name].output.safeParse(result.value);
    if (output.success) return ok(output.data);
    log.error(
      "ipc.bad-output",
      new Error(output.error.issues.map((issue) => issue.path.join(".")).join(", ")),
      {
        route: name,
      },
    );
    return internal();
  }
  return async (name, input) => {
    if (!isRouteName(name)) return failed(fail("invalid-input", "There is no such request."));
    try {
      return await call(name, input);
    } catch (error) {
      if (error instanceof FailureError) return failed(error.failure);
      log.error("ipc.threw", error, { route: name });
      return internal();
    }
  };
}
