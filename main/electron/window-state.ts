import { readFileSync, writeFileSync } from "node:fs";
import { ensurePrivateFile } from "../platform/private-files.ts";

export type Bounds = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};
export type WindowState = { readonly bounds: Bounds; readonly maximized: boolean };

const hasOnly = <N extends string>(value: unknown, names: readonly N[]): value is Record<N, unknown> =>
  typeof value === "object" && value !== null && Object.keys(value).toSorted().join() === names.join();
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

/** Looked at by hand: it is read before the window is asked for, and zod alone would double what is loaded by then. */
function stateIn(kept: unknown): WindowState | null {
  if (!hasOnly(kept, ["bounds", "maximized"]) || !hasOnly(kept.bounds, ["height", "width", "x", "y"]))
    return null;
  const { maximized } = kept;
  const { x, y, width, height } = kept.bounds;
  if (!isWhole(x) || !isWhole(y) || !isWhole(width) || !isWhole(height)) return null;
  if (width < 1 || height < 1 || typeof maximized !== "boolean") return null;
  return { bounds: { x, y, width, height }, maximized };
}

/** The state kept in `file`; null when there is none that can be used. */
export function readWindowState(file: string): WindowState | null {
  try {
    return stateIn(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

/** Keeps the state. A failure costs only the window's place, so it is not reported. */
export function writeWindowState(file: string, state: WindowState): void {
  try {
    ensurePrivateFile(file);
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
export const needsBoundsAgain = (displays: readonly Bounds[], platform: NodeJS.Platform): boolean =>
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
