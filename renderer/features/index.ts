import type { WindowFeature } from "../lib/features.tsx";
import { connectionCheckFeature } from "./connection-check/index.ts";
import { diagnosticsFeature } from "./diagnostics/index.ts";
import { exportFeature } from "./export/index.ts";
import { handoverFeature } from "./handover/index.ts";

/** The optional features of the window, a line each: without its line the rest works as before. Each loads its script later. */
export const windowFeatures: readonly WindowFeature[] = [
  exportFeature,
  diagnosticsFeature,
  connectionCheckFeature,
  handoverFeature,
];
