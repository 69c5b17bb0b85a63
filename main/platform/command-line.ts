/**
 * Chromium's switches that a person may need to see and hear at this desk, and our own. All others are taken off the command line: among
 * them are those that send a name to another address, accept any certificate, write the keys of connections into a file, open a
 * debugger or load an extension, and each new Chromium has more.
 */
const allowed: ReadonlySet<string> = new Set([
  "check",
  "self-check",
  "self-check-url",
  "user-data-dir",
  "disable-gpu",
  "force-color-profile",
  "force-device-scale-factor",
  "force-high-contrast",
  "force-prefers-reduced-motion",
  "force-renderer-accessibility",
  "high-dpi-support",
  "lang",
  "ozone-platform",
  "ozone-platform-hint",
]);

/** What a switch begins with on this system, as Chromium reads a command line (base/command_line.cc). */
const getPrefix = (platform: NodeJS.Platform): RegExp => (platform === "win32" ? /^(?:--|-|\/)/ : /^--?/);

/**
 * Finds the switches among these arguments that are not allowed: their names, each once, in lower case as Chromium knows them. Chromium drops
 * blanks around an argument. What stands behind `--` is no switch to it, and is looked at all the same: to take off what is not there does nothing.
 */
export function findUnwantedSwitches(args: readonly string[], platform: NodeJS.Platform): readonly string[] {
  const prefix = getPrefix(platform);
  const names = args
    .map((argument) => argument.trim())
    .filter((argument) => prefix.test(argument))
    .map((argument) => argument.replace(prefix, "").split("=", 1)[0]?.toLowerCase() ?? "");
  return [...new Set(names)].filter((name) => name !== "" && !allowed.has(name));
}
