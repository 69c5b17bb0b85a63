import fc from "fast-check";
import { expect, it, test } from "vitest";
import { isTrustedSender, type SenderFacts } from "../../../main/ipc/trusted-sender.ts";
import { limitCases } from "../../support/cases.ts";

const expected = { origin: "app://desk", windowIds: new Set([1, 7]) };
const own: SenderFacts = {
  origin: "app://desk",
  url: "app://desk/index.html",
  isMainFrame: true,
  windowId: 7,
};
const isTrusted = (change: Partial<SenderFacts>): boolean => isTrustedSender({ ...own, ...change }, expected);

test.each([
  ["its page", {}],
  ["another of its pages", { url: "app://desk/sub/page.html?x#y" }],
  ["its other window", { windowId: 1 }],
])("trusts %s", (_what, change) => {
  expect(isTrusted(change)).toBe(true);
});

const elsewhere = (address: string): Partial<SenderFacts> => ({
  origin: address,
  url: `${address}/index.html`,
});

test.each<readonly [string, Partial<SenderFacts>]>([
  ["a web page", elsewhere("https://example.com")],
  ["a page in the clear", elsewhere("http://desk")],
  ["a host that begins like it", elsewhere("app://desk.evil")],
  ["a host that ends like it", elsewhere("app://evildesk")],
  ["a host that goes on", elsewhere("app://desk2")],
  ["a host below it", elsewhere("app://a.desk")],
  ["a port of it", elsewhere("app://desk:80")],
  ["its name in capitals", elsewhere("APP://DESK")],
  ["another scheme with its host", elsewhere("evil://desk")],
  ["a scheme that begins like it", elsewhere("apps://desk")],
  ["its origin with a slash", { origin: "app://desk/" }],
  ["an origin with its own inside", { origin: "https://evil/?app://desk" }],
  ["a user before another host", elsewhere("app://desk@evil")],
  ["no origin", { origin: null }],
  ["an opaque origin", { origin: "null" }],
  ["an empty origin", { origin: "" }],
  ["no address", { url: null }],
  ["an empty address", { url: "" }],
  ["a blank frame that took its origin over", { url: "about:blank" }],
  ["a frame with its own text", { url: "about:srcdoc" }],
  ["a blob of its own", { url: "blob:app://desk/0000" }],
  ["a data address", { origin: "null", url: "data:text/html,x" }],
  ["a script address", { url: "javascript:1" }],
  ["a file", { origin: "file://", url: "file:///index.html" }],
  ["its origin without a page", { url: "app://desk" }],
  ["an address elsewhere under its origin's name", { url: "app://desk.evil/index.html" }],
  ["an address of a user elsewhere", { url: "app://desk@evil/index.html" }],
  ["a page inside its page", { isMainFrame: false }],
  ["a window that it did not make", { windowId: 2 }],
  ["no window", { windowId: null }],
  ["a frame that is gone", { origin: null, url: null, isMainFrame: false, windowId: null }],
])("refuses %s", (_what, change) => {
  expect(isTrusted(change)).toBe(false);
});

it("trusts no window when the app has none", () => {
  expect(isTrustedSender(own, { ...expected, windowIds: new Set() })).toBe(false);
});

it("trusts nothing that differs from its own page in one thing", () => {
  const anyText = fc.option(fc.oneof(fc.string(), fc.webUrl()), { nil: null });
  fc.assert(
    fc.property(anyText, anyText, fc.boolean(), fc.option(fc.integer(), { nil: null }), (...facts) => {
      const [origin, url, isMainFrame, windowId] = facts;
      const all = isTrustedSender({ origin, url, isMainFrame, windowId }, expected);
      expect(all).toBe(false);
      expect(isTrusted({ origin })).toBe(origin === own.origin);
      expect(isTrusted({ url })).toBe(url?.startsWith("app://desk/") ?? false);
      expect(isTrusted({ isMainFrame })).toBe(isMainFrame);
      expect(isTrusted({ windowId })).toBe(windowId === 1 || windowId === 7);
    }),
    limitCases(2_000),
  );
});
