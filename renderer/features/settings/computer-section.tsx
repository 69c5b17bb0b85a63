import type { ReactNode } from "react";
import type { Settings } from "../../../shared/settings/settings.ts";
import { spokenLanguages } from "../../../messages/language.ts";
import { words } from "../../../messages/words.ts";
import { CheckField } from "../../ui/choice-fields.tsx";
import { useIsSet } from "../../lib/hooks.ts";
import { ManagedRow } from "./managed-row.tsx";
import { SegmentsField, SettingGroup, SettingRow } from "./setting-row.tsx";
import { useSetting } from "./use-setting.ts";

type Props = { readonly settings: Settings };

type ChoiceName = "dateOrder" | "theme" | "language";
type ChoiceProps<N extends ChoiceName> = Props &
  Omit<Parameters<typeof SegmentsField<Settings[N]>>[0], "value" | "onChange"> & { readonly name: N };

/** A setting that is one of a few. */
function ChoiceRow<N extends ChoiceName>({ settings, name, ...choice }: ChoiceProps<N>): ReactNode {
  const setting = useSetting();
  return (
    <SettingRow id={name} setting={setting}>
      <SegmentsField
        {...choice}
        value={setting.pending[name] ?? settings[name]}
        onChange={(value) => void setting.commit({ [name]: value })}
      />
    </SettingRow>
  );
}

/** How the app looks and speaks, and how dates that are typed in figures are read. */
export function ComputerSection({ settings }: Props): ReactNode {
  const { language, appearance, dates } = words.settings;
  const isLanguageSet = useIsSet("language");
  const languageOptions = [
    { value: "system" as const, label: language.system },
    // Each is named in its own, for those who read no other.
    ...spokenLanguages.map(({ tag, name }) => ({ value: tag, label: name, lang: tag })),
  ];
  return (
    <SettingGroup section="computer">
      {isLanguageSet ? (
        <ManagedRow id="language">
          {languageOptions.find(({ value }) => value === settings.language)?.label}
        </ManagedRow>
      ) : (
        <ChoiceRow
          {...{ settings, label: language.label, help: language.help }}
          name="language"
          options={languageOptions}
        />
      )}
      <ChoiceRow
        {...{ settings, label: appearance.label, help: appearance.systemHow }}
        name="theme"
        options={[
          { value: "system", label: appearance.system },
          { value: "light", label: appearance.light },
          { value: "dark", label: appearance.dark },
        ]}
      />
      <ChoiceRow
        {...{ settings, label: dates.label }}
        name="dateOrder"
        help={dates.how({ date: settings.dateOrder === "month-first" ? "1984-03-05" : "1984-05-03" })}
        options={[
          { value: "month-first", label: dates.monthFirst },
          { value: "day-first", label: dates.dayFirst },
        ]}
      />
    </SettingGroup>
  );
}

/** For whoever runs the service. */
export function AdvancedSection({ settings }: Props): ReactNode {
  const setting = useSetting();
  const { advanced } = words.settings;
  return (
    <SettingGroup section="advanced">
      <SettingRow id="idempotency" setting={setting} isWide>
        <CheckField
          label={advanced.idempotency}
          isSelected={setting.pending.trustsIdempotencyKey ?? settings.trustsIdempotencyKey}
          onChange={(trustsIdempotencyKey) => void setting.commit({ trustsIdempotencyKey })}
          description={advanced.idempotencyHow}
        />
      </SettingRow>
    </SettingGroup>
  );
}
