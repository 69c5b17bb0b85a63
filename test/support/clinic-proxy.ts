import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { connect, type AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { connect as connectTls, TLSSocket } from "node:tls";
import { onTestFinished } from "vitest";
import { selfSigned, type KeyAndCertificate } from "./self-signed.ts";

type Options = {
  /** Where every tunnel ends, on 127.0.0.1. */
  readonly target: number;
  /** The name and password that it wants, `desk:secret`; left out, it lets everybody through. */
  readonly wants?: string;
  /** What it asks with. */
  readonly challenges?: readonly string[];
  /** It opens every secure connection, with a certificate of this authority, and looks at what goes through. */
  readonly inspects?: { readonly authority: KeyAndCertificate; readonly trusts: KeyAndCertificate };
};

/** A proxy as a clinic's network has one: Node's own HTTP server, which asks, or looks into what it carries. */
export type ClinicProxy = {
  /** `127.0.0.1:PORT` */
  readonly host: string;
  /** What each CONNECT brought as `Proxy-Authorization`, decoded; empty where it brought none. */
  readonly tries: readonly string[];
  /** What went through, in clear; of a proxy that inspects. */
  readonly seen: () => string;
  /** From now on it wants another one, and every tunnel is made anew. */
  readonly change: (wants: string) => void;
};

const given = ({ headers }: IncomingMessage): string => {
  const [, text = ""] = /^Basic (.+)$/.exec(headers["proxy-authorization"] ?? "") ?? [];
  return Buffer.from(text, "base64").toString("utf8");
};

export async function startClinicProxy(options: Options): Promise<ClinicProxy> {
  const { target, challenges = ['Basic realm="Clinic network", charset="UTF-8"'], inspects } = options;
  let { wants } = options;
  const tries: string[] = [];
  const seen: Buffer[] = [];
  const open = new Set<Duplex>();
  const server = createServer((_request, response) => void response.writeHead(400).end());
  const kept = <T extends Duplex>(socket: T): T => {
    open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => open.delete(socket));
    return socket;
  };
  function carry(socket: Duplex, hostname: string): void {
    if (inspects === undefined) {
      const onward = kept(connect(target, "127.0.0.1"));
      return void socket.pipe(onward).pipe(socket);
    }
    const own = selfSigned({ subject: hostname, authority: inspects.authority });
    const inner = kept(new TLSSocket(socket, { isServer: true, ...own }));
    const onward = kept(
      connectTls({ port: target, host: "127.0.0.1", servername: hostname, ca: inspects.trusts.cert }),
    );
    inner.on("data", (chunk: Buffer) => seen.push(chunk));
    inner.pipe(onward).pipe(inner);
  }
  server.on("connect", (request: IncomingMessage, socket: Duplex) => {
    kept(socket);
    tries.push(given(request));
    if (wants !== undefined && given(request) !== wants) {
      const asks = challenges.map((challenge) => `Proxy-Authenticate: ${challenge}\r\n`).join("");
      return void socket.end(
        `HTTP/1.1 407 Proxy Authentication Required\r\n${asks}Connection: close\r\n\r\n`,
      );
    }
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    carry(socket, (request.url ?? "").split(":")[0] ?? "");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.close();
    for (const socket of open) socket.destroy();
    await once(server, "close");
  });
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    tries,
    seen: () => Buffer.concat(seen).toString("latin1"),
    change: (next) => {
      wants = next;
      for (const socket of open) socket.destroy();
    },
  };
}
