import type { StoreApi } from "zustand/vanilla";
import type { DeskLock } from "../../shared/lock/lock.ts";
import { createMainStore, type MainDesk, type MainStore } from "./main-store.ts";
import type { NavigationState } from "./navigation.ts";
import { toTarget } from "./place.ts";

/** How this computer's desk is locked; null until main has answered. */
export type LockState = { readonly lock: DeskLock | null };

type Parts = MainDesk & { readonly navigation: StoreApi<NavigationState> };

/** Who is signed in decides whether a PIN can be set: practice mode has none. */
export const createLockStore = ({ navigation, ...desk }: Parts): MainStore<LockState, DeskLock> =>
  createMainStore<LockState, DeskLock>(desk, {
    empty: { lock: null },
    ask: async () => {
      const answer = await desk.bridge.call("lock.get", {});
      // After an unlocking the window goes where it was. It is told once: also where another reading has begun since.
      if (answer.ok && answer.value.place !== null && navigation.getState().visit === 0)
        navigation.getState().startAt(toTarget(answer.value.place));
      return answer;
    },
    show: (lock) => ({ lock }),
    hear: (on) => [on("lock.changed")],
  });
