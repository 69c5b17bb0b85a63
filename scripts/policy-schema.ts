import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { policy } from "../contract/records/policy.ts";

/** Where the schema is checked in. Editors and whoever writes policies read it. */
export const file = join(import.meta.dirname, "../docs/policy.schema.json");

/** The JSON Schema of a policy, as a file: what can be said of it in those terms. Front Desk checks more. */
export function policySchema(): string {
  const schema = z.toJSONSchema(policy, { io: "input", target: "draft-2020-12" });
  const about = {
    title: "Front Desk policy",
    description:
      "What an organization sets on a computer. Made by `npm run policy-schema`; do not edit by hand.",
  };
  const { $schema, ...rest } = schema;
  return `${JSON.stringify({ $schema, ...about, ...rest }, null, 2)}\n`;
}

if (import.meta.main) writeFileSync(file, policySchema());
