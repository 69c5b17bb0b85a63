import type { EventName } from "../contract/events.ts";
import type { Result } from "../contract/failure.ts";
import type { RouteInput, RouteName, RouteOutput } from "../contract/routes.ts";
import type { SecretStore } from "../main/account/secret-store.ts";
import { composeDesk } from "../main/compose.ts";
import type { Desk } from "../main/desk.ts";
import type { Log } from "../main/platform/ports.ts";
import { systemClock, systemRandom } from "../main/platform/system.ts";
import { said } from "../messages/saying.ts";

/** The desk as main runs it, without its window. */
export type BenchDesk = {
  readonly desk: Desk;
  /** Calls a route as the window's request would, and answers its value; throws its failure. */
  readonly call: <N extends RouteName>(name: N, input: RouteInput<N>) => Promise<RouteOutput<N>>;
  /** How many errors were logged: a run with any is not right. */
  readonly errors: () => readonly string[];
};

type Options = {
  readonly directory: string;
  readonly secrets: SecretStore;
  readonly emit?: (name: EventName, payload: unknown) => void;
};

export async function openDesk({ directory, secrets, emit = () => undefined }: Options): Promise<BenchDesk> {
  const errors: string[] = [];
  const log: Log = {
    info: () => undefined,
    warn: () => undefined,
    error: (event, error) => void errors.push(`${event}: ${String(error)}`),
  };
  const desk = await composeDesk({
    directory,
    secrets,
    log,
    version: "0.0.0",
    platform: "linux",
    timeZone: "America/New_York",
    clock: systemClock,
    random: systemRandom,
    resolveProxy: () => Promise.resolve("DIRECT"),
    window: {
      copy: () => undefined,
      print: () => Promise.resolve({ ok: true, value: {} }),
      flushed: () => undefined,
      restart: () => undefined,
    },
    emit: (name: EventName, payload: unknown) => emit(name, payload),
  });
  await desk.start();
  const call = async <N extends RouteName>(name: N, input: RouteInput<N>): Promise<RouteOutput<N>> => {
    const answer = (await desk.route(name, input)) as Result<RouteOutput<N>>;
    if (!answer.ok) throw new Error(`${name}: ${said(answer.failure.why)} ${JSON.stringify(answer.failure)}`);
    return answer.value;
  };
  return { desk, call, errors: () => errors };
}
