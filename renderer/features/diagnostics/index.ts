import { words } from "../../../messages/words.ts";
import type { WindowFeature } from "../../lib/features.tsx";
import { createPart } from "../../ui/on-demand.tsx";

/** What to hand to whoever helps. */
export const diagnosticsFeature: WindowFeature = {
  name: "diagnostics",
  settings: [
    {
      id: "diagnostics",
      section: "activity",
      words: () => words.audit.diagnostics,
      action: createPart(async () => (await import("./diagnostics-button.tsx")).DiagnosticsButton),
    },
  ],
};
