import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { bareEnvironment } from "../support/bare-environment.ts";
import { onlyWith } from "../support/only-with.ts";
import { selfSigned, type KeyAndCertificate } from "../support/self-signed.ts";
import { booking, client, messageOf, post, server, token } from "../support/service-client-kit.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { httpProxy, socksProxy } from "../support/tunnel-proxy.ts";

/** A TLS service that would take anything; `received` is what came in decrypted. */
const service = (tls: KeyAndCertificate) =>
  server(
    async (peer) => {
      await peer.request();
      peer.json(201, booking);
    },
    { tls },
  );

/** Every way that a connection may take; the name that the certificate must have is the address's. */
const ways = [
  {
    way: "directly",
    host: "127.0.0.1",
    route: async (port: number) => ({ address: `https://127.0.0.1:${port}`, proxy: "DIRECT" }),
  },
  {
    way: "over an HTTP proxy",
    host: "service.invalid",
    route: async (port: number) => ({
      address: "https://service.invalid",
      proxy: `PROXY ${(await httpProxy(port)).host}`,
    }),
  },
  {
    way: "over a SOCKS5 proxy",
    host: "service.invalid",
    route: async (port: number) => ({
      address: "https://service.invalid",
      proxy: `SOCKS5 ${(await socksProxy(port)).host}`,
    }),
  },
] as const;

const authority = selfSigned({ subject: "authority.invalid" });
const stranger = selfSigned({ subject: "stranger.invalid" });

/** Certificates that must not be accepted for a host, and what is trusted besides the test's authority. */
const bad: readonly {
  readonly fault: string;
  readonly make: (host: string) => KeyAndCertificate;
  readonly trustIt: boolean;
}[] = [
  { fault: "self-signed", make: (subject) => selfSigned({ subject }), trustIt: false },
  { fault: "expired", make: (subject) => selfSigned({ subject, days: -1 }), trustIt: true },
  { fault: "for another host", make: () => selfSigned({ subject: "other.invalid" }), trustIt: true },
  {
    fault: "of another authority",
    make: (subject) => selfSigned({ subject, authority: stranger }),
    trustIt: false,
  },
];

describe.each(["0", undefined])("with NODE_TLS_REJECT_UNAUTHORIZED=%s", (value) => {
  beforeEach(() => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", value);
    return () => void vi.unstubAllEnvs();
  });

  describe.each(ways)("$way", ({ host, route }) => {
    it.each(bad)("a certificate that is $fault gets no byte of the request", async ({ make, trustIt }) => {
      const tls = make(host);
      const at = await service(tls);
      const { address, proxy } = await route(at.port);
      const authorities = [authority.cert, ...(trustIt ? [tls.cert] : [])];
      const { outcome, phases } = await post(client({ proxy, authorities }), address);
      expect(outcome).toMatchObject({ failure: { code: "not-reached" }, phase: "connecting" });
      expect(messageOf(outcome)).toContain("its certificate wasn’t accepted");
      expect(phases).toEqual(["connecting"]);
      expect(at.connections()).toBe(1);
      expect(at.received()).toBe("");
    });

    it("a certificate that is in order is accepted", async () => {
      const tls = selfSigned({ subject: host });
      const at = await service(tls);
      const { address, proxy } = await route(at.port);
      const { outcome } = await post(client({ proxy, authorities: [tls.cert] }), address);
      expect(outcome.kind).toBe("success");
      expect(at.received()).toContain(token);
    });
  });

  it.each(bad)("an https proxy's certificate that is $fault: not even the name is told", async (fault) => {
    const proxyTls = fault.make("127.0.0.1");
    const tls = selfSigned({ subject: "service.invalid" });
    const at = await service(tls);
    const proxy = await httpProxy(at.port, { tls: proxyTls });
    const authorities = [tls.cert, ...(fault.trustIt ? [proxyTls.cert] : [])];
    const by = client({ proxy: `HTTPS ${proxy.host}`, authorities });
    const { outcome } = await post(by, "https://service.invalid");
    expect(outcome).toMatchObject({ failure: { code: "not-reached" }, phase: "connecting" });
    expect(messageOf(outcome)).toContain("the network proxy’s certificate wasn’t accepted");
    expect(proxy.connections()).toBe(1);
    expect(proxy.heard()).toBe("");
  });
});

it("an https proxy in order carries a connection whose own certificate is checked inside", async () => {
  const proxyTls = selfSigned({ subject: "127.0.0.1" });
  const tls = selfSigned({ subject: "service.invalid" });
  const at = await service(tls);
  const proxy = await httpProxy(at.port, { tls: proxyTls });
  const send = (authorities: readonly string[]) =>
    post(client({ proxy: `HTTPS ${proxy.host}`, authorities }), "https://service.invalid");
  expect((await send([proxyTls.cert, tls.cert])).outcome.kind).toBe("success");
  expect(proxy.heard()).toContain("CONNECT service.invalid:443 ");
  expect(proxy.heard()).not.toContain(token);
  const { outcome } = await send([proxyTls.cert]);
  expect(messageOf(outcome)).toContain("its certificate wasn’t accepted");
});

// OpenSSL takes the system's store from this variable on Linux; elsewhere the store cannot be stood in for.
describe("the certificates of the system", onlyWith("certificatesByVariable"), () => {
  const call = async (address: string, env: Readonly<Record<string, string>>): Promise<string> => {
    const script = join(import.meta.dirname, "..", "support", "children", "tls-caller.ts");
    const { stdout } = await promisify(execFile)(process.execPath, [script, address], {
      env: { ...bareEnvironment, ...env },
    });
    return stdout;
  };

  it("are trusted: a clinic's own authority is in no other store", async () => {
    const tls = selfSigned({ subject: "127.0.0.1" });
    const store = join(temporaryFolder(), "system.pem");
    writeFileSync(store, tls.cert);
    const at = await server(
      async (peer) => {
        while ((await peer.request()) !== null) peer.json(200, []);
      },
      { tls },
    );
    expect(await call(at.address, { SSL_CERT_FILE: store })).toBe("success");
    expect(await call(at.address, {})).toContain("certificate wasn’t accepted");
    const unchecked = { NODE_TLS_REJECT_UNAUTHORIZED: "0" };
    expect(await call(at.address, unchecked)).toContain("certificate wasn’t accepted");
    expect(at.requests("GET")).toBe(1);
  });
});
