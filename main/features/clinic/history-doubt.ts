import type { HubFailure } from "../../../shared/hub-api/failure.ts";
import type { Clock, Log } from "../../platform/ports.ts";
import type { KeptMembership } from "./membership.ts";
import type { Pusher } from "./pusher.ts";
import type { ClinicLineState, LineStep } from "./standing.ts";

type Options = {
  readonly at: ClinicLineState;
  readonly pushes: Pusher;
  /** Reads the log anew: the hub is an earlier one. */
  readonly rewind: () => LineStep;
  readonly isStopped: () => boolean;
  readonly clock: Pick<Clock, "monotonic">;
  readonly log: Log;
};

/** As long a desk that reads another history than before asks again before it stops, in milliseconds. */
const longestDoubt = 300_000;

/** Whether the hub knows now that it is an earlier one: by this desk's word, or by what another desk said just before. */
const hasNoticed = (failure: HubFailure, { generation }: KeptMembership): boolean =>
  failure.code === "history-differs" ||
  (failure.code === "generation-changed" && failure.generation > generation);

/** Doubts the hub's log while it is another one than this desk had read, and stops the desk where it stays so. */
export function createHistoryDoubt({ at, pushes, rewind, isStopped, clock, log }: Options) {
  let since: number | null = null;
  /** Other desks have read another history: found from outside of this line. */
  let isSplit = false;
  /** A desk that read another history looks on whether it is the one that it knew. */
  const isElsewhere = (): boolean => at.kept().stopped === "other-history" && !isSplit;

  /** Another server answered than the one before, as while a cluster has two primaries: what is asked in a while may be answered by one. */
  function doubt(): LineStep {
    since ??= clock.monotonic();
    if (clock.monotonic() - since < longestDoubt) return at.away("other-history");
    return at.stopFor("other-history");
  }

  return {
    isElsewhere,
    markSplit: (): void => void (isSplit = true),
    /** The hub has to notice by itself that it is another one: it hears how far this desk had read. */
    witness: async (): Promise<LineStep> => {
      if (isStopped()) return "stopped";
      const answer = await pushes.send([{ entry: { type: "reported" } }]);
      if (answer.kind === "refused" && hasNoticed(answer.failure, at.kept())) return rewind();
      if (answer.kind === "taken" || answer.kind === "refused") return doubt();
      return answer.kind === "stopped" ? "stopped" : "away";
    },
    /** The hub's log is the one that this desk had read, and all of it is read. */
    agree: (): void => {
      since = null;
      if (!isElsewhere()) return;
      log.info("clinic.agrees", {});
      at.save({ ...at.kept(), stopped: null });
      at.tell({ line: "up", reason: null, progress: null });
    },
  };
}
