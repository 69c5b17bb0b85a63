import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { setTimeout as wait } from "node:timers/promises";

/** One request as it came over the wire. */
export type RawRequest = { readonly head: string; readonly body: string };

/** The server's end of one connection. */
export type Peer = {
  readonly socket: Socket;
  /** Settles once that many bytes of what is not read yet have come; false when the connection ended first. */
  readonly bytes: (count: number) => Promise<boolean>;
  /** The next whole head, without its body; null when the connection ended first. */
  readonly head: () => Promise<string | null>;
  /** The next whole request; null when the connection ended first. */
  readonly request: () => Promise<RawRequest | null>;
  readonly write: (text: string | Buffer) => void;
  /** An answer that is in order. */
  readonly json: (status: number, value: unknown, headers?: Readonly<Record<string, string>>) => void;
  /** Ends the connection with RST, once what was written had time to arrive. */
  readonly reset: () => Promise<void>;
};

/** A TCP server that answers as badly as a test wants, and remembers every byte that it was sent. */
export type RawServer = {
  readonly port: number;
  readonly address: string;
  readonly connections: () => number;
  /** Connections that are open just now. */
  readonly open: () => number;
  /** All that came in, over all connections. */
  readonly received: () => string;
  /** How often a request line with that method came in. */
  readonly requests: (method: string) => number;
  readonly close: () => Promise<void>;
};

function contentLength(head: string): number {
  return Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
}

function peerOf(socket: Socket, note: (chunk: Buffer) => void): Peer {
  let unread = Buffer.alloc(0);
  let isOver = false;
  const changed: (() => void)[] = [];
  const tell = (): void => {
    for (const listener of changed.splice(0)) listener();
  };
  socket.on("data", (chunk: Buffer) => {
    note(chunk);
    unread = Buffer.concat([unread, chunk]);
    tell();
  });
  socket.on("error", () => undefined);
  for (const event of ["end", "close"]) {
    socket.on(event, () => {
      isOver = true;
      tell();
    });
  }
  const until = async (holds: () => boolean): Promise<boolean> => {
    while (!holds()) {
      if (isOver) return false;
      await new Promise<void>((resolve) => changed.push(resolve));
    }
    return true;
  };
  const take = (count: number): string => {
    const text = unread.subarray(0, count).toString();
    unread = unread.subarray(count);
    return text;
  };
  const headEnd = (): number => unread.indexOf("\r\n\r\n");
  const head = async (): Promise<string | null> =>
    (await until(() => headEnd() >= 0)) ? take(headEnd() + 4) : null;
  return {
    socket,
    bytes: (count) => until(() => unread.length >= count),
    head,
    request: async () => {
      const text = await head();
      if (text === null) return null;
      const length = contentLength(text);
      return (await until(() => unread.length >= length)) ? { head: text, body: take(length) } : null;
    },
    write: (text) => void socket.write(text),
    json: (status, value, headers = {}) => {
      const body = JSON.stringify(value);
      const all = {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
        ...headers,
      };
      const lines = Object.entries(all).map(([name, text]) => `${name}: ${text}\r\n`);
      socket.write(`HTTP/1.1 ${status} X\r\n${lines.join("")}\r\n${body}`);
    },
    reset: async () => {
      await wait(30);
      socket.resetAndDestroy();
    },
  };
}

type RawServerOptions = {
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Milliseconds before a connection is looked at at all: its TLS handshake waits as long. */
  readonly deaf?: number;
};

/** Listens on this computer; `serve` is called for each connection, with its number from 0. */
export async function rawServer(
  serve: (peer: Peer, index: number) => Promise<unknown> | void,
  { tls, deaf = 0 }: RawServerOptions = {},
): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const chunks: Buffer[] = [];
  let count = 0;
  const accept = (socket: Socket): void => {
    void serve(
      peerOf(socket, (chunk) => void chunks.push(chunk)),
      count - 1,
    );
  };
  const inner = tls === undefined ? null : createTlsServer(tls, accept);
  inner?.on("tlsClientError", () => undefined);
  const server: Server = createServer({ pauseOnConnect: true }, (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    count += 1;
    const go = (): void => {
      if (inner === null) {
        accept(socket);
        socket.resume();
      } else inner.emit("connection", socket);
    };
    socket.on("error", () => undefined);
    if (deaf === 0) go();
    else setTimeout(go, deaf);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const at = server.address();
  const port = typeof at === "object" && at !== null ? at.port : 0;
  const received = (): string => Buffer.concat(chunks).toString("latin1");
  return {
    port,
    address: `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    connections: () => count,
    open: () => sockets.size,
    received,
    requests: (method) => received().split(`${method} /`).length - 1,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
