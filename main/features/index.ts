import { openConnectionCheck } from "./connection-check/doctor-parts.ts";
import { openDiagnostics } from "./diagnostics/diagnostics.ts";
import { openExport } from "./export/exports.ts";
import type { OpenFeature } from "./feature.ts";

/** The optional features of a desk, a line each: without its line the rest works as before. */
export const deskFeatures = [
  openExport,
  openDiagnostics,
  openConnectionCheck,
] as const satisfies readonly OpenFeature[];
