import type { Socket } from "node:net";
import type { buildConnector } from "undici";
import { isCertificateCode } from "../platform/network-reason.ts";
import { ProxyError, type Proxy } from "./proxies.ts";
import {
  buildBasicAuthorization,
  readChallenge,
  type ProxyChallenge,
  type ProxyPassword,
} from "./proxy-challenge.ts";
import type { AskedProxies } from "./proxy-passwords.ts";

/** Longest answer of a proxy that is read, in bytes. */
const longestAnswer = 16 * 1_024;
/** Longest wait for each answer of a proxy, in milliseconds. */
const answerWithin = 10_000;

export type TunnelTarget = { readonly hostname: string; readonly port: number };

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

/** A proxy that asks for a name and a password, over a connection that is of no more use. */
class Challenged extends Error {
  readonly challenge: ProxyChallenge;
  constructor(challenge: ProxyChallenge) {
    super("407");
    this.challenge = challenge;
  }
}

/** RFC 9110, 9.3.6: `CONNECT`. The token is no part of it: it goes out inside the tunnel alone. */
async function overHttp(
  socket: Socket,
  { hostname, port }: TunnelTarget,
  authorization: string | null,
): Promise<void> {
  const authority = `${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
  const signIn = authorization === null ? "" : `Proxy-Authorization: ${authorization}\r\n`;
  const answer = await ask(socket, {
    message: `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${signIn}\r\n`,
    length: (beginning) => {
      const end = beginning.indexOf("\r\n\r\n");
      return end < 0 ? null : end + 4;
    },
  });
  const head = answer.toString("latin1");
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0);
  if (status >= 200 && status <= 299) return;
  if (status === 407) throw new Challenged(readChallenge(head));
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
async function overSocks(socket: Socket, { hostname, port }: TunnelTarget): Promise<void> {
  const greeting = { message: Uint8Array.of(5, 1, 0), length: () => 2 };
  const [version, method] = await ask(socket, greeting).catch(() => Buffer.alloc(2));
  if (version !== 5) throw new ProxyError("proxy-socks4");
  if (method !== 0) throw new ProxyError("proxy-sign-in");
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

type Try = {
  readonly proxy: Proxy;
  readonly target: TunnelTarget;
  readonly connect: buildConnector.connector;
};

async function tryOnce({ proxy, target, connect }: Try, authorization: string | null): Promise<Socket> {
  const socket = await reach(proxy, connect);
  try {
    await (proxy.kind === "socks5" ? overSocks(socket, target) : overHttp(socket, target, authorization));
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** `proxy.example:3128`: what a password is known by. */
const nameOf = ({ hostname, port }: Proxy): string =>
  `${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;

/** Answers a proxy that asked: once, with what is known for it, over a connection of its own. */
async function signedIn(what: Try, { challenge }: Challenged, passwords: AskedProxies): Promise<Socket> {
  if (!challenge.isBasic) throw new ProxyError("proxy-sign-in");
  const { realm, isUtf8 } = challenge;
  const proxy = nameOf(what.proxy);
  const known: ProxyPassword | null = await passwords.of(proxy);
  if (known === null) {
    passwords.asked(proxy, realm);
    throw new ProxyError("proxy-password");
  }
  try {
    const socket = await tryOnce(what, buildBasicAuthorization(known, isUtf8));
    passwords.accepted(proxy);
    return socket;
  } catch (error) {
    if (!(error instanceof Challenged)) throw error;
    await passwords.refused(proxy, realm, known);
    throw new ProxyError("proxy-password");
  }
}

/**
 * A connection to the target that the proxy made. Nothing but the target's name and port is told to it, and, where it asks,
 * the name and password that a person gave for this very proxy.
 * Rejects with a `ProxyError`; `proxy-unreachable` means that there is no proxy there that answers.
 */
export async function openTunnel(what: Try, passwords: AskedProxies): Promise<Socket> {
  try {
    return await tryOnce(what, null);
  } catch (error) {
    if (error instanceof Challenged) return signedIn(what, error, passwords);
    throw error;
  }
}
