import { createStore, type StoreApi } from "zustand/vanilla";
import type { Language } from "../../messages/language.ts";
import type { Bridge } from "./ipc.ts";
import { createClinicStore, keepClinic, type ClinicStoreState } from "./clinic.ts";
import { createCommands, type Commands } from "./commands.ts";
import { createFlushes, keepFlushed, type Flushes } from "./flush.ts";
import { createGuideStore, keepGuide, type GuideState } from "./guide.ts";
import { createIntakeStore, keepScans, type IntakeState } from "./intake.ts";
import { createItemsStore, keepItems, type ItemsState } from "./items.ts";
import { createLinksStore, keepLinks, type LinksState } from "./links.ts";
import { createLanguageStore, keepLanguage, type LanguageState } from "./language.ts";
import { createMomentsStore, keepMoments, type MomentsState } from "./moments.ts";
import { createLockStore, keepLock, type LockState } from "./lock.ts";
import { createNavigationStore, type NavigationState } from "./navigation.ts";
import { createPolicyStore, keepPolicy, type PolicyState } from "./policy.ts";
import { createSessionStore, keepSession, type SessionState } from "./session.ts";
import { createStaffStore, keepStaff, type StaffState } from "./staff.ts";
import { createSettingsStore, keepSettings, type SettingsState } from "./settings.ts";

/** What the polite live region says. `serial` changes also when the same words are said again. */
type News = { readonly text: string; readonly serial: number };
type Announcement = News & {
  /** The last that is also shown for a moment. */
  readonly toast: News;
};

/** All that the window's screens share. Main owns the truth; these are views of it. */
export type DeskState = {
  readonly bridge: Bridge;
  readonly session: StoreApi<SessionState>;
  readonly settings: StoreApi<SettingsState>;
  readonly language: StoreApi<LanguageState>;
  readonly items: StoreApi<ItemsState>;
  readonly moments: StoreApi<MomentsState>;
  readonly staff: StoreApi<StaffState>;
  readonly guide: StoreApi<GuideState>;
  readonly intake: StoreApi<IntakeState>;
  readonly links: StoreApi<LinksState>;
  readonly lock: StoreApi<LockState>;
  readonly policy: StoreApi<PolicyState>;
  readonly clinic: StoreApi<ClinicStoreState>;
  readonly navigation: StoreApi<NavigationState>;
  readonly announcer: StoreApi<Announcement>;
  readonly commands: Commands;
  readonly flushes: Flushes;
  /** By list, the id of the first row that was in view, for who comes back to it. */
  readonly places: Map<string, string>;
  /** By patient, the language that was chosen for their slips: in memory, as long as the window is open. */
  readonly slipLanguages: Map<string, Language>;
};

export function createDeskState(bridge: Bridge): DeskState {
  const flushes = createFlushes();
  return {
    bridge,
    flushes,
    places: new Map(),
    slipLanguages: new Map(),
    session: createSessionStore(),
    settings: createSettingsStore(),
    language: createLanguageStore(),
    items: createItemsStore(),
    moments: createMomentsStore(),
    staff: createStaffStore(),
    guide: createGuideStore(),
    intake: createIntakeStore(),
    links: createLinksStore(),
    lock: createLockStore(),
    policy: createPolicyStore(),
    clinic: createClinicStore(),
    navigation: createNavigationStore(() => {
      const hadUnsaved = flushes.hasUnsaved();
      const saved = flushes.runAll();
      return hadUnsaved ? saved : null;
    }),
    announcer: createStore(() => ({ text: "", serial: 0, toast: { text: "", serial: 0 } })),
    commands: createCommands(),
  };
}

const tell = ({ announcer }: DeskState, text: string): void =>
  announcer.setState(({ serial }) => {
    const news = { text, serial: serial + 1 };
    return { ...news, toast: news };
  });

/** Subscribes all of it to main. Answers how to stop. */
export function keepDeskState(state: DeskState, page: Document): () => void {
  const stops = [
    // First, so that no other listener gets the keys of a scanner.
    keepScans({ ...state, tell: (text) => tell(state, text) }, page),
    keepSession(state.session, state.bridge),
    keepSettings(state.settings, state.bridge),
    keepLinks(state.links, state.bridge),
    keepLanguage(state.language, state.bridge, page),
    keepItems(state.items, state.bridge),
    keepMoments(state.moments, state.bridge),
    keepStaff(state.staff, state.bridge),
    keepGuide(state.guide, state.bridge),
    keepLock(state),
    keepPolicy(state),
    keepClinic(state),
    keepFlushed(state, page),
    startAfresh(state),
    state.bridge.listen("command", ({ name }) => void state.commands.run(name)),
  ];
  return () => stops.forEach((stop) => stop());
}

/** With another account the window starts where it starts: the place it was at names the other's records. */
const startAfresh = (state: DeskState): (() => void) =>
  state.session.subscribe((now, before) => {
    if (before.session === null || now.session?.accountId === before.session.accountId) return;
    state.navigation.getState().startAt({ screen: "new-booking" });
    if (now.session?.status === "signed-in" && !now.session.practice) showSetup(state);
  });

/** Who signs in to a desk that nobody has set up sees what there is to set up, unless they are elsewhere already. */
function showSetup({ guide, navigation }: DeskState): void {
  const { visit } = navigation.getState();
  // The first steps are read for every session: the next that come are this one's.
  const stop = guide.subscribe(({ guide: read }) => {
    stop();
    const isThere = navigation.getState().visit === visit;
    if (read?.isOpen === true && isThere) navigation.getState().go({ screen: "setup" });
  });
}
