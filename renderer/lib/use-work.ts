import { useState } from "react";
import type { Failure, Result } from "../../shared/core/failure.ts";

type Work = {
  readonly isPending: boolean;
  /** Why it failed the last time. */
  readonly failure: Failure | null;
  readonly run: <T>(call: () => Promise<Result<T>>, onDone?: (value: T) => void) => Promise<void>;
};

/** Work that a person starts with a button: whether it is under way, and why it failed. */
export function useWork(): Work {
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const run: Work["run"] = async (call, onDone) => {
    setPending(true);
    setFailure(null);
    const answer = await call();
    setPending(false);
    if (answer.ok) onDone?.(answer.value);
    else setFailure(answer.failure);
  };
  return { isPending, failure, run };
}
