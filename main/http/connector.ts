import type { Socket } from "node:net";
import type { buildConnector } from "undici";
import { ProxyError, type Way } from "./proxies.ts";
import type { AskedProxies } from "./proxy-passwords.ts";
import { openTunnel, type TunnelTarget } from "./tunnel.ts";

type Ways = {
  readonly ways: readonly Way[];
  readonly connect: buildConnector.connector;
  /** For proxies that ask. */
  readonly passwords: AskedProxies;
};

/** The tunnel of the first proxy that answers; null where the connection is to be direct. */
async function firstWay({ ways, connect, passwords }: Ways, target: TunnelTarget): Promise<Socket | null> {
  let problem = new ProxyError("no-proxy");
  for (const way of ways) {
    if (way.kind === "direct") return null;
    try {
      if (way.kind === "none") throw new ProxyError(way.why);
      return await openTunnel({ proxy: way, target, connect }, passwords);
    } catch (error) {
      if (!(error instanceof ProxyError)) throw error;
      problem = error;
      // A proxy that answers has the last word, as in a browser: only one that is not there is passed over.
      if (way.kind !== "none" && error.code !== "proxy-unreachable") throw error;
    }
  }
  throw problem;
}

/**
 * A server that refuses TLS 1.3 for want of a client certificate says so only after the handshake, and then
 * closes: of these two errors undici would tell the second, which names nothing.
 */
function keepTlsError(socket: Socket): Socket {
  return socket.once("error", (error: NodeJS.ErrnoException) => {
    if (error.code?.startsWith("ERR_SSL") === true) socket.destroy(error);
  });
}

/**
 * Connects over the first of these ways that is there. All of it happens before a request is taken up, so a
 * way that fails has sent nothing.
 */
export function createConnector(over: Ways): buildConnector.connector {
  const { ways, connect } = over;
  return (options, callback) => {
    // Called back at once: what comes in or breaks right behind the handshake must find undici listening.
    const connectOver = (httpSocket: Socket | null): void => {
      if (httpSocket !== null && options.protocol !== "https:") return callback(null, httpSocket);
      connect({ ...options, ...(httpSocket === null ? {} : { httpSocket }) }, (error, socket) => {
        if (error === null) callback(null, keepTlsError(socket));
        else callback(error, null);
      });
    };
    if (ways[0]?.kind === "direct") return connectOver(null);
    const usual = options.protocol === "https:" ? 443 : 80;
    const target = { hostname: options.hostname, port: Number(options.port || usual) };
    const walk = async (): Promise<void> => {
      try {
        connectOver(await firstWay(over, target));
      } catch (error) {
        callback(error instanceof Error ? error : new ProxyError("no-proxy"), null);
      }
    };
    void walk();
  };
}
