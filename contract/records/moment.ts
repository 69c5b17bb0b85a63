import { z } from "zod";
import { recordId } from "./record-id.ts";

/** A booking that is about to be sent, and can still be taken back. */
export const moment = z.strictObject({
  itemId: recordId,
  /** Milliseconds until it is sent, when this was said: for showing. Main alone knows when it is over. */
  left: z.number().min(0),
});
export type Moment = z.infer<typeof moment>;
