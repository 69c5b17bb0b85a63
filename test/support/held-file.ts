import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const holder = join(import.meta.dirname, "children", "holder.ts");

/**
 * Has another program open a file on Windows, as an indexer or a virus scanner does: kept to itself, or shared with everybody.
 * Answers what ends it; rejects with what it says where it cannot.
 */
export async function heldFile(file: string, how: "kept" | "shared" = "kept"): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [holder, file, how], { stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "close");
  let said = "";
  child.stderr.on("data", (part: Buffer) => (said += part.toString()));
  const release = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
  };
  onTestFinished(release);
  await Promise.race([
    once(child.stdout, "data"),
    ended.then(() => {
      throw new Error(said);
    }),
  ]);
  return release;
}
