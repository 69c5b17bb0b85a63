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

/** As Chromium reads a command line (base/command_line.cc): what a switch begins with on this system. */
const prefixesOf = (platform: NodeJS.Platform): RegExp => (platform === "win32" ? /^(?:--|-|\/)/ : /^--?/);

/** Names of switches among these arguments that are not allowed, each once, in lower case as Chromium knows them. */
export function unwantedSwitches(args: readonly string[], platform: NodeJS.Platform): readonly string[] {
  const prefix = prefixesOf(platform);
  const end = args.indexOf("--");
  const names = args
    .slice(0, end === -1 ? args.length : end)
    .filter((argument) => prefix.test(argument))
    .map((argument) => argument.replace(prefix, "").split("=", 1)[0]?.toLowerCase() ?? "");
  return [...new Set(names)].filter((name) => name !== "" && !allowed.has(name));
}
