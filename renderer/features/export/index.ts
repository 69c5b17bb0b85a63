import type { WindowFeature } from "../../lib/features.tsx";
import { createPart } from "../../ui/on-demand.tsx";

/** Lists of this computer as files. */
export const exportFeature: WindowFeature = {
  name: "export",
  parts: { "list-tools": createPart(async () => (await import("./export-button.tsx")).ExportButton) },
};
