import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import type { ServiceClient } from "../../main/service/client.ts";
import { rawServer, type RawServer } from "../support/raw-server.ts";
import { selfSigned } from "../support/self-signed.ts";
import { client, messageOf, post, server, token } from "../support/service-client-kit.ts";

describe("a proxy", () => {
  const far = "https://service.invalid";
  const through = ({ port }: RawServer, deadline = 5_000): ServiceClient =>
    client({ deadline, proxy: `PROXY 127.0.0.1:${port}; DIRECT` });

  it.each([403, 407, 502, 504])(
    "that answers CONNECT with %i leaves the service not reached",
    async (status) => {
      const proxy = await server(async (peer) => {
        await peer.head();
        peer.json(status, { message: "no" });
      });
      const { outcome, phases } = await post(through(proxy), far);
      expect(outcome).toMatchObject({ failure: { code: "not-reached" }, status: null, phase: "connecting" });
      expect(phases).toEqual(["connecting"]);
      expect(proxy.received()).toMatch(/^CONNECT service\.invalid:443 /);
      expect(proxy.received()).not.toContain(token);
    },
  );

  it("that breaks off leaves the service not reached", async () => {
    const proxy = await server(async (peer) => {
      await peer.head();
      await peer.reset();
    });
    expect((await post(through(proxy), far)).outcome).toMatchObject({ failure: { code: "not-reached" } });
    expect(proxy.received()).not.toContain(token);
  });

  it("that refuses the connection leaves the service not reached", async () => {
    const proxy = await rawServer(() => undefined);
    await proxy.close();
    expect((await post(through(proxy), far)).outcome).toMatchObject({ failure: { code: "not-reached" } });
  });

  it("whose address is none leaves the service not reached, and nothing to be checked", async () => {
    const { outcome, phases } = await post(client({ proxy: "PROXY no:port:here" }), far);
    expect(outcome).toMatchObject({ failure: { code: "not-reached" }, phase: "none" });
    expect(phases).toEqual([]);
  });

  it("that does not answer in time leaves the service not reached", async () => {
    const proxy = await server((peer) => peer.head());
    expect((await post(through(proxy, 300), far)).outcome).toMatchObject({
      failure: { code: "not-reached" },
      phase: "connecting",
    });
  });

  it("whose tunnel ends at a wrong certificate gets no token", async () => {
    const tls = selfSigned({ subject: "service.invalid" });
    const target = await server((peer) => peer.request(), { tls });
    const proxy = await server(async (peer) => {
      await peer.head();
      const onward = connect(target.port, "127.0.0.1");
      onward.on("error", () => undefined);
      peer.write("HTTP/1.1 200 Connection established\r\n\r\n");
      peer.socket.pipe(onward).pipe(peer.socket);
    });
    const { outcome } = await post(through(proxy), far);
    expect(outcome).toMatchObject({ failure: { code: "not-reached" }, phase: "connecting" });
    expect(messageOf(outcome)).toContain("certificate");
    expect(`${proxy.received()}${target.received()}`).not.toContain(token);
  });
});
