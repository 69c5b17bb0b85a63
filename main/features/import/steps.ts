/** Names of the points on a row's way out of a file and into the outbox, in their order. */
export const importSteps = [
  "row-kept", // in the transaction that keeps it, which is still open
  "rows-kept",
  "row-queued", // in the transaction that puts it into the outbox, which is still open
  "rows-queued",
] as const;
export type ImportStep = (typeof importSteps)[number];

/** Called when a point is reached. The program itself only passes through; tests stop it there. */
export type OnImportStep = (step: ImportStep) => void;
