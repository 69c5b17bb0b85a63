import { createStore, type StoreApi } from "zustand/vanilla";
import type { Guide, GuideChange } from "../../shared/onboarding/guide.ts";
import type { Bridge } from "./ipc.ts";

/** The first steps of the account at the desk; null until main has answered. */
export type GuideState = { readonly guide: Guide | null };

export const createGuideStore = (): StoreApi<GuideState> => createStore(() => ({ guide: null }));

/** Keeps the first steps of whoever is at the desk. They are hints: what cannot be read is left out. */
export function subscribeGuide(store: StoreApi<GuideState>, bridge: Bridge): () => void {
  let asked = 0;
  const read = async (): Promise<void> => {
    const serial = ++asked;
    const answer = await bridge.call("guide.get", {});
    if (serial === asked) store.setState({ guide: answer.ok ? answer.value : null });
  };
  const stop = bridge.listen("session.changed", () => void read());
  void read();
  return stop;
}

/** Ticks a step, opens or closes the list. */
export async function changeGuide(
  store: StoreApi<GuideState>,
  bridge: Bridge,
  change: GuideChange,
): Promise<void> {
  const answer = await bridge.call("guide.change", change);
  if (answer.ok) store.setState({ guide: answer.value });
}
