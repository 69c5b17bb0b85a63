const { TEST_SEED: given } = process.env;

/**
 * What generated input begins with: the same seed makes the same cases, so that each run tries the same ones. The environment
 * variable `TEST_SEED` names another.
 */
export const seed = given === undefined ? 20_261 : Number(given);
if (!Number.isSafeInteger(seed)) throw new RangeError(`TEST_SEED is no whole number: ${String(given)}`);

/** Whoever names a seed looks for what fails with it, and gets the smallest case of it. */
export const isSeedGiven = given !== undefined;
