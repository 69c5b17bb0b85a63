import { z } from "zod";
import { readServiceAddress } from "../connection/service-address.ts";
import { readProxyAddress } from "../connection/proxy-address.ts";
import { mostKept } from "../backup/backup.ts";
import { bookingYears, logYears } from "../keeping/kept.ts";
import { languages } from "../../messages/language.ts";
import type { SayingId } from "../../messages/saying.ts";
import { settings } from "../settings/settings.ts";

type Wrong = { readonly error: SayingId };

/**
 * What an organization sets for all desks of a computer, as its file has it. This schema is the source of
 * docs/policy.schema.json (`npm run policy-schema`). Every part may be left out: what is, is the desk's own.
 */
export const policy = z.strictObject({
  $schema: z.string().max(2_000).optional(),
  serviceAddress: z
    .string()
    .max(2_000)
    .refine((text) => readServiceAddress(text).kind === "ok", { error: "policy.why.address" } satisfies Wrong)
    .optional(),
  timeZone: settings.shape.timeZone.optional(),
  services: settings.shape.services.optional(),
  lock: z
    .strictObject({
      idleMinutes: z.int().min(1).max(240).optional(),
      pinRequired: z.boolean().optional(),
    })
    .optional(),
  retentionMonths: settings.shape.retentionMonths.optional(),
  bookingYears: bookingYears.optional(),
  logYears: logYears.optional(),
  language: z.enum(["system", ...languages]).optional(),
  updates: z
    .strictObject({
      feed: z
        .url({ protocol: /^https$/, error: "policy.why.https" satisfies SayingId })
        .max(2_000)
        .optional(),
      mode: z.enum(["automatic", "ask", "off"]).optional(),
    })
    .optional(),
  backup: z
    .strictObject({
      folder: z.string().min(1).max(1_000).optional(),
      daily: z.boolean().optional(),
      keep: z.int().min(1).max(mostKept).optional(),
    })
    .optional(),
  proxy: z
    .string()
    .max(300)
    .refine((text) => text === "system" || text === "none" || readProxyAddress(text) !== null, {
      error: "policy.why.proxy",
    } satisfies Wrong)
    .optional(),
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
  "bookingYears",
  "logYears",
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
export function listManagedFields(given: Policy): readonly ManagedField[] {
  const values: Readonly<Record<ManagedField, unknown>> = {
    serviceAddress: given.serviceAddress,
    timeZone: given.timeZone,
    services: given.services,
    lockAfter: given.lock?.idleMinutes,
    pinRequired: given.lock?.pinRequired === true ? true : undefined,
    retentionMonths: given.retentionMonths,
    bookingYears: given.bookingYears,
    logYears: given.logYears,
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
