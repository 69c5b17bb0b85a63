import type { Connection } from "../../../shared/session/account.ts";

/** The line to the service as far as its return is news. */
export type BackLine =
  | { readonly kind: "steady" }
  /** `done`: how many items were at their good end when it was last seen down. */
  | { readonly kind: "down"; readonly done: number }
  /** Up again, and what had waited is being sent. */
  | { readonly kind: "sending"; readonly done: number }
  | { readonly kind: "back"; readonly sent: number };

type Seen = {
  readonly state: Connection["state"];
  /** How many items are at their good end. */
  readonly done: number;
  /** How many are to be sent now, or are on their way. */
  readonly left: number;
  /** Sending was stopped, or the service asked for a pause. */
  readonly isHeld: boolean;
};

/** What the line is after that was seen. Its return is news once all that had waited is sent. */
export function updateBackLine(before: BackLine, { state, done, left, isHeld }: Seen): BackLine {
  if (state === "offline") return { kind: "down", done };
  if (state === "checking") return before;
  if (state !== "online") return { kind: "steady" };
  if (before.kind !== "down" && before.kind !== "sending") return before;
  if (left > 0 && !isHeld) return { kind: "sending", done: before.done };
  return { kind: "back", sent: Math.max(0, done - before.done) };
}
