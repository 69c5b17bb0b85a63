import type { App } from "electron";
import { EventEmitter } from "node:events";
import { beforeEach, describe, expect, it } from "vitest";
import { registerOpenEvents } from "../../../main/electron/opened-again.ts";
import type { Program } from "../../../main/electron/program.ts";

const ofSeven = "frontdesk://patient?external-id=7";
const ofEight = "frontdesk://patient?external-id=8";

type Leaving = Pick<Program, "isLeaving" | "startsAgain">;
let program: Leaving;
let did: string[];
let app: EventEmitter;

/** As main does it in the turn of its start. Electron's own `app` is not to be had in plain Node: it is called as Electron calls it. */
function start(...args: readonly string[]): void {
  program = { isLeaving: false, startsAgain: false };
  did = [];
  app = new EventEmitter();
  registerOpenEvents(app as unknown as App, {
    program: program as Program,
    links: { came: (text) => void did.push(text) },
    bringUp: () => void did.push("bring up"),
    args,
  });
}
beforeEach(() => start());

const ways = {
  "Windows and Linux: another start": () => app.emit("second-instance", {}, ["Front Desk.exe"]),
  "Windows and Linux: a link": () => app.emit("second-instance", {}, ["Front Desk.exe", "--", ofSeven]),
  "macOS: a click in the Dock": () => app.emit("activate", {}, false),
  "macOS: a link": () => app.emit("open-url", { preventDefault: () => undefined }, ofSeven),
} as const;
const eachWay = Object.entries(ways);

describe("while the last requests are waited for", () => {
  it.each(eachWay)("the program comes back after them: %s", (_way, come) => {
    program.isLeaving = true;
    come();
    expect(program.startsAgain).toBe(true);
  });

  it.each(eachWay)("and else does not: %s", (_way, come) => {
    come();
    expect(program.startsAgain).toBe(false);
  });

  it.each(eachWay.filter(([way]) => way.endsWith("a link")))("%s is kept for then", (_way, come) => {
    program.isLeaving = true;
    come();
    expect(did).toEqual([ofSeven]);
  });
});

describe("from the turn of the start on", () => {
  it.each(eachWay.filter(([way]) => way.endsWith("a link")))("%s is kept", (_way, come) => {
    come();
    expect(did).toEqual([ofSeven]);
  });

  it("a link that it was started with is kept, and one that comes later too", () => {
    start("--", ofSeven);
    app.emit("second-instance", {}, ["Front Desk.exe", "--", ofEight]);
    expect(did).toEqual([ofSeven, ofEight]);
  });

  it("another start without a link brings the window to the front", () => {
    app.emit("second-instance", {}, ["Front Desk.exe"]);
    expect(did).toEqual(["bring up"]);
  });

  it("macOS is told that a link was taken", () => {
    let isPrevented = false;
    app.emit("open-url", { preventDefault: () => (isPrevented = true) }, ofSeven);
    expect(isPrevented).toBe(true);
  });
});
