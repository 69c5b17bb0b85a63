import { createContext, useCallback, useContext, useEffect, useRef } from "react";
import { useStore } from "zustand";
import type { Command } from "../../contract/events.ts";
import type { Result } from "../../contract/failure.ts";
import type { RouteOutput } from "../../contract/routes.ts";
import type { Language } from "../../messages/language.ts";
import type { Settings, SettingsChange } from "../../contract/records/settings.ts";
import { announceIn } from "./announce.ts";
import type { CommandPlace } from "./commands.ts";
import type { DeskState } from "./desk-state.ts";
import type { Unsaved } from "./flush.ts";
import type { ItemsState } from "./items.ts";
import type { NavigationState } from "./navigation.ts";
import type { SessionState } from "./session.ts";
import { saveSettings, type SettingsState } from "./settings.ts";

export const DeskContext = createContext<DeskState | null>(null);

/** The state that the app put around every screen. */
export function useDesk(): DeskState {
  const state = useContext(DeskContext);
  if (state === null) throw new Error("This part must be inside DeskContext.");
  return state;
}

/** Where records are kept: without a keychain in memory alone, and gone when the program quits. */
export type RecordsKept = RouteOutput<"app.info">["recordsKept"];

/** Main says at the start where records are kept; it stays so. */
export const KeptContext = createContext<RecordsKept>("disk");

/** Where records are kept, for words about saving. */
export const useRecordsKept = (): RecordsKept => useContext(KeptContext);

export const useSession = (): SessionState => useStore(useDesk().session);
/** The service refused the token to everything; the shell then asks for another. */
export function useIsTokenRefused(): boolean {
  const { session, connection } = useSession();
  return session?.status === "token-refused" || connection?.state === "token-refused";
}
/** The whole of it; with a selector only what that picks, so that the rest causes no drawing. */
export const useItems = <T>(pick: (state: ItemsState) => T): T => useStore(useDesk().items, pick);
export const useNavigation = (): NavigationState => useStore(useDesk().navigation);

/** The language of the words: for what is made from them and kept between drawings. */
export const useLanguage = (): Language => useStore(useDesk().language).language;

/** Settings, and how to change some of them; null only until main has answered for the first time. */
export function useSettings(): SettingsState & {
  readonly save: (change: SettingsChange) => Promise<Result<Settings>>;
} {
  const { settings: store, bridge } = useDesk();
  const state = useStore(store);
  const save = useCallback((change: SettingsChange) => saveSettings(store, bridge, change), [store, bridge]);
  return { ...state, save };
}

/** Says news to screen readers when they are next idle. */
export function useAnnounce(): (text: string) => void {
  const { announcer } = useDesk();
  return useCallback((text: string) => announceIn(announcer, text), [announcer]);
}

/** Takes a command of the menu or a shortcut while the component is on the screen. */
export function useCommand(name: Command, handler: () => void, place: CommandPlace = "screen"): void {
  const { commands } = useDesk();
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => commands.handle(name, () => latest.current(), place), [commands, name, place]);
}

/** Has `flush` run before the window closes or hides, before leaving the screen, and when it goes away. */
export function useFlush({ flush, hasUnsaved }: Unsaved): void {
  const { flushes } = useDesk();
  const latest = useRef({ flush, hasUnsaved });
  useEffect(() => {
    latest.current = { flush, hasUnsaved };
  });
  useEffect(() => {
    const remove = flushes.add({
      flush: () => latest.current.flush(),
      hasUnsaved: () => latest.current.hasUnsaved(),
    });
    return () => {
      remove();
      void latest.current.flush();
    };
  }, [flushes]);
}
