import { statSync } from "node:fs";

/** The mode of a file that is its user's alone. Windows has none, and says the same of every file that may be written. */
export const privateMode = process.platform === "win32" ? 0o666 : 0o600;

/** The mode of a program that everybody may start. */
export const programMode = process.platform === "win32" ? 0o666 : 0o755;

export const modeOf = (path: string): number => statSync(path).mode & 0o777;
