import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { build } from "vite";
import { z } from "zod";
import type { Result } from "../../../shared/core/failure.ts";
import { itemStatuses, type Item, type ItemStatus } from "../../../shared/outbox/item.ts";
import type { RouteInput, RouteName, RouteOutput } from "../../../shared/routes.ts";
import type { BackupStep } from "../../../main/features/backup/steps.ts";
import type { TracePoint } from "../../../main/platform/ports.ts";
import type { KeepingStep } from "../../../main/features/keeping/keeping-steps.ts";
import type { ImportStep } from "../../../main/features/import/steps.ts";
import { said } from "../../../messages/saying.ts";

/** Where a desk can be told to stand still. */
export type StopPoint = TracePoint | BackupStep | ImportStep | KeepingStep;

/** A desk in a process of its own. What it answered was acknowledged; what it did not, was not. */
export type DeskProcess = {
  readonly pid: number;
  /** Calls a route and answers its envelope; rejects when the process ends before it answered. */
  readonly ask: <N extends RouteName>(name: N, input: RouteInput<N>) => Promise<Result<RouteOutput<N>>>;
  /** Calls a route and answers its value; throws the failure's message. */
  readonly get: <N extends RouteName>(name: N, input: RouteInput<N>) => Promise<RouteOutput<N>>;
  /** The computer woke up. */
  readonly wake: () => Promise<void>;
  /** Lets that many milliseconds pass on a clock that stands still. */
  readonly pass: (milliseconds: number) => Promise<void>;
  /** From now on it stands still at that point, the first or a later time that it is reached. */
  readonly stopAt: (point: StopPoint, time?: number) => Promise<void>;
  /** Settles once it stands still at its point; rejects when it does not come there. */
  readonly standsStill: () => Promise<void>;
  /** Lets it go on from where it stands still, to the next point or to the end. */
  readonly goOn: (next?: TracePoint) => void;
  /** SIGKILL; settles when the process is gone. */
  readonly kill: () => Promise<void>;
  /** Ends it as a person does. */
  readonly quit: () => Promise<void>;
  /** All that it wrote on standard error. */
  readonly errors: () => string;
};

export type DeskProcessOptions = {
  readonly directory: string;
  /** A file that stands for the keychain; null: the system's own keychain. */
  readonly secretsFile: string | null;
  /** How many times faster its clock runs; 20 when left out. Null: it stands still until it is told to `pass`. */
  readonly speed?: number | null;
  /** How long a booking can be taken back; 0 when left out. */
  readonly undoSeconds?: number;
  /** Milliseconds for one exchange with the service. */
  readonly deadline?: number;
  readonly stopAt?: StopPoint;
  /** Which time it comes there; the first when left out. */
  readonly stopTime?: number;
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** A program and its arguments that starts the process, such as strace. */
  readonly under?: readonly string[];
};

const root = join(import.meta.dirname, "..", "..", "..");
const native = ["better-sqlite3-multiple-ciphers", "keytar", "keytar/keytar.js"];
let bundle: Promise<string> | null = null;

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Bundles that runs left behind which were themselves killed. */
function removeOldBundles(output: string): void {
  for (const name of existsSync(output) ? readdirSync(output) : []) {
    const pid = /^desk-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(output, name), { recursive: true, force: true });
  }
}

/** The desk bundled as for a release, once in a run: from sources, each start would take three times as long. */
function bundled(): Promise<string> {
  const output = join(root, "test", "output");
  const outDir = join(output, `desk-${process.pid}`);
  if (bundle === null) removeOldBundles(output);
  const entry = join(import.meta.dirname, "desk-child.ts");
  mkdirSync(noCertificates, { recursive: true });
  bundle ??= build({
    root,
    configFile: false,
    logLevel: "error",
    publicDir: false,
    ssr: { noExternal: true, external: native },
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: true,
      target: "node24",
      rolldownOptions: { external: native, output: { entryFileNames: "[name].mjs" } },
    },
  }).then(() => {
    process.once("exit", () => rmSync(outDir, { recursive: true, force: true }));
    return join(outDir, "desk-child.mjs");
  });
  return bundle;
}

const noCertificates = join(tmpdir(), "front-desk-no-certificates");
/**
 * What makes thousands of starts affordable: compiled modules are kept for the next one, and none reads the
 * system's certificates, which no address of a test needs.
 */
const lean = {
  NODE_COMPILE_CACHE: join(tmpdir(), "front-desk-compiled"),
  SSL_CERT_FILE: devNull,
  SSL_CERT_DIR: noCertificates,
  // Every write and sync is a system call of its own, which strace shows.
  UV_USE_IO_URING: "0",
};
const message = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ at: z.string() }),
  z.object({ call: z.int(), value: z.unknown() }),
]);
/** Longest that a start, an answer or the way to a point takes, in milliseconds: so long that a busy computer does not miss it. */
const patience = 110_000;
/** For one exchange: so long that a busy machine does not miss it. */
const longDeadline = 15_000;

/** A promise with its ends, that rejects when nothing came of it for too long. */
function expected<T>(what: string) {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(new Error(`The desk did not ${what}.`)), patience);
  promise.catch(() => undefined).finally(() => clearTimeout(timer));
  return { promise, resolve, reject };
}

/** Calls back with every whole line. */
function byLine(take: (line: string) => void): (chunk: Buffer) => void {
  let rest = "";
  return (chunk) => {
    const lines = (rest + chunk.toString()).split("\n");
    rest = lines.pop() ?? "";
    lines.forEach(take);
  };
}

/** Starts it, and settles when it has started: signed in again and gone on with what was left. */
export async function startDeskProcess(options: DeskProcessOptions): Promise<DeskProcess> {
  const {
    directory,
    secretsFile,
    speed = 20,
    undoSeconds = 0,
    deadline = longDeadline,
    stopAt,
    stopTime = 1,
    env = {},
    under = [],
  } = options;
  const start = {
    directory,
    secretsFile,
    speed,
    undoSeconds,
    deadline,
    stopAt: stopAt === undefined ? null : { point: stopAt, time: stopTime },
  };
  const [program, ...rest] = [...under, process.execPath, await bundled(), JSON.stringify(start)];
  const running = spawn(program, rest, {
    stdio: ["pipe", "pipe", "pipe", "pipe"],
    env: { ...process.env, ...lean, ...env },
  });
  const brake = running.stdio[3] as Writable;
  for (const stream of [running.stdin, brake]) stream.on("error", () => undefined);

  let errors = "";
  running.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const ready = expected<null>("start");
  let stillness = expected<null>("come to that point");
  const calls = new Map<number, ReturnType<typeof expected<unknown>>>();
  const gone = new Promise<void>((resolve) => running.once("close", () => resolve()));
  void gone.then(() => {
    const ended = new Error(`The desk ended. ${errors.slice(0, 2_000)}`);
    for (const waiting of [ready, stillness, ...calls.values()]) waiting.reject(ended);
  });
  running.stdout.on(
    "data",
    byLine((line) => {
      const heard = message.parse(JSON.parse(line));
      if ("ready" in heard) ready.resolve(null);
      else if ("at" in heard) stillness.resolve(null);
      else calls.get(heard.call)?.resolve(heard.value);
    }),
  );

  const send = (ask: unknown): Promise<unknown> => {
    const call = calls.size + 1;
    const waiting = expected<unknown>("answer");
    calls.set(call, waiting);
    running.stdin.write(`${JSON.stringify({ call, ask })}\n`);
    return waiting.promise;
  };
  const ask = async <N extends RouteName>(name: N, input: RouteInput<N>): Promise<Result<RouteOutput<N>>> =>
    (await send({ kind: "route", name, input })) as Result<RouteOutput<N>>;
  const kill = (): Promise<void> => {
    running.kill("SIGKILL");
    return gone;
  };

  if (stopAt === undefined) await ready.promise;
  return {
    pid: running.pid ?? 0,
    ask,
    get: async (name, input) => {
      const result = await ask(name, input);
      if (!result.ok) throw new Error(`${name}: ${result.failure.code}, ${said(result.failure.why)}`);
      return result.value;
    },
    wake: async () => void (await send({ kind: "wake" })),
    pass: async (milliseconds) => void (await send({ kind: "pass", milliseconds })),
    stopAt: async (point, time = 1) => {
      stillness = expected("come to that point");
      await send({ kind: "stop-at", stopAt: { point, time } });
    },
    standsStill: async () => void (await stillness.promise),
    goOn: (next) => {
      stillness = expected("come to that point");
      brake.write(`${JSON.stringify(next === undefined ? null : { point: next, time: 1 })}\n`);
    },
    kill,
    quit: async () => {
      await send({ kind: "quit" });
      await gone;
    },
    errors: () => errors,
  };
}

/** All items of the account at the desk, each whole. */
export async function itemsOf(
  desk: Pick<DeskProcess, "get">,
  statuses: readonly ItemStatus[] = itemStatuses,
): Promise<Item[]> {
  const found = new Map<string, Item>();
  for (let offset = 0; ; offset += 200) {
    const page = await desk.get("items.list", { kinds: [], statuses: [...statuses], limit: 200, offset });
    for (const { id } of page.items) found.set(id, await desk.get("items.get", { id }));
    if (offset + 200 >= page.total) return [...found.values()];
  }
}

/** A folder on the disk, for faults that are about the disk. */
export const diskFolder = (): string => mkdtempSync(join(tmpdir(), "front-desk-fault-"));
