import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { policy, type Policy } from "../shared/policy/policy.ts";

/** Where the schema is checked in. Editors and whoever writes policies read it. */
export const file = join(import.meta.dirname, "../docs/policy.schema.json");

/** What each field is, for whoever writes a policy. A field without words does not compile. */
const about = {
  $schema: "Where an editor finds this schema. Not read.",
  serviceAddress: "The only service that this desk connects to: https, or http on this computer.",
  timeZone: "The clinic's time zone, an IANA name.",
  services: "The services that can be booked.",
  lock: "idleMinutes: minutes without a key or the mouse after which the desk locks. pinRequired: nobody works at this desk before a PIN is set.",
  retentionMonths: "Patients not seen for so many months are offered for deletion; 0: none are.",
  bookingYears:
    "Years for which finished bookings are kept on this computer; 0: all are. Nothing goes before an admin at the desk has agreed.",
  logYears:
    "Years for which the activity log is kept, 6 or more; 0: all of it is. Nothing goes before an admin at the desk has agreed.",
  language: "The language of every window.",
  updates: "feed: where new versions are looked for. mode: whether they are put in.",
  backup:
    "folder: where backups go, a network share too. daily: whether one is made each day. keep: how many are kept.",
  proxy: "system, none, or an address such as http://proxy.example:3128 (http, https or socks5).",
} satisfies Readonly<Record<keyof Policy, string>>;

/** The JSON Schema of a policy, as a file: what can be said of it in those terms. Front Desk checks more. */
export function policySchema(): string {
  const { $schema, properties, ...rest } = z.toJSONSchema(policy, { io: "input", target: "draft-2020-12" });
  const words: Readonly<Record<string, string>> = about;
  const described = Object.entries(properties ?? {}).map(([name, field]) => [
    name,
    { description: words[name], ...(typeof field === "object" ? field : {}) },
  ]);
  const schema = {
    $schema,
    title: "Front Desk policy",
    description:
      "What an organization sets on a computer. Made by `npm run policy-schema`; do not edit by hand.",
    ...rest,
    properties: Object.fromEntries(described),
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

if (import.meta.main) writeFileSync(file, policySchema());
