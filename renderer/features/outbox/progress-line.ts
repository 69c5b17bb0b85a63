import type { Progress } from "../../state/items.ts";

/** A drain as it was first seen, to estimate from. `at` in milliseconds since 1970. */
export type DrainStart = { readonly at: number; readonly sent: number };

/** "About 2 minutes left"; null while too little has been sent to tell. */
export function estimate(progress: NonNullable<Progress>, start: DrainStart, now: number): string | null {
  const sent = progress.sent - start.sent;
  const elapsed = now - start.at;
  if (sent < 3 || elapsed < 1_000) return null;
  const seconds = Math.ceil((progress.left * elapsed) / sent / 1_000);
  if (seconds < 5) return "Nearly done";
  if (seconds < 90) return `About ${String(Math.ceil(seconds / 5) * 5)} seconds left`;
  return `About ${String(Math.ceil(seconds / 60))} minutes left`;
}
