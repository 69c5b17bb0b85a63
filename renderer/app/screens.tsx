import { Suspense, useEffect, useLayoutEffect, type ReactNode } from "react";
import { featureScreens, type FeatureScreen } from "../../shared/screens.ts";
import { words } from "../../messages/words.ts";
import { windowFeatures } from "../features/index.ts";
import { listAddedScreens, loadFeatureParts } from "../lib/features.tsx";
import { useLock, useNavigation } from "../lib/hooks.ts";
import type { Screen } from "../lib/navigation.ts";
import { focusSettingsSection, type SettingsSection } from "../lib/settings-pages.ts";
import { focusNamed } from "../ui/focus.ts";
import { loadWhenDrawn, loadOnDemand, createPart, type LoadablePart } from "../ui/on-demand.tsx";
import { focusScreenTitle } from "../ui/screen-title.tsx";
import { LoadingState } from "../ui/states.tsx";
import { ScreenBoundary } from "./screen-boundary.tsx";

const AdminGate = loadOnDemand(async () => (await import("../features/lock/index.ts")).AdminGate);

const PinGate = loadWhenDrawn(async () => (await import("../features/policy/index.ts")).PinGate);

/** A screen on which features may stand: nothing on it moves when they come. */
const withFeatures =
  <V,>(load: () => Promise<V>): (() => Promise<V>) =>
  async () => {
    const [view] = await Promise.all([load(), loadFeatureParts(windowFeatures)]);
    return view;
  };

/** Each with a script of its own. */
const screens: Readonly<Record<Exclude<Screen, FeatureScreen>, LoadablePart<object>>> = {
  "new-booking": createPart(async () => (await import("../features/booking/index.ts")).BookingScreen),
  patients: createPart(
    withFeatures(async () => (await import("../features/patients/index.ts")).PatientsView),
  ),
  import: createPart(async () => (await import("../features/import/index.ts")).ImportView),
  bookings: createPart(
    withFeatures(async () => (await import("../features/bookings/index.ts")).BookingsView),
  ),
  outbox: createPart(async () => (await import("../features/outbox/index.ts")).OutboxView),
  setup: createPart(async () => (await import("../features/onboarding/index.ts")).SetupView),
  activity: createPart(async () => (await import("../features/activity-log/index.ts")).ActivityView),
  webhooks: createPart(async () => (await import("../features/webhooks/index.ts")).WebhooksView),
  settings: createPart(
    withFeatures(async () => (await import("../features/settings/index.ts")).SettingsView),
  ),
};

/** Those of optional features. */
const added = new Map(listAddedScreens(windowFeatures).map(({ screen, part }) => [screen, part]));

/** One that nothing gives, as after an update that left a feature out, is the first. */
function findScreen(screen: Screen): LoadablePart<object> {
  const own = isFeatureScreen(screen) ? added.get(screen) : screens[screen];
  return own ?? screens["new-booking"];
}
const isFeatureScreen = (screen: Screen): screen is FeatureScreen =>
  featureScreens.some((each) => each === screen);

/** Loads the screen that the window opens with. */
export const loadFirstScreen = screens["new-booking"].load;

/** Loads the others; what does not load is loaded when it is wanted. */
export async function loadOtherScreens(): Promise<void> {
  try {
    for (const screen of [...Object.values(screens), ...added.values()]) await screen.load();
  } catch {
    // It says so where it was to stand.
  }
}

/**
 * The screen that is due. Where the organization asks for a PIN, nobody works before there is one: it is asked for in place
 * of every screen, so that where navigation goes meanwhile takes away nothing of what is typed.
 */
export function CurrentScreen(): ReactNode {
  const lock = useLock();
  if (lock?.pinRequired !== true || lock.hasPin || !lock.mayBeSet) return <ChosenScreen />;
  return (
    <ScreenBoundary title={words.policy.pin.title}>
      <Suspense fallback={<Waiting />}>
        <FocusOnVisit visit={0} />
        <PinGate />
      </Suspense>
    </ScreenBoundary>
  );
}

/** The screen that navigation names. Every visit to the wizard starts it afresh; lists keep their place. */
function ChosenScreen(): ReactNode {
  const { target, visit } = useNavigation();
  const title = words.shell.screens[target.screen];
  // Before the effects of the screen itself, which may know a closer title.
  useLayoutEffect(() => {
    document.title = words.shell.windowTitle({ screen: title });
  }, [title]);
  const { View } = findScreen(target.screen);
  const key = target.screen === "new-booking" ? `new-booking-${String(visit)}` : target.screen;
  return (
    <ScreenBoundary key={key} title={title}>
      <Suspense fallback={<Waiting />}>
        <FocusOnVisit visit={visit} {...(target.screen === "settings" ? target : {})} />
        <Guarded screen={target.screen}>
          <View />
        </Guarded>
      </Suspense>
    </ScreenBoundary>
  );
}

type GuardedProps = { readonly screen: Screen; readonly children: ReactNode };

/** Screens of an admin: what is set up, what takes patients in, and who did what. */
const adminScreens = ["settings", "webhooks", "import", "activity"] as const;

/** They ask for the admin PIN first, where there is one. Main holds to that whatever is shown. */
function Guarded({ screen, children }: GuardedProps): ReactNode {
  const lock = useLock();
  const admins = adminScreens.find((each) => each === screen);
  const isOpen = screen === "activity" ? lock?.isLogOpen : lock?.isAdminOpen;
  return admins !== undefined && isOpen === false ? <AdminGate screen={admins} /> : children;
}

/** A page-sized wait, so that nothing jumps when the screen comes. */
const Waiting = (): ReactNode => (
  <div aria-busy="true">
    <LoadingState />
  </div>
);

type FocusProps = {
  readonly visit: number;
  readonly section?: SettingsSection;
  readonly field?: string;
};

/**
 * Takes the focus to the field that is asked for, else to the heading of the section, else to that of the screen, unless the
 * screen has put it into a field itself.
 */
function FocusOnVisit({ visit, section, field }: FocusProps): ReactNode {
  useEffect(() => {
    const main = document.getElementById("main");
    const focused = document.activeElement;
    const isField = focused !== null && focused.matches("input, textarea, select") && main?.contains(focused);
    if (isField !== true && !focusScreenTitle()) main?.focus();
    main?.scrollTo(0, 0);
    if (main === null) return undefined;
    const focus = (): boolean =>
      field === undefined ? section === undefined || focusSettingsSection(section) : focusNamed(main, field);
    return focus() ? undefined : focusOnceThere(main, focus);
  }, [visit, section, field]);
  return null;
}

/** What main still has to answer for comes a moment later. A person who went elsewhere meanwhile stays there. */
function focusOnceThere(main: HTMLElement, focus: () => boolean): () => void {
  const before = document.activeElement;
  const observer = new MutationObserver(() => {
    if (document.activeElement !== before || focus()) observer.disconnect();
  });
  observer.observe(main, { childList: true, subtree: true });
  return () => observer.disconnect();
}
