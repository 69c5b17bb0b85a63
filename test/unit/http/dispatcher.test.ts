import { setImmediate } from "node:timers/promises";
import { getCACertificates } from "node:tls";
import { describe, expect, it, onTestFinished, test } from "vitest";
import { readSystemCertificates } from "../../../main/http/authorities.ts";
import { createSystemDispatchers, type Dispatchers } from "../../../main/http/dispatcher.ts";
import { readWays } from "../../../main/http/proxies.ts";
import { fakeClock, type FakeClock } from "../../support/fake-clock.ts";

const http = (hostname: string, port: string) => ({ kind: "http", hostname, port });
const socks = (hostname: string, port: string) => ({ kind: "socks5", hostname, port });
const direct = { kind: "direct" };
const unusable = { kind: "none", why: "no-proxy" };
const socks4 = { kind: "none", why: "proxy-socks4" };

test.each([
  ["DIRECT", [direct]],
  ["PROXY proxy.clinic.example:8080", [http("proxy.clinic.example", "8080")]],
  ["PROXY proxy:8080; DIRECT", [http("proxy", "8080"), direct]],
  ["PROXY one:1;PROXY two:2 ; SOCKS5 three:3;", [http("one", "1"), http("two", "2"), socks("three", "3")]],
  ["  proxy \t proxy:8080  ", [http("proxy", "8080")]],
  ["HTTP proxy", [http("proxy", "80")]],
  ["HTTPS proxy", [{ kind: "https", hostname: "proxy", port: "443" }]],
  ["HTTPS proxy:80", [{ kind: "https", hostname: "proxy", port: "80" }]],
  ["SOCKS proxy", [socks("proxy", "1080")]],
  ["PROXY [::1]:3128", [http("::1", "3128")]],
  ["DIRECT; PROXY one:1", [direct]],
  ["SOCKS4 one:1; PROXY two:2", [socks4, http("two", "2")]],
])("the system's answer %j is these ways, in order", (pac, expected) => {
  expect(readWays(pac)).toEqual(expected);
});

test.each([
  ["", [unusable]],
  ["  ", [unusable]],
  [";", [unusable]],
  ["SOCKS4 proxy:1080", [socks4]],
  ["SOCKS4 proxy:1080; DIRECT", [socks4]],
  ["QUIC proxy:443", [unusable]],
  ["QUIC proxy:443; DIRECT", [unusable]],
  ["PROXY one:1; QUIC two:2; DIRECT", [http("one", "1"), unusable]],
  ["PROXY", [unusable]],
  ["PROXY one:port:here", [unusable]],
  ["PROXY one:1 two:2", [unusable]],
  ["PROXY name:password@one:1", [unusable]],
  ["DIRECT one:1", [unusable]],
  ["nonsense", [unusable]],
])("the system's answer %j is never taken for a direct connection", (pac, expected) => {
  expect(readWays(pac)).toEqual(expected);
});

const dispatchersOver = (
  resolveProxy: (url: string) => Promise<string>,
  clock: FakeClock = fakeClock("2026-01-01T00:00:00Z"),
): Dispatchers => {
  const dispatchers = createSystemDispatchers({ resolveProxy, clock, authorities: () => [] });
  onTestFinished(() => dispatchers.close());
  return dispatchers;
};

it("asks the system for the address at each request, and keeps one dispatcher for each answer", async () => {
  const asked: string[] = [];
  const dispatchers = dispatchersOver((url) => {
    asked.push(url);
    return Promise.resolve(url.includes("one") ? "PROXY p:1" : "DIRECT");
  });
  const one = await dispatchers.for(new URL("https://one.example"));
  const two = await dispatchers.for(new URL("https://two.example"));
  expect(await dispatchers.for(new URL("https://one.example"))).toBe(one);
  expect(two).not.toBe(one);
  expect(asked).toEqual(["https://one.example/", "https://two.example/", "https://one.example/"]);
});

it("reads the system's store of certificates once, however many proxies there are", async () => {
  let reads = 0;
  let count = 0;
  const dispatchers = createSystemDispatchers({
    resolveProxy: () => Promise.resolve(`PROXY p:${(count += 1)}`),
    clock: fakeClock("2026-01-01T00:00:00Z"),
    authorities: () => {
      reads += 1;
      return [];
    },
  });
  onTestFinished(() => dispatchers.close());
  expect(reads).toBe(0);
  const one = await dispatchers.for(new URL("https://far.example"));
  expect(await dispatchers.for(new URL("https://far.example"))).not.toBe(one);
  expect(reads).toBe(1);
});

it.each(["http://127.0.0.1:1", "http://127.9.9.9:1", "http://localhost:1", "http://[::1]:1"])(
  "never takes a proxy for %s, this computer itself",
  async (address) => {
    const dispatchers = dispatchersOver(() => Promise.resolve("PROXY p:1"));
    const far = await dispatchers.for(new URL("https://far.example"));
    expect(await dispatchers.for(new URL(address))).not.toBe(far);
  },
);

it.each(["https://localhost.example", "https://127.0.0.1.example", "https://[::2]"])(
  "takes the proxy for %s, which only looks like this computer",
  async (address) => {
    const dispatchers = dispatchersOver(() => Promise.resolve("PROXY p:1"));
    const far = await dispatchers.for(new URL("https://far.example"));
    expect(await dispatchers.for(new URL(address))).toBe(far);
  },
);

describe("a look-up of the proxy that never answers", () => {
  const never = (): Promise<string> => new Promise(() => undefined);

  it("ends after ten seconds, without a way", async () => {
    const clock = fakeClock("2026-01-01T00:00:00Z");
    const way = dispatchersOver(never, clock).for(new URL("https://far.example"));
    const ended = expect(way).rejects.toMatchObject({ code: "no-proxy" });
    await clock.advance(10_000);
    await ended;
    expect(clock.pending()).toBe(0);
  });

  it("ends when the dispatchers are closed, and nothing is opened behind that", async () => {
    const clock = fakeClock("2026-01-01T00:00:00Z");
    const dispatchers = dispatchersOver(never, clock);
    const way = dispatchers.for(new URL("https://far.example"));
    const ended = expect(way).rejects.toMatchObject({ code: "no-proxy" });
    await dispatchers.close();
    await ended;
    expect(clock.pending()).toBe(0);
    for (const address of ["http://127.0.0.1:1", "https://far.example"])
      await expect(dispatchers.for(new URL(address))).rejects.toThrow("no-proxy");
    expect(clock.pending()).toBe(0);
  });
});

describe("the system's certificates", () => {
  it("are read while main goes on, and are those that main would read itself", async () => {
    const reading = readSystemCertificates();
    // Were they read here, main would have had no turn.
    const first = await Promise.race([reading.then(() => "read"), setImmediate("went on")]);
    expect(first).toBe("went on");
    expect(await reading).toEqual(getCACertificates("system"));
    const sample = `require("node:worker_threads").parentPort.postMessage(["one"]);`;
    expect(await readSystemCertificates(sample)).toEqual(["one"]);
  });

  it.each([
    ["breaks", "throw new Error('no thread')"],
    ["ends without a word", ""],
    ["finds none", `require("node:worker_threads").parentPort.postMessage([]);`],
  ])("are read by main where the thread %s", async (_name, source) => {
    expect(await readSystemCertificates(source)).toEqual(getCACertificates("system"));
  });
});
