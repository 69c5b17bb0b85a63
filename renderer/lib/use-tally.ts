import { countImportRows, tallyCounts, type Tally } from "../../shared/outbox/tally.ts";
import { useItems, useMember, useMoments } from "./hooks.ts";

/** The items of the account at the desk by kind, for every sentence that states numbers of them. */
export function useTally(): Tally {
  const counts = useItems((items) => items.counts);
  const progress = useItems((items) => items.progress);
  const isStopped = useIsStopped();
  const isUnshared = useMember()?.line === "stopped";
  const { moments } = useMoments();
  return tallyCounts(counts, {
    moments,
    rowsToTake: countImportRows(progress, counts),
    isStopped,
    isUnshared,
  });
}

/** Whether a person stopped the sending. */
export const useIsStopped = (): boolean => useItems((items) => items.progress?.paused === true);
