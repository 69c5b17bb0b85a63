import { useMemo, useRef, useState, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { useLanguage, useSettings } from "../../lib/hooks.ts";
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
import { LockSection } from "./lock-section.tsx";
import { RetentionSection } from "./retention-section.tsx";
import { NoticesSection } from "./notices-section.tsx";
import { PolicyRefused, PolicyWaits } from "../policy/index.ts";
import { findSettings, hasFound, sections } from "./search.ts";
import { SearchField } from "./search-field.tsx";
import { SectionIndex } from "./section-index.tsx";
import { ServicesSection } from "./services-section.tsx";
import { FoundContext } from "./setting-row.tsx";
import styles from "./settings.module.css";
import { StaffSection } from "./staff-section.tsx";
import { UpdatesSection } from "./updates-section.tsx";

/** What an admin sets up on this computer. Every change is saved at once and can be taken back. */
export function SettingsView(): ReactNode {
  const { settings, failure } = useSettings();
  const language = useLanguage();
  useWindowTitle(words.settings.title);
  const [text, setText] = useState("");
  const rows = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/exhaustive-deps -- the words are of a language
  const found = useMemo(() => findSettings(text), [text, language]);
  const shown = sections.filter((section) => hasFound(section, found));
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
          onChange={setText}
          onEnter={() =>
            focusFirst(rows.current?.querySelector<HTMLElement>("[data-setting]:not([hidden])") ?? null)
          }
        />
        {settings !== null && <SectionIndex shown={shown} />}
      </div>
      <FoundContext value={found}>
        <div className={styles["sections"]} ref={rows}>
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
      </FoundContext>
    </div>
  );
}
