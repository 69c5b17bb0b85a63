import { createServer, type AddressInfo, type Socket } from "node:net";
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from "node:tls";
import type { ResolveProxy } from "../../../main/http/dispatcher.ts";
import { selfSigned } from "./certificate.ts";
import { frameOf } from "./http-frame.ts";
import { reset } from "./proxy-connection.ts";
import type { FaultProxy } from "./proxy.ts";

/** What becomes of the next connections, before a byte of any request can be sent. */
export type LineState =
  | "good"
  | "no-name" // the service's name is not found
  | "stalled" // the connection is there, TLS is never answered
  | "tls-reset"
  | "bad-certificate"
  | "proxy-refuses" // CONNECT is answered with 502
  | "proxy-resets";

/** An HTTPS address that is reached over an HTTP proxy (CONNECT), in front of the fault proxy. */
export type SecureLine = {
  readonly address: string;
  readonly resolveProxy: ResolveProxy;
  readonly become: (state: LineState) => void;
  readonly close: () => Promise<void>;
};

// RFC 6761, 6.4: no such name is ever found.
const host = "clinic.invalid";

function tlsServer(certificate: ReturnType<typeof selfSigned>, onSocket: (socket: Socket) => void) {
  const server = createTlsServer(certificate, onSocket);
  server.on("tlsClientError", () => undefined);
  return server;
}

/** Its certificate is trusted in this process from now on. */
export async function startSecureLine(accept: FaultProxy["accept"]): Promise<SecureLine> {
  const certificate = selfSigned(host);
  setDefaultCACertificates([...getCACertificates("default"), certificate.cert]);
  const trusted = tlsServer(certificate, (socket) => accept(socket));
  const untrusted = tlsServer(selfSigned(host), (socket) => socket.destroy());
  const sockets = new Set<Socket>();
  let state: LineState = "good";

  function tunnel(socket: Socket): void {
    if (state === "proxy-refuses") {
      socket.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    if (state === "proxy-resets") return reset(socket);
    const now = state;
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n", () => {
      if (now === "good") trusted.emit("connection", socket);
      else if (now === "bad-certificate") untrusted.emit("connection", socket);
      else if (now === "tls-reset") socket.once("data", () => reset(socket));
    });
  }

  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
    let received: Buffer = Buffer.alloc(0);
    const read = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk]);
      if (frameOf(received).head === null) return;
      socket.off("data", read);
      tunnel(socket);
    };
    socket.on("data", read);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;

  return {
    address: `https://${host}`,
    resolveProxy: () => Promise.resolve(state === "no-name" ? "DIRECT" : `PROXY 127.0.0.1:${port}`),
    become: (next) => {
      state = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
