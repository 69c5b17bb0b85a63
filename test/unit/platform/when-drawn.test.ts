import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { showOnFirstPaint } from "../../../main/platform/when-drawn.ts";

function hidden(platform: NodeJS.Platform) {
  const webContents = new EventEmitter();
  let isGone = false;
  const window = Object.assign(new EventEmitter(), { webContents, isDestroyed: () => isGone });
  let shown = 0;
  showOnFirstPaint(window, () => (shown += 1), platform);
  return {
    drawn: () => window.emit("ready-to-show"),
    loaded: () => webContents.emit("did-finish-load"),
    destroy: () => (isGone = true),
    shown: () => shown,
  };
}

describe.each(["linux", "darwin", "win32"] as const)("a hidden window on %s", (platform) => {
  it("is shown when it is drawn, once, whatever comes after", () => {
    const window = hidden(platform);
    window.drawn();
    window.loaded();
    expect(window.shown()).toBe(1);
  });

  it("that is gone by then is not", () => {
    const window = hidden(platform);
    window.destroy();
    window.drawn();
    window.loaded();
    expect(window.shown()).toBe(0);
  });
});

it("on Linux one that is never drawn is shown when its page has loaded, and once (electron#48859)", () => {
  const window = hidden("linux");
  window.loaded();
  window.drawn();
  expect(window.shown()).toBe(1);
});

it("elsewhere a page that has loaded is not shown before it is drawn: nothing flashes", () => {
  const window = hidden("darwin");
  window.loaded();
  expect(window.shown()).toBe(0);
});
