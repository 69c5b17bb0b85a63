import type { Bridge } from "../bridge/desk.ts";

/** Saves a view's last keystrokes at once. */
export type Flush = () => Promise<void>;

/** Every view with unsaved keystrokes, so that all can be saved before the window goes. */
export type Flushes = {
  /** Answers how to take it back. */
  readonly add: (flush: Flush) => () => void;
  /** Saves all; settles when each has, whether or not it worked. */
  readonly runAll: () => Promise<void>;
};

export function createFlushes(): Flushes {
  const all = new Set<Flush>();
  return {
    add(flush) {
      all.add(flush);
      return () => all.delete(flush);
    },
    async runAll() {
      await Promise.allSettled([...all].map((flush) => flush()));
    },
  };
}

/** Saves everything when main is about to close the window, and says so; and when the window is hidden. */
export function keepFlushed(flushes: Flushes, bridge: Bridge, page: Document): () => void {
  const stop = bridge.listen("flush", () => {
    void flushes.runAll().then(() => bridge.call("app.flushed", {}));
  });
  const onHidden = (): void => {
    if (page.visibilityState === "hidden") void flushes.runAll();
  };
  page.addEventListener("visibilitychange", onHidden);
  return () => {
    stop();
    page.removeEventListener("visibilitychange", onHidden);
  };
}
