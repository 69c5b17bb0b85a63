import { z } from "zod";
import { saying } from "../core/saying.ts";

/** What `Check connection` looks at, in this order: each rests on those before it as `shared/connection-check` says. */
export const checkNames = [
  "proxy", // which way requests take
  "name", // the service's name is known
  "connection", // it can be reached, and its certificate is trusted
  "clock", // this computer's clock is right
  "token", // the access token is one, and not refused
  "list", // the service answers as it should
  "intent", // the address that collects cards answers
  "hub", // the clinic's hub answers, and this desk is in step
  "notices", // notices of approvals are received
] as const;
export type CheckName = (typeof checkNames)[number];

/** `unchecked`: something before it failed. `unused`: it is not set up, and need not be. */
export const verdicts = ["pass", "warning", "fail", "unchecked", "unused"] as const;
export type Verdict = (typeof verdicts)[number];

export const check = z.strictObject({
  name: z.enum(checkNames),
  verdict: z.enum(verdicts),
  /** What was found, in words; never a token, a query or a name of a patient. */
  found: saying,
  /** What to do about it, and who; null: nothing. */
  todo: saying.nullable(),
});
export type Check = z.infer<typeof check>;

/** How far a run is. */
export const doctorState = z.strictObject({
  isRunning: z.boolean(),
  /** Those that are through, in their order. */
  checks: z.array(check),
  /** When the last run ended, RFC 3339; null: none has. */
  endedAt: z.iso.datetime().nullable(),
});
export type DoctorState = z.infer<typeof doctorState>;
