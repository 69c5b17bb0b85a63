import { z } from "zod";

/** Identifies what is kept on this computer. */
export const recordId = z.uuid();
export type RecordId = z.infer<typeof recordId>;
