import { z } from "zod";
import { doctorState } from "./doctor.ts";
import { nothing } from "../core/nothing.ts";

/** `Check connection`: looks at each part of the way to the service, and changes nothing. `doctor.changed` tells each step. */
export const doctorRoutes = {
  "doctor.get": { input: nothing, output: doctorState },
  /** Answers when it is through, or was stopped. One run at a time: a second call answers with the first. */
  "doctor.run": { input: nothing, output: doctorState },
  "doctor.stop": { input: nothing, output: doctorState },
  /** The last run as text, to be copied: what was found and what to do, without secrets. */
  "doctor.report": { input: nothing, output: z.strictObject({ text: z.string() }) },
} as const;
