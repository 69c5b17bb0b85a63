import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { privateFile } from "./platform/private-files.ts";

const bounds = z.strictObject({ x: z.int(), y: z.int(), width: z.int().min(1), height: z.int().min(1) });
const windowState = z.strictObject({ bounds, maximized: z.boolean() });
export type Bounds = z.infer<typeof bounds>;
export type WindowState = z.infer<typeof windowState>;

/** The state kept in `file`; null when there is none that can be used. */
export function readWindowState(file: string): WindowState | null {
  try {
    return windowState.safeParse(JSON.parse(readFileSync(file, "utf8"))).data ?? null;
  } catch {
    return null;
  }
}

/** Keeps the state. A failure costs only the window's place, so it is not reported. */
export function writeWindowState(file: string, state: WindowState): void {
  try {
    privateFile(file);
    writeFileSync(file, JSON.stringify(state));
  } catch {
    // The next start uses the default place.
  }
}

/**
 * Whether bounds are set once more when the window is there. Electron has made it by the scale of one display where it stands
 * on another, and is still a few pixels off there (electron#10862, #51603): the window grew or shrank at each start. Under Linux
 * the frame is not known yet, and setting them would move the window by that.
 */
export const takesBoundsAgain = (displays: readonly Bounds[], platform: NodeJS.Platform): boolean =>
  displays.length > 1 && platform !== "linux";

/** True when at least a title bar's worth of the window is on one of the displays. */
export function isOnScreen(window: Bounds, displays: readonly Bounds[]): boolean {
  return displays.some(
    (display) =>
      window.x + window.width > display.x + 100 &&
      window.x < display.x + display.width - 100 &&
      window.y >= display.y - 10 &&
      window.y < display.y + display.height - 40,
  );
}
