import { z } from "zod";

/** A route that takes, or answers, nothing. */
export const nothing = z.strictObject({});
