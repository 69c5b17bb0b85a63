import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { openSync, readdirSync, readFileSync } from "node:fs";
import type { PostgresAccount } from "../../hub/postgres/binaries.ts";

/** A program of the cluster. It is ended and frozen by its id, with all that it started. */
export type Program = {
  readonly name: string;
  readonly pid: () => number;
  readonly isRunning: () => boolean;
  readonly kill: (signal: NodeJS.Signals) => Promise<void>;
};

type Asked = {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly account?: PostgresAccount;
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** The file that has what it says. */
  readonly log: string;
};

/** What runs still when this process ends goes with it. A PostgreSQL ends by itself once its folder is gone. */
const running = new Set<number>();
process.once("exit", () => {
  for (const pid of running) signalAll(treeOf(pid), "SIGKILL");
});

export function startProgram({ name, command, args, account, cwd, env, log }: Asked): Program {
  const said = openSync(log, "a");
  const child: ChildProcess = spawn(command, [...args], {
    ...account,
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", said, said],
    detached: true,
  });
  const { pid } = child;
  if (pid !== undefined) running.add(pid);
  child.once("exit", () => void (pid !== undefined && running.delete(pid)));
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    name,
    pid: () => child.pid ?? 0,
    isRunning,
    kill: async (signal) => {
      if (!isRunning()) return;
      const ended = once(child, "exit");
      child.kill(signal);
      await ended;
    },
  };
}

/** A program that is started again whenever it ends, as a supervisor does. */
export function supervise(start: () => Program): Program & { readonly stop: () => Promise<void> } {
  let program = start();
  let isStopping = false;
  const watch = setInterval(() => {
    if (!isStopping && !program.isRunning()) program = start();
  }, 500);
  return {
    name: program.name,
    pid: () => program.pid(),
    isRunning: () => program.isRunning(),
    kill: (signal) => program.kill(signal),
    stop: async () => {
      isStopping = true;
      clearInterval(watch);
      await program.kill("SIGKILL");
    },
  };
}

/** A process and all that it started, by their ids. */
export function treeOf(pid: number): readonly number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, "utf8")) ?? [];
      children.set(Number(parent), [...(children.get(Number(parent)) ?? []), Number(name)]);
    } catch {
      // It has just ended.
    }
  }
  const all = [pid];
  for (const one of all) all.push(...(children.get(one) ?? []));
  return all;
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has just ended.
    }
  }
}
