import { createContext, useCallback, useContext, useEffect, useState } from "react";
import { useStore } from "zustand";
import type { Command } from "../../shared/events.ts";
import type { Failure, Result } from "../../shared/core/failure.ts";
import type { RouteOutput } from "../../shared/routes.ts";
import type { Guide, PracticeStep } from "../../shared/onboarding/guide.ts";
import type { ManagedField } from "../../shared/policy/policy.ts";
import type { Language } from "../../messages/language.ts";
import type { Settings, SettingsChange } from "../../shared/settings/settings.ts";
import { getMembership, type ClinicStoreState, type Membership } from "./clinic.ts";
import type { CommandPlace } from "./commands.ts";
import type { DeskState } from "./desk-state.ts";
import type { Unsaved } from "./flush.ts";
import { changeGuide } from "./guide.ts";
import type { ItemsState } from "./items.ts";
import type { LockState } from "./lock.ts";
import type { MomentsState } from "./moments.ts";
import type { NavigationState } from "./navigation.ts";
import type { MainDesk, MainStore, Shown } from "./main-store.ts";
import { isSet, type PolicyStoreState, type ProxyStoreState } from "./policy.ts";
import type { SessionState } from "./session.ts";
import { saveSettings, type SettingsState } from "./settings.ts";
import { useLatest } from "./use-latest.ts";

export const DeskContext = createContext<DeskState | null>(null);

/** The state that the app put around every screen. */
export function useDesk(): DeskState {
  const state = useContext(DeskContext);
  if (state === null) throw new Error("This part must be inside DeskContext.");
  return state;
}

/** A view of main that is made with the part that shows it, and follows main as long as that is on the screen. */
export function useMainStore<V, A>(
  create: (desk: MainDesk) => MainStore<V, A>,
): Shown<V> & Pick<MainStore<V, A>, "read" | "change"> {
  const desk = useDesk();
  const [{ follow, read, change, ...store }] = useState(() => create(desk));
  useEffect(follow, [follow]);
  return { ...useStore(store), read, change };
}

/** Where records are kept: without a keychain in memory alone, and gone when the program quits. */
export type RecordsKept = RouteOutput<"app.info">["recordsKept"];

/** Main says at the start where records are kept; it stays so. */
export const KeptContext = createContext<RecordsKept>("disk");

/** Where records are kept, for words about saving. */
export const useRecordsKept = (): RecordsKept => useContext(KeptContext);

export const useSession = (): Shown<SessionState> => useStore(useDesk().session);
/** The service refused the token to everything; the shell then asks for another. */
export function useIsTokenRefused(): boolean {
  const { session, connection } = useSession();
  return session?.status === "token-refused" || connection?.state === "token-refused";
}
/** How this computer's desk is locked; null until main has answered. */
export const useLock = (): LockState["lock"] => useStore(useDesk().lock, ({ lock }) => lock);
/** What the organization sets here; null until main has answered. */
export const usePolicy = (): PolicyStoreState["policy"] => useStore(useDesk().policy, ({ policy }) => policy);
/** Whether that is the organization's to say. */
export const useIsSet = (field: ManagedField): boolean =>
  useStore(useDesk().policy, (state) => isSet(state, field));
/** A proxy that asks, and those whose password is known; null until main has answered. */
export const useProxy = (): ProxyStoreState["proxy"] => useStore(useDesk().proxy, ({ proxy }) => proxy);
/** Whether this desk belongs to a clinic with several, and how it stands with the hub. */
export const useClinic = (): Shown<ClinicStoreState> => useStore(useDesk().clinic);
/** The clinic that this desk is a member of; null where there is none. */
export const useMember = (): Membership | null => useStore(useDesk().clinic, getMembership);
/** Who is at the desk, by name; null when nobody has said. */
export const useStaffName = (): string | null => useStore(useDesk().staff, ({ name }) => name);
/** The whole of it; with a selector only what that picks, so that the rest causes no drawing. */
export const useItems = <T>(pick: (state: ItemsState) => T): T => useStore(useDesk().items, pick);
export const useMoments = (): MomentsState => useStore(useDesk().moments);
export const useNavigation = (): NavigationState => useStore(useDesk().navigation);

/** The language of the words: for what is made from them and kept between drawings. */
export const useLanguage = (): Language => useStore(useDesk().language).language;

/** Settings, and how to change some of them; null only until main has answered for the first time. */
export function useSettings(): Shown<SettingsState> & {
  readonly save: (change: SettingsChange) => Promise<Result<Settings>>;
} {
  const { settings: store, bridge } = useDesk();
  const state = useStore(store);
  const save = useCallback((change: SettingsChange) => saveSettings(store, bridge, change), [store, bridge]);
  return { ...state, save };
}

/** The first steps at this desk, null while they are not known; how to tick one, and to close and open the list. */
export function useGuide(): {
  readonly guide: Guide | null;
  readonly tick: (step: PracticeStep) => void;
  readonly setOpen: (isOpen: boolean) => void;
} {
  const { guide: store, bridge } = useDesk();
  const { guide } = useStore(store);
  const tick = useCallback(
    (done: PracticeStep) => void changeGuide(store, bridge, { isOpen: null, done }),
    [store, bridge],
  );
  const setOpen = useCallback(
    (isOpen: boolean) => void changeGuide(store, bridge, { isOpen, done: null }),
    [store, bridge],
  );
  return { guide, tick, setOpen };
}

/** Says news to screen readers when they are next idle. */
export const useAnnounce = (): ((text: string) => void) => useNews(false);

/** Answers a press: says it as `useAnnounce` does, and shows it for a moment. */
export const useToast = (): ((text: string) => void) => useNews(true);

function useNews(isShown: boolean): (text: string) => void {
  const { announcer } = useDesk();
  return useCallback(
    (text: string) =>
      announcer.setState(({ serial, toast }) => {
        const news = { text, serial: serial + 1 };
        return { ...news, toast: isShown ? news : toast };
      }),
    [announcer, isShown],
  );
}

/** Takes a command of the menu or a shortcut while the component is on the screen. */
export function useCommand(name: Command, handler: () => void, place: CommandPlace = "screen"): void {
  const { commands } = useDesk();
  const latest = useLatest(handler);
  useEffect(() => commands.handle(name, () => latest.current(), place), [commands, name, place, latest]);
}

/** While the component is on the screen, these commands alone are answered: the others do nothing. */
export function useOnlyCommands(names: readonly Command[]): void {
  const { commands } = useDesk();
  useEffect(() => commands.only(names), [commands, names]);
}

/** Has `flush` run before the window closes or hides, before leaving the screen, and when it goes away. */
export function useFlush({ flush, hasUnsaved, isOpen = () => false, draft = () => null }: Unsaved): void {
  const { flushes } = useDesk();
  const latest = useLatest({ flush, hasUnsaved, isOpen, draft });
  useEffect(() => {
    const flush = (): Promise<Failure | null> => latest.current.flush();
    const remove = flushes.add({
      flush,
      hasUnsaved: () => latest.current.hasUnsaved(),
      isOpen: () => latest.current.isOpen(),
      draft: () => latest.current.draft(),
    });
    return () => {
      remove();
      void flush();
    };
  }, [flushes, latest]);
}
