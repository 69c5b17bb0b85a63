import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createSecureServer } from "node:http2";
import { createServer as createNetServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createServer, type TlsOptions } from "node:tls";
import { describe, expect, it, onTestFinished } from "vitest";
import { selfSigned } from "../support/self-signed.ts";
import { client, messageOf, post } from "../support/service-client-kit.ts";

const certificate = selfSigned({ subject: "127.0.0.1" });

const secure = (options: TlsOptions): Server => {
  const server = createServer({ ...certificate, ...options }, (socket) => void socket.resume());
  return server.on("tlsClientError", () => undefined);
};
/** OpenSSL itself refuses versions before TLS 1.2 at any other level. */
const old = (version: "TLSv1" | "TLSv1.1"): Server =>
  secure({ minVersion: "TLSv1", maxVersion: version, ciphers: "DEFAULT@SECLEVEL=0" });
const wantsCertificate = { requestCert: true, rejectUnauthorized: true } as const;
const says = (text: string): Server => createNetServer((socket) => socket.end(text));

async function ask(server: Server) {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, "close");
  });
  const { port } = server.address() as AddressInfo;
  return post(client({ authorities: [certificate.cert] }), `https://127.0.0.1:${port}`);
}

const tooOld = "it only supports outdated versions of TLS";
const noHttps = "it doesn’t use https at this address";
const brokeOff = "It may require a certificate from this computer or different TLS settings";

describe("what keeps a secure connection from coming about is not put on the certificate", () => {
  it.each([
    ["speaks TLS 1.0 alone", () => old("TLSv1"), tooOld],
    ["speaks TLS 1.1 alone", () => old("TLSv1.1"), tooOld],
    ["speaks HTTP/2 alone", () => createSecureServer(certificate), "it only supports HTTP/2"],
    ["speaks plain http", () => createHttpServer((_request, response) => response.end()), noHttps],
    ["speaks another protocol", () => says("220 mail.example ESMTP\r\n"), noHttps],
    [
      "asks for a certificate, with TLS 1.2",
      () => secure({ ...wantsCertificate, maxVersion: "TLSv1.2" }),
      brokeOff,
    ],
    [
      "has no cipher in common",
      () => secure({ maxVersion: "TLSv1.2", ciphers: "AES128-SHA@SECLEVEL=0" }),
      brokeOff,
    ],
    ["closes at once", () => says(""), "the connection was reset"],
  ])("a server that %s", async (_what, server, words) => {
    const { outcome, phases } = await ask(server());
    expect(outcome).toMatchObject({ failure: { code: "not-reached" }, phase: "connecting" });
    expect(messageOf(outcome)).toContain(words);
    expect(messageOf(outcome)).not.toContain("its certificate wasn’t accepted");
    expect(phases).toEqual(["connecting"]);
  });

  // TLS 1.3 ends its handshake before the server has looked for our certificate: the request is on its way by then.
  it("a server that asks for a certificate, with TLS 1.3, is not said to have closed the connection", async () => {
    const { outcome } = await ask(secure(wantsCertificate));
    expect(outcome.kind).toBe("failure");
    expect(messageOf(outcome)).toContain(
      "it requires a certificate from this computer, and Front Desk has none",
    );
  });
});
