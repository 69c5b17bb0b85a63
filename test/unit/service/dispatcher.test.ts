import { expect, it, test } from "vitest";
import { proxyAddress, systemDispatchers } from "../../../main/service/dispatcher.ts";

test.each([
  ["DIRECT", null],
  ["", null],
  ["  ", null],
  [";", null],
  ["PROXY proxy.clinic.example:8080", "http://proxy.clinic.example:8080"],
  ["PROXY proxy:8080; DIRECT", "http://proxy:8080"],
  ["PROXY proxy:1;PROXY other:2", "http://proxy:1"],
  ["  proxy   proxy:8080  ", "http://proxy:8080"],
  ["HTTP proxy:80", "http://proxy:80"],
  ["HTTPS proxy:443", "https://proxy:443"],
  ["SOCKS proxy:1080", "socks5://proxy:1080"],
  ["SOCKS5 proxy:1080", "socks5://proxy:1080"],
  ["PROXY [::1]:3128", "http://[::1]:3128"],
  ["SOCKS4 proxy:1080", null],
  ["QUIC proxy:443", null],
  ["PROXY", null],
  ["DIRECT; PROXY proxy:1", null],
])("the system's answer %j is the proxy %s", (pac, expected) => {
  expect(proxyAddress(pac)).toBe(expected);
});

it("asks the system for the address at each request, and keeps one dispatcher for each proxy", async () => {
  const asked: string[] = [];
  const dispatchers = systemDispatchers((url) => {
    asked.push(url);
    return Promise.resolve(url.includes("one") ? "PROXY p:1" : "DIRECT");
  });
  const one = await dispatchers.for(new URL("https://one.example"));
  const two = await dispatchers.for(new URL("https://two.example"));
  expect(await dispatchers.for(new URL("https://one.example"))).toBe(one);
  expect(two).not.toBe(one);
  expect(asked).toEqual(["https://one.example/", "https://two.example/", "https://one.example/"]);
  await dispatchers.close();
});

it.each(["http://127.0.0.1:1", "http://127.9.9.9:1", "http://localhost:1", "http://[::1]:1"])(
  "never takes a proxy for %s, this computer itself",
  async (address) => {
    const dispatchers = systemDispatchers(() => Promise.resolve("PROXY p:1"));
    const far = await dispatchers.for(new URL("https://far.example"));
    expect(await dispatchers.for(new URL(address))).not.toBe(far);
    await dispatchers.close();
  },
);

it.each(["https://localhost.example", "https://127.0.0.1.example", "https://[::2]"])(
  "takes the proxy for %s, which only looks like this computer",
  async (address) => {
    const dispatchers = systemDispatchers(() => Promise.resolve("PROXY p:1"));
    const far = await dispatchers.for(new URL("https://far.example"));
    expect(await dispatchers.for(new URL(address))).toBe(far);
    await dispatchers.close();
  },
);
