/** Errors that the judge of the model must find: each is the rule without one of its parts. */
export const plantedErrors = [
  "a lease ended by a clock",
  "sent without confirmation",
  "a restored hub not noticed",
  "epochs repeat after a restore",
  "handed over at the hub first",
  "shared only after the answer",
  "an old confirmation for a new attempt",
  "an attempt believed from the disk",
  "the right to send on the disk",
  "the parent of an edit left open",
  "booked from a former holder ignored",
  "a second booking forgotten",
  "no way without the hub",
  "an open attempt not recorded",
  "a decision that names fewer",
  "shared anew as if just made",
  "reports end that the history may be incomplete",
] as const;
export type PlantedError = (typeof plantedErrors)[number];
