import type { Progress } from "../../state/items.ts";

/** A drain as it was first seen, to estimate from. `at` in milliseconds since 1970. */
export type DrainStart = { readonly at: number; readonly sent: number };

const clock = new Intl.DateTimeFormat("en-US", { timeStyle: "medium" });

/** What is going on with the sending, in one line. */
export function sendingLine(progress: NonNullable<Progress>, isOnline: boolean): string {
  const { left, sent, paused, waitsUntil } = progress;
  if (paused) return `Sending is stopped. ${String(left)} ${left === 1 ? "waits" : "wait"}.`;
  if (!isOnline && left > 0) return `${String(left)} to send when the service answers.`;
  if (waitsUntil !== null && left > 0)
    return `The service needs a pause. ${String(left)} to send, from ${clock.format(new Date(waitsUntil))} on.`;
  return `Sending: ${String(sent)} of ${String(sent + left)}`;
}

/** True while items leave, so that an estimate means something. */
export const isSending = ({ paused, waitsUntil }: NonNullable<Progress>, isOnline: boolean): boolean =>
  isOnline && !paused && waitsUntil === null;

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
