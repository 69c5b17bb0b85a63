import { createStore, type StoreApi } from "zustand/vanilla";

/** What the polite live region says. `serial` changes also when the same words are said again. */
export type Announcement = { readonly text: string; readonly serial: number };

export const createAnnouncer = (): StoreApi<Announcement> => createStore(() => ({ text: "", serial: 0 }));

export const announceIn = (store: StoreApi<Announcement>, text: string): void =>
  store.setState((state) => ({ text, serial: state.serial + 1 }));
