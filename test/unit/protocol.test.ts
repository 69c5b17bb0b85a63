import fc from "fast-check";
import { join, sep } from "node:path";
import { describe, expect, it, test } from "vitest";
import { deskOrigin, deskPage, deskPolicy, fileOf, headersFor } from "../../main/desk-files.ts";

const root = join(sep, "opt", "front-desk", "renderer");

describe("a file of the page", () => {
  test.each([
    [deskPage, "index.html"],
    ["app://desk/assets/index-BfX2.js", join("assets", "index-BfX2.js")],
    ["app://desk/assets/index_1.css?v=2", join("assets", "index_1.css")],
    ["app://desk/fonts/inter.var.woff2#x", join("fonts", "inter.var.woff2")],
    ["app://desk/icon.svg", "icon.svg"],
  ])("%s is served", (address, file) => {
    expect(fileOf(address, root)).toBe(join(root, file));
  });
});

/** Ways out of the folder, and ways to another kind of file or another place. */
const hostile: readonly string[] = [
  "app://desk/..%2fmain%2findex.js",
  "app://desk/..%2Fmain.js",
  "app://desk/%2E%2E%2Fmain.js",
  "app://desk/%252e%252e%252fmain.js",
  "app://desk/..%252fmain.js",
  "app://desk/..\\main.js",
  "app://desk/..%5cmain.js",
  "app://desk/%5c%5cserver%5cshare%5cx.js",
  "app://desk/..%c0%afmain.js",
  "app://desk/%c0%ae%c0%ae/main.js",
  "app://desk/..;/main.js",
  "app://desk/....//main.js",
  "app://desk/.../main.js",
  "app://desk/a/..%00/main.js",
  "app://desk/index.html%00.js",
  "app://desk/index.html%0a",
  "app://desk//etc/passwd.js",
  "app://desk///index.html",
  "app://desk/assets//index.js",
  "app://desk//server/share/index.html",
  "app://desk/C:/Windows/win.js",
  "app://desk/C:%5CWindows%5Cwin.js",
  "app://desk/C|/Windows/win.js",
  "app://desk/file:///etc/passwd.js",
  "app://desk/index.html::$DATA",
  "app://desk/index.html:stream.js",
  "app://desk/~/secret.js",
  "app://desk/$HOME/secret.js",
  "app://desk/%24HOME/secret.js",
  "app://desk/.env.js",
  "app://desk/.git/config.js",
  "app://desk/assets/.hidden.js",
  "app://desk/index.html/",
  "app://desk/index.html.",
  "app://desk/index.html%20",
  "app://desk/index html.js",
  "app://desk/",
  "app://desk",
  "app://desk/assets",
  "app://desk/package.json",
  "app://desk/index.cjs",
  "app://desk/app.asar",
  "app://desk/records.db",
  "app://desk/index.htm",
  "app://desk/index.HTML",
  "app://desk/ïndex.html",
  "app://desk/\u2025/main.js",
  "app://desk/\uff0e\uff0e/main.js",
  "app://desk/../package.json",
  "app://desk/../../package.json",
  "app://desk/%2e%2e/package.json",
  "app://desk/%2e%2e%2fpackage.json",
  "app://desk/..%2fpackage.json",
  "app://desk/..%5cpackage.json",
  "app://desk/..\\package.json",
  "app://desk/assets/../../package.json",
  "app://desk/assets/%2e%2e/%2e%2e/package.json",
  "app://desk/assets/..%2f..%2fpackage.json",
  "app://desk/....//package.json",
  "app://desk/.../package.json",
  "app://desk/./../main/index.cjs",
  "app://desk/../main/index.cjs",
  "app://desk/%2e%2e/main/index.cjs",
  "app://desk/..;/package.json",
  "app://desk/%252e%252e/package.json",
  "app://desk/%c0%ae%c0%ae/package.json",
  "app://desk/%00/../package.json",
  "app://desk/index.html/../../package.json",
  "app://desk///etc/passwd",
  "app://desk//etc/passwd",
  "app://desk/%2fetc%2fpasswd",
  "app://desk/file:///etc/passwd",
  "app://desk/C:%5cWindows%5cwin.ini",
  "app://desk/.git/config",
  "app://desk/assets/",
  "app://desk/index.html.map~",
  "app://desk/?file=../package.json",
  "app://other/index.html",
  "app://desk@other/index.html",
  "app://desk.evil/index.html",
  "app://evil/index.html",
  "app://desk:80/index.html",
  "app://user@evil/index.html",
  "app:/index.html",
  "app:index.html",
  "https://desk/index.html",
  "file:///index.html",
  "desk/index.html",
  "javascript:alert(1)",
  "data:text/html,x",
  "",
];

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
  test.each(hostile)("%j is no file", (address) => {
    expect(fileOf(address, root)).toBeNull();
  });

  test.each(folded)("%s stays inside", (address, file) => {
    expect(fileOf(address, root)).toBe(join(root, file));
  });

  it("is more than thirty forms", () => {
    expect(new Set(hostile).size).toBeGreaterThan(30);
  });

  it("never leaves the folder, whatever the address", () => {
    const part = fc.oneof(
      fc.constantFrom("..", ".", "%2e%2e", "%2f", "%5c", "\\", "/", "//", "%00", "a", "index.html", ":", "~"),
      fc.string({ maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const file = fileOf(`app://desk/${parts.join("/")}`, root);
        if (file === null) return;
        expect(file.startsWith(root + sep)).toBe(true);
        expect(file.slice(root.length + 1)).toMatch(/^[\w.-]+([/\\][\w.-]+)*$/);
        expect(file).not.toContain("..");
      }),
      { numRuns: 5_000 },
    );
  });
});

describe("the policy", () => {
  const directives = new Map(
    deskPolicy.split("; ").map((directive) => {
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
    expect(deskPolicy).not.toMatch(/unsafe|https?:|\*|blob:|filesystem:|'nonce|'sha|wasm/);
  });

  it.each(["index.html", "x.js", "x.css", "x.woff2", null])("goes out with every answer: %s", (file) => {
    const headers = headersFor(file);
    expect(headers["content-security-policy"]).toBe(deskPolicy);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["content-type"]).not.toBe("");
  });

  it("names each kind of file for what it is, and nothing unknown as a page or a script", () => {
    expect(headersFor("a/index.html")["content-type"]).toContain("text/html");
    expect(headersFor("a/x.js")["content-type"]).toContain("javascript");
    for (const file of ["x.exe", "x", null, "x.HTML"])
      expect(headersFor(file)["content-type"]).toContain("text/plain");
  });
});

it("has an origin that is a scheme and a host, and no more", () => {
  expect(deskOrigin).toMatch(/^[a-z]+:\/\/[a-z]+$/);
});
