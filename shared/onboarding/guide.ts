import { z } from "zod";

/** What somebody new tries in practice, in the order in which it is shown. */
export const practiceSteps = ["patient", "booking", "offline", "sent", "delivery"] as const;
export type PracticeStep = (typeof practiceSteps)[number];

/**
 * The first steps at a desk: what to set up with a service at an address, what to try in practice. Each account has
 * its own. What is set up is read from the settings; only what was tried is kept.
 */
export const guide = z.strictObject({
  /** False once a person has closed the list; it can be opened again. */
  isOpen: z.boolean(),
  done: z.array(z.enum(practiceSteps)),
});
export type Guide = z.infer<typeof guide>;

export const guideChange = z.strictObject({
  /** Null: as it was. */
  isOpen: z.boolean().nullable(),
  /** A step that was done and stays so; null: none. */
  done: z.enum(practiceSteps).nullable(),
});
export type GuideChange = z.infer<typeof guideChange>;
