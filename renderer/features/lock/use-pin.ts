import { useEffect, useState } from "react";
import type { Failure, Result } from "../../../shared/core/failure.ts";
import type { TriedPin } from "../../../shared/lock/lock.ts";
import { words } from "../../../messages/words.ts";

/** Minutes and seconds, `0:30`. */
const clock = (seconds: number): string =>
  `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, "0")}`;

/** Whole seconds that are left of a wait, counted down. Main alone decides whether a PIN is looked at. */
export function useSecondsLeft(seconds: number, serial: number): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const end = performance.now() + seconds * 1_000;
    const look = (): void => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1_000)));
    look();
    const timer = setInterval(look, 250);
    return () => clearInterval(timer);
  }, [seconds, serial]);
  return left;
}

export type PinTry = {
  readonly isPending: boolean;
  /** What came of the last try, in words; null when nothing is wrong. */
  readonly told: string | null;
  /** How long there is still to wait, in words; null when a PIN is looked at. */
  readonly waits: string | null;
  /** Why it could not be tried. */
  readonly failure: Failure | null;
  /** Counts the tries, so that the same words are said again. */
  readonly serial: number;
  /** Tries one; true when it was right. */
  readonly run: (call: () => Promise<Result<TriedPin>>) => Promise<boolean>;
  /** Something else is typed: what was said of the last one no longer holds. */
  readonly forget: () => void;
};

/** Trying a PIN, and what is said of it. `waitSeconds`: of a wait that was on before. */
export function usePinTry(waitSeconds = 0): PinTry {
  const [isPending, setPending] = useState(false);
  const [serial, setSerial] = useState(0);
  const [tried, setTried] = useState<TriedPin | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [wait, setWait] = useState(waitSeconds);
  const left = useSecondsLeft(wait, serial);
  return {
    isPending,
    failure,
    serial,
    told: tried === null || tried.outcome === "right" ? null : words.lock.wrong({ left: tried.left }),
    waits: left === 0 ? null : words.lock.wait({ time: clock(left) }),
    forget: () => {
      setTried(null);
      setFailure(null);
    },
    run: async (call) => {
      if (isPending) return false;
      setPending(true);
      setFailure(null);
      const answer = await call();
      setPending(false);
      setSerial((before) => before + 1);
      if (!answer.ok) {
        setFailure(answer.failure);
        return false;
      }
      setTried(answer.value.outcome === "wait" ? null : answer.value);
      setWait(answer.value.waitSeconds);
      return answer.value.outcome === "right";
    },
  };
}
