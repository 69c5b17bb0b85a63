import { expect, it } from "vitest";
import { asRules, asScript, readProxyAddress } from "../../../../shared/connection/proxy-address.ts";

it.each([
  ["http://proxy.example:3128", "PROXY proxy.example:3128", "http://proxy.example:3128"],
  ["HTTPS://Proxy.Example:443/", "HTTPS proxy.example:443", "https://proxy.example:443"],
  ["socks5://10.0.0.1:1080", "SOCKS5 10.0.0.1:1080", "socks5://10.0.0.1:1080"],
  ["http://[2001:DB8::1]:8080", "PROXY [2001:db8::1]:8080", "http://[2001:db8::1]:8080"],
  ["http://[::]:1", "PROXY [::]:1", "http://[::]:1"],
  ["http://p:1", "PROXY p:1", "http://p:1"],
  ["http://a-b.c1:65535", "PROXY a-b.c1:65535", "http://a-b.c1:65535"],
  ["http://p:00080", "PROXY p:80", "http://p:80"],
])("%s is %s in a proxy script, and %s in Chromium's rules", (text, script, rules) => {
  const read = readProxyAddress(text);
  expect(read && [asScript(read), asRules(read)]).toEqual([script, rules]);
});

it("a name has 254 letters at most", () => {
  const longest = "a".repeat(254);
  expect(readProxyAddress(`http://${longest}:1`)?.host).toBe(`${longest}:1`);
  expect(readProxyAddress(`http://${longest}a:1`)).toBeNull();
  const brackets = `[${":".repeat(45)}]`;
  expect(readProxyAddress(`http://${brackets}:1`)?.host).toBe(`${brackets}:1`);
  expect(readProxyAddress(`http://${brackets.replace("]", ":]")}:1`)).toBeNull();
});

it.each([
  "",
  "proxy.example:3128",
  "http://proxy.example",
  "http://proxy.example:",
  "http://proxy.example:0",
  "http://proxy.example:65536",
  "http://proxy.example:080808",
  "http://proxy.example:31a",
  "http://proxy.example:3128/x",
  "http://proxy.example:3128//",
  "http://proxy.example:3128 ",
  " http://proxy.example:3128",
  "xhttp://proxy.example:3128",
  "ftp://proxy.example:3128",
  "socks4://proxy.example:3128",
  "http:/proxy.example:3128",
  "http://me:word@proxy.example:3128",
  "http://-proxy.example:3128",
  "http://proxy.example-:3128",
  "http://.proxy:3128",
  "http://proxy.:3128",
  "http://-:3128",
  "http://pro_xy.example:3128",
  "http://pro xy:3128",
  "http://a;b:3128",
  "http://:3128",
  "http://[]:3128",
  "http://[:]:3128",
  "http://[::g]:3128",
  "http://[::1]x:3128",
  "http://x[::1]:3128",
  "http://proxy.example:3128\n",
])("%j is none, so that nothing else comes into a proxy script", (text) => {
  expect(readProxyAddress(text)).toBeNull();
});
