import { createStore, type StoreApi } from "zustand/vanilla";
import type { DeskLock } from "../../shared/lock/lock.ts";
import type { Bridge } from "./ipc.ts";
import type { NavigationState } from "./navigation.ts";
import { toTarget } from "./place.ts";

/** How this computer's desk is locked; null until main has answered. */
export type LockState = { readonly lock: DeskLock | null };

export const createLockStore = (): StoreApi<LockState> => createStore(() => ({ lock: null }));

type Parts = {
  readonly lock: StoreApi<LockState>;
  readonly navigation: StoreApi<NavigationState>;
  readonly bridge: Bridge;
};

/** Reads it and keeps it fresh; after an unlocking the window goes where it was. Answers how to stop. */
export function subscribeLock({ lock, navigation, bridge }: Parts): () => void {
  let latest = 0;
  const read = async (): Promise<void> => {
    const serial = (latest += 1);
    const answer = await bridge.call("lock.get", {});
    if (!answer.ok) return;
    const { place } = answer.value;
    // Told once: also where another reading has begun since.
    if (place !== null && navigation.getState().visit === 0) navigation.getState().startAt(toTarget(place));
    if (serial === latest) lock.setState({ lock: answer.value });
  };
  // Who is signed in decides whether a PIN can be set: practice mode has none.
  const stops = [
    bridge.listen("lock.changed", () => void read()),
    bridge.listen("session.changed", () => void read()),
  ];
  void read();
  return () => stops.forEach((stop) => stop());
}
