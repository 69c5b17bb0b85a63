import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { request } from "undici";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startFaultProxy, type Cut, type FaultProxy } from "../../faults/line/proxy.ts";

let served = 0;
let server: Server;
let proxy: FaultProxy;
beforeEach(async () => {
  served = 0;
  server = createServer((incoming, answer) => {
    incoming.on("data", () => undefined);
    incoming.on("end", () => {
      served += 1;
      answer.writeHead(201, { "content-type": "text/plain" }).end("made it");
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  proxy = await startFaultProxy({ target: (server.address() as AddressInfo).port });
});
afterEach(async () => {
  await proxy.close();
  server.closeAllConnections();
  server.close();
});

const post = async () => {
  const { statusCode, body } = await request(`${proxy.url}/x`, { method: "POST", body: "x".repeat(2_000) });
  return { status: statusCode, text: await body.text() };
};
const cutWith = (cut: Cut): void => proxy.follow({ request: () => cut });

it("passes a whole exchange on, chunked answers among them", async () => {
  expect(await post()).toEqual({ status: 201, text: "made it" });
  expect(proxy.requests()).toMatchObject([{ method: "POST", path: "/x", nth: 1 }]);
});

describe("each cut point", () => {
  it.each(["mid-request-head", "mid-request-body", "before-forward"] as const)(
    "%s: the service makes nothing and no answer comes",
    async (at) => {
      cutWith({ at, how: "reset" });
      await expect(post()).rejects.toThrow();
      expect(served).toBe(0);
    },
  );

  it.each(["after-commit", "mid-response-head", "mid-response-body"] as const)(
    "%s: the service has made it and the answer is not whole",
    async (at) => {
      cutWith({ at, how: "reset" });
      await expect(post()).rejects.toThrow();
      expect(served).toBe(1);
    },
  );

  it("after-answer: the answer is whole", async () => {
    cutWith({ at: "after-answer", how: "close" });
    expect(await post()).toEqual({ status: 201, text: "made it" });
  });

  it("drip: the answer is whole in the end", async () => {
    cutWith({ at: "drip", bytes: 40, everyMs: 1 });
    expect(await post()).toEqual({ status: 201, text: "made it" });
  });

  it("puts an answer of ours in place of the service's", async () => {
    const bytes = "HTTP/1.1 503 Away\r\nContent-Length: 2\r\n\r\nno";
    cutWith({ at: "before-forward", how: "answer", answer: { bytes, broken: false } });
    expect(await post()).toEqual({ status: 503, text: "no" });
    expect(served).toBe(0);
  });
});

it("counts requests that hang as under way, until the other side gives up", async () => {
  cutWith({ at: "before-forward", how: "hang" });
  const signals = Array.from({ length: 3 }, () => new AbortController());
  const hanging = signals.map(({ signal }) =>
    request(`${proxy.url}/x`, { method: "POST", body: "x", signal }).catch((error: unknown) => error),
  );
  await expect.poll(() => proxy.requests().length).toBe(3);
  expect(proxy.mostInFlight()).toBe(3);
  for (const signal of signals) signal.abort();
  await Promise.all(hanging);
  await expect.poll(() => proxy.openConnections()).toBe(0);
  proxy.forget();
  expect(proxy.mostInFlight()).toBe(0);
});

it("refuses connections and takes them again on the same port", async () => {
  await proxy.refuse(true);
  await expect(post()).rejects.toThrow("ECONNREFUSED");
  await proxy.refuse(false);
  expect((await post()).status).toBe(201);
});
