import { useCallback, useEffect, useRef, useState } from "react";
import type { Failure } from "../../shared/core/failure.ts";
import type { RouteInput, RouteName, RouteOutput } from "../../shared/routes.ts";
import { useDesk } from "./hooks.ts";
import { useLatest } from "./use-latest.ts";

/** A reading of main: what came, or why it did not. A failed reading never looks like an empty one. */
export type RouteReading<T> =
  | { readonly state: "loading"; readonly value: null; readonly failure: null }
  /** `value` is the last that came, also while it is read again or when that failed. */
  | { readonly state: "ready"; readonly value: T; readonly failure: Failure | null }
  | { readonly state: "failed"; readonly value: null; readonly failure: Failure };

type Options = {
  /** Read again whenever this changes, such as the items' version. */
  readonly refresh?: unknown;
  /** False: do not ask yet. */
  readonly enabled?: boolean;
  /** True: another input starts from "loading" instead of showing the last input's value meanwhile. */
  readonly clears?: boolean;
};

const loading = { state: "loading", value: null, failure: null } as const;

/**
 * Reads a route, and again when the input or `refresh` changes: one reading at a time, and once more after it
 * for all that changed meanwhile. Answers to an earlier input are dropped. `isStale`: what is there was read for another input.
 */
export function useRoute<N extends RouteName>(
  name: N,
  input: RouteInput<N>,
  { refresh, enabled = true, clears = false }: Options = {},
): RouteReading<RouteOutput<N>> & { readonly reload: () => void; readonly isStale: boolean } {
  const { bridge } = useDesk();
  const key = JSON.stringify(input);
  const [kept, setKept] = useState<{ key: string; reading: RouteReading<RouteOutput<N>> }>({
    key,
    reading: loading,
  });
  const [round, setRound] = useState(0);
  const latest = useRef(0);
  const isReading = useRef(false);
  const isOutdated = useRef(false);
  const asked = useLatest(input);
  useEffect(
    () => () => {
      latest.current += 1;
      isReading.current = false;
      isOutdated.current = false;
    },
    [bridge, name, key, enabled],
  );
  useEffect(() => {
    if (!enabled) return;
    isOutdated.current = isReading.current;
    if (isReading.current) return;
    isReading.current = true;
    const serial = ++latest.current;
    void bridge.call(name, asked.current).then((answer) => {
      if (serial !== latest.current) return;
      isReading.current = false;
      setKept((before) => {
        const next = { key, reading: answer.ok ? ready(answer.value) : broken(before, answer.failure, key) };
        // Most changes of items change nothing of what is read here: then nothing is drawn anew.
        return answer.ok && isSame(before, next) ? before : next;
      });
      if (isOutdated.current) setRound((before) => before + 1);
    });
  }, [bridge, name, key, enabled, refresh, round, asked]);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  const reading = clears && kept.key !== key ? loading : kept.reading;
  return { ...reading, reload, isStale: kept.key !== key };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const ready = <T>(value: T): RouteReading<T> => ({ state: "ready", value, failure: null });

/** The last value of the same input stands beside the failure; that of another input would mislead. */
function broken<T>(
  before: { key: string; reading: RouteReading<T> },
  failure: Failure,
  key: string,
): RouteReading<T> {
  return before.reading.state === "ready" && before.key === key
    ? { ...before.reading, failure }
    : { state: "failed", value: null, failure };
}
