import type { Clock, Log, RandomIds } from "../../platform/ports.ts";
import type { LineStep } from "./standing.ts";

type Options = {
  /** Reads and says all that there is. */
  readonly takeTurn: () => Promise<LineStep>;
  /** No turn is taken any more. */
  readonly isOver: () => boolean;
  /** Somebody waits for words that are to be said. */
  readonly isWaitedFor: () => boolean;
  /** Nobody is answered in this turn: the hub is away, or the line is over. */
  readonly onGivenUp: (as: "late" | "stopped") => void;
  /** Milliseconds until the next turn where all was well. */
  readonly quiet: () => number;
  readonly clock: Pick<Clock, "after">;
  readonly random: Pick<RandomIds, "fraction">;
  readonly log: Log;
};

/** Milliseconds: the first and the longest wait for a hub that does not answer. */
export const firstPause = 1_000;
const longestPause = 30_000;

/** Takes turns, one at a time: at once where one is asked for, else after a pause that grows while the hub is away. */
export function createTurnLoop(options: Options) {
  const { takeTurn, isOver, isWaitedFor, onGivenUp, clock, random, log } = options;
  /** Those who look wait for a turn that began after they asked, and for no more: it may be asked without end. */
  let lookers: (() => void)[] = [];
  let busy: Promise<void> | null = null;
  let isAsked = false;
  let pause = firstPause;
  let cancelTimer = (): void => undefined;

  async function run(): Promise<void> {
    do {
      isAsked = false;
      const looked = lookers;
      lookers = [];
      const step = await takeTurn().catch((error: unknown): LineStep => {
        log.error("clinic.turn", error);
        return "away";
      });
      for (const done of looked) done();
      if (isOver()) return giveUp("stopped");
      if (step === "away" || step === "stopped") return rest();
      pause = firstPause;
    } while (isAsked || isWaitedFor());
    waitFor(options.quiet());
  }
  function rest(): void {
    isAsked = false;
    giveUp("late");
    waitFor(pause * (0.5 + random.fraction()));
    pause = Math.min(pause * 2, longestPause);
  }
  function giveUp(as: "late" | "stopped"): void {
    const looked = lookers;
    lookers = [];
    onGivenUp(as);
    for (const done of looked) done();
  }
  function waitFor(milliseconds: number): void {
    cancelTimer();
    if (!isOver()) cancelTimer = clock.after(milliseconds, kick);
  }
  function kick(): void {
    isAsked = true;
    cancelTimer();
    busy ??= run().finally(() => {
      busy = null;
      if (isAsked && !isOver()) kick();
    });
  }

  return {
    /** Asks for a turn. */
    kick,
    isAsked: () => isAsked,
    /** Settles after the next turn. */
    look: async (): Promise<void> => {
      pause = firstPause;
      const looked = new Promise<void>((resolve) => lookers.push(resolve));
      kick();
      await looked;
    },
    /** The line is over: settles with the turn that is under way. */
    stop: async (): Promise<void> => {
      cancelTimer();
      giveUp("stopped");
      await busy;
    },
  };
}
