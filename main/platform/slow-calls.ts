import type { Clock } from "./ports.ts";
import { waitAtMost } from "./within.ts";

/** Such a call has not come back, or a person did not want to wait for it. */
export class Unanswered extends Error {}

type Options = {
  readonly clock: Pick<Clock, "after">;
  /** The longest wait for a call, and for those before it, in milliseconds. */
  readonly patience: number;
};

/**
 * Calls to something that may never return, such as a network share that hangs. Each that does not return holds one of
 * Node's four worker threads, which hash PINs, look up names and read every other file: none is begun behind it.
 */
export type SlowCalls = {
  /**
   * Begins a call once those before it came back, and waits for it; the signal ends each wait at once. Throws `Unanswered`,
   * or what the call throws.
   */
  readonly answered: <T>(call: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
  /** Puts things in order once those before it came back, however late; waits no longer than for a call. */
  readonly afterwards: (call: () => Promise<unknown>) => Promise<void>;
};

export function createSerializedCalls({ clock, patience }: Options): SlowCalls {
  const open = new Set<Promise<void>>();

  function begun<T>(call: () => Promise<T>): Promise<T> {
    const pending = call();
    const isBack = (): void => void open.delete(back);
    const back = pending.then(isBack, isBack);
    open.add(back);
    return pending;
  }

  return {
    answered: async (call, signal) => {
      const limits = { clock, milliseconds: patience, ...(signal === undefined ? {} : { signal }) };
      const isFree = open.size === 0 || (await waitAtMost(Promise.all(open), limits)) !== null;
      const answer = isFree ? await waitAtMost(begun(call), limits) : null;
      if (answer === null) throw new Unanswered();
      return answer.value;
    },
    afterwards: async (call) => {
      const done = Promise.all(open).then(() => begun(call));
      await waitAtMost(done, { clock, milliseconds: patience }).catch(() => undefined);
    },
  };
}
