/** Epochs of one generation: more than an item ever has holders. */
const perGeneration = 2 ** 20;

/** The epoch of an item's first holder. A restored database gives none that was given before: its generation is higher. */
export const getFirstEpoch = (generation: number): number => generation * perGeneration + 1;

/** The epoch of the next holder. */
export const getNextEpoch = (epoch: number, generation: number): number =>
  Math.max(epoch + 1, getFirstEpoch(generation));

/** Whether nobody but its maker has had it before its holder. */
export const isFirstHand = ({
  epoch,
  sharedIn,
}: {
  readonly epoch: number;
  readonly sharedIn: number;
}): boolean => epoch <= getFirstEpoch(sharedIn) + 1;
