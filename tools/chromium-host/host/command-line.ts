/** Chromium's switches, as `app.commandLine` shows and changes them. Values are empty text for a switch without one. */
export interface CommandLine {
  appendSwitch(name: string, value?: string): void;
  appendArgument(value: string): void;
  hasSwitch(name: string): boolean;
  getSwitchValue(name: string): string;
  removeSwitch(name: string): void;
  /** All switches, in the form Chromium reads. */
  toArguments(): string[];
}

// These are lists: a second value is added to the first.
const lists = new Set(["disable-features", "enable-features"]);

/** Reads the switches of an Electron command line, e.g. `--user-data-dir=/tmp/x .`. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const switches = new Map<string, string>();
  const values: string[] = [];

  const appendSwitch = (name: string, value = ""): void => {
    const key = name.toLowerCase();
    const before = switches.get(key);
    const joined = lists.has(key) && before !== undefined && before !== "" ? `${before},${value}` : value;
    switches.set(key, joined);
  };
  for (const argument of args) {
    const match = /^--([^=]+)(?:=(.*))?$/s.exec(argument);
    if (match?.[1] !== undefined) appendSwitch(match[1], match[2]);
  }

  return {
    appendSwitch,
    appendArgument: (value) => {
      values.push(value);
    },
    hasSwitch: (name) => switches.has(name.toLowerCase()),
    getSwitchValue: (name) => switches.get(name.toLowerCase()) ?? "",
    removeSwitch: (name) => {
      switches.delete(name.toLowerCase());
    },
    toArguments: () => [
      ...[...switches].map(([name, value]) => (value === "" ? `--${name}` : `--${name}=${value}`)),
      ...values,
    ],
  };
}

/** What the words of an Electron command line ask for. */
export interface Invocation {
  /** Modules to load before the app (`-r`). */
  readonly preloadModules: readonly string[];
  /** The app: a folder with a package.json, or a script. */
  readonly application: string | undefined;
}

/** Reads the words as Electron's own default app does: options first, then the app, then the app's own words. */
export function readInvocation(args: readonly string[]): Invocation {
  const preloadModules: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? "";
    if (word === "-r" || word === "--require") {
      const module = args[at + 1];
      if (module !== undefined) preloadModules.push(module);
      at += 1;
    } else if (!word.startsWith("-")) {
      return { preloadModules, application: word };
    }
  }
  return { preloadModules, application: undefined };
}
