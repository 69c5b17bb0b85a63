/** A newer version that is there for this copy. */
export type FoundUpdate = { readonly version: string; readonly notes: string | null };

/**
 * What is left to do at the end of the program, once the update was put in place. `exit`: nothing but to end. `relaunch`:
 * start again. `quits`: the system's own updater ends the program and starts the next.
 */
export type Installed = "exit" | "relaunch" | "quits";

/** Where updates come from and go to. Each rejects with an `UpdateError`, or whatever else broke. */
export type UpdateSource = {
  /** Null: there is nothing newer for this copy. */
  readonly check: (feed: string, signal: AbortSignal) => Promise<FoundUpdate | null>;
  /** Downloads what was found last. `percent` is whole. */
  readonly download: (
    onProgress: (percent: number, isHeld: boolean) => void,
    signal: AbortSignal,
  ) => Promise<void>;
  /** Puts what was downloaded in place. The last thing that a program does; `restarts`: its person wants the new one open. */
  readonly install: (restarts: boolean) => Promise<Installed>;
};

/** What of the desk an update must not come between. */
export type Busy = "sending" | "card" | "import" | "moment";
