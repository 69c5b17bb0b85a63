import type { ReactNode } from "react";
import type { Settings } from "../../../contract/records/settings.ts";
import { spokenLanguages } from "../../../messages/language.ts";
import { words } from "../../../messages/words.ts";
import { CheckField } from "../../ui/check-field.tsx";
import { ChoiceGroup } from "../../ui/choice-group.tsx";
import { SettingSection } from "./setting-section.tsx";
import { useSetting } from "./use-setting.ts";

type Props = { readonly settings: Settings };

/** How dates that are typed in figures are read. */
export function DatesSection({ settings }: Props): ReactNode {
  const setting = useSetting();
  const { dates } = words.settings;
  return (
    <SettingSection title={dates.title} setting={setting}>
      <ChoiceGroup
        label={dates.label}
        value={setting.pending.dateOrder ?? settings.dateOrder}
        onChange={(dateOrder) => void setting.commit({ dateOrder })}
        options={[
          {
            value: "month-first",
            label: dates.monthFirst,
            description: dates.monthFirstHow({ date: "1984-03-05" }),
          },
          {
            value: "day-first",
            label: dates.dayFirst,
            description: dates.dayFirstHow({ date: "1984-05-03" }),
          },
        ]}
        help={dates.help}
      />
    </SettingSection>
  );
}

export function AppearanceSection({ settings }: Props): ReactNode {
  const setting = useSetting();
  const { appearance } = words.settings;
  return (
    <SettingSection title={appearance.title} setting={setting}>
      <ChoiceGroup
        label={appearance.label}
        value={setting.pending.theme ?? settings.theme}
        onChange={(theme) => void setting.commit({ theme })}
        options={[
          { value: "system", label: appearance.system, description: appearance.systemHow },
          { value: "light", label: appearance.light },
          { value: "dark", label: appearance.dark },
        ]}
      />
    </SettingSection>
  );
}

/** The language of all that is shown. Each is named in its own, for those who read no other. */
export function LanguageSection({ settings }: Props): ReactNode {
  const setting = useSetting();
  const { language } = words.settings;
  return (
    <SettingSection title={language.title} setting={setting}>
      <ChoiceGroup
        label={language.label}
        value={setting.pending.language ?? settings.language}
        onChange={(chosen) => void setting.commit({ language: chosen })}
        options={[
          { value: "system", label: language.system },
          ...spokenLanguages.map(({ tag, name }) => ({ value: tag, label: name, lang: tag })),
        ]}
        help={language.help}
      />
    </SettingSection>
  );
}

/** For whoever runs the service. */
export function AdvancedSection({ settings }: Props): ReactNode {
  const setting = useSetting();
  const { advanced } = words.settings;
  return (
    <SettingSection title={advanced.title} setting={setting}>
      <CheckField
        label={advanced.idempotency}
        isSelected={setting.pending.trustsIdempotencyKey ?? settings.trustsIdempotencyKey}
        onChange={(trustsIdempotencyKey) => void setting.commit({ trustsIdempotencyKey })}
        description={advanced.idempotencyHow}
      />
    </SettingSection>
  );
}
