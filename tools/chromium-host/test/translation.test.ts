import { describe, expect, it, vi } from "vitest";
import { chordOf } from "../host/accelerator.ts";
import { readCommandLine, readInvocation } from "../host/command-line.ts";
import { findChromium } from "../host/chromium/find-chromium.ts";
import { createUrlTranslator } from "../host/urls.ts";
import { createCloneCodec } from "../page/clone-codec.ts";

describe("addresses", () => {
  const urls = createUrlTranslator((scheme) => scheme === "app");

  it.each([
    ["app://desk/index.html?a=1#b", "https://desk.app.invalid/index.html?a=1#b"],
    ["app://desk/a/../b", "https://desk.app.invalid/a/../b"],
    ["app://desk", "https://desk.app.invalid"],
  ])("translates %s and back without a loss", (electron, chromium) => {
    expect(urls.toChromium(electron)).toBe(chromium);
    expect(urls.toElectron(chromium)).toBe(electron);
  });

  it.each([
    "https://desk.app.invalid.example.com/",
    "https://desk.other.invalid/",
    "http://desk.app.invalid/",
    "https://app.invalid/",
    "https://example.com/?x=https://desk.app.invalid/",
  ])("does not take %s for an address of the app", (url) => {
    expect(urls.toElectron(url)).toBe(url);
  });

  it("leaves a policy alone but for the app's own scheme", () => {
    const policy =
      "default-src 'none'; script-src 'self' app: https://js.example.com; img-src app://desk data:";
    expect(urls.policyToChromium(policy)).toBe(
      "default-src 'none'; script-src 'self' https://*.app.invalid https://js.example.com; img-src https://desk.app.invalid data:",
    );
  });

  it("calls an opaque origin null", () => {
    expect(urls.originToElectron("://")).toBe("null");
    expect(urls.originToElectron("https://desk.app.invalid")).toBe("app://desk");
  });
});

describe("accelerators", () => {
  it.each([
    ["CmdOrCtrl+N", "linux", "control+n"],
    ["CmdOrCtrl+N", "darwin", "meta+n"],
    ["Shift+CommandOrControl+P", "linux", "control+shift+p"],
    ["CmdOrCtrl+Plus", "linux", "control++"],
    ["Ctrl++", "linux", "control++"],
    ["Alt+Up", "linux", "alt+arrowup"],
    ["F11", "linux", "f11"],
  ])("reads %s on %s", (accelerator, platform, chord) => {
    expect(chordOf(accelerator, platform)).toBe(chord);
  });

  it.each(["CmdOrCtrl+Backslash", "CmdOrCtrl", "", "F25", "Ctrl+Foo"])(
    "%j is none: it is warned of and left out",
    (accelerator) => {
      const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
      expect(chordOf(accelerator, "linux")).toBeNull();
      expect(warn).toHaveBeenCalledWith(expect.stringContaining("Invalid accelerator token: "));
      warn.mockRestore();
    },
  );
});

describe("command line", () => {
  it("finds the app behind Electron's own words, as Playwright writes them", () => {
    const words = [
      "-r",
      "/tool/loader.js",
      "--no-sandbox",
      "--inspect=0",
      "--remote-debugging-port=0",
      ".",
      "--x",
    ];
    expect(readInvocation(words)).toEqual({ preloadModules: ["/tool/loader.js"], application: "." });
  });

  it("joins lists of features and replaces other values", () => {
    const line = readCommandLine(["--disable-features=A", "--lang=de"]);
    line.appendSwitch("disable-features", "B");
    line.appendSwitch("lang", "fr");
    expect(line.getSwitchValue("disable-features")).toBe("A,B");
    expect(line.toArguments()).toEqual(["--disable-features=A,B", "--lang=fr"]);
  });
});

describe("finding Chromium", () => {
  const find = (environment: Record<string, string>, there: string[]): string =>
    findChromium({ platform: "linux", environment, isExecutable: (path) => there.includes(path) });

  it("prefers CHROMIUM_PATH to the path", () => {
    expect(find({ CHROMIUM_PATH: "/own/c", PATH: "/usr/bin" }, ["/own/c", "/usr/bin/chromium"])).toBe(
      "/own/c",
    );
    expect(find({ PATH: "/bin:/usr/bin" }, ["/usr/bin/google-chrome"])).toBe("/usr/bin/google-chrome");
  });

  it("says what to do when there is none", () => {
    expect(() => find({ PATH: "/bin" }, [])).toThrow(
      "install Chromium or Google Chrome, or set CHROMIUM_PATH",
    );
  });
});

describe("cloning", () => {
  const codec = createCloneCodec();

  it("keeps cycles, shared parts and odd numbers", () => {
    const shared = { a: 1 };
    const value: Record<string, unknown> = {
      first: shared,
      second: shared,
      odd: [Number.NaN, -0, 10n, Infinity],
    };
    value["self"] = value;
    const back = codec.decode(codec.encode(value)) as Record<string, unknown>;
    expect(back["self"]).toBe(back);
    expect(back["first"]).toBe(back["second"]);
    expect(back["odd"]).toEqual([Number.NaN, -0, 10n, Infinity]);
  });

  it("does not let a key named __proto__ change the copy's prototype", () => {
    const value: unknown = JSON.parse('{"__proto__": {"polluted": true}}');
    const back = codec.decode(codec.encode(value)) as Record<string, unknown>;
    expect(Object.getPrototypeOf(back)).toBe(Object.prototype);
    expect(back["polluted"]).toBeUndefined();
  });

  it.each([[() => 1], [Symbol("x")], [Promise.resolve()], [new WeakMap()]])(
    "refuses what cannot be cloned",
    (value) => {
      expect(() => codec.encode({ value })).toThrow("An object could not be cloned.");
    },
  );
});
