import { useCallback, useEffect, useRef, useState } from "react";
import type { SaveState } from "./draft-saver.ts";

/** Saves come with every pause in typing and take a moment: only one that lasts is told. */
const tellsAfter = 400;

/**
 * How the saving of what is typed stands, and how to tell it. "Saving" is left out where it ends soon, and what stood
 * before it holds until then; nothing is told any more once the part is gone.
 */
export function useSaveState(): readonly [SaveState, (state: SaveState) => void] {
  const [save, setSave] = useState<SaveState>({ kind: "none" });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      clearTimeout(timer.current);
    };
  }, []);
  const tell = useCallback((state: SaveState): void => {
    clearTimeout(timer.current);
    if (!isHere.current) return;
    if (state.kind === "saving") timer.current = setTimeout(() => setSave(state), tellsAfter);
    else setSave(state);
  }, []);
  return [save, tell];
}
