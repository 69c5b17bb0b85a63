import { ArrowRightLeft } from "lucide-react";
import { handoverScreen } from "../../../shared/handover/screen.ts";
import { words } from "../../../messages/words.ts";
import type { WindowFeature } from "../../lib/features.tsx";
import { createPart } from "../../ui/on-demand.tsx";

/** The end of a shift. */
export const handoverFeature: WindowFeature = {
  name: "handover",
  screens: [
    {
      screen: handoverScreen,
      part: createPart(async () => (await import("./view.tsx")).HandoverView),
      foot: { icon: ArrowRightLeft, short: () => words.shell.navigation.handover },
    },
  ],
};
