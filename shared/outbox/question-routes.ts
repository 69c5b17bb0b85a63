import { z } from "zod";
import { defineRoute, exampleId } from "../core/define-route.ts";
import { nothing } from "../core/nothing.ts";

const asked = z.strictObject({ id: z.uuid() });

/** Questions of the window that must stay true for as long as they are asked. */
export const questionRoutes = {
  /** A question begins: what is about to be sent waits. `question.over` tells that it was asked for too long. Too many at a time: "busy". */
  "question.hold": defineRoute({
    input: nothing,
    output: asked,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  /** A person said yes. `isHeld`: everything stood still since it was asked, and stands still until it is released. */
  "question.answer": defineRoute({
    input: asked,
    output: z.strictObject({ isHeld: z.boolean() }),
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: { id: exampleId },
  }),
  /** The question is gone, and what was answered is done. */
  "question.release": defineRoute({
    input: asked,
    output: nothing,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: { id: exampleId },
  }),
} as const;
