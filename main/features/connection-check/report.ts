import type { Check } from "../../../shared/connection-check/doctor.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";

/** A run as plain text, for whoever is asked for help: a line a step, and under it what to do. */
export function formatReport(
  checks: readonly Check[],
  { version, when }: { readonly version: string; readonly when: string },
): string {
  const { reportHead, reportLine, reportTodo, names, verdicts } = words.doctor;
  const lines = checks.flatMap(({ name, verdict, found, todo }) => [
    reportLine({ verdict: verdicts[verdict], name: names[name], found: said(found) }),
    ...(todo === null ? [] : [reportTodo({ todo: said(todo) })]),
  ]);
  return `${[reportHead({ version, when }), "", ...lines].join("\n")}\n`;
}

/** Whether something fails: what the command line answers with. */
export const hasFailed = (checks: readonly Check[]): boolean =>
  checks.some(({ verdict }) => verdict === "fail");
