import { GraduationCap } from "lucide-react";
import { useCallback, useState, type ReactNode } from "react";
import { useStore } from "zustand";
import type { Session } from "../../shared/session/account.ts";
import { words } from "../../messages/words.ts";
import { useDesk, useMember, useNavigation } from "../lib/hooks.ts";
import { loadOnDemand } from "../ui/on-demand.tsx";
import { useFocusKept } from "../ui/use-focus.ts";
import { DeskHeader } from "./desk-header.tsx";
import { MemoryBanner, RecordsBanner, TokenBanner } from "./banners.tsx";
import { PolicyNotices } from "./policy-notices.tsx";
import { LeaveQuestion } from "./leave-question.tsx";
import { CurrentScreen } from "./screens.tsx";
import styles from "./shell.module.css";
import { SideNavigation } from "./side-navigation.tsx";
import { useShellCommands } from "./shell-commands.ts";
import { formatName } from "../../messages/format.ts";
import { Question } from "../features/question/index.ts";

const BackupBanner = loadOnDemand(async () => (await import("../features/backup/index.ts")).BackupBanner);
const CommandPalette = loadOnDemand(async () => (await import("./command-palette.tsx")).CommandPalette);
const DraftsBanner = loadOnDemand(async () => (await import("../features/outbox/index.ts")).DraftsBanner);
const DraftsSlot = loadOnDemand(async () => (await import("../features/start/index.ts")).DraftsSlot);
const HubLine = loadOnDemand(async () => (await import("../features/clinic/index.ts")).HubLineStatus);
const LinkBar = loadOnDemand(async () => (await import("../features/links/index.ts")).LinkBar);
const PracticeGuide = loadOnDemand(
  async () => (await import("../features/onboarding/index.ts")).PracticeGuide,
);
const ShortcutsDialog = loadOnDemand(async () => (await import("./shortcuts-dialog.tsx")).ShortcutsDialog);
const TokenDialog = loadOnDemand(async () => (await import("../features/session/index.ts")).TokenDialog);

type Overlay = "none" | "find" | "shortcuts" | "token";

/** Everything around a screen while someone is signed in. */
export function Shell({ session }: { readonly session: Session }): ReactNode {
  const [overlay, setOverlay] = useState<Overlay>("none");
  const hasLinks = useStore(useDesk().links, ({ told }) => told > 0);
  const isMember = useMember() !== null;
  const close = useCallback(() => setOverlay("none"), []);
  // The banner that asked for a token is gone with the dialog that it opened.
  useFocusKept(overlay);
  // A token that is being typed stays.
  const open = (other: Overlay) => (): void => setOverlay((now) => (now === "token" ? now : other));
  useShellCommands({
    onFind: open("find"),
    onShortcuts: open("shortcuts"),
    onGo: overlay === "find" || overlay === "shortcuts" ? close : null,
  });
  return (
    <div className={styles["shell"]} data-practice={session.practice || undefined}>
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
      <div className={styles["side"]}>
        {session.practice && <TrainingMark />}
        <SideNavigation onFind={() => setOverlay("find")} />
        {session.practice ? <PracticeGuide /> : <DraftsSlot />}
        <DeskHeader session={session} onShortcuts={() => setOverlay("shortcuts")} />
      </div>
      <div className={styles["body"]}>
        {isMember && <HubLine />}
        <TokenBanner onNewToken={() => setOverlay("token")} />
        <MemoryBanner />
        <RecordsBanner />
        <BackupBanner className={styles["banner"]} />
        <PolicyNotices />
        {hasLinks && <LinkBar />}
        <DraftsBanner />
        <main id="main" tabIndex={-1} className={styles["main"]}>
          <CurrentScreen />
        </main>
      </div>
      <LeaveQuestion />
      <ScanOffer />
      {overlay === "find" && <CommandPalette onClose={close} />}
      {overlay === "shortcuts" && <ShortcutsDialog onClose={close} />}
      {overlay === "token" && <TokenDialog onClose={close} />}
    </div>
  );
}

/** Above the name of the program: nothing that is done here is real. */
const TrainingMark = (): ReactNode => (
  <aside
    className={styles["practice"]}
    aria-label={words.shell.practice.label}
    title={words.shell.practice.text}
  >
    <GraduationCap size={16} aria-hidden="true" />
    <span>{words.shell.practice.text}</span>
  </aside>
);

/** A license was scanned where no form takes it: it may begin a new patient. */
function ScanOffer(): ReactNode {
  const { intake } = useDesk();
  const { waiting, takers } = useStore(intake);
  const { go } = useNavigation();
  if (waiting === null || takers > 0) return null;
  const { scan } = words.intake;
  const { firstName = "", lastName = "", dob } = waiting.values;
  return (
    <Question
      title={scan.title({ name: formatName({ firstName, lastName }) })}
      no={scan.no}
      yes={scan.yes}
      isDangerous={false}
      onNo={() => intake.setState({ waiting: null })}
      onYes={() => go({ screen: "patients" })}
    >
      <p>{dob === undefined ? scan.bornless : scan.born({ date: dob })}</p>
      <p>{scan.kept}</p>
    </Question>
  );
}
