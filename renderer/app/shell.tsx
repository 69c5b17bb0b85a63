import { Suspense, lazy, useCallback, useState, type ReactNode } from "react";
import type { Session } from "../../contract/records/account.ts";
import { words } from "../../messages/words.ts";
import { DeskHeader } from "./desk-header.tsx";
import { DraftsBanner } from "./drafts-banner.tsx";
import { MemoryBanner } from "./memory-banner.tsx";
import { RecordsBanner } from "./records-banner.tsx";
import { useNavigation } from "../state/hooks.ts";
import { useFocusKept } from "../ui/use-arrive.ts";
import { CurrentScreen } from "./screens.tsx";
import styles from "./shell.module.css";
import { SideNavigation } from "./side-navigation.tsx";
import { TokenBanner } from "./token-banner.tsx";
import { useShellCommands } from "./use-shell-commands.ts";

const CommandPalette = lazy(async () => ({
  default: (await import("./command-palette.tsx")).CommandPalette,
}));
const LeaveQuestion = lazy(async () => ({
  default: (await import("./leave-question.tsx")).LeaveQuestion,
}));
const ShortcutsDialog = lazy(async () => ({
  default: (await import("./shortcuts-dialog.tsx")).ShortcutsDialog,
}));
const TokenDialog = lazy(async () => ({
  default: (await import("../features/sign-in/index.ts")).TokenDialog,
}));

type Overlay = "none" | "find" | "shortcuts" | "token";

/** Everything around a screen while someone is signed in. */
export function Shell({ session }: { readonly session: Session }): ReactNode {
  const [overlay, setOverlay] = useState<Overlay>("none");
  const { asks } = useNavigation();
  const close = useCallback(() => setOverlay("none"), []);
  // The banner that asked for a token is gone with the dialog that it opened.
  useFocusKept(overlay);
  useShellCommands({ onFind: () => setOverlay("find"), onShortcuts: () => setOverlay("shortcuts") });
  return (
    <div className={styles["shell"]}>
      <a
        className={styles["skip"]}
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById("main")?.focus();
        }}
      >
        {words.shell.skip}
      </a>
      {session.practice && (
        <aside className={styles["practice"]} aria-label={words.shell.practice.label}>
          {words.shell.practice.text}
        </aside>
      )}
      <SideNavigation onFind={() => setOverlay("find")} onShortcuts={() => setOverlay("shortcuts")} />
      <div className={styles["body"]}>
        <DeskHeader session={session} />
        <TokenBanner onNewToken={() => setOverlay("token")} />
        <MemoryBanner />
        <RecordsBanner />
        <DraftsBanner />
        <main id="main" tabIndex={-1} className={styles["main"]}>
          <CurrentScreen />
        </main>
      </div>
      <Suspense fallback={null}>
        {asks !== null && <LeaveQuestion />}
        {overlay === "find" && <CommandPalette onClose={close} />}
        {overlay === "shortcuts" && <ShortcutsDialog onClose={close} />}
        {overlay === "token" && <TokenDialog onClose={close} />}
      </Suspense>
    </div>
  );
}
