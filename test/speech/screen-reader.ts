import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startSecretService } from "../support/secret-service.ts";
import { readSpoken } from "./read-spoken.ts";

/** How long nothing new is said before what was said counts as whole, in milliseconds. */
const quiet = 1_500;
const longest = 60_000;
/** How long it is waited for what was said the last time, in milliseconds. */
const longestWait = 15_000;

/** A screen of its own with Orca on it, and a keyboard. What is pressed goes to the window that has the focus. */
export type ScreenReader = {
  /** What an app needs to be started on this screen. */
  readonly env: Readonly<Record<string, string>>;
  /** Gives the focus to the window of this title, as a click into an empty place of it does. */
  readonly enter: (title: string) => Promise<void>;
  /** Presses keys by X11's names, such as `ctrl+Return`, one after the other. */
  readonly press: (...keys: readonly string[]) => void;
  readonly type: (text: string) => void;
  /**
   * What was said since the last call and counts, once nothing new is said. `atLeast`: so many lines are waited for first, for
   * `longestWait` at most.
   */
  readonly takeSpoken: (counts?: (text: string) => boolean, atLeast?: number) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
};

/** Letters that are echoed would be most of what is said. */
const echo = { enableKeyEcho: false, enableEchoByCharacter: false, enableEchoByWord: false };
const profile = ["Default", "default"];
const settings = {
  general: { ...echo, speechServerFactory: "speechdispatcherfactory", startingProfile: profile, profile },
  profiles: { default: { profile, ...echo } },
  pronunciations: {},
  keybindings: {},
};

/** Orca writes its log in blocks of eight kilobytes otherwise, and a sentence would be put down to a later key. */
const customizations = "import orca.debug as debug\ndebug.debugFile.reconfigure(line_buffering=True)\n";

const a11yBus = ["call", "--session", "--dest", "org.a11y.Bus", "--object-path", "/org/a11y/bus"];
const setStatus = (name: string): string[] => [
  ...a11yBus,
  "--method",
  "org.freedesktop.DBus.Properties.Set",
  "org.a11y.Status",
  name,
  "<true>",
];

async function waitFor(what: string, isThere: () => boolean): Promise<void> {
  const ends = performance.now() + longest;
  while (!isThere()) {
    if (performance.now() > ends) throw new Error(`${what} did not come within ${longest / 1_000} s`);
    await pause(100);
  }
}

/** Starts a screen, the bus for assistive technology, and Orca. Needs Debian's packages: scripts/system-packages.mjs has them. */
export async function startScreenReader(): Promise<ScreenReader> {
  const keyring = await startSecretService({ prompts: "dismissed" });
  const home = keyring.env["HOME"] ?? "";
  const log = join(home, "orca.log");
  const orcaFolder = join(keyring.env["XDG_DATA_HOME"] ?? "", "orca");
  mkdirSync(orcaFolder, { recursive: true });
  writeFileSync(join(orcaFolder, "user-settings.conf"), JSON.stringify(settings));
  writeFileSync(join(orcaFolder, "orca-customizations.py"), customizations);
  writeFileSync(log, "");

  const started: ChildProcess[] = [];
  const endAll = (): void => started.toReversed().forEach((child) => child.kill("SIGTERM"));
  process.once("exit", endAll);
  const output = join(home, "programs.log");
  const start = (
    env: Readonly<Record<string, string>>,
    command: string,
    ...args: readonly string[]
  ): ChildProcess => {
    const child = spawn(command, [...args], { env, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (part: Buffer) => appendFileSync(output, part));
    child.on("error", (error) => appendFileSync(output, `${command}: ${error.message}\n`));
    started.push(child);
    return child;
  };

  const screen = start(
    keyring.env,
    "Xvfb",
    "-displayfd",
    "1",
    "-screen",
    "0",
    "1400x900x24",
    "-nolisten",
    "tcp",
  );
  const display = await new Promise<string>((found, fail) => {
    screen.stdout?.once("data", (part: Buffer) => found(`:${part.toString().trim()}`));
    screen.once("exit", () => fail(new Error("Xvfb ended")));
  });
  const env: Record<string, string> = {
    ...keyring.env,
    DISPLAY: display,
    LANG: "C.UTF-8",
    GTK_MODULES: "gail:atk-bridge",
    NO_AT_BRIDGE: "0",
    ACCESSIBILITY_ENABLED: "1",
    GNOME_ACCESSIBILITY: "1",
  };
  const run = (command: string, ...args: readonly string[]): string =>
    execFileSync(command, [...args], { env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const works = (command: string, ...args: readonly string[]): boolean => {
    try {
      run(command, ...args);
      return true;
    } catch {
      return false;
    }
  };

  start(env, "/usr/libexec/at-spi-bus-launcher", "--launch-immediately", "--a11y=1", "--screen-reader=1");
  start(env, "openbox");
  await waitFor("the bus for assistive technology", () => works("gdbus", ...setStatus("IsEnabled")));
  run("gdbus", ...setStatus("ScreenReaderEnabled"));
  start(env, "orca", "--replace", "--debug-file", log);
  const said = (): readonly string[] => readSpoken(readFileSync(log, "utf8"));
  await waitFor("Orca", () => readFileSync(log, "utf8").includes("SPEECH OUTPUT"));

  let taken = 0;
  return {
    env,
    enter: async (title) => {
      // A window that is just being shown can be found and not be activated yet.
      await waitFor(`the window ${title}`, () => {
        if (!works("xdotool", "search", "--onlyvisible", "--name", title)) return false;
        const window =
          run("xdotool", "search", "--onlyvisible", "--name", title).trim().split("\n").at(-1) ?? "";
        return works("xdotool", "windowactivate", "--sync", window, "windowfocus", "--sync", window);
      });
    },
    press: (...keys) => void run("xdotool", "key", "--delay", "40", ...keys),
    type: (text) => void run("xdotool", "type", "--delay", "35", text),
    takeSpoken: async (counts = () => true, atLeast = 0) => {
      const ends = performance.now() + longestWait;
      while (said().slice(taken).filter(counts).length < atLeast && performance.now() < ends)
        await pause(100);
      let [count, since] = [said().length, performance.now()];
      while (performance.now() - since < quiet) {
        await pause(100);
        const now = said().length;
        if (now !== count) [count, since] = [now, performance.now()];
      }
      const fresh = said().slice(taken);
      taken += fresh.length;
      return fresh.filter(counts);
    },
    close: async () => {
      endAll();
      process.off("exit", endAll);
      await keyring.close();
    },
  };
}
