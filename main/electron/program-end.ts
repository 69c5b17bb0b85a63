import type { Clock, Log } from "../platform/ports.ts";

type Parts = {
  /** Everything that has to come to its end, at the same time. */
  readonly stops: readonly (() => Promise<void>)[];
  /** Milliseconds after which the program ends whatever is still under way. */
  readonly within: number;
  /** Ends the process. */
  readonly exit: () => void;
  readonly clock: Pick<Clock, "after">;
  readonly log: Log;
};

/** The end of the program: begun once, however often it is asked for, and it always comes. */
export function createProgramShutdown({ stops, within, exit, clock, log }: Parts): () => void {
  const stopped = async (): Promise<boolean> => {
    const ends = await Promise.allSettled(stops.map((stop) => stop()));
    for (const end of ends) if (end.status === "rejected") log.error("main.stop", end.reason);
    return true;
  };
  const end = async (): Promise<void> => {
    const tooLong = new Promise<false>((resolve) => clock.after(within, () => resolve(false)));
    if (!(await Promise.race([stopped(), tooLong]))) log.warn("main.stop-cut-short", { within });
    exit();
  };
  let ending: Promise<void> | null = null;
  return () => void (ending ??= end());
}
