import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EventName } from "../../shared/events.ts";
import type { Result } from "../../shared/core/failure.ts";
import type { DeskPlace } from "../../shared/lock/lock.ts";
import type { RouteInput, RouteName, RouteOutput } from "../../shared/routes.ts";
import { createMemorySecretStore, type SecretStore } from "../../main/platform/secret-store.ts";
import { createLockableDesk } from "../../main/desk/lockable-desk.ts";
import type { DeskOptions, LockableDesk } from "../../main/desk/desk.ts";
import { createScryptHashing } from "../../main/features/lock/pin-hash.ts";
import type { PolicySource } from "../../main/features/policy/policy-source.ts";
import type { Clock } from "../../main/platform/ports.ts";
import { systemClock, systemRandom } from "../../main/platform/system.ts";
import { said } from "../../messages/saying.ts";

type Options = {
  readonly directory?: string;
  readonly secrets?: SecretStore;
  readonly clock?: Clock;
  /** Runs while the page saves what was typed. */
  readonly onSaveTyped?: () => Promise<void>;
  readonly place?: DeskPlace | null;
  readonly prompt?: () => Promise<boolean>;
  readonly policy?: PolicySource;
} & Partial<Pick<DeskOptions, "window" | "backupCost" | "deadline" | "onNeedsPerson" | "askPlace">>;

/** A desk that can be locked, without a window: the real composition root, store and sockets. */
export type LockTestDesk = {
  readonly desk: LockableDesk;
  readonly directory: string;
  readonly secrets: SecretStore;
  /** Every event that went to the page, as JSON. */
  readonly events: readonly string[];
  /** What was asked of the window, in order. */
  readonly done: readonly string[];
  /** Seconds that nobody was at the computer. */
  idle: number;
  readonly ask: <N extends RouteName>(name: N, input: RouteInput<N>) => Promise<Result<RouteOutput<N>>>;
  readonly get: <N extends RouteName>(name: N, input: RouteInput<N>) => Promise<RouteOutput<N>>;
};

export async function startLockable(options: Options = {}): Promise<LockTestDesk> {
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), "front-desk-test-"));
  const secrets = options.secrets ?? createMemorySecretStore();
  const events: string[] = [];
  const done: string[] = [];
  const world = { idle: 0 };
  const desk = await createLockableDesk({
    directory,
    secrets,
    version: "0.0.0",
    platform: "linux",
    timeZone: "America/New_York",
    clock: options.clock ?? systemClock,
    random: systemRandom,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    resolveProxy: () => Promise.resolve("DIRECT"),
    askPlace: options.askPlace ?? (() => Promise.resolve(true)),
    window: options.window ?? {
      copy: () => undefined,
      print: () => Promise.resolve({ ok: true, value: {} }),
      flushed: () => undefined,
      restart: () => undefined,
    },
    emit: (name: EventName, payload: unknown) => void events.push(JSON.stringify([name, payload])),
    deadline: options.deadline ?? 20_000,
    ...(options.policy === undefined ? {} : { policy: options.policy }),
    ...(options.backupCost === undefined ? {} : { backupCost: options.backupCost }),
    ...(options.onNeedsPerson === undefined ? {} : { onNeedsPerson: options.onNeedsPerson }),
    // As quick as is kept at all: how slow the usual one is has a test of its own.
    hashing: createScryptHashing(14),
    lockPorts: {
      saveTyped: async () => {
        done.push("save typed");
        await options.onSaveTyped?.();
        return { place: options.place ?? null };
      },
      hide: () => void done.push("hide"),
      reload: () => void done.push("reload"),
      idleSeconds: () => world.idle,
      prompt: options.prompt === undefined ? null : { ask: options.prompt },
    },
  });
  await desk.start();
  const ask = async <N extends RouteName>(name: N, input: RouteInput<N>): Promise<Result<RouteOutput<N>>> =>
    (await desk.route(name, input)) as Result<RouteOutput<N>>;
  return Object.assign(world, {
    desk,
    directory,
    secrets,
    events,
    done,
    ask,
    get: async <N extends RouteName>(name: N, input: RouteInput<N>): Promise<RouteOutput<N>> => {
      const answer = await ask(name, input);
      if (!answer.ok) throw new Error(`${name}: ${said(answer.failure.why)}`);
      return answer.value;
    },
  });
}
