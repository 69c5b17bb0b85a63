import { z } from "zod";
import { recordId } from "../core/record-id.ts";

/** A booking that is about to be sent, and can still be taken back. */
export const moment = z.strictObject({
  itemId: recordId,
  /** How many visits are sent: more than one for a series, whose bookings are made when the moment is over. */
  visits: z.int().min(1),
  /** How the records hold it meanwhile: as something that is not sent by itself. */
  stands: z.enum(["draft", "saved-for-later", "needs-editing"]),
  /** Milliseconds until it is sent, when this was said: for showing. Main alone knows when it is over. */
  left: z.number().min(0),
});
export type Moment = z.infer<typeof moment>;
