import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Session } from "electron";
import { beforeEach, describe, expect, it } from "vitest";
import { denyPermissions } from "../../../main/electron/permissions.ts";

/** The names in the types of the installed Electron, so that a new one is a case here by itself. */
const types = readFileSync(join(import.meta.dirname, "../../../node_modules/electron/electron.d.ts"), "utf8");
function namesIn(method: string): readonly string[] {
  const [, list = ""] =
    new RegExp(`\\b${method}\\(handler: \\(\\(.*?permission: ((?:'[\\w-]+'(?: \\| )?)+)`).exec(types) ?? [];
  return [...list.matchAll(/'([\w-]+)'/g)].map(([, name]) => name ?? "");
}
const asked = namesIn("setPermissionRequestHandler");
const checked = namesIn("setPermissionCheckHandler");

type Handler = (...args: readonly unknown[]) => unknown;
let handlers: Record<string, Handler>;
let events: Record<string, Handler>;

beforeEach(() => {
  handlers = {};
  events = {};
  // A session of Electron's is not to be had in plain Node: what is put into one is called as Electron calls it.
  const session = new Proxy(
    { on: (name: string, listener: Handler) => void (events[name] = listener) },
    {
      get: (target, name) =>
        name === "on" ? target.on : (handler: Handler) => void (handlers[String(name)] = handler),
    },
  );
  denyPermissions(session as unknown as Session);
});

/** What a handler of Electron's with a callback is answered. */
const answered = (name: string, ...args: readonly unknown[]): unknown => {
  const answers: unknown[] = [];
  handlers[name]?.(...args, (answer: unknown) => answers.push(answer), {});
  return answers;
};

it("Electron's names are found in its types", () => {
  expect(asked.length).toBeGreaterThan(25);
  expect(checked.length).toBeGreaterThan(25);
  expect(asked).toEqual(expect.arrayContaining(["media", "geolocation", "notifications", "clipboard-read"]));
});

describe("a permission that a page asks for", () => {
  it.each(asked)("is denied: %s", (permission) => {
    expect(answered("setPermissionRequestHandler", {}, permission)).toEqual([false]);
  });
});

describe("a permission that is looked up", () => {
  it.each(checked)("is denied: %s", (permission) => {
    expect(handlers["setPermissionCheckHandler"]?.(null, permission, "app://desk", {})).toBe(false);
  });
});

describe("a device", () => {
  it.each(["hid", "serial", "usb"])("of the kind %s is denied", (deviceType) => {
    const details = { deviceType, origin: "app://desk", device: {} };
    expect(handlers["setDevicePermissionHandler"]?.(details)).toBe(false);
  });
});

it("the screen is not given away", () => {
  expect(answered("setDisplayMediaRequestHandler", { videoRequested: true })).toEqual([null]);
});

it("a download is stopped", () => {
  let isStopped = false;
  events["will-download"]?.({ preventDefault: () => (isStopped = true) });
  expect(isStopped).toBe(true);
});
