import type { HubFailureCode } from "../../shared/hub-api/failure.ts";

/** Why a statement did not succeed, as far as a desk has to know. Nothing of its transaction was kept, or its commit is not known. */
export type DatabaseTrouble = Extract<HubFailureCode, "database-unavailable" | "storage-full" | "internal">;

/** This database is none that a desk is answered from now; a sentence for who runs it. */
export class Unserved extends Error {
  readonly reason: string;
  /** The next connection may lead to another one. */
  readonly leaves: boolean;
  constructor(reason: string, leaves: boolean) {
    super(reason);
    this.name = "Unserved";
    this.reason = reason;
    this.leaves = leaves;
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** SQLSTATE classes and codes (PostgreSQL manual, appendix A) of a database that is away, busy, or no primary. */
const away =
  /^(08|57P0[1-5]|57014|53300|53200|53400|40001|40P01|55P03|25006|55000|58030|25P03|28|3D|E[A-Z]{3,})/;

/** How `pg` says that there is no connection: without a code. */
const lost = /terminat|timeout|closed|ended unexpectedly|not queryable|Client has encountered/i;

export function toDatabaseTrouble(error: unknown): DatabaseTrouble {
  if (error instanceof Unserved) return "database-unavailable";
  const code = codeOf(error);
  if (code === "53100" || code === "ENOSPC") return "storage-full";
  if (away.test(code)) return "database-unavailable";
  return code === "" && error instanceof Error && lost.test(error.message)
    ? "database-unavailable"
    : "internal";
}

/** What may be logged of an error: never its message or detail, which can hold what was sent. */
export function describeError(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at .*\/hub\//.test(line));
  const where = frames.slice(0, 4).map((line) => line.trim().replace(/\(.*\/(hub\/)/, "($1"));
  const reason = error instanceof Unserved ? { reason: error.reason } : {};
  return { error: error.name, code: codeOf(error), ...reason, where: where.join(" < ") };
}
