import { setTimeout as wait } from "node:timers/promises";
import type { EventName } from "../shared/events.ts";
import type { Result } from "../shared/core/failure.ts";
import type { RouteInput, RouteName, RouteOutput } from "../shared/routes.ts";
import type { SecretStore } from "../main/platform/secret-store.ts";
import { composeDesk } from "../main/desk/compose.ts";
import type { RunningDesk } from "../main/desk/desk.ts";
import type { Log } from "../main/platform/ports.ts";
import { systemClock, systemRandom } from "../main/platform/system.ts";
import { said } from "../messages/saying.ts";

/** The desk as main runs it, without its window. */
export type BenchDesk = {
  readonly desk: RunningDesk;
  /** Calls a route as the window's request would, and answers its value; throws its failure. */
  readonly call: <N extends RouteName>(name: N, input: RouteInput<N>) => Promise<RouteOutput<N>>;
  /** How many errors were logged: a run with any is not right. */
  readonly errors: () => readonly string[];
};

type Options = {
  readonly directory: string;
  readonly secrets: SecretStore;
  readonly emit?: (name: EventName, payload: unknown) => void;
  /** The file that a person chooses, and the folder; left out, none. */
  readonly choose?: () => string | null;
  readonly folder?: string;
};

/** Until the names are read that typing errors are looked for in, which begins with the first search: bit by bit, when nobody works. */
export async function comeToRest({ call }: BenchDesk): Promise<void> {
  await call("patients.search", { text: "nobody", limit: 1 });
  const second = 1_000;
  for (let quiet = 0; quiet < 2;) {
    const before = process.cpuUsage();
    await wait(second);
    const { user, system } = process.cpuUsage(before);
    quiet = (user + system) / second < second / 100 ? quiet + 1 : 0;
  }
}

export async function openDesk({
  directory,
  secrets,
  emit = () => undefined,
  choose = () => null,
  folder,
}: Options): Promise<BenchDesk> {
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
    undoSeconds: 0,
    resolveProxy: () => Promise.resolve("DIRECT"),
    askPlace: () => Promise.resolve(true),
    window: {
      copy: () => undefined,
      print: () => Promise.resolve({ ok: true, value: {} }),
      flushed: () => undefined,
      restart: () => undefined,
      files: {
        open: () => Promise.resolve({ ok: true, value: { file: null } }),
        save: () => Promise.resolve({ ok: true, value: { name: null } }),
        choose: () => Promise.resolve(choose()),
        chooseNew: () => Promise.resolve(null),
        chooseFolder: () => Promise.resolve(folder ?? null),
      },
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
