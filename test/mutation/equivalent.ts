import type { Equivalent } from "./score.ts";

/**
 * The mutants that survive because the program does the same with them. `npm run mutation` fails when one of them is
 * killed, is gone, or survives more or less often than it says.
 */
export const equivalent: readonly Equivalent[] = [
  {
    file: "main/service/retry-after.ts",
    mutator: "StringLiteral",
    original: '""',
    replacement: '"Stryker was here!"',
    because: "no header and a text that is neither a number nor a date mean the same wait",
  },
  {
    file: "main/service/evidence.ts",
    mutator: "StringLiteral",
    original: '""',
    replacement: '"Stryker was here!"',
    times: 2,
    because: "no header and a text that is no type are both none that can be shown",
  },
  {
    file: "main/service/evidence.ts",
    mutator: "OptionalChaining",
    original: '(contentType ?? "").split(";")[0]?.trim',
    replacement: '(contentType ?? "").split(";")[0].trim',
    because: "a text that is split has at least one part",
  },
  {
    file: "main/service/recognise.ts",
    mutator: "StringLiteral",
    original: '"when"',
    replacement: '""',
    because: "the name of an aspect has only to be another than those of the others",
  },
  {
    file: "main/service/recognise.ts",
    mutator: "StringLiteral",
    original: '"billing"',
    replacement: '""',
    because: "the name of an aspect has only to be another than those of the others",
  },
  {
    file: "main/service/recognise.ts",
    mutator: "ConditionalExpression",
    original: 'typeof value !== "object"',
    replacement: "false",
    because: "what is no object has none of the members that say no",
  },
  {
    file: "main/service/recognise.ts",
    mutator: "StringLiteral",
    original: '""',
    replacement: '"Stryker was here!"',
    because: "a body that does not fit its schema has at least one issue",
  },
  {
    file: "main/service/recognise.ts",
    mutator: "OptionalChaining",
    original: "read.error.issues[0]?.path",
    replacement: "read.error.issues[0].path",
    because: "a body that does not fit its schema has at least one issue",
  },
  {
    file: "domain/echo.ts",
    mutator: "Regex",
    original: "/\\p{Cf}+/gu",
    replacement: "/\\p{Cf}/gu",
    because: "each is taken out, one by one or together",
  },
  {
    file: "domain/echo.ts",
    mutator: "ConditionalExpression",
    original: "payload === null",
    replacement: "false",
    because: "read as JSON, null is null, which is no object",
  },
  {
    file: "main/kinds/booking.ts",
    mutator: "ConditionalExpression",
    original: 'outcome.kind === "success"',
    replacement: "true",
    because: "an outcome that is no success has no value, and what is no value shows no booking",
  },
  {
    file: "main/kinds/booking.ts",
    mutator: "OptionalChaining",
    original: "patient?.itemId",
    replacement: "patient.itemId",
    because: "a form without errors and without a number is of a known patient, whose record is there",
  },
  {
    file: "main/kinds/webhook.ts",
    mutator: "ConditionalExpression",
    original: 'outcome.kind === "success"',
    replacement: "true",
    because: "an outcome that is no success has no value, and what is no value shows no registration",
  },
  {
    file: "main/kinds/patient-record.ts",
    mutator: "ConditionalExpression",
    original: "patientRecordId === null",
    replacement: "false",
    because: "there is no record without an id",
  },
  {
    file: "main/kinds/patient.ts",
    mutator: "ConditionalExpression",
    original: "number === null",
    replacement: "false",
    because: "no record is known by no number: one that has none yet is not found by that",
  },
  {
    file: "main/kinds/patient-record.ts",
    mutator: "ConditionalExpression",
    original: 'prepared.kind !== "ready"',
    replacement: "false",
    because: "only what is ready has a patient",
  },
];
