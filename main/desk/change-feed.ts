import type { EventPayload } from "../../shared/events.ts";
import type { RecordId } from "../../shared/core/record-id.ts";
import type { Clock, Log } from "../platform/ports.ts";

type Change = EventPayload<"items.changed">;

type Options = {
  readonly clock: Clock;
  /** Reads the counts once for many changes. */
  readonly state: () => Omit<Change, "ids">;
  readonly emit: (change: Change) => void;
  readonly log: Log;
};

export type ChangeFeed = {
  readonly changed: (ids: readonly RecordId[]) => void;
  readonly stop: () => void;
};

/** Milliseconds in which changes are gathered, and the most names that one event holds. */
const pause = 40;
const mostIds = 500;

/** Tells the window of changed items: those of a burst together, and after they are durable. */
export function createChangeFeed({ clock, state, emit, log }: Options): ChangeFeed {
  let ids = new Set<RecordId>();
  let stopped = false;
  let cancel: (() => void) | null = null;

  const tell = (): void => {
    cancel = null;
    const changed = [...ids].slice(0, mostIds);
    ids = new Set();
    try {
      emit({ ids: changed, ...state() });
    } catch (error) {
      log.error("changes.not-told", error);
    }
  };
  return {
    changed: (changed) => {
      for (const id of changed) ids.add(id);
      if (!stopped) cancel ??= clock.after(pause, tell);
    },
    stop: () => {
      stopped = true;
      cancel?.();
    },
  };
}
