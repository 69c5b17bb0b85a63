import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { onTestFinished } from "vitest";
import type { KeyAndCertificate } from "./self-signed.ts";

/** A proxy on this computer whose tunnels all end at one port, whatever name they are asked for. */
export type TunnelProxy = {
  /** `127.0.0.1:PORT`, as a proxy script names it. */
  readonly host: string;
  readonly connections: () => number;
  /** What it was told before a tunnel stood. */
  readonly heard: () => string;
};

type Speak = (socket: Socket, told: Buffer) => Promise<boolean>;

const nextChunk = async (socket: Socket): Promise<Buffer> => {
  const [chunk] = await once(socket, "data");
  return Buffer.isBuffer(chunk) ? chunk : Buffer.alloc(0);
};

/** Answers `CONNECT` with that answer; a tunnel stands when it is a 200. */
const speakHttp =
  (answer: string): Speak =>
  async (socket, told) => {
    if (!told.toString("latin1").startsWith("CONNECT ")) return false;
    socket.write(`HTTP/1.1 ${answer}\r\n\r\n`);
    return answer.startsWith("200");
  };

/** Greets with those two bytes, and answers the request with that reply code. */
const speakSocks =
  (greeting: readonly [number, number], reply: number): Speak =>
  async (socket) => {
    socket.write(Uint8Array.from(greeting));
    if (greeting[0] !== 5 || greeting[1] !== 0) return false;
    await nextChunk(socket);
    socket.write(Uint8Array.of(5, reply, 0, 1, 0, 0, 0, 0, 0, 0));
    return reply === 0;
  };

type Options = {
  /** Where every tunnel ends, on 127.0.0.1. */
  readonly target: number;
  readonly speak: Speak;
  /** An https proxy, with that certificate. */
  readonly tls?: KeyAndCertificate;
};

async function start({ target, speak, tls }: Options): Promise<TunnelProxy> {
  const sockets = new Set<Socket>();
  const heard: Buffer[] = [];
  const serve = async (socket: Socket): Promise<void> => {
    const told = await nextChunk(socket);
    heard.push(told);
    if (!(await speak(socket, told))) return void socket.end();
    const onward = connect(target, "127.0.0.1");
    sockets.add(onward);
    onward.on("error", () => socket.destroy());
    socket.pipe(onward).pipe(socket);
  };
  const accept = (socket: Socket): void => {
    socket.on("error", () => undefined);
    serve(socket).catch(() => socket.destroy());
  };
  const server = tls === undefined ? createServer(accept) : createTlsServer(tls, accept);
  let connections = 0;
  server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
  });
  server.on("tlsClientError", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, "close");
  });
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    connections: () => connections,
    heard: () => Buffer.concat(heard).toString("latin1"),
  };
}

/** An HTTP proxy, over TLS when it is given a certificate. */
export const httpProxy = (
  target: number,
  { answer = "200 OK", tls }: { readonly answer?: string; readonly tls?: KeyAndCertificate } = {},
): Promise<TunnelProxy> => start({ target, speak: speakHttp(answer), ...(tls === undefined ? {} : { tls }) });

/** A SOCKS5 proxy; another greeting is that of one that asks for a password, or is none. */
export const socksProxy = (
  target: number,
  {
    greeting = [5, 0],
    reply = 0,
  }: { readonly greeting?: readonly [number, number]; readonly reply?: number } = {},
): Promise<TunnelProxy> => start({ target, speak: speakSocks(greeting, reply) });

/** The address of a proxy that takes connections and breaks each off at once. */
export async function breaksOff(): Promise<string> {
  const server = createServer((socket) => socket.resetAndDestroy());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
