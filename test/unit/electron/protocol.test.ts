import fc from "fast-check";
import { join, sep } from "node:path";
import { describe, expect, it, test } from "vitest";
import {
  deskOrigin,
  deskPage,
  deskContentPolicy,
  findPageFile,
  getPageHeaders,
} from "../../../main/electron/desk-files.ts";
import { hostileAddresses } from "../../support/hostile-addresses.ts";
import { limitCases } from "../../support/cases.ts";

const root = join(sep, "opt", "front-desk", "renderer");

describe("a file of the page", () => {
  test.each([
    [deskPage, "index.html"],
    ["app://desk/assets/index-BfX2.js", join("assets", "index-BfX2.js")],
    ["app://desk/assets/index_1.css?v=2", join("assets", "index_1.css")],
    ["app://desk/fonts/inter.var.woff2#x", join("fonts", "inter.var.woff2")],
    ["app://desk/icon.svg", "icon.svg"],
  ])("%s is served", (address, file) => {
    expect(findPageFile(address, root)).toBe(join(root, file));
  });
});

/** The URL itself folds these away before anything is looked up: what is left of them lies inside. */
const folded: readonly (readonly [string, string])[] = [
  ["app://desk/../main.js", "main.js"],
  ["app://desk/../../../../etc/passwd.js", join("etc", "passwd.js")],
  ["app://desk/../renderer-evil/index.html", join("renderer-evil", "index.html")],
  ["app://desk/%2e%2e/main.js", "main.js"],
  ["app://desk/.%2E/assets/../main.js", "main.js"],
  ["app://desk/./././index.html", "index.html"],
];

describe("anything else", () => {
  test.each(hostileAddresses)("%j is no file", (address) => {
    expect(findPageFile(address, root)).toBeNull();
  });

  test.each(folded)("%s stays inside", (address, file) => {
    expect(findPageFile(address, root)).toBe(join(root, file));
  });

  it("is more than thirty forms", () => {
    expect(new Set(hostileAddresses).size).toBeGreaterThan(30);
  });

  it("never leaves the folder, whatever the address", () => {
    const part = fc.oneof(
      fc.constantFrom("..", ".", "%2e%2e", "%2f", "%5c", "\\", "/", "//", "%00", "a", "index.html", ":", "~"),
      fc.string({ maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const file = findPageFile(`app://desk/${parts.join("/")}`, root);
        if (file === null) return;
        expect(file.startsWith(root + sep)).toBe(true);
        expect(file.slice(root.length + 1)).toMatch(/^[\w.-]+([/\\][\w.-]+)*$/);
        expect(file).not.toContain("..");
      }),
      limitCases(5_000),
    );
  });
});

describe("the policy", () => {
  const directives = new Map(
    deskContentPolicy.split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources.join(" ")] as const;
    }),
  );

  it("allows nothing by default, no connections, no frames, no forms, and scripts of the app alone", () => {
    expect(directives.get("default-src")).toBe("'none'");
    expect(directives.get("connect-src")).toBe("'none'");
    expect(directives.get("script-src")).toBe("'self'");
    for (const name of ["form-action", "frame-ancestors", "base-uri", "object-src"])
      expect(directives.get(name)).toBe("'none'");
    for (const name of ["frame-src", "worker-src", "child-src", "script-src-elem", "script-src-attr"])
      expect(directives.has(name)).toBe(false);
  });

  it("has no hole: no inline, no eval, no address and no wildcard", () => {
    expect(deskContentPolicy).not.toMatch(/unsafe|https?:|\*|blob:|filesystem:|'nonce|'sha|wasm/);
  });

  it.each(["index.html", "x.js", "x.css", "x.woff2", null])("goes out with every answer: %s", (file) => {
    const headers = getPageHeaders(file);
    expect(headers["content-security-policy"]).toBe(deskContentPolicy);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["content-type"]).not.toBe("");
  });

  it("names each kind of file for what it is, and nothing unknown as a page or a script", () => {
    expect(getPageHeaders("a/index.html")["content-type"]).toContain("text/html");
    expect(getPageHeaders("a/x.js")["content-type"]).toContain("javascript");
    for (const file of ["x.exe", "x", null, "x.HTML"])
      expect(getPageHeaders(file)["content-type"]).toContain("text/plain");
  });
});

it("has an origin that is a scheme and a host, and no more", () => {
  expect(deskOrigin).toMatch(/^[a-z]+:\/\/[a-z]+$/);
});
