import { z } from "zod";
import type { Saying, SayingValue } from "../messages/saying.ts";

/** A saying as it crosses IPC and is kept: an id of the catalogue, and its values, sayings among them. */
const value: z.ZodType<SayingValue> = z.lazy(() =>
  z.union([z.string(), z.number(), saying, z.array(z.union([z.string(), z.number(), saying])).max(100)]),
);
export const saying: z.ZodType<Saying> = z.strictObject({
  id: z.string().max(100),
  values: z.record(z.string().max(50), value),
});
