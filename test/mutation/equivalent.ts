import type { Equivalent } from "./score.ts";

/**
 * The mutants that survive because the program does the same with them. `npm run mutation` fails when one of them is
 * killed, is gone, or survives more or less often than it says.
 */
export const equivalent: readonly Equivalent[] = [
  {
    file: "main/service/retry-after.ts",
    mutator: "StringLiteral",
    original: '""',
    replacement: '"Stryker was here!"',
    because: "no header and a text that is neither a number nor a date mean the same wait",
  },
];
