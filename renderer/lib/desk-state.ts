import { createStore, type StoreApi } from "zustand/vanilla";
import type { Language } from "../../messages/language.ts";
import type { Bridge } from "./ipc.ts";
import { createClinicStore } from "./clinic.ts";
import { createCommands, type Commands } from "./commands.ts";
import { createFlushes, registerFlush, type Flushes } from "./flush.ts";
import { createGuideStore } from "./guide.ts";
import { createIntakeStore, subscribeScans, type IntakeState } from "./intake.ts";
import { createItemsStore } from "./items.ts";
import { createLinksStore, subscribeLinks, type LinksState } from "./links.ts";
import { createLanguageStore, subscribeLanguage, type LanguageState } from "./language.ts";
import { createMomentsStore } from "./moments.ts";
import { createLockStore } from "./lock.ts";
import { createNavigationStore, type NavigationState } from "./navigation.ts";
import { createPolicyStore, createProxyStore, takePolicyWhenQuiet } from "./policy.ts";
import { createSessionStore } from "./session.ts";
import { createStaffStore } from "./staff.ts";
import { createSettingsStore } from "./settings.ts";

/** What the polite live region says. `serial` changes also when the same words are said again. */
type News = { readonly text: string; readonly serial: number };
type Announcement = News & {
  /** The last that is also shown for a moment. */
  readonly toast: News;
};

/** All that the window's screens share. Main owns the truth; these are views of it. */
export type DeskState = {
  readonly bridge: Bridge;
  readonly session: ReturnType<typeof createSessionStore>;
  readonly settings: ReturnType<typeof createSettingsStore>;
  readonly language: StoreApi<LanguageState>;
  readonly items: ReturnType<typeof createItemsStore>;
  readonly moments: ReturnType<typeof createMomentsStore>;
  readonly staff: ReturnType<typeof createStaffStore>;
  readonly guide: ReturnType<typeof createGuideStore>;
  readonly intake: StoreApi<IntakeState>;
  readonly links: StoreApi<LinksState>;
  readonly lock: ReturnType<typeof createLockStore>;
  readonly policy: ReturnType<typeof createPolicyStore>;
  readonly proxy: ReturnType<typeof createProxyStore>;
  readonly clinic: ReturnType<typeof createClinicStore>;
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
  const navigation = createNavigationStore(() => {
    const hadUnsaved = flushes.hasUnsaved();
    const saved = flushes.runAll();
    return hadUnsaved ? saved : null;
  });
  const session = createSessionStore(bridge);
  const desk = { bridge, session };
  return {
    ...desk,
    flushes,
    navigation,
    places: new Map(),
    slipLanguages: new Map(),
    settings: createSettingsStore(desk),
    language: createLanguageStore(),
    items: createItemsStore(desk),
    moments: createMomentsStore(desk),
    staff: createStaffStore(desk),
    guide: createGuideStore(desk),
    intake: createIntakeStore(),
    links: createLinksStore(),
    lock: createLockStore({ ...desk, navigation }),
    policy: createPolicyStore(desk),
    proxy: createProxyStore(desk),
    clinic: createClinicStore(desk),
    announcer: createStore(() => ({ text: "", serial: 0, toast: { text: "", serial: 0 } })),
    commands: createCommands(),
  };
}

const tell = ({ announcer }: DeskState, text: string): void =>
  announcer.setState(({ serial }) => {
    const news = { text, serial: serial + 1 };
    return { ...news, toast: news };
  });

/**
 * The views of main. The session is the last: it tells of another account when the others have let go of what was the last
 * one's, and they know by it whose that was.
 */
export const listMainStores = (state: DeskState): readonly { readonly follow: () => () => void }[] => [
  state.settings,
  state.items,
  state.moments,
  state.staff,
  state.guide,
  state.lock,
  state.policy,
  state.proxy,
  state.clinic,
  state.session,
];

/** Subscribes all of it to main. Answers how to stop. */
export function subscribeDeskState(state: DeskState, page: Document): () => void {
  const stops = [
    // First, so that no other listener gets the keys of a scanner.
    subscribeScans({ ...state, tell: (text) => tell(state, text) }, page),
    ...listMainStores(state).map((store) => store.follow()),
    subscribeLinks(state.links, state.bridge),
    subscribeLanguage(state.language, state.bridge, page),
    takePolicyWhenQuiet(state),
    registerFlush(state, page),
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
