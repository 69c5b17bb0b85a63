import { words } from "../../../messages/words.ts";
import type { WindowFeature } from "../../lib/features.tsx";
import { createPart } from "../../ui/on-demand.tsx";

/** A look at the whole connection. */
export const connectionCheckFeature: WindowFeature = {
  name: "connection-check",
  settings: [
    {
      id: "doctor",
      section: "connection",
      words: () => ({ label: words.doctor.label, help: words.doctor.help }),
      action: createPart(async () => (await import("./check-button.tsx")).CheckButton),
    },
  ],
};
