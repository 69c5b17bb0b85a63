import type { Program } from "./program.ts";

/** A program that runs instead of the desk, and ends by itself. */
type OtherProgram = (parts: Pick<Program, "log" | "secrets">) => Promise<void>;

/** By the switch that asks for it. A line each, which loads it. */
export const otherPrograms: Readonly<Record<string, OtherProgram>> = {
  check: async (parts) => (await import("./check-connection.ts")).checkConnection(parts),
};
