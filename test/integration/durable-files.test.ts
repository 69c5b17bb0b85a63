import { execFileSync } from "node:child_process";
import { mkdirSync, statSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { expect, test } from "vitest";
import { naming, needStrace, straceFor, systemCalls, type SystemCall } from "../faults/kit/strace-log.ts";
import { onlyWith } from "../support/only-with.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const child = join(import.meta.dirname, "../support/children/durable-files.ts");

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** What a call did to a file below `root`; null for all else. Names that are made up are written as `*`. */
function stepOf(
  root: string,
  { name, target, data, result }: SystemCall,
): [folder: string, step: string] | null {
  const isNaming = /^(?:rename|unlink)/.test(name);
  const paths = isNaming ? data.toString().split(`${root}${sep}`).slice(1) : [target.slice(root.length + 1)];
  if (result < 0 || (!isNaming && !target.startsWith(`${root}${sep}`))) return null;
  const [folder = ""] = (paths[0] ?? "").split(sep);
  const names = paths.map((path) =>
    path === folder
      ? "folder"
      : basename(path).replace(/[\da-f]{8}-[\da-f-]{27}|\d{4}-\d\d-\d\dT[\d-]+Z?|\d{8}T\d{6}Z/, "*"),
  );
  const act = /^f(?:data)?sync/.test(name) ? "sync" : /^(rename|unlink)/.exec(name)?.[1];
  return [folder, `${act ?? "write"} ${names.join(" → ")}`];
}

type Traced = {
  /** By folder: what was written, synced, renamed and removed in it, in its order. Repeated writes of one file are one. */
  readonly steps: Record<string, string[]>;
  /** The files that were synced, and how each had been opened. */
  readonly synced: readonly (readonly [name: string, modes: readonly string[]])[];
};

async function traced(): Promise<Traced> {
  needStrace();
  const root = join(temporaryFolder(), "root");
  mkdirSync(root);
  const log = join(root, "strace.log");
  const [command = "", ...options] = straceFor(log, [...naming, "openat"]);
  execFileSync(command, [...options, process.execPath, child, root]);
  const steps: Record<string, string[]> = {};
  const opened = new Map<string, readonly string[]>();
  const synced: [string, readonly string[]][] = [];
  for await (const call of systemCalls(log)) {
    if (call.name === "openat") {
      opened.set(call.data.toString(), call.modes);
      continue;
    }
    if (call.name.endsWith("sync") && !isFolder(call.target))
      synced.push([basename(call.target), opened.get(call.target) ?? []]);
    const [folder, step] = stepOf(root, call) ?? [];
    if (folder === undefined || step === undefined) continue;
    const before = (steps[folder] ??= []);
    if (before.at(-1) !== step) before.push(step);
  }
  return { steps, synced };
}

test(
  "what must be whole after a power cut is on the disk before it has its name, and its name is before what follows from it",
  onlyWith("strace"),
  async () => {
    const [note, backup] = ["front-desk.db.restore", "front-desk-backup-earlier-00000001-*.age"];
    const { steps, synced } = await traced();
    const { update = [], ...written } = steps;
    expect(written).toMatchObject({
      "put-back": [
        "write front-desk.db",
        "write front-desk.db-wal",
        "write front-desk.db.restoring",
        `write ${note}.new`,
        `sync ${note}.new`,
        `rename ${note}.new → ${note}`,
        "sync folder",
        "rename front-desk.db → front-desk.db.aside-*",
        "rename front-desk.db-wal → front-desk.db.aside-*-wal",
        "sync folder",
        "rename front-desk.db.restoring → front-desk.db",
        "sync folder",
        `unlink ${note}`,
        "sync folder",
      ],
      backup: [
        "write .front-desk-backup-00000001.part",
        "sync .front-desk-backup-00000001.part",
        `rename .front-desk-backup-00000001.part → ${backup}`,
        "sync folder",
      ],
      whole: ["write .*.part", "sync .*.part", "rename .*.part → file"],
      parts: ["write .*.part", "sync .*.part", "rename .*.part → file"],
      lines: ["write .*.part", "sync .*.part", "rename .*.part → file"],
    });
    // The kernel copies it where it can, which is no write of ours.
    expect(update.filter((step) => !step.startsWith("write"))).toEqual([
      "sync .Front Desk.AppImage.new",
      "rename .Front Desk.AppImage.new → Front Desk.AppImage",
      "sync folder",
    ]);
    // Windows syncs only what was opened for writing.
    expect(synced.length).toBeGreaterThan(5);
    expect(synced.filter(([, modes]) => !modes.includes("O_RDWR") && !modes.includes("O_WRONLY"))).toEqual(
      [],
    );
  },
);
