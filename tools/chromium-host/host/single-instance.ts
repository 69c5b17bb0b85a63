import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import type { Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a second start tells the first. */
export interface SecondInstance {
  readonly argv: readonly string[];
  readonly workingDirectory: string;
  readonly additionalData: unknown;
}

/** One app at a time per userData folder. */
export interface SingleInstance {
  /** False when another process has the lock; that process is told. */
  request(additionalData: unknown): boolean;
  has(): boolean;
  release(): void;
}

// Runs in a Node of its own, because asking has to be synchronous: ends with 0 if somebody took the message.
const tellScript = `
  const socket = require("node:net").connect(process.argv[1]);
  socket.on("error", () => process.exit(1));
  socket.on("close", () => process.exit(0));
  process.stdin.pipe(socket);
  socket.resume();
`;

/** A socket's name may have about a hundred characters only, so it cannot lie in the folder itself. */
function socketOf(userData: string): string {
  const name = createHash("sha256").update(userData).digest("hex").slice(0, 20);
  return join(tmpdir(), `chromium-host-${process.getuid?.() ?? 0}-${name}.sock`);
}

/** Makes the lock. A crashed holder leaves a socket that nobody answers, which is then taken over. */
export function createSingleInstance(
  parts: Readonly<{
    userData: () => string;
    argv: () => readonly string[];
    onSecond: (second: SecondInstance) => void;
  }>,
): SingleInstance {
  let server: Server | undefined;

  const listen = (socket: string): boolean => {
    const made = createServer({ allowHalfOpen: true }, (connection) => {
      const chunks: Buffer[] = [];
      connection.on("data", (chunk: Buffer) => chunks.push(chunk));
      connection.on("error", () => undefined);
      connection.on("end", () => {
        connection.end();
        const second: SecondInstance = JSON.parse(Buffer.concat(chunks).toString("utf8"));
        parts.onSecond(second);
      });
    });
    made.on("error", () => undefined);
    made.listen(socket);
    if (!made.listening) return false;
    made.unref();
    server = made;
    return true;
  };

  const tell = (socket: string, message: SecondInstance): boolean =>
    spawnSync(process.execPath, ["-e", tellScript, socket], { input: JSON.stringify(message), timeout: 5000 })
      .status === 0;

  return {
    request: (additionalData) => {
      if (server !== undefined) return true;
      const socket = socketOf(parts.userData());
      if (listen(socket)) return true;
      const message = { argv: parts.argv(), workingDirectory: process.cwd(), additionalData };
      if (tell(socket, message)) return false;
      rmSync(socket, { force: true });
      return listen(socket);
    },
    has: () => server !== undefined,
    release: () => {
      server?.close();
      server = undefined;
    },
  };
}
