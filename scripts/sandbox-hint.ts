import { readFileSync, statSync } from "node:fs";

/** What decides on Linux whether Chromium's sandbox can be had. */
export type SandboxFacts = {
  readonly isRoot: boolean;
  /** Whether programs may make namespaces of their own, which the sandbox is made of otherwise. */
  readonly hasNamespaces: boolean;
  /** Electron's helper; null where it is not there. */
  readonly helper: { readonly path: string; readonly isReady: boolean } | null;
};

/** What a person has to do before Electron starts, in lines for the terminal; null when nothing. */
export function sandboxHint({ isRoot, hasNamespaces, helper }: SandboxFacts): string | null {
  if (isRoot)
    return "Electron does not run as root: its pages would have no sandbox. Start Front Desk as an ordinary user.";
  if (hasNamespaces || helper === null || helper.isReady) return null;
  return [
    "This system lets programs make no sandbox by themselves (Ubuntu 24.04 does not). Electron's helper can, once:",
    `  sudo chown root:root '${helper.path}'`,
    `  sudo chmod 4755 '${helper.path}'`,
    "Then start Front Desk again. Do not start it with --no-sandbox.",
  ].join("\n");
}

const setting = (name: string): string | null => {
  try {
    return readFileSync(`/proc/sys/${name}`, "utf8").trim();
  } catch {
    return null;
  }
};

/** How it is on this computer, for the helper in that place. */
export function sandboxFacts(path: string): SandboxFacts {
  const helper = statSync(path, { throwIfNoEntry: false });
  const isSetUid = (helper?.mode ?? 0) & 0o4000;
  return {
    isRoot: process.getuid?.() === 0,
    hasNamespaces:
      setting("kernel/apparmor_restrict_unprivileged_userns") !== "1" &&
      setting("kernel/unprivileged_userns_clone") !== "0" &&
      setting("user/max_user_namespaces") !== "0",
    helper: helper === undefined ? null : { path, isReady: helper.uid === 0 && isSetUid !== 0 },
  };
}
