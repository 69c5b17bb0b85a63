import type { z } from "zod";
import { billingTypes } from "../shared/service-api/appointment.ts";
import type { FieldError } from "./answer.ts";

type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly errors: FieldError[] };
type Issue = z.core.$ZodIssue;

function isMissing(body: unknown, name: string): boolean {
  return typeof body === "object" && body !== null && !Object.hasOwn(body, name);
}

/** "a, b or c" */
const anyOf = new Intl.ListFormat("en-GB", { type: "disjunction" });

function messageOf(issue: Issue): string {
  if (issue.code === "invalid_union" && issue.discriminator !== undefined) {
    return `Must be ${anyOf.format(billingTypes)}.`;
  }
  if (issue.code === "invalid_type" && issue.message.startsWith("Invalid input")) {
    return `Must be of type ${issue.expected === "int" ? "integer" : issue.expected}.`;
  }
  return issue.message;
}

function unknownFieldMessage(name: string): string {
  return name === "paymentMethod"
    ? "paymentMethod is used with Bill to Patient only."
    : "The interface has no such field.";
}

function fieldErrorsOf(issue: Issue, body: unknown): FieldError[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((field) => ({ field, message: unknownFieldMessage(field) }));
  }
  const [field] = issue.path;
  if (field === undefined) return [{ field: "body", message: "The body must be a JSON object." }];
  const name = String(field);
  return [{ field: name, message: isMissing(body, name) ? "This field is required." : messageOf(issue) }];
}

/** Reads a body by its wire schema; one error a field, the first that was found. */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): Parsed<T> {
  const result = schema.safeParse(body);
  if (result.success) return { ok: true, value: result.data };
  const byField = new Map<string, FieldError>();
  for (const error of result.error.issues.flatMap((issue) => fieldErrorsOf(issue, body))) {
    if (!byField.has(error.field)) byField.set(error.field, error);
  }
  return { ok: false, errors: [...byField.values()] };
}
