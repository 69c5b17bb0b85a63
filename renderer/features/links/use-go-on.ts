import { useNavigation } from "../../lib/hooks.ts";
import type { Target } from "../../lib/navigation.ts";

/** Goes on from a line of the strip, which has then done what it is for: with a person who stays, it stays. */
export function useGoOn(onGone: () => void): (target: Target) => void {
  const { leave, startAt } = useNavigation();
  return (target) =>
    leave(() => {
      onGone();
      startAt(target);
    });
}
