import type { Equivalent } from "../score.ts";
import { inShared } from "./shared.ts";
import { inMain } from "./main.ts";
import { inDb } from "./db.ts";

/**
 * The mutants that survive because the program does the same with them, by file. `npm run mutation` fails when one of them
 * is killed, is gone, or survives more or less often than it says.
 */
export const equivalent: readonly Equivalent[] = [...inMain, ...inDb, ...inShared];
