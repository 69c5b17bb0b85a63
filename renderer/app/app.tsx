import { useEffect, useLayoutEffect, type ReactNode } from "react";
import { useStore } from "zustand";
import { words } from "../../messages/words.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import type { DeskState } from "../lib/desk-state.ts";
import { FeaturesContext } from "../lib/features.tsx";
import { windowFeatures } from "../features/index.ts";
import { DeskContext, KeptContext, useDesk, useSession, useSettings } from "../lib/hooks.ts";
import { useRoute } from "../lib/use-route.ts";
import { Button } from "../ui/button.tsx";
import { FailureNotice } from "../ui/failure-notice.tsx";
import { catchFocus } from "../ui/focus-net.ts";
import { holdTab } from "../ui/held-tab.ts";
import { loadOnDemand } from "../ui/on-demand.tsx";
import { LoadingState } from "../ui/states.tsx";
import { ignoreStrayPresses } from "../ui/stray-press.ts";
import styles from "./app.module.css";
import { About } from "./about.tsx";
import { ProxyQuestion } from "./policy-notices.tsx";
import { LiveRegion } from "./live-region.tsx";
import { Shell } from "./shell.tsx";
import { StoreProblemScreen, UntilHalted } from "./store-problem.tsx";

// Not loaded ahead: few starts need it.
const SignInView = loadOnDemand(async () => (await import("../features/session/index.ts")).SignInView);
const LockScreen = loadOnDemand(async () => (await import("../features/lock/index.ts")).LockScreen);

type AppProps = {
  readonly state: DeskState;
  /** Called when the first screen stands, whichever that is. */
  readonly onDrawn?: (() => void) | undefined;
};

/** The window: the shared state around whichever of its screens is due. */
export function App({ state, onDrawn }: AppProps): ReactNode {
  // Another language draws everything again, in its place: nothing that is typed or open goes.
  useStore(state.language);
  useEffect(catchFocus, []);
  useEffect(holdTab, []);
  useEffect(ignoreStrayPresses, []);
  return (
    <DeskContext value={state}>
      <FeaturesContext value={windowFeatures}>
        <LiveRegion />
        <UntilHalted>
          <Window onDrawn={onDrawn} />
          <About />
        </UntilHalted>
      </FeaturesContext>
    </DeskContext>
  );
}

function Window({ onDrawn }: Pick<AppProps, "onDrawn">): ReactNode {
  const { session, failure } = useSession();
  const { settings, failure: settingsFailure } = useSettings();
  const { session: sessionStore, settings: settingsStore } = useDesk();
  const info = useRoute("app.info", {});
  useTheme(settings?.theme ?? "system");

  const storeProblem = info.value?.storeProblem ?? null;
  const isSettled = settings !== null || session?.status === "signed-out";
  const isDrawn = storeProblem !== null || (session !== null && info.value !== null && isSettled);
  useEffect(() => {
    if (isDrawn) onDrawn?.();
  }, [isDrawn, onDrawn]);
  if (info.failure?.code === "locked") return <LockScreen />;
  if (storeProblem !== null) return <StoreProblemScreen problem={storeProblem} />;
  const problem = failure ?? info.failure ?? (session?.status === "signed-out" ? null : settingsFailure);
  if (session === null || info.value === null || !isSettled) {
    return (
      <main className={styles["plain"]}>
        {problem === null ? (
          <LoadingState>{words.shell.starting}</LoadingState>
        ) : (
          <FailureNotice
            failure={problem}
            title={words.shell.couldNotStart}
            actions={
              <Button
                onPress={() => {
                  info.reload();
                  void sessionStore.read();
                  void settingsStore.read();
                }}
              >
                {words.shell.tryAgain}
              </Button>
            }
          />
        )}
      </main>
    );
  }
  if (session.status === "signed-out")
    return (
      <>
        <ProxyQuestion />
        <SignInView version={info.value.version} />
      </>
    );
  // Another account has its own drafts and lists: nothing of the last one may stay on the screen.
  return (
    <KeptContext value={info.value.recordsKept}>
      <Shell key={session.accountId ?? "none"} session={session} />
    </KeptContext>
  );
}

/** Puts the chosen appearance on the page; `system` leaves it to the computer. */
function useTheme(theme: Settings["theme"]): void {
  useLayoutEffect(() => {
    if (theme === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
  }, [theme]);
}
