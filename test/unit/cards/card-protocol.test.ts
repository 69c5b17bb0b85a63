import { join, sep } from "node:path";
import { describe, expect, it, test } from "vitest";
import {
  findCardFile,
  getCardHeaders,
  cardPage,
  cardPartition,
  cardPolicy,
  mayNavigate,
  mayRequest,
} from "../../../main/features/cards/card-protocol.ts";

const root = join(sep, "opt", "front-desk", "card");
const origin = "https://card.frontdesk.invalid";

describe("a file of the card page", () => {
  it("is served under its own origin", () => {
    expect(findCardFile(cardPage, root)).toBe(join(root, "payment", "index.html"));
    expect(findCardFile(`${origin}/assets/payment-x.js`, root)).toBe(join(root, "assets", "payment-x.js"));
  });

  it.each([
    "https://js.stripe.com/payment/index.html",
    `${origin}:8443/payment/index.html`,
    "http://card.frontdesk.invalid/payment/index.html",
    "https://card.frontdesk.invalid.evil.example/payment/index.html",
    "app://desk/payment/index.html",
    `${origin}/..%2frenderer/index.html`,
    `${origin}/payment/..%5cindex.html`,
    `${origin}//etc/passwd.js`,
    `${origin}/.hidden.js`,
    `${origin}/index.cjs`,
    `${origin}/`,
    "",
  ])("%j is none", (address) => {
    expect(findCardFile(address, root)).toBeNull();
  });
});

it("the card page shares no storage with the desk, and has none that outlives the program", () => {
  expect(cardPartition).not.toBe("");
  expect(cardPartition).not.toMatch(/^persist:/);
});

describe("the policy of the card page", () => {
  const directives = new Map(
    cardPolicy.split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources] as const;
    }),
  );
  const stripe = ["https://js.stripe.com", "https://*.js.stripe.com"];

  it("runs its own script and the provider's, without inline scripts and eval", () => {
    expect(directives.get("default-src")).toEqual(["'none'"]);
    expect(directives.get("script-src")).toEqual(["'self'", ...stripe]);
    expect(cardPolicy.match(/'unsafe-[a-z-]+'/g)).toEqual(["'unsafe-inline'"]);
    expect(directives.get("style-src")).toContain("'unsafe-inline'");
  });

  it("frames and asks nobody but the provider, and is framed by nobody", () => {
    expect(directives.get("frame-src")).toEqual([...stripe, "https://hooks.stripe.com"]);
    expect(directives.get("connect-src")).toEqual(["'self'", "https://api.stripe.com"]);
    for (const name of ["form-action", "frame-ancestors", "base-uri", "object-src"])
      expect(directives.get(name)).toEqual(["'none'"]);
  });

  it("shows pictures and letters of its own alone", () => {
    expect(directives.get("img-src")).toEqual(["'self'", "data:"]);
    expect(directives.get("font-src")).toEqual(["'self'"]);
  });

  it("goes out with every answer, and nothing that cuts the frames of 3-D Secure off", () => {
    for (const file of ["payment/index.html", "assets/x.js", null]) {
      const headers = getCardHeaders(file);
      expect(headers["content-security-policy"]).toBe(cardPolicy);
      expect(Object.keys(headers).filter((name) => name.startsWith("cross-origin"))).toEqual([]);
      // The provider refuses requests of a page that hides its origin.
      expect(headers["referrer-policy"]).toBe("strict-origin");
    }
  });

  it("comes with answers that nothing keeps or takes for another type, on a page that no device listens to", () => {
    const headers = getCardHeaders("payment/index.html");
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    const closed = headers["permissions-policy"]?.split(", ") ?? [];
    expect(closed).toEqual(
      ["camera", "microphone", "geolocation", "display-capture", "usb", "serial", "hid"].map(
        (device) => `${device}=()`,
      ),
    );
  });
});

describe("a request of the card window", () => {
  test.each([
    ["https://js.stripe.com/endive/stripe.js", false],
    ["https://b.js.stripe.com/v3/controller.html", true],
    ["https://api.stripe.com/v1/setup_intents/seti_1/confirm", true],
    ["https://hooks.stripe.com/3d_secure_2/hosted", true],
    ["https://m.stripe.network/inner.html", null],
    ["https://acs.bank.example/challenge", true],
    ["https://stripe.com/x", false],
    ["https://stripe.network/x", false],
    ["https://a.b-c.m.stripe.network/x", false],
    ["data:image/png;base64,AAAA", false],
    ["blob:https://card.frontdesk.invalid/1", false],
    [cardPage, false],
  ])("to %s may leave (in a frame: %j)", (url, isInSubFrame) => {
    expect(mayRequest({ url, isInSubFrame })).toBe(true);
  });

  test.each([
    ["https://evil.example/collect", false],
    ["https://evil.example/collect", null],
    ["http://api.stripe.com/v1/x", false],
    ["http://acs.bank.example/challenge", true],
    ["wss://js.stripe.com/x", false],
    ["https://stripe.com.evil.example/x", false],
    ["https://evilstripe.com/x", false],
    ["https://evilstripe.network/x", false],
    ["https://stripe.network.evil.example/x", false],
    ["https://api.stripe.com:8443/x", false],
    ["http://127.0.0.1:4010/api/patient", true],
    ["file:///etc/passwd", true],
    ["app://desk/index.html", true],
    ["chrome://settings", false],
    [cardPage, true],
    ["", false],
  ])("to %j may not leave (in a frame: %j)", (url, isInSubFrame) => {
    expect(mayRequest({ url, isInSubFrame })).toBe(false);
  });
});

describe("going elsewhere", () => {
  test.each([
    "https://js.stripe.com/evil.html",
    "https://evil.example/",
    "app://desk/index.html",
    `${origin}/other.html`,
    "about:blank",
    "data:text/html,x",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "",
  ])("the page itself may not go to %j", (url) => {
    expect(mayNavigate(url, true)).toBe(false);
  });

  test("the page may be loaded anew", () => {
    expect(mayNavigate(cardPage, true)).toBe(true);
  });

  test("a frame may go on to the bank, and not to other schemes or back into the page", () => {
    const may = (url: string): boolean => mayNavigate(url, false);
    expect(
      ["https://hooks.stripe.com/x", "https://acs.bank.example/x", "about:blank", "about:srcdoc"].map(may),
    ).toEqual([true, true, true, true]);
    expect(
      ["http://acs.bank.example/x", "file:///etc/passwd", "app://desk/index.html", cardPage, ""].map(may),
    ).toEqual([false, false, false, false, false]);
  });
});
