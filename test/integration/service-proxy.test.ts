import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import type { ServiceClient } from "../../main/http/client.ts";
import type { RawServer } from "../support/raw-server.ts";
import { selfSigned } from "../support/self-signed.ts";
import {
  booking,
  client,
  messageOf,
  post,
  server,
  token,
  type Posted,
} from "../support/service-client-kit.ts";
import { breaksOff, httpProxy, socksProxy, type TunnelProxy } from "../support/tunnel-proxy.ts";

const far = "https://service.invalid";
const tls = selfSigned({ subject: "service.invalid" });

/** The service behind every tunnel. */
const service = () =>
  server(
    async (peer) => {
      while ((await peer.request()) !== null) peer.json(201, booking);
    },
    { tls },
  );
const over = (proxy: string, deadline = 5_000): ServiceClient =>
  client({ deadline, proxy, authorities: [tls.cert] });

/** Nothing was sent, so that it may be sent again; and no proxy has seen the token. */
function expectNotReached({ outcome, phases }: Posted, words: string, ...proxies: TunnelProxy[]): void {
  expect(outcome).toMatchObject({ failure: { code: "not-reached" }, status: null, phase: "connecting" });
  expect(messageOf(outcome)).toContain(words);
  expect(phases).toEqual(["connecting"]);
  for (const proxy of proxies) expect(proxy.heard()).not.toContain(token);
}

describe("a proxy", () => {
  const through = ({ port }: RawServer, deadline = 5_000): ServiceClient =>
    over(`PROXY 127.0.0.1:${port}`, deadline);

  it.each([403, 502, 504])("that answers CONNECT with %i is named, and has the last word", async (status) => {
    const at = await service();
    const proxy = await httpProxy(at.port, { answer: `${status} No` });
    const next = await httpProxy(at.port);
    const posted = await post(over(`PROXY ${proxy.host}; PROXY ${next.host}; DIRECT`), far);
    expectNotReached(posted, `the network’s proxy didn’t connect to it (response ${status})`, proxy);
    expect(proxy.heard()).toMatch(/^CONNECT service\.invalid:443 /);
    expect(next.connections()).toBe(0);
  });

  it.each([
    [
      "Basic",
      '407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="clinic"',
      "requires a user name and password",
    ],
    [
      "NTLM",
      "407 Proxy Authentication Required\r\nProxy-Authenticate: NTLM\r\nConnection: close",
      "Front Desk doesn’t support",
    ],
  ])(
    "that asks for a password (%s) says so in words, and not as an aborted request",
    async (_kind, answer, words) => {
      const at = await service();
      const proxy = await httpProxy(at.port, { answer });
      const posted = await post(over(`PROXY ${proxy.host}; DIRECT`), far);
      expectNotReached(posted, words, proxy);
      expect(proxy.connections()).toBe(1);
    },
  );

  it("that breaks off leaves the service not reached", async () => {
    const proxy = await server(async (peer) => {
      await peer.head();
      await peer.reset();
    });
    expectNotReached(await post(through(proxy), far), "the network’s proxy couldn’t be reached");
    expect(proxy.received()).not.toContain(token);
  });

  it("that speaks no HTTP, or without end, leaves the service not reached", async () => {
    for (const said of ["SSH-2.0-OpenSSH_9.6\r\n\r\n", `HTTP/1.1 200 OK\r\n${"x: y\r\n".repeat(5_000)}`]) {
      const proxy = await server(async (peer) => {
        await peer.head();
        peer.write(said);
      });
      expectNotReached(await post(through(proxy), far), "proxy");
      expect(proxy.received()).not.toContain(token);
    }
  });

  it("that does not answer in time leaves the service not reached", async () => {
    const proxy = await server((peer) => peer.head());
    expectNotReached(await post(through(proxy, 300), far), "it didn’t respond in time");
  });

  it.each(["", "PROXY no:port:here", "QUIC proxy:443", "QUIC proxy:443; DIRECT"])(
    "that is named as %j leaves the service not reached, and nothing to be checked",
    async (proxy) => {
      expectNotReached(await post(over(proxy), far), "this computer’s proxy settings couldn’t be used");
    },
  );

  it("whose tunnel ends at a wrong certificate gets no token", async () => {
    const target = await server((peer) => peer.request(), { tls });
    const proxy = await server(async (peer) => {
      await peer.head();
      const onward = connect(target.port, "127.0.0.1");
      onward.on("error", () => undefined);
      peer.write("HTTP/1.1 200 Connection established\r\n\r\n");
      peer.socket.pipe(onward).pipe(peer.socket);
    });
    const { outcome } = await post(client({ proxy: `PROXY 127.0.0.1:${proxy.port}` }), far);
    expect(outcome).toMatchObject({ failure: { code: "not-reached" }, phase: "connecting" });
    expect(messageOf(outcome)).toContain("certificate");
    expect(`${proxy.received()}${target.received()}`).not.toContain(token);
  });
});

describe("a list of proxies", () => {
  it("is walked past those that are not there, and the booking goes out once", async () => {
    const at = await service();
    const proxy = await httpProxy(at.port);
    const list = ["PROXY 127.0.0.1:1", `PROXY ${await breaksOff()}`, "SOCKS4 old:1", "SOCKS5 127.0.0.1:1"];
    const all = [...list, `PROXY ${proxy.host}`].join("; ");
    expect((await post(over(all), far)).outcome.kind).toBe("success");
    expect(at.requests("POST")).toBe(1);
    expect(proxy.connections()).toBe(1);
  });

  it("that ends with DIRECT goes there once its proxies are not there", async () => {
    const { outcome } = await post(over("PROXY 127.0.0.1:1; DIRECT"), far);
    expect(outcome).toMatchObject({ failure: { code: "not-reached" }, phase: "connecting" });
    // The name is looked up here, as no proxy would have this computer do.
    expect(messageOf(outcome)).toContain("its address");
  });

  it("of proxies that are not there never ends in a direct connection", async () => {
    const list = `PROXY 127.0.0.1:1; PROXY ${await breaksOff()}`;
    expectNotReached(await post(over(list), far), "the network’s proxy couldn’t be reached");
  });

  it("is not walked on from a tunnel: what breaks behind the proxy is the service's own", async () => {
    const at = await server((peer) => peer.request(), { tls: selfSigned({ subject: "service.invalid" }) });
    const [first, next] = [await httpProxy(at.port), await httpProxy(at.port)];
    const posted = await post(over(`PROXY ${first.host}; PROXY ${next.host}`), far);
    expectNotReached(posted, "its certificate wasn’t accepted", first);
    expect(next.connections()).toBe(0);
  });
});

describe("a SOCKS proxy", () => {
  it.each(["SOCKS5", "SOCKS"])("named %s carries the booking, and looks the name up itself", async (name) => {
    const at = await service();
    const proxy = await socksProxy(at.port);
    expect((await post(over(`${name} ${proxy.host}`), far)).outcome.kind).toBe("success");
    expect(at.received()).toContain(token);
    expect(proxy.heard()).not.toContain(token);
  });

  it("keeps no idle connection for longer than a direct one is kept", async () => {
    const at = await server(
      async (peer) => {
        const hint = { "keep-alive": "timeout=600" };
        while ((await peer.request()) !== null) peer.json(201, booking, hint);
      },
      { tls },
    );
    const proxy = await socksProxy(at.port);
    const by = over(`SOCKS5 ${proxy.host}`);
    await post(by, far);
    await post(by, far);
    expect(proxy.connections()).toBe(1);
    await expect.poll(() => at.openConnections()).toBe(0);
  });

  it.each([
    ["named SOCKS4", async () => "SOCKS4 127.0.0.1:1"],
    ["named SOCKS4 before DIRECT", async () => "SOCKS4 127.0.0.1:1; DIRECT"],
    [
      "that answers as SOCKS4",
      async (port: number) => `SOCKS ${(await socksProxy(port, { greeting: [0, 91] })).host}; DIRECT`,
    ],
  ])("%s is named as not supported, and not gone past", async (_what, list) => {
    const at = await service();
    expectNotReached(await post(over(await list(at.port)), far), "Front Desk doesn’t support SOCKS4");
    expect(at.connections()).toBe(0);
  });

  it("that asks for a password says so in words", async () => {
    const at = await service();
    const proxy = await socksProxy(at.port, { greeting: [5, 255] });
    const posted = await post(over(`SOCKS5 ${proxy.host}`), far);
    expectNotReached(posted, "Front Desk doesn’t support", proxy);
  });

  it("that does not connect on says with which answer", async () => {
    const at = await service();
    const proxy = await socksProxy(at.port, { reply: 5 });
    const posted = await post(over(`SOCKS5 ${proxy.host}`), far);
    expectNotReached(posted, "the network’s proxy didn’t connect to it (response 5)", proxy);
  });
});
