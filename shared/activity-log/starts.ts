/** Acts by which starts are told from each other, and ends from what came to none. */
export const aroundStarts = ["started", "ended", "locked", "unlocked", "pin-set"] as const;

/** An entry of the activity log; `count`: so many in a row. */
type Passed = { readonly act: string; readonly count: number };

/**
 * How often the program was started, and how many of these times it did not come to its end, by those acts in their order. An
 * end at the lock screen is not in the log: of a desk that was locked, or started so, nobody knows how it ended, and it is not
 * counted among those.
 */
export function countStarts(acts: readonly Passed[]): {
  readonly starts: number;
  readonly uncleanEnds: number;
} {
  let next = "";
  const ledToLock = acts
    .toReversed()
    .map(({ act }) => {
      if (act !== "started") next = act;
      return next === "unlocked";
    })
    .toReversed();
  let [starts, uncleanEnds, isOpen] = [0, 0, false];
  for (const [at, { act, count }] of acts.entries()) {
    if (act === "started") {
      starts += count;
      // It was open, and nothing was written at the end.
      if (isOpen) uncleanEnds += 1;
      isOpen = ledToLock[at] !== true;
    } else isOpen = act === "unlocked" || act === "pin-set";
  }
  return { starts, uncleanEnds };
}
