import type { Attempt } from "./item.ts";

/** True when bytes of that attempt may have left this computer and no answer said what became of them. */
export function isUncertain({ phase, status }: Pick<Attempt, "phase" | "status">): boolean {
  if (phase === "none" || phase === "connecting") return false;
  if (status === null || status < 400 || status === 408 || status >= 500) return true;
  // A refusal that broke off may be a gateway's; of these two the status alone says that nothing was made.
  return phase !== "answered" && status !== 401 && status !== 429;
}

/** True when one of these attempts may have reached the service. */
export const wasUncertain = (attempts: readonly Attempt[]): boolean => attempts.some(isUncertain);
