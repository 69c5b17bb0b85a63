import { CircleArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { useNavigation } from "../../lib/hooks.ts";
import { useUpdates } from "../../lib/use-updates.ts";
import { VisuallyHidden } from "../../ui/text.tsx";

type Props = { readonly className: string | undefined };

/**
 * One quiet line on every screen that a newer version is ready, or waits for a person's word. It is not announced and moves
 * nothing: whoever is in the middle of a booking goes on with it.
 */
export function UpdateLine({ className }: Props): ReactNode {
  const state = useUpdates();
  const { go } = useNavigation();
  if (state === null || state.why !== null) return null;
  const { phase, version } = state;
  if ((phase !== "ready" && phase !== "found") || version === null) return null;
  const says = words.updates;
  return (
    <button
      type="button"
      className={className}
      onClick={() => go({ screen: "settings", section: "updates", field: "updates" })}
    >
      <CircleArrowUp size={16} aria-hidden="true" /> {says.line[phase]}
      <VisuallyHidden> {says.stands[phase]({ version })}</VisuallyHidden>
    </button>
  );
}
