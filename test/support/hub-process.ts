import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";

const started = z.object({ address: z.string(), creationToken: z.string().nullable() });
const cli = join(import.meta.dirname, "../../hub/cli.ts");

export type HubProcess = {
  readonly child: ChildProcess;
  readonly address: string;
  readonly creationToken: string | null;
};

/** `npm run hub` as a process of its own. */
export async function startHubProcess(folder: string, port = 0): Promise<HubProcess> {
  const child = spawn(process.execPath, [cli, "--data", folder, "--port", String(port)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stderr?.on("data", (part: Buffer) => (said = (said + part.toString()).slice(-2_000)));
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  const [line] = await Promise.race([
    once(lines, "line"),
    once(child, "exit").then(() => {
      throw new Error(`the hub ended: ${said}`);
    }),
  ]);
  return { child, ...started.parse(JSON.parse(String(line))) };
}

export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

/** The hub's own PostgreSQL, as its first line says (postmaster.pid). */
export const postgresOf = (folder: string): number =>
  Number(readFileSync(join(folder, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
