import { readdirSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import { createKeytarSecretStore } from "../../../main/features/session/keytar-secret-store.ts";
import { composeDesk } from "../../../main/desk/compose.ts";
import type { RunningDesk } from "../../../main/desk/desk.ts";
import { createFileLog } from "../../../main/platform/file-log.ts";
import { backupSteps } from "../../../main/features/backup/steps.ts";
import { keepingSteps } from "../../../main/features/keeping/keeping-steps.ts";
import { tracePoints } from "../../../main/platform/ports.ts";
import { importSteps } from "../../../main/features/import/steps.ts";
import { systemClock, systemRandom } from "../../../main/platform/system.ts";
import { fileSecrets } from "../../support/file-secrets.ts";
import { fastClock } from "./fast-clock.ts";
import { virtualClock } from "./virtual-clock.ts";

/**
 * The desk as a process of its own, without its window: the real composition root over a folder. It takes
 * commands as lines of JSON on standard input and answers each on standard output once its promise has
 * settled. At a point of the trace that it was told to stop at, it says so and stands still, in the middle of
 * that step, until the next order comes on file descriptor 3, or the process is killed. Argument: JSON of `started`.
 */
const points = [...tracePoints, ...backupSteps, ...importSteps, ...keepingSteps] as const;
const stop = z.object({ point: z.enum(points), time: z.int().min(1) });
const started = z.object({
  directory: z.string(),
  /** Null: the system's own keychain. */
  secretsFile: z.string().nullable(),
  /** How many times faster its clock runs; null: it stands still until it is told to pass. */
  speed: z.number().nullable(),
  undoSeconds: z.int(),
  deadline: z.number(),
  stopAt: stop.nullable(),
});
const command = z.object({
  call: z.int(),
  ask: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("route"), name: z.string(), input: z.unknown() }),
    z.object({ kind: z.literal("stop-at"), stopAt: stop.nullable() }),
    z.object({ kind: z.literal("wake") }),
    z.object({ kind: z.literal("pass"), milliseconds: z.number() }),
    z.object({ kind: z.literal("quit") }),
  ]),
});

const options = started.parse(JSON.parse(process.argv[2] ?? ""));
const say = (message: unknown): void => void writeSync(1, `${JSON.stringify(message)}\n`);

let stopAt = options.stopAt;
let passed = 0;
function trace(point: (typeof points)[number]): void {
  if (point !== stopAt?.point) return;
  passed += 1;
  if (passed !== stopAt.time) return;
  stopAt = null;
  say({ at: point });
  // Returns once a line was sent, or at the end of the pipe.
  const order = Buffer.alloc(200);
  const length = readSync(3, order, 0, order.length, null);
  if (length > 0) stopAt = stop.nullable().parse(JSON.parse(order.toString("utf8", 0, length)));
  passed = 0;
}

async function answer(desk: RunningDesk, { ask }: z.infer<typeof command>): Promise<unknown> {
  switch (ask.kind) {
    case "route":
      return desk.route(ask.name, ask.input);
    case "stop-at":
      stopAt = ask.stopAt;
      passed = 0;
      return null;
    case "wake":
      desk.wake();
      return null;
    case "pass":
      await pass(ask.milliseconds);
      return null;
    case "quit":
      await desk.stop();
      return null;
  }
}

const still = virtualClock();
/** Timers run in their order, and what each sets off comes before the next one, but for what goes over a line. */
async function pass(milliseconds: number): Promise<void> {
  const end = still.monotonic() + milliseconds;
  for (let next = still.nextAt(); next !== null && next <= end; next = still.nextAt()) {
    still.runNext();
    await nextTurn();
  }
  still.moveTo(end);
}

/** Where backups of the desks of one test are. */
const share = join(options.directory, "..", "..", "share");
const lastBackup = (): string | null => {
  const name = readdirSync(share)
    .filter((each) => each.endsWith(".age"))
    .sort()
    .at(-1);
  return name === undefined ? null : join(share, name);
};

async function start(): Promise<RunningDesk> {
  const { directory, secretsFile, speed, undoSeconds, deadline } = options;
  const desk = await composeDesk({
    directory,
    version: "0.0.0",
    platform: "linux",
    timeZone: "America/New_York",
    secrets:
      secretsFile === null
        ? createKeytarSecretStore({ service: "Front Desk (fault)", clock: systemClock, timeout: 30_000 })
        : fileSecrets(secretsFile),
    clock: speed === null ? still : fastClock(speed),
    undoSeconds,
    random: systemRandom,
    log: createFileLog(join(directory, "logs"), systemClock.now),
    resolveProxy: () => Promise.resolve("DIRECT"),
    askPlace: () => Promise.resolve(true),
    window: {
      copy: () => undefined,
      print: async () => ({ ok: true, value: {} }),
      flushed: () => undefined,
      restart: () => undefined,
      // What a person would choose stands beside the profile.
      files: {
        open: async () => ({ ok: true, value: { file: null } }),
        save: async () => ({ ok: true, value: { name: null } }),
        choose: async (kind) => (kind === "backup" ? lastBackup() : join(directory, "..", "import.csv")),
        chooseNew: async () => null,
        chooseFolder: async () => share,
      },
    },
    emit: () => undefined,
    trace,
    onBackupStep: trace,
    onImportStep: trace,
    onKeepingStep: trace,
    backupCost: 10,
    deadline,
  });
  await desk.start();
  return desk;
}

const desk = await start();
say({ ready: true });
for await (const line of createInterface({ input: process.stdin })) {
  const parsed = command.parse(JSON.parse(line));
  // Not awaited: commands overlap as clicks do.
  void answer(desk, parsed).then((value) => {
    say({ call: parsed.call, value });
    // A call that hangs in the keychain's native module would hold up an ordinary exit.
    if (parsed.ask.kind === "quit") process.kill(process.pid, "SIGKILL");
  });
}
// Whoever started it is gone.
process.kill(process.pid, "SIGKILL");
