/** Epochs of one generation: more than an item ever has holders, unless somebody with a desk's keys makes them up. */
const perGeneration = 2 ** 20;

/** The epoch of an item's first holder. A restored database gives none that was given before: its generation is higher. */
export const getFirstEpoch = (generation: number): number => generation * perGeneration + 1;

/** The last epoch that a generation gives: the one behind it is the next generation's. */
const getLastEpoch = (generation: number): number => getFirstEpoch(generation + 1) - 1;

/**
 * The epoch of the next holder. At the last one of its generation it stays (`isLastEpoch`): whoever has one desk's keys says a thousand
 * take-overs a push, and the next generation may be one more alone.
 */
export const getNextEpoch = (epoch: number, generation: number): number =>
  isLastEpoch(epoch, generation) ? epoch : Math.max(epoch + 1, getFirstEpoch(generation));

/** There a holder is told from the one before by its name alone. */
export const isLastEpoch = (epoch: number, generation: number): boolean => epoch >= getLastEpoch(generation);

/** Whether nobody but its maker has had it before its holder. */
export const isFirstHand = ({
  epoch,
  sharedIn,
}: {
  readonly epoch: number;
  readonly sharedIn: number;
}): boolean => epoch <= getFirstEpoch(sharedIn) + 1;
