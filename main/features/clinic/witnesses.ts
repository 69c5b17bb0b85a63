import type { Heartbeat } from "../../../shared/hub-api/signed.ts";
import type { RandomId } from "../../../shared/hub-api/values.ts";
import { compareWitness, type ClinicLog, type HashAt } from "./clinic-log.ts";

export type WitnessReport = { readonly desk: RandomId; readonly heartbeat: Heartbeat | null };
type Read = { readonly log: ClinicLog; readonly generation: number; readonly hashAt: HashAt };

/** What other desks said of how far they had read, until this desk has read as far. */
export type Witnesses = {
  /** True: the hub shows another history to one of them. */
  readonly isSplit: (told: readonly WitnessReport[], read: Read) => boolean;
};

export function createForkDetector(): Witnesses {
  /** The first word of each desk that is further than this one: a later one would be further again. */
  const further = new Map<RandomId, Heartbeat>();

  function isOther(
    { desk, given }: { readonly desk: RandomId; readonly given: Heartbeat },
    read: Read,
  ): boolean {
    const { kind } = compareWitness(read.log, { ...read, desk, given });
    if (kind === "further") further.set(desk, given);
    else further.delete(desk);
    return kind === "other-history";
  }
  return {
    isSplit: (told, read) =>
      told.some(({ desk, heartbeat }) => {
        const first = further.get(desk);
        if (first !== undefined && isOther({ desk, given: first }, read)) return true;
        return heartbeat !== null && !further.has(desk) && isOther({ desk, given: heartbeat }, read);
      }),
  };
}
