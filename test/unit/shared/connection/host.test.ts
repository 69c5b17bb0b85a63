import { describe, expect, it } from "vitest";
import { isHere, isLoopbackHost, isPublicHost, readAddress } from "../../../../shared/connection/host.ts";

describe("an address that cannot be used says why", () => {
  it.each([
    ["", "fields.address.missing"],
    [" \n", "fields.address.missing"],
    ["https://a b.example", "fields.address.spaces"],
    ["https://a\u200b.example", "fields.address.spaces"],
    ["https://a\u0007.example", "fields.address.spaces"],
    ["https:\\\\a.example", "fields.address.spaces"],
    ["a.example", "fields.address.https"],
    ["//a.example", "fields.address.https"],
    ["https:/a.example", "fields.address.https"],
    ["https:///a.example", "fields.address.https"],
    ["1https://a.example", "fields.address.https"],
    [".https://a.example", "fields.address.https"],
    ["(https://a.example", "fields.address.https"],
    ["ftp://a.example", "fields.address.scheme"],
    ["git+https://a.example", "fields.address.scheme"],
    ["h://a.example", "fields.address.scheme"],
    ["h2://a.example", "fields.address.scheme"],
    ["https://me@a.example", "fields.address.userInfo"],
    ["http://@a.example/x", "fields.address.userInfo"],
    ["http://me@a.example?x", "fields.address.userInfo"],
    ["https://a.example/#x", "fields.address.fragment"],
    ["https://a.example#me@", "fields.address.fragment"],
    ["https://a.example:99999", "fields.address.unreadable"],
    ["https://", "fields.address.unreadable"],
  ])("%j: %s", (text, id) => {
    expect(readAddress(text)).toEqual({ kind: "refused", why: { id, values: {} } });
  });

  it.each([
    ["https://a.example/me@b", "https://a.example/me@b"],
    ["https://a.example?me@b", "https://a.example/?me@b"],
    [" HTTP://A.example ", "http://a.example/"],
    ["https://a.example//b", "https://a.example//b"],
  ])("%j is read as %s", (text, href) => {
    const read = readAddress(text);
    expect(read.kind === "address" ? read.address.href : read.why).toBe(href);
  });
});

describe("a host that is reached from elsewhere", () => {
  it.each([
    "a.example",
    "A.Example.",
    "local.example",
    "home.example",
    "8.8.8.8",
    "2606:4700::1111",
    "[2606:4700::1111]",
    "[3fff:ffff::1]",
    "home.arpa.example",
    "x.arpa",
  ])("%s", (host) => {
    expect(isPublicHost(host)).toBe(true);
  });
  it.each([
    "",
    ".",
    "example",
    "example.",
    "a..example",
    ".example",
    "a.example..",
    ...["localhost", "local", "internal", "localdomain", "lan", "home", "corp", "intranet", "private"].map(
      (ending) => `a.${ending}`,
    ),
    "a.LAN",
    "a.lan.",
    "nas.clinic.lan",
    "home.arpa",
    "nas.home.arpa",
    "10.0.0.1",
    "127.0.0.1",
    "[::1]",
    "[::ffff:8.8.8.8]",
    "[fe80::1]",
    "[1fff::1]",
    "[4000::1]",
    "26[06:4700::1111]",
    "[2606:4700::]1111",
  ])("not %j", (host) => {
    expect(isPublicHost(host)).toBe(false);
  });
});

describe("this computer itself", () => {
  it.each(["localhost", "127.0.0.1", "127.255.255.254", "[::1]", "::1"])("is %s", (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  });
  it.each([
    "a.localhost",
    "localhost.example",
    "128.0.0.1",
    "126.0.0.1",
    "[::2]",
    "0.0.0.0",
    "[::1",
    "x[::1]",
    "",
  ])("is not %j", (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  });
  it("is known by a whole address", () => {
    expect(isHere("http://127.0.0.1:4010/x")).toBe(true);
    expect(isHere("https://a.example/127.0.0.1")).toBe(false);
  });
});
