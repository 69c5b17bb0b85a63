import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";

/** What was given when it was last drawn, for what runs later than it was made. It is there as soon as that is seen. */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** Whether the component is still on the screen, for what comes of something later. */
export function useIsHere(): RefObject<boolean> {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}

/** Runs what was given when it was last drawn, once the component is gone. */
export function useWhenLeft(run: () => void): void {
  const latest = useLatest(run);
  useEffect(() => {
    const last = latest;
    return () => last.current();
  }, [latest]);
}
