/** Names of the points on the way of what is older than it is kept, in their order. */
export const keepingSteps = [
  "bookings-going", // in the transaction that removes some, which is still open
  "bookings-gone",
  "log-told", // the keychain has heard of it, and nothing is removed yet
  "log-going", // in the transaction that removes some, which is still open
  "log-gone",
] as const;
export type KeepingStep = (typeof keepingSteps)[number];

/** Called when a point is reached. The program itself only passes through; tests stop it there. */
export type OnKeepingStep = (step: KeepingStep) => void;
