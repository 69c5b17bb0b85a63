import { z } from "zod";
import type { SayingId } from "../../messages/saying.ts";

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};

/** The name of a time zone that this computer knows, such as `America/New_York`. */
export const timeZone = z
  .string()
  .max(100)
  .refine(isTimeZone, { error: "fields.timeZone" } satisfies { readonly error: SayingId });
