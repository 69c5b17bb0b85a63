import { closeSync, mkdirSync, openSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Below the ports that systems give out for port 0 (from 32768 on Linux, 49152 elsewhere): between two listeners
 * of one test no other program comes by it.
 */
const first = 20_000;
const count = 12_000;
/** Nor does another test of the run, whose folder for temporary files this is: a file says which process holds a port until it ends. */
const held = join(tmpdir(), "held-ports");
const own: string[] = [];
process.on("exit", () => own.forEach((file) => rmSync(file, { force: true })));
let next = (process.pid * 64) % count;

/** Whether no other process holds it. */
function take(port: number): boolean {
  const file = join(held, String(port));
  mkdirSync(held, { recursive: true });
  try {
    closeSync(openSync(file, "wx"));
  } catch {
    return false;
  }
  own.push(file);
  return true;
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });

/** A port of 127.0.0.1 that a test can leave and come back to. */
export async function heldPort(): Promise<number> {
  for (let tries = 0; tries < count; tries += 1) {
    const port = first + next;
    next = (next + 1) % count;
    if (take(port) && (await isFree(port))) return port;
  }
  throw new Error("No port is free.");
}
