import { z } from "zod";
import { readServiceAddress } from "../../domain/connection/service-address.ts";
import { readProxyAddress } from "../../domain/connection/proxy-address.ts";
import { languages } from "../../messages/language.ts";
import type { SayingId } from "../../messages/saying.ts";
import { settings } from "./settings.ts";

type Wrong = { readonly error: SayingId };

/**
 * What an organization sets for all desks of a computer, as its file has it. This schema is the source of
 * docs/policy.schema.json (`npm run policy-schema`). Every part may be left out: what is, is the desk's own.
 */
export const policy = z.strictObject({
  $schema: z.string().max(2_000).optional().describe("Where an editor finds this schema. Not read."),
  serviceAddress: z
    .string()
    .max(2_000)
    .refine((text) => readServiceAddress(text).kind === "ok", { error: "policy.why.address" } satisfies Wrong)
    .optional()
    .describe("The only service that this desk connects to: https, or http on this computer."),
  timeZone: settings.shape.timeZone.optional().describe("The clinic's time zone, an IANA name."),
  services: settings.shape.services.optional().describe("The services that can be booked."),
  lock: z
    .strictObject({
      idleMinutes: z
        .int()
        .min(1)
        .max(240)
        .optional()
        .describe("Minutes without a key or the mouse after which the desk locks."),
      pinRequired: z.boolean().optional().describe("Nobody works at this desk before a PIN is set."),
    })
    .optional(),
  retentionMonths: settings.shape.retentionMonths
    .optional()
    .describe("Patients not seen for so many months are offered for deletion; 0: none are."),
  language: z
    .enum(["system", ...languages])
    .optional()
    .describe("The language of every window."),
  updates: z
    .strictObject({
      feed: z
        .url({ protocol: /^https$/, error: "policy.why.https" satisfies SayingId })
        .max(2_000)
        .optional()
        .describe("Where new versions are looked for."),
      mode: z.enum(["automatic", "ask", "off"]).optional().describe("Whether they are put in."),
    })
    .optional(),
  backup: z
    .strictObject({
      folder: z.string().min(1).max(1_000).optional().describe("Where backups go; a network share too."),
      daily: z.boolean().optional().describe("Whether one is made each day."),
      keep: z.int().min(1).max(365).optional().describe("How many are kept."),
    })
    .optional(),
  proxy: z
    .string()
    .max(300)
    .refine((text) => text === "system" || text === "none" || readProxyAddress(text) !== null, {
      error: "policy.why.proxy",
    } satisfies Wrong)
    .optional()
    .describe("system, none, or an address such as http://proxy.example:3128 (http, https or socks5)."),
});
export type Policy = z.infer<typeof policy>;

/** What a policy can set, one name for each control that it takes from people. */
export const managedFields = [
  "serviceAddress",
  "timeZone",
  "services",
  "lockAfter",
  "pinRequired",
  "retentionMonths",
  "language",
  "updatesFeed",
  "updatesMode",
  "backupFolder",
  "backupDaily",
  "backupKeep",
  "proxy",
] as const;
export type ManagedField = (typeof managedFields)[number];

/** What a policy sets. */
export function setBy(given: Policy): readonly ManagedField[] {
  const values: Readonly<Record<ManagedField, unknown>> = {
    serviceAddress: given.serviceAddress,
    timeZone: given.timeZone,
    services: given.services,
    lockAfter: given.lock?.idleMinutes,
    pinRequired: given.lock?.pinRequired === true ? true : undefined,
    retentionMonths: given.retentionMonths,
    language: given.language,
    updatesFeed: given.updates?.feed,
    updatesMode: given.updates?.mode,
    backupFolder: given.backup?.folder,
    backupDaily: given.backup?.daily,
    backupKeep: given.backup?.keep,
    proxy: given.proxy,
  };
  return managedFields.filter((name) => values[name] !== undefined);
}

/** Why a policy is not applied. A code, for the program's log and diagnostics. */
export const policyFaults = [
  "unreadable",
  "owner",
  "writable",
  "folder",
  "link",
  "unchecked",
  "too-large",
  "utf-16",
  "not-utf-8",
  "empty",
  "syntax",
  "too-deep",
  "twice",
  "unknown",
  "value",
] as const;
export type PolicyFault = (typeof policyFaults)[number];
