import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Readable, Writable } from "node:stream";
import type { CommandLine } from "../command-line.ts";
import { connectCdp } from "./cdp.ts";
import type { CdpConnection } from "./cdp.ts";
import { openProfile } from "./profile.ts";
import { createProfileSettings, settingsExtension } from "./profile-settings.ts";
import type { ProfileSetting } from "./profile-settings.ts";
import { UsageError } from "../usage-error.ts";

/** A running Chromium. */
export interface Chromium {
  readonly connection: CdpConnection;
  /** e.g. 156.0.8078.79 */
  readonly version: string;
  readonly userAgent: string;
  /** Whether its windows can be seen. */
  readonly visible: boolean;
  readonly pid: number;
  /** Opens one more `--app` window in this Chromium (visible only). */
  openAppWindow(url: string): void;
  /** Changes a setting of Chromium's own profile while it runs. */
  setInProfile(setting: ProfileSetting): Promise<void>;
  /** Settles when Chromium has ended: how, and the last lines that it said. */
  readonly lastWords: () => Promise<string>;
  /** Ends Chromium in good order, so that what pages stored reaches the disk. */
  close(): Promise<void>;
}

// The host's own: whatever the command line says of these is not for Chromium.
const ownSwitches = [
  "user-data-dir",
  "inspect",
  "inspect-brk",
  "inspect-port",
  "require",
  "remote-debugging-pipe",
];

const quietSwitches = [
  "--no-first-run",
  "--no-default-browser-check",
  "--no-startup-window",
  "--disable-background-networking",
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-component-update",
  "--disable-default-apps",
  // Chromium loads it, too. Where a browser does not, the host does after a moment: profile-settings.ts.
  `--disable-extensions-except=${settingsExtension}`,
  "--enable-unsafe-extension-debugging",
  "--disable-hang-monitor",
  "--disable-renderer-backgrounding",
  "--disable-search-engine-choice-screen",
  "--disable-sync",
  "--disable-infobars",
  "--hide-crash-restore-bubble",
  "--metrics-recording-only",
  "--password-store=basic",
  "--use-mock-keychain",
  // No bar about the switches above the page.
  "--test-type",
];

// Nothing of these may speak to anyone by itself; Electron has none of them.
const unwantedFeatures = [
  "AutofillServerCommunication",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "MediaRouter",
  "OptimizationHints",
  "PreloadTopChromeWebUI",
  // Neither has it a process in reserve for the next page: a start of one costs half a second of a core.
  "SpareRendererForSitePerProcess",
  "Translate",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "WebUIOmniboxPopup",
].join(",");

/** Whether this computer has a screen to show windows on. */
function hasScreen(): boolean {
  if (process.platform === "darwin" || process.platform === "win32") return true;
  return Boolean(process.env["DISPLAY"]) || Boolean(process.env["WAYLAND_DISPLAY"]);
}

/**
 * What nobody sees is drawn without an imitation of a graphics card, which takes longer; nor has it processes of its own
 * for drawing and the network, whose starts take a sixth of the whole one.
 */
const unseenSwitches = ["--headless=new", "--screen-info={1920x1080}", "--disable-gpu", "--in-process-gpu"];

function argumentsFor(
  options: Readonly<{ commandLine: CommandLine; profile: string; visible: boolean }>,
): string[] {
  const { commandLine, profile, visible } = options;
  for (const name of ownSwitches) commandLine.removeSwitch(name);
  commandLine.appendSwitch("disable-features", unwantedFeatures);
  if (!visible) commandLine.appendSwitch("enable-features", "NetworkServiceInProcess2");
  // Chromium refuses to run its sandbox as root.
  if (process.getuid?.() === 0) commandLine.appendSwitch("no-sandbox");
  return [
    ...quietSwitches,
    ...(visible ? [] : unseenSwitches),
    ...commandLine.toArguments(),
    `--user-data-dir=${profile}`,
    "--remote-debugging-pipe",
  ];
}

/** Passes on the one line that Playwright waits for; the rest only when asked for, as Chromium is talkative. Answers the last ones. */
function passOnMessages(child: ChildProcess): readonly string[] {
  const last: string[] = [];
  if (child.stderr === null) return last;
  const everything = Boolean(process.env["ELECTRON_ENABLE_LOGGING"]);
  createInterface({ input: child.stderr }).on("line", (line) => {
    if (everything || line.startsWith("DevTools listening on ")) process.stderr.write(`${line}\n`);
    if (last.push(line) > 5) last.shift();
  });
  return last;
}

/** Chromium's version without starting it in earnest, e.g. 156.0.8078.79; empty if it cannot be told. */
export function chromiumVersion(executable: string): string {
  const answer = spawnSync(executable, ["--version"], { encoding: "utf8", timeout: 10_000 });
  return /\d+(?:\.\d+){3}/.exec(answer.stdout ?? "")?.[0] ?? "";
}

/**
 * Starts Chromium. It ends with this process, however that ends: Chromium leaves when its debugging pipe closes, and
 * the system closes the pipe even after SIGKILL.
 */
export async function startChromium(
  options: Readonly<{ executable: string; commandLine: CommandLine; userData: string }>,
): Promise<Chromium> {
  const { executable, commandLine, userData } = options;
  const visible = hasScreen() && !commandLine.hasSwitch("headless");
  const profile = await openProfile(userData);
  const child = spawn(executable, argumentsFor({ commandLine, profile: profile.folder, visible }), {
    stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
    // A signal from the terminal is for the main process: it decides when Chromium ends.
    detached: true,
  });
  const last = passOnMessages(child);
  const exited = once(child, "exit");
  exited.catch(() => undefined);
  const [, , , toBrowser, fromBrowser] = child.stdio;
  if (!(toBrowser instanceof Writable) || !(fromBrowser instanceof Readable))
    throw new UsageError("Chromium has no pipes");
  const connection = connectCdp({ toBrowser, fromBrowser });
  const version = await connection.root.send("Browser.getVersion").catch(() => {
    throw new UsageError(
      `${executable} ended before it was ready; ELECTRON_ENABLE_LOGGING=1 shows what it says`,
    );
  });

  return {
    connection,
    version: version.product.slice(version.product.indexOf("/") + 1),
    userAgent: version.userAgent,
    visible,
    pid: child.pid ?? 0,
    openAppWindow: (url) => {
      // A second start with the same profile hands its wish to the running Chromium and ends.
      const sandbox = commandLine.hasSwitch("no-sandbox") ? ["--no-sandbox"] : [];
      const words = [...sandbox, "--no-first-run", `--user-data-dir=${profile.folder}`, `--app=${url}`];
      spawn(executable, words, { stdio: "ignore" });
    },
    setInProfile: createProfileSettings(connection),
    lastWords: async () => {
      if (child.exitCode === null && child.signalCode === null) await exited;
      return `by ${child.signalCode ?? `code ${String(child.exitCode)}`}; it said ${last.join(" | ")}`;
    },
    close: async () => {
      connection.root.post("Browser.close");
      const timer = setTimeout(() => child.kill("SIGKILL"), 5000);
      if (child.exitCode === null && child.signalCode === null) await exited;
      clearTimeout(timer);
      profile.dispose();
    },
  };
}
