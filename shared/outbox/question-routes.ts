import { z } from "zod";
import { nothing } from "../core/nothing.ts";

const asked = z.strictObject({ id: z.uuid() });

/** Questions of the window that must stay true for as long as they are asked. */
export const questionRoutes = {
  /** A question begins: what is about to be sent waits. `question.over` tells that it was asked for too long. Too many at a time: "busy". */
  "question.hold": { input: nothing, output: asked },
  /** A person said yes. `isHeld`: everything stood still since it was asked, and stands still until it is released. */
  "question.answer": { input: asked, output: z.strictObject({ isHeld: z.boolean() }) },
  /** The question is gone, and what was answered is done. */
  "question.release": { input: asked, output: nothing },
} as const;
