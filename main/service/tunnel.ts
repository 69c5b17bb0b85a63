import type { Socket } from "node:net";
import type { buildConnector } from "undici";
import { isCertificateCode } from "../platform/network-reason.ts";
import { ProxyError, type Proxy } from "./proxies.ts";

/** Longest answer of a proxy that is read, in bytes. */
const longestAnswer = 16 * 1_024;
/** Longest wait for each answer of a proxy, in milliseconds. */
const answerWithin = 10_000;

export type Target = { readonly hostname: string; readonly port: number };

/** A connection to the proxy itself. */
function reach(proxy: Proxy, connect: buildConnector.connector): Promise<Socket> {
  const { hostname, port } = proxy;
  const protocol = proxy.kind === "https" ? "https:" : "http:";
  return new Promise((resolve, reject) => {
    connect({ hostname, host: hostname, port, protocol }, (error, socket) => {
      if (error === null) return resolve(socket);
      const code: unknown = Reflect.get(error, "code");
      const isRefused = typeof code === "string" && isCertificateCode(code);
      reject(new ProxyError(isRefused ? "proxy-certificate" : "proxy-unreachable"));
    });
  });
}

type Question = {
  readonly message: string | Uint8Array;
  /** How many bytes the answer has, as soon as that can be told from its beginning; null before. */
  readonly length: (beginning: Buffer) => number | null;
};

/** Asks the proxy and waits for its whole answer; what comes behind that stays in the socket. */
function ask(socket: Socket, { message, length }: Question): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let got: Buffer = Buffer.alloc(0);
    const leave = (): void => {
      clearTimeout(timer);
      socket.off("data", take).off("close", giveUp).pause();
    };
    const giveUp = (): void => {
      leave();
      reject(new ProxyError("proxy-unreachable"));
    };
    const take = (chunk: Buffer): void => {
      got = Buffer.concat([got, chunk]);
      const end = length(got);
      if (end === null || got.length < end) {
        if (got.length > longestAnswer) giveUp();
        return;
      }
      leave();
      if (got.length > end) socket.unshift(got.subarray(end));
      resolve(got.subarray(0, end));
    };
    const timer = setTimeout(giveUp, answerWithin);
    socket.on("data", take).once("close", giveUp).resume();
    socket.write(message);
  });
}

/** RFC 9110, 9.3.6: `CONNECT`. The token is no part of it: it goes out inside the tunnel alone. */
async function overHttp(socket: Socket, { hostname, port }: Target): Promise<void> {
  const authority = `${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
  const answer = await ask(socket, {
    message: `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`,
    length: (beginning) => {
      const end = beginning.indexOf("\r\n\r\n");
      return end < 0 ? null : end + 4;
    },
  });
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(answer.toString("latin1"))?.[1] ?? 0);
  if (status >= 200 && status <= 299) return;
  if (status === 407) throw new ProxyError("proxy-password");
  throw new ProxyError(status === 0 ? "no-proxy" : `proxy-answer-${status}`);
}

/** RFC 1928, 6: the length of a reply, by the kind of address in it. */
function replyLength(beginning: Buffer): number | null {
  const [, , , kind, first] = beginning;
  if (kind === undefined || first === undefined) return null;
  if (kind === 4) return 22;
  return kind === 3 ? 7 + first : 10;
}

/** RFC 1928, without a name and password. The proxy looks the service's name up. */
async function overSocks(socket: Socket, { hostname, port }: Target): Promise<void> {
  const greeting = { message: Uint8Array.of(5, 1, 0), length: () => 2 };
  const [version, method] = await ask(socket, greeting).catch(() => Buffer.alloc(2));
  if (version !== 5) throw new ProxyError("proxy-socks4");
  if (method !== 0) throw new ProxyError("proxy-password");
  const name = Buffer.from(hostname);
  const message = Buffer.concat([
    Uint8Array.of(5, 1, 0, 3, name.length),
    name,
    Uint8Array.of(port >> 8, port & 255),
  ]);
  const reply = await ask(socket, { message, length: replyLength });
  const said = reply[1] ?? 255;
  if (said !== 0) throw new ProxyError(`proxy-answer-${said}`);
}

/**
 * A connection to the target that the proxy made. Nothing but the target's name and port is told to it.
 * Rejects with a `ProxyError`; `proxy-unreachable` means that there is no proxy there that answers.
 */
export async function tunnel(
  proxy: Proxy,
  target: Target,
  connect: buildConnector.connector,
): Promise<Socket> {
  const socket = await reach(proxy, connect);
  try {
    await (proxy.kind === "socks5" ? overSocks : overHttp)(socket, target);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
