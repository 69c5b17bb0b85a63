import { z } from "zod";
import type { Saying } from "../../messages/saying.ts";

/** Ours hold each other three or four deep; what goes further was not made here. */
const deepest = 10;

const text = z.union([z.string(), z.number()]);
const holding = (part: z.ZodType<string | number | Saying>): z.ZodType<Saying> =>
  z.strictObject({
    id: z.string().max(100),
    values: z.record(z.string().max(50), z.union([part, z.array(part).max(100)])),
  });

/** A saying as it crosses IPC and is kept: an id of the catalogue, and its values, sayings among them. */
export const saying: z.ZodType<Saying> = Array.from({ length: deepest }).reduce<z.ZodType<Saying>>(
  (inner) => holding(z.union([text, inner])),
  holding(text),
);
