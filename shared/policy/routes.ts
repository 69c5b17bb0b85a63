import { z } from "zod";
import { changesComputer, defineRoute } from "../core/define-route.ts";
import { managedFields, policyFaults } from "./policy.ts";
import { saying } from "../core/saying.ts";
import { nothing } from "../core/nothing.ts";

/** Why the policy's file is not applied, and where in it. */
export const policyProblem = z.strictObject({
  fault: z.enum(policyFaults),
  /** Counted from 1; null where it is the file itself. */
  line: z.int().nullable(),
  /** The field's path, `services.3.id`; null where it is none. */
  field: z.string().nullable(),
  why: saying,
});
export type PolicyProblem = z.infer<typeof policyProblem>;

/** What the organization sets at this desk, as the window may know it. */
export const deskPolicySchema = z.strictObject({
  /** The file that is looked for; null where none is. */
  file: z.string().nullable(),
  /** What is set, for whoever is at the desk now: of practice mode less is. */
  sets: z.array(z.enum(managedFields)),
  /** Normalised; null where it is the desk's own. */
  serviceAddress: z.string().nullable(),
  /** `system`, `none`, or the address of a proxy. */
  proxy: z.string(),
  /** Why the file is not applied at all; none: it is, or there is no file. */
  problems: z.array(policyProblem),
  /** It has changed, and what changed is not in force yet. */
  waits: z.boolean(),
});
export type DeskPolicy = z.infer<typeof deskPolicySchema>;

/** A proxy that asks for a name and a password. Nothing of what was answered ever comes back. */
export const proxyState = z.strictObject({
  /** What is to be answered; null: nothing. */
  asks: z
    .strictObject({
      /** `proxy.example:3128` */
      proxy: z.string(),
      /** What the proxy calls itself; empty where it says nothing. */
      realm: z.string(),
      /** The last answer was wrong. */
      isWrong: z.boolean(),
      /** Counts the questions: the same one asked again is another. */
      serial: z.int(),
    })
    .nullable(),
  /** Proxies whose password is known here. */
  known: z.array(z.string()),
});
export type ProxyState = z.infer<typeof proxyState>;

export const policyRoutes = {
  "policy.get": defineRoute({
    input: nothing,
    output: deskPolicySchema,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  /** Nothing is in the middle here: a policy that changed comes into force. */
  "policy.take": defineRoute({
    input: nothing,
    output: nothing,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  "proxy.get": defineRoute({
    input: nothing,
    output: proxyState,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  /** Answers a proxy, and tries the line again. `keep`: in the keychain; else it is forgotten when the program ends. */
  "proxy.answer": defineRoute({
    input: z.strictObject({
      proxy: z.string().max(300),
      name: z.string().min(1).max(300),
      password: z.string().max(1_000),
      keep: z.boolean(),
    }),
    output: proxyState,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: { proxy: "proxy.example:3128", name: "desk", password: "given", keep: false },
  }),
  /** Forgets what was answered to every proxy. */
  "proxy.forget": defineRoute({
    input: nothing,
    output: proxyState,
    session: "none",
    access: changesComputer,
    sends: false,
    audit: "none",
    example: {},
  }),
} as const;
