import { execFile } from "node:child_process";
import { constants, type Stats } from "node:fs";
import { lstat, open, realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { PolicyFault } from "../../../shared/policy/policy.ts";
import { findSddlFault } from "./sddl.ts";

/** Two thousand services with the longest names are less. */
export const mostBytes = 1_048_576;

export type TrustedFile =
  | { readonly kind: "missing" }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "refused"; readonly fault: Exclude<PolicyFault, "unknown" | "value"> };

export type TrustOptions = {
  readonly platform: NodeJS.Platform;
  /** Users who count as administrators, by number; root unless given. */
  readonly administrators?: readonly number[];
  /** The folders from here on are looked at; all of them unless given. */
  readonly below?: string;
  /** Tells the security descriptors of paths on Windows; Windows' own PowerShell unless given. */
  readonly descriptors?: (paths: readonly string[]) => Promise<readonly string[]>;
};

const refused = (fault: Extract<TrustedFile, { kind: "refused" }>["fault"]): TrustedFile => ({
  kind: "refused",
  fault,
});

const codeOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null ? Reflect.get(error, "code") : null;

/** Not for others to write; Linux shows the rights of an access list in those of the group. */
const forOthers = 0o022;

/** The folder of a file and all around it, up to `below`. */
function foldersOf(file: string, below: string | undefined): readonly string[] {
  const folders: string[] = [];
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    folders.push(folder);
    if (folder === below || folder === dirname(folder)) return folders;
  }
}

/** Whether nobody but administrators can put another file in its place, by any folder on the way. */
async function areFoldersSafe(file: string, options: TrustOptions): Promise<boolean> {
  const { administrators = [0], below } = options;
  const real = join(await realpath(dirname(file)), "policy.json");
  const realBelow = below === undefined ? undefined : await realpath(below);
  const folders = [...foldersOf(file, below), ...foldersOf(real, realBelow)];
  const facts = await Promise.all(folders.map((folder) => stat(folder)));
  return facts.every(({ uid, mode }) => administrators.includes(uid) && (mode & forOthers) === 0);
}

async function read(path: string): Promise<{ readonly facts: Stats; readonly bytes: Uint8Array }> {
  // Of what is no file, such as a pipe, nothing is waited for.
  const file = await open(
    path,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  );
  try {
    const facts = await file.stat();
    if (!facts.isFile()) return { facts, bytes: new Uint8Array() };
    const buffer = Buffer.alloc(Math.min(facts.size, mostBytes) + 1);
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return { facts, bytes: buffer.subarray(0, length) };
  } finally {
    await file.close();
  }
}

/** Of the file as it was opened: what its path leads to a moment later is another question. */
async function readOnUnix(path: string, options: TrustOptions): Promise<TrustedFile> {
  const { administrators = [0] } = options;
  const { facts, bytes } = await read(path);
  if (!facts.isFile()) return refused("link");
  if (!administrators.includes(facts.uid)) return refused("owner");
  if ((facts.mode & forOthers) !== 0) return refused("writable");
  if (!(await areFoldersSafe(path, options))) return refused("folder");
  return { kind: "bytes", bytes };
}

const descriptorsWithin = 15_000;

/** The paths go as variables: none of them is ever a part of the command. */
const shellScript = "$env:FRONT_DESK_PATHS -split '\\|' | ForEach-Object { (Get-Acl -LiteralPath $_).Sddl }";

function askPowerShell(paths: readonly string[]): Promise<readonly string[]> {
  const system = process.env["SystemRoot"] ?? String.raw`C:\Windows`;
  const shell = join(system, "System32", "WindowsPowerShell", "v1.0", "powershell.exe");
  return new Promise((resolve, reject) => {
    execFile(
      shell,
      ["-NoLogo", "-NoProfile", "-NonInteractive", "-Command", shellScript],
      {
        env: { SystemRoot: system, FRONT_DESK_PATHS: paths.join("|") },
        timeout: descriptorsWithin,
        windowsHide: true,
      },
      (error, out) => {
        if (error === null) resolve(out.split(/\r?\n/).filter((line) => line.trim() !== ""));
        else reject(error);
      },
    );
  });
}

/**
 * Windows has no modes: its own descriptors say who the owner is and who may write. They are asked for after the file was
 * read: who could have changed it in between would be among those who may write.
 */
async function readOnWindows(
  path: string,
  { descriptors = askPowerShell }: TrustOptions,
): Promise<TrustedFile> {
  if ((await lstat(path)).isSymbolicLink() || (await lstat(dirname(path))).isSymbolicLink())
    return refused("link");
  const { facts, bytes } = await read(path);
  if (!facts.isFile()) return refused("link");
  const [ofFile, ofFolder, ...more] = await descriptors([path, dirname(path)]).catch(() => []);
  if (ofFile === undefined || ofFolder === undefined || more.length > 0) return refused("unchecked");
  const fault = findSddlFault(ofFile, "file");
  if (fault !== null) return refused(fault);
  return findSddlFault(ofFolder, "folder") === null ? { kind: "bytes", bytes } : refused("folder");
}

/** Reads a file that nobody but an administrator can have written; never rejects. */
export async function readTrusted(path: string, options: TrustOptions): Promise<TrustedFile> {
  try {
    return await (options.platform === "win32" ? readOnWindows : readOnUnix)(path, options);
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return { kind: "missing" };
    return refused(code === "ELOOP" ? "link" : "unreadable");
  }
}
