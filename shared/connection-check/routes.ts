import { z } from "zod";
import { defineRoute } from "../core/define-route.ts";
import { doctorState } from "./doctor.ts";
import { nothing } from "../core/nothing.ts";

/** `Check connection`: looks at each part of the way to the service, and changes nothing. `doctor.changed` tells each step. */
export const doctorRoutes = {
  "doctor.get": defineRoute({
    input: nothing,
    output: doctorState,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  /** Answers when it is through, or was stopped. One run at a time: a second call answers with the first. */
  "doctor.run": defineRoute({
    input: nothing,
    output: doctorState,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  "doctor.stop": defineRoute({
    input: nothing,
    output: doctorState,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  /** The last run as text, to be copied: what was found and what to do, without secrets. */
  "doctor.report": defineRoute({
    input: nothing,
    output: z.strictObject({ text: z.string() }),
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
} as const;

/** What main says of it by itself. */
export const doctorEvents = {
  /** A connection check got on. */
  "doctor.changed": doctorState,
} as const;
