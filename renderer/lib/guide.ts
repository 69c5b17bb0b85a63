import type { Result } from "../../shared/core/failure.ts";
import type { Guide, GuideChange } from "../../shared/onboarding/guide.ts";
import type { Bridge } from "./ipc.ts";
import { createMainStore, type MainDesk, type MainStore } from "./main-store.ts";

/** The first steps of the account at the desk; null until main has answered. They are hints: what cannot be read is left out. */
export type GuideState = { readonly guide: Guide | null };

export const createGuideStore = (desk: MainDesk): MainStore<GuideState, Guide> =>
  createMainStore<GuideState, Guide>(desk, {
    empty: { guide: null },
    ask: () => desk.bridge.call("guide.get", {}),
    show: (guide) => ({ guide }),
    clear: () => ({ guide: null }),
  });

/** Ticks a step, opens or closes the list. */
export const changeGuide = (
  store: MainStore<GuideState, Guide>,
  bridge: Bridge,
  change: GuideChange,
): Promise<Result<Guide>> => store.change(bridge.call("guide.change", change));
