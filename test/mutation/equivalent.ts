import type { Equivalent } from "./score.ts";

/**
 * The mutants that survive because the program does the same with them. `npm run mutation` fails when one of them is
 * killed, is gone, or survives more or less often than it says.
 */
export const equivalent: readonly Equivalent[] = [];
