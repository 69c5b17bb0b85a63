import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { bareEnvironment } from "./bare-environment.ts";

const tools = ["dbus-daemon", "dbus-send", "gnome-keyring-daemon"];

function findsTools(): boolean {
  try {
    for (const tool of tools) execFileSync("which", [tool], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

let isThere: boolean | null = null;
/** Whether this machine has what a private Secret Service needs (Debian: dbus, gnome-keyring). Each app that a test starts asks. */
export const hasSecretService = (): boolean => (isThere ??= findsTools());

export type SecretService = {
  /** The environment in which a child process talks to this bus and keyring, and to no other. */
  readonly env: Readonly<Record<string, string>>;
  /** Locks the keyring; opening it needs an answer to a prompt, and none ever comes. */
  readonly lock: () => void;
  /** Ends the keyring's daemon and starts it anew over the same files, unlocked. */
  readonly restart: () => Promise<void>;
  /** Stops (or lets continue) the keyring's daemon, so that it answers nothing. */
  readonly freeze: (frozen: boolean) => void;
  readonly close: () => Promise<void>;
};

type Prompts = "never-answered" | "dismissed";

/** `never-answered`: the prompter starts and shows nothing. `dismissed`: there is none, so a prompt fails. */
const busConfig = (directory: string): string => `<!DOCTYPE busconfig PUBLIC
 "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${directory}/bus</listen>
  <auth>EXTERNAL</auth>
  <servicedir>${directory}/services</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>`;

/** It says nothing for longer than any test may take. */
const prompterService = `[D-BUS Service]
Name=org.gnome.keyring.SystemPrompter
Exec=/bin/sleep 120
`;

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once("exit", () => resolve()));

async function until(what: string, holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (holds()) return;
    await pause(25);
  }
  throw new Error(`Waited too long for ${what}.`);
}

/** A message bus and an unlocked GNOME keyring of their own, with their files in a temporary folder. */
export async function startSecretService(options: { readonly prompts: Prompts }): Promise<SecretService> {
  const directory = mkdtempSync(join(tmpdir(), "front-desk-keyring-"));
  for (const name of ["services", "home", "data", "config", "cache", "run"]) {
    mkdirSync(join(directory, name), { mode: 0o700 });
  }
  writeFileSync(join(directory, "bus.conf"), busConfig(directory));
  if (options.prompts === "never-answered") {
    writeFileSync(join(directory, "services", "org.gnome.keyring.SystemPrompter.service"), prompterService);
  }
  const env = {
    ...bareEnvironment,
    HOME: join(directory, "home"),
    XDG_DATA_HOME: join(directory, "data"),
    XDG_CONFIG_HOME: join(directory, "config"),
    XDG_CACHE_HOME: join(directory, "cache"),
    XDG_RUNTIME_DIR: join(directory, "run"),
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${directory}/bus`,
  };

  const send = (destination: string, ...message: string[]): string =>
    execFileSync(
      "dbus-send",
      ["--session", "--print-reply", "--reply-timeout=5000", `--dest=${destination}`, ...message],
      { env, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
    );
  const answers = (): boolean => {
    try {
      const reply = send(
        "org.freedesktop.DBus",
        "/org/freedesktop/DBus",
        "org.freedesktop.DBus.NameHasOwner",
        "string:org.freedesktop.secrets",
      );
      return reply.includes("boolean true");
    } catch {
      return false;
    }
  };

  const bus = spawn("dbus-daemon", [`--config-file=${directory}/bus.conf`, "--nofork", "--nopidfile"], {
    env,
    stdio: "ignore",
  });
  const startKeyring = async (): Promise<ChildProcess> => {
    const daemon = spawn("gnome-keyring-daemon", ["--foreground", "--unlock", "--components=secrets"], {
      env,
      stdio: ["pipe", "ignore", "ignore"],
    });
    daemon.stdin.end("password of a test");
    await until("the keyring", answers);
    return daemon;
  };
  await until("the bus", () => {
    try {
      send("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.GetId");
      return true;
    } catch {
      return false;
    }
  });
  let keyring = await startKeyring();
  // Whoever started it may end without closing it.
  const endNow = (): void => {
    keyring.kill("SIGKILL");
    bus.kill("SIGKILL");
    rmSync(directory, { recursive: true, force: true });
  };
  process.once("exit", endNow);

  const stopKeyring = async (): Promise<void> => {
    keyring.kill("SIGCONT");
    keyring.kill("SIGTERM");
    await ended(keyring);
  };

  return {
    env,
    lock: () => {
      send(
        "org.freedesktop.secrets",
        "/org/freedesktop/secrets",
        "org.freedesktop.Secret.Service.Lock",
        "array:objpath:/org/freedesktop/secrets/collection/login",
      );
    },
    restart: async () => {
      await stopKeyring();
      await until("the keyring to leave", () => !answers());
      keyring = await startKeyring();
    },
    freeze: (frozen) => void keyring.kill(frozen ? "SIGSTOP" : "SIGCONT"),
    close: async () => {
      await stopKeyring();
      bus.kill("SIGTERM");
      await ended(bus);
      process.off("exit", endNow);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
