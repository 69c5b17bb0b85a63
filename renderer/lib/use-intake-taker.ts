import { useEffect } from "react";
import { useStore } from "zustand";
import type { Intake } from "../../shared/intake/intake.ts";
import { useDesk } from "./hooks.ts";
import { useLatest } from "./use-latest.ts";

/** Has a part of the screen take what was scanned: it fills its form with it, or opens one that will. */
export function useIntakeTaker(take: (intake: Intake) => void, isOpen = true): void {
  const { intake } = useDesk();
  const { waiting } = useStore(intake);
  const latest = useLatest(take);
  useEffect(() => {
    if (!isOpen) return;
    intake.setState(({ takers }) => ({ takers: takers + 1 }));
    return () => intake.setState(({ takers }) => ({ takers: takers - 1 }));
  }, [intake, isOpen]);
  useEffect(() => {
    if (isOpen && waiting !== null) latest.current(waiting);
  }, [waiting, isOpen, latest]);
}
