import type { ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { useSettings } from "../../state/hooks.ts";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Page } from "../../ui/page.tsx";
import { LoadingState } from "../../ui/states.tsx";
import { AdvancedSection, AppearanceSection, DatesSection, LanguageSection } from "./choices-sections.tsx";
import { ConnectionSection } from "./connection-section.tsx";
import { CardSection, CurrencySection } from "./money-sections.tsx";
import { ServicesSection } from "./services-section.tsx";
import { TimeZoneSection } from "./time-zone-section.tsx";

/** What an admin sets up on this computer. Every change is saved at once and can be taken back. */
export function SettingsView(): ReactNode {
  const { settings, failure } = useSettings();
  return (
    <Page title={words.settings.title} description={words.settings.description}>
      <ConnectionSection />
      {failure !== null && <FailureNotice failure={failure} title={words.settings.unread} />}
      {settings === null ? (
        failure === null && <LoadingState />
      ) : (
        <>
          <TimeZoneSection settings={settings} />
          <ServicesSection settings={settings} />
          <CurrencySection settings={settings} />
          <CardSection settings={settings} />
          <DatesSection settings={settings} />
          <AppearanceSection settings={settings} />
          <LanguageSection settings={settings} />
          <AdvancedSection settings={settings} />
        </>
      )}
    </Page>
  );
}
