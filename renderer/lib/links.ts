import { createStore, type StoreApi } from "zustand/vanilla";
import type { Bridge } from "./ipc.ts";

/** Whether main has a `frontdesk:` link for whoever is at the desk. What it says is read when it is taken. */
export type LinksState = {
  readonly waits: boolean;
  /** Counts up with every one that is told of; 0: none ever was. */
  readonly told: number;
};

export const createLinksStore = (): StoreApi<LinksState> => createStore(() => ({ waits: false, told: 0 }));

/** Hears of links. Answers how to stop. */
export const subscribeLinks = (store: StoreApi<LinksState>, bridge: Bridge): (() => void) =>
  bridge.listen("link.waits", () => store.setState(({ told }) => ({ waits: true, told: told + 1 })));
