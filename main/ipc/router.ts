import type { Access, AccessFacts } from "../../shared/core/define-route.ts";
import { fail, failed, type Failure, type Result } from "../../shared/core/failure.ts";
import { toInvalidInput } from "../../shared/core/failure-schema.ts";
import {
  isRouteName,
  routes,
  type RouteName,
  type RouteOutput,
  type RouteParsedInput,
  type Routes,
} from "../../shared/routes.ts";
import { signedOutKept } from "../../shared/session/connect-failures.ts";
import { say } from "../../messages/saying.ts";
import type { OpenSession } from "../features/session/open-session.ts";
import { answerCall, type PageCallOptions } from "../platform/page-call.ts";
import type { Log } from "../platform/ports.ts";

type Answer<N extends RouteName> = Promise<Result<RouteOutput<N>>> | Result<RouteOutput<N>>;

/**
 * One function for each route; a missing or an extra one does not compile. That of a route that takes somebody is given the
 * session that was open when the call came in; it is open when the handler begins, and may be over after whatever it waits for.
 */
export type Handlers = {
  readonly [N in RouteName]: Routes[N]["session"] extends "required"
    ? (input: RouteParsedInput<N>, session: OpenSession) => Answer<N>
    : (input: RouteParsedInput<N>) => Answer<N>;
};

/** What a desk says of each call, between its parsed input and its handler. */
export type Gate = {
  /** Null: nobody is signed in. */
  readonly session: () => OpenSession | null;
  readonly facts: AccessFacts;
  /** Why a call that takes this is refused now; null: it is not. */
  readonly refuse: (access: Access, sends: boolean) => Promise<Failure | null> | Failure | null;
  /**
   * Called before the handler of a route that the log has as `read`: whoever asked may have gone when it answers. What it gives
   * is called with the answer, unless that is a failure.
   */
  readonly noteReading: (name: RouteName, input: unknown) => (answer: unknown) => void;
};

/** Of a desk without records: it has nobody, and nothing but what is everybody's. */
export const createShutGate = (failure: Failure): Gate => ({
  session: () => null,
  facts: { takesDesk: () => true, isWebhookItem: () => true },
  refuse: (access, sends) => (access === "everyone" && !sends ? null : failure),
  noteReading: () => () => undefined,
});

/** Answers one call. Never rejects: what goes wrong is in the envelope. */
export type Route = (name: unknown, input: unknown) => Promise<Result<unknown>>;

const unknownRoute = failed(fail("invalid-input", say("failures.desk.noRequest")));
const fault = fail("internal", say("failures.desk.fault"));

/** The route without the types of its own, which differ from route to route. */
type AnyRoute = Omit<(typeof routes)[RouteName], "access"> & {
  readonly access: Access | ((input: unknown, facts: AccessFacts) => Access);
};

/** A handler as it is called: one that takes no session lets it lie, and one that takes it is never called without. */
type AnyHandler<N extends RouteName> = (input: RouteParsedInput<N>, session: OpenSession | null) => Answer<N>;

/** Does with a parsed call what its route declares: session, access, audit, and its handler last. */
export async function passGate<N extends RouteName>(
  name: N,
  input: RouteParsedInput<N>,
  { handler, gate }: { readonly handler: Handlers[N]; readonly gate: Gate },
): Promise<Result<RouteOutput<N>>> {
  const { session: need, access, sends, audit } = routes[name] as AnyRoute;
  const session = need === "required" ? gate.session() : null;
  if (need === "required" && session === null) return failed(signedOutKept);
  const refusal = gate.refuse(typeof access === "function" ? access(input, gate.facts) : access, sends);
  // What is known already is not waited for: a handler begins as soon as it is asked.
  const failure = refusal instanceof Promise ? await refusal : refusal;
  if (failure !== null) return failed(failure);
  // While that was waited for, somebody may have signed out.
  if (session?.isOpen() === false) return failed(signedOutKept);
  const note = audit === "read" ? gate.noteReading(name, input) : null;
  const answer = await (handler as AnyHandler<N>)(input, session);
  if (answer.ok) note?.(answer.value);
  return answer;
}

type RouterOptions = {
  readonly gate: Gate;
  readonly log: Log;
};

/** The desk window's requests: each is parsed by its route's schema on the way in and out, and passes the gate in between. */
export const createRouter = (handlers: Handlers, options: RouterOptions): Route =>
  createClosedRouter(handlers, { ...options, failure: fault });

/** The same while only some routes are open: the others answer that failure, whatever they are asked. */
export function createClosedRouter(
  handlers: Partial<Handlers>,
  { gate, log, failure }: RouterOptions & { readonly failure: Failure },
): Route {
  const options: PageCallOptions = { channel: "ipc", log, refusal: toInvalidInput, fault };
  function call<N extends RouteName>(name: N, input: unknown): Promise<Result<unknown>> {
    const handler: Handlers[N] | undefined = handlers[name];
    if (handler === undefined) return Promise.resolve(failed(failure));
    return answerCall<unknown, unknown>(
      {
        name,
        input: routes[name].input,
        output: routes[name].output,
        // The schema of this very route has parsed what its handler is given.
        handler: (parsed) => passGate(name, parsed as RouteParsedInput<N>, { handler, gate }),
      },
      input,
      options,
    );
  }
  return async (name, input) => (isRouteName(name) ? call(name, input) : unknownRoute);
}
