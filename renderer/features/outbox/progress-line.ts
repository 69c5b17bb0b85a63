import { timeHere } from "../../../messages/format.ts";
import { say, type Saying } from "../../../messages/saying.ts";
import { countWaiting, type Tally } from "../../../shared/outbox/tally.ts";
import { words } from "../../../messages/words.ts";
import type { Progress } from "../../lib/items.ts";

/** A drain as it was first seen, to estimate from. `at` in milliseconds since 1970. */
export type DrainStart = { readonly at: number; readonly sent: number };

/** What can be reached of the two that a booking of a clinic needs, the service and the hub: what is missing, the service first. */
export type Reach = "all" | "no-service" | "no-hub";

/** What is going on with the sending, in one line. */
export function formatSending(progress: NonNullable<Progress>, tally: Tally, reach: Reach): string {
  const { left, sent, paused, waitsUntil } = progress;
  const { sending: says } = words.outbox;
  const { sending } = tally;
  const waiting = countWaiting(tally);
  if (tally.unshared > 0) return says.unshared({ waiting, sending });
  if (paused) return says.stopped({ waiting, sending });
  if (reach === "no-service" && left > 0) return says.offline({ waiting, sending });
  if (waitsUntil !== null && left > 0) return says.pause({ waiting, sending, time: timeHere(waitsUntil) });
  if (reach === "no-hub" && left > 0) return says.hubAway({ waiting, sending });
  return says.progress({ sent, total: sent + left });
}

/** True while items leave, so that an estimate means something. */
export const isSending = ({ paused, waitsUntil }: NonNullable<Progress>, reach: Reach): boolean =>
  reach === "all" && !paused && waitsUntil === null;

/** "About 2 minutes left"; null while too little has been sent to tell. */
export function estimateTimeLeft(
  progress: NonNullable<Progress>,
  start: DrainStart,
  now: number,
): Saying | null {
  const sent = progress.sent - start.sent;
  const elapsed = now - start.at;
  if (sent < 3 || elapsed < 1_000) return null;
  const seconds = Math.ceil((progress.left * elapsed) / sent / 1_000);
  if (seconds < 5) return say("outbox.sending.nearlyDone");
  if (seconds < 90) return say("outbox.sending.seconds", { count: Math.ceil(seconds / 5) * 5 });
  return say("outbox.sending.minutes", { count: Math.ceil(seconds / 60) });
}
