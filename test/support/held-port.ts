import { createServer } from "node:net";

/**
 * Below the ports that systems give out for port 0 (from 32768 on Linux, 49152 elsewhere): between two listeners
 * of one test nobody else comes by it.
 */
const first = 20_000;
const count = 12_000;
/** Processes that run at once begin apart, so that none takes a port that another has just found free or has left. */
const apart = 64;
let next = (process.pid * apart) % count;

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
    if (await isFree(port)) return port;
  }
  throw new Error("No port is free.");
}
