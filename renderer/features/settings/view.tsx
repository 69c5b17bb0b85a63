import { useMemo, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { words } from "../../../messages/words.ts";
import { useAddedRows } from "../../lib/features.tsx";
import { useLanguage, useNavigation, useSettings } from "../../lib/hooks.ts";
import {
  focusSettingsSection,
  getSettingsPage,
  settingsPages,
  type SettingsPage,
} from "../../lib/settings-pages.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { focusFirst } from "../../ui/focus.ts";
import { useWindowTitle } from "../../ui/page.tsx";
import { ScreenTitle } from "../../ui/screen-title.tsx";
import { LoadingState } from "../../ui/states.tsx";
import { AboutSection } from "./about-section.tsx";
import { ActivitySection } from "./activity-section.tsx";
import { BackupSection } from "./backup-section.tsx";
import { BookingSection } from "./booking-section.tsx";
import { CardSection } from "./card-section.tsx";
import { ClinicSection } from "./clinic-section.tsx";
import { AdvancedSection, ComputerSection } from "./computer-section.tsx";
import { ConnectionSection } from "./connection-section.tsx";
import { DesksSection } from "./desks-section.tsx";
import { KeepingSection } from "./keeping-section.tsx";
import { getPageTabId, PageTabs, settingsPanelId } from "./page-tabs.tsx";
import { LockSection } from "./lock-section.tsx";
import { RetentionSection } from "./retention-section.tsx";
import { NoticesSection } from "./notices-section.tsx";
import { PolicyRefused, PolicyWaits } from "../policy/index.ts";
import { findSettings, hasFound } from "./search.ts";
import { SearchField } from "./search-field.tsx";
import { ServicesSection } from "./services-section.tsx";
import { ShownContext } from "./setting-row.tsx";
import styles from "./settings.module.css";
import { StaffSection } from "./staff-section.tsx";
import { UpdatesSection } from "./updates-section.tsx";

/** The page that is open: the one that somebody was led to, else the one before. */
function usePage(): readonly [SettingsPage, (page: SettingsPage) => void] {
  const { target, visit } = useNavigation();
  const wanted =
    target.screen === "settings" && target.section !== undefined ? getSettingsPage(target.section) : null;
  const [open, setOpen] = useState({ visit, page: wanted ?? settingsPages[0].page });
  if (open.visit !== visit) setOpen({ visit, page: wanted ?? open.page });
  return [open.page, (page) => setOpen({ visit, page })];
}

/** What an admin sets up on this computer, a page at a time. Every change is saved at once and can be taken back. */
export function SettingsView(): ReactNode {
  const { settings, failure } = useSettings();
  const language = useLanguage();
  const added = useAddedRows();
  useWindowTitle(words.settings.title);
  const { visit } = useNavigation();
  const [page, setPage] = usePage();
  const [search, setSearch] = useState({ visit, text: "" });
  // Whoever is led to a setting sees it, whatever was looked for before.
  const text = search.visit === visit ? search.text : "";
  const rows = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/exhaustive-deps -- the words are of a language
  const found = useMemo(() => findSettings(text, added), [text, added, language]);
  const pages = settingsPages.filter(({ sections }) => sections.some((section) => hasFound(section, found)));
  const chosen = found === null ? page : null;
  const choose = (next: SettingsPage): void => {
    setPage(next);
    setSearch({ visit, text: "" });
    document.getElementById("main")?.scrollTo(0, 0);
  };
  /** Takes the focus to the page's first heading, once that is drawn. */
  const enter = (next: SettingsPage): void => {
    flushSync(() => choose(next));
    const [first] = settingsPages.find((each) => each.page === next)?.sections ?? [];
    if (first !== undefined) focusSettingsSection(first);
  };
  return (
    <div className={styles["screen"]}>
      <div className={styles["side"]}>
        <header>
          <ScreenTitle>{words.settings.title}</ScreenTitle>
          <p className={styles["soft"]}>{words.settings.description}</p>
        </header>
        <SearchField
          text={text}
          count={found?.size ?? null}
          onChange={(next) => setSearch({ visit, text: next })}
          onEnter={() =>
            focusFirst(rows.current?.querySelector<HTMLElement>("[data-setting]:not([hidden])") ?? null)
          }
        />
        {settings !== null && (
          <PageTabs
            pages={pages.map((each) => each.page)}
            chosen={chosen}
            onChoose={choose}
            onEnter={enter}
          />
        )}
      </div>
      <ShownContext
        value={useMemo(() => ({ found, page: settings === null ? null : page }), [found, page, settings])}
      >
        <div
          id={settingsPanelId}
          role={settings === null ? undefined : "tabpanel"}
          aria-labelledby={settings === null || chosen === null ? undefined : getPageTabId(chosen)}
          aria-label={chosen === null ? words.settings.search.label : undefined}
          className={styles["sections"]}
          ref={rows}
        >
          <PolicyRefused />
          <PolicyWaits />
          <ConnectionSection />
          {failure !== null && <FailureNotice failure={failure} title={words.settings.unread} />}
          {settings === null ? (
            failure === null && <LoadingState />
          ) : (
            <>
              <ClinicSection settings={settings} />
              <StaffSection settings={settings} />
              <ServicesSection settings={settings} />
              <BookingSection settings={settings} />
              <CardSection settings={settings} />
              <ComputerSection settings={settings} />
              <UpdatesSection settings={settings} />
              <LockSection />
              <DesksSection />
              <NoticesSection />
              <BackupSection />
              <RetentionSection settings={settings} />
              <KeepingSection />
              <ActivitySection />
              <AdvancedSection settings={settings} />
            </>
          )}
          <AboutSection />
        </div>
      </ShownContext>
    </div>
  );
}
