/// <reference lib="dom" />
import type { BridgePort } from "./bridge-port.ts";

/**
 * Runs in the page's own world before any script of the page. It receives what a preload exposes, makes a refused
 * `window.open` answer null, and asks the app before the screen is captured, as Electron's does.
 *
 * The host sends the text of this function into the page: it may use nothing from outside its own body.
 */
export function installMainWorld(port: BridgePort): void {
  const freeze = (value: unknown): void => {
    if (value === null || typeof value !== "object" || Object.isFrozen(value)) return;
    if (ArrayBuffer.isView(value)) return;
    Object.freeze(value);
    for (const key of Object.keys(value)) freeze(Reflect.get(value, key));
  };

  port.provide("expose", (key, api) => {
    const name = String(key);
    if (name in window) {
      throw new Error("Cannot bind an API on top of an existing property on the window object");
    }
    freeze(api);
    Object.defineProperty(window, name, { value: api, enumerable: true });
  });

  // Chromium would ask nobody here: the app's handler decides, as in Electron. The page's own policy comes first.
  const policy: unknown = Reflect.get(document, "featurePolicy");
  const allows: unknown =
    typeof policy === "object" && policy !== null ? Reflect.get(policy, "allowsFeature") : undefined;
  const mayAsk = (): boolean =>
    typeof allows !== "function" || Reflect.apply(allows, policy, ["display-capture"]) === true;
  if (typeof MediaDevices === "function") {
    MediaDevices.prototype.getDisplayMedia = new Proxy(MediaDevices.prototype.getDisplayMedia, {
      async apply(target, self, args: DisplayMediaStreamOptions[]) {
        if (!mayAsk()) return Reflect.apply(target, self, args);
        const { video = true, audio = false } = args[0] ?? {};
        const name = String(await port.call("displayMedia", [video !== false, audio !== false]));
        throw new DOMException("Invalid capture constraints", name);
      },
    });
  }

  // A popup of Chromium's own would stall this page while the host refuses it, so none is made.
  window.open = new Proxy(window.open, {
    apply(_target, _self, args: readonly unknown[]) {
      const [url = "", name = "", features = ""] = args.map((argument) => String(argument ?? ""));
      port.call("open", [new URL(url === "" ? "about:blank" : url, document.baseURI).href, name, features]);
      return null;
    },
  });
}
