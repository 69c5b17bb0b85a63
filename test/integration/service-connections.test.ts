import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type Peer } from "../support/raw-server.ts";
import { booking, client, post, server } from "../support/service-client-kit.ts";

describe("a connection without TLS", () => {
  it("waits for no certificates, however long the system's store takes", async () => {
    const at = await server(async (peer) => {
      await peer.request();
      peer.json(201, booking);
    });
    const by = client({ authorities: new Promise(() => undefined) });
    expect((await post(by, at.address)).outcome.kind).toBe("success");
  });
});

describe("a kept connection", () => {
  /** Answers one request on each connection, then does that to it. */
  const once = (after: (peer: Peer) => unknown) =>
    server(async (peer) => {
      await peer.request();
      peer.json(201, booking);
      await after(peer);
    });

  it.each([
    ["closes", (peer: Peer) => peer.socket.end()],
    ["resets", (peer: Peer) => peer.reset()],
  ])(
    "that the service %s while it is idle costs nothing: the next goes out once, on a new one",
    async (_what, after) => {
      const at = await once(after);
      const by = client();
      for (let count = 1; count <= 10; count += 1) {
        expect((await post(by, at.address)).outcome.kind).toBe("success");
        await wait(50);
        expect(at.requests("POST")).toBe(count);
      }
      expect(at.connections()).toBe(10);
    },
  );

  it("that the service closes right behind its answer, unannounced, costs nothing either", async () => {
    const at = await once((peer) => peer.socket.end());
    const by = client();
    for (let count = 1; count <= 40; count += 1) {
      expect((await post(by, at.address)).outcome.kind).toBe("success");
      expect(at.requests("POST")).toBe(count);
    }
  });

  it("that the service closes in the very answer is not used again", async () => {
    const at = await server(async (peer) => {
      await peer.request();
      peer.json(201, booking, { connection: "close" });
      peer.socket.end();
    });
    const by = client();
    for (let count = 1; count <= 10; count += 1)
      expect((await post(by, at.address)).outcome.kind).toBe("success");
    expect(at.requests("POST")).toBe(10);
  });

  it("that was idle for longer than a second is not used again", async () => {
    const at = await server(async (peer) => {
      while ((await peer.request()) !== null) peer.json(201, booking);
    });
    const by = client();
    await post(by, at.address);
    await post(by, at.address);
    expect(at.connections()).toBe(1);
    await wait(1_600);
    expect((await post(by, at.address)).outcome.kind).toBe("success");
    expect(at.connections()).toBe(2);
  });

  it("that carries more than was asked for does not answer the next request with it", async () => {
    const stray = JSON.stringify({ ...booking, id: 666 });
    const at = await server(async (peer, index) => {
      await peer.request();
      peer.json(201, { ...booking, id: index });
      if (index > 0) return;
      await wait(20);
      peer.write(`HTTP/1.1 201 X\r\ncontent-length: ${stray.length}\r\n\r\n${stray}`);
      await peer.request();
      peer.json(201, { ...booking, id: 1 });
    });
    const by = client();
    await post(by, at.address);
    await wait(80);
    const { outcome } = await post(by, at.address);
    expect(outcome).toMatchObject({ kind: "success", value: { id: 1 } });
    expect(at.requests("POST")).toBe(2);
  });

  it("carries one request at a time: several at once have one each", async () => {
    const asked = Promise.withResolvers<void>();
    const at = await server(async (peer, index) => {
      await peer.request();
      // Nobody is answered before all have asked.
      if (index === 3) asked.resolve();
      await asked.promise;
      peer.json(201, booking);
    });
    const by = client();
    const all = await Promise.all([1, 2, 3, 4].map(() => post(by, at.address)));
    expect(all.map(({ outcome }) => outcome.kind)).toEqual(["success", "success", "success", "success"]);
    expect(at.connections()).toBe(4);
    expect(at.requests("POST")).toBe(4);
  });
});
