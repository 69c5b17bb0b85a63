import type { App, PowerMonitor } from "electron";
import { EventEmitter } from "node:events";
import { beforeEach, expect, it } from "vitest";
import { registerAppEvents } from "../../../main/electron/app-events.ts";
import type { Program } from "../../../main/electron/program.ts";

let did: string[];
/** The one computer: Electron's own objects are not to be had in plain Node, and are called as Electron calls them. */
let system: Record<"app" | "powerMonitor" | "process", EventEmitter>;

beforeEach(() => {
  did = [];
  const note = (what: string) => async (): Promise<void> => void did.push(what);
  const app = Object.assign(new EventEmitter(), { quit: () => void did.push("quit") });
  system = { app, powerMonitor: new EventEmitter(), process: new EventEmitter() };
  const desk = {
    lock: async (why: string): Promise<void> => void did.push(`lock: ${why}`),
    wake: () => void did.push("wake"),
  };
  const { powerMonitor, process } = system;
  registerAppEvents(
    {
      app: app as unknown as App,
      powerMonitor: powerMonitor as PowerMonitor,
      process: process as unknown as NodeJS.Process,
    },
    { desk } as unknown as Program,
    { leave: note("leave"), open: note("open"), end: () => void did.push("end") },
  );
});

it.each([
  ["lock-screen", "lock: system"],
  ["user-did-resign-active", "lock: system"],
  ["suspend", "lock: suspend"],
  ["resume", "wake"],
  ["unlock-screen", "wake"],
])("the system's %s is heeded: %s", (event, wanted) => {
  system.powerMonitor.emit(event);
  expect(did).toEqual([wanted]);
});

it.each(["SIGTERM", "SIGINT", "SIGHUP"])("%s quits, however often it comes, and never kills", (signal) => {
  for (let time = 0; time < 3; time += 1) expect(system.process.emit(signal)).toBe(true);
  expect(did).toEqual(["quit", "quit", "quit"]);
});
