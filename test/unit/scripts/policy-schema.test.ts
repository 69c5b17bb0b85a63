import { Ajv2020 } from "ajv/dist/2020.js";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { file, policySchema } from "../../../scripts/policy-schema.ts";

const kept = JSON.parse(readFileSync(file, "utf8"));

test("the schema that is checked in is the one that policies are read with", () => {
  expect(kept).toEqual(JSON.parse(policySchema()));
});

test("an editor that has it takes a policy, and marks what is unknown or of another kind", () => {
  // Formats are the editor's own.
  const takes = new Ajv2020({ strict: false, validateFormats: false }).compile(kept);
  expect(takes({ $schema: "x", retentionMonths: 24, lock: { idleMinutes: 5 }, proxy: "none" })).toBe(true);
  for (const wrong of [{ timezone: "UTC" }, { retentionMonths: "24" }, { lock: { idleMinutes: 0 } }])
    expect(takes(wrong), JSON.stringify(wrong)).toBe(false);
});
