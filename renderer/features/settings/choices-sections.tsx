import type { ReactNode } from "react";
import type { Settings } from "../../../contract/records/settings.ts";
import { spokenLanguages } from "../../../messages/language.ts";
import { words } from "../../../messages/words.ts";
import { CheckField, ChoiceGroup, type Choice } from "../../ui/choice-fields.tsx";
import { SettingSection } from "./setting-section.tsx";
import { useSetting } from "./use-setting.ts";

type Props = { readonly settings: Settings };

type ChoiceName = "dateOrder" | "theme" | "language";
type ChoiceProps<N extends ChoiceName> = Props & {
  readonly name: N;
  readonly title: string;
  readonly label: string;
  readonly options: readonly Choice<Settings[N]>[];
  readonly help?: string;
};

/** A setting that is one of a few. */
function ChoiceSection<N extends ChoiceName>({
  settings,
  name,
  title,
  ...choice
}: ChoiceProps<N>): ReactNode {
  const setting = useSetting();
  return (
    <SettingSection title={title} setting={setting}>
      <ChoiceGroup
        {...choice}
        value={setting.pending[name] ?? settings[name]}
        onChange={(value) => void setting.commit({ [name]: value })}
      />
    </SettingSection>
  );
}

/** How dates that are typed in figures are read. */
export function DatesSection({ settings }: Props): ReactNode {
  const { title, label, help, monthFirst, monthFirstHow, dayFirst, dayFirstHow } = words.settings.dates;
  return (
    <ChoiceSection
      {...{ settings, title, label, help }}
      name="dateOrder"
      options={[
        { value: "month-first", label: monthFirst, description: monthFirstHow({ date: "1984-03-05" }) },
        { value: "day-first", label: dayFirst, description: dayFirstHow({ date: "1984-05-03" }) },
      ]}
    />
  );
}

export function AppearanceSection({ settings }: Props): ReactNode {
  const { title, label, system, systemHow, light, dark } = words.settings.appearance;
  return (
    <ChoiceSection
      {...{ settings, title, label }}
      name="theme"
      options={[
        { value: "system", label: system, description: systemHow },
        { value: "light", label: light },
        { value: "dark", label: dark },
      ]}
    />
  );
}

/** The language of all that is shown. Each is named in its own, for those who read no other. */
export function LanguageSection({ settings }: Props): ReactNode {
  const { title, label, help, system } = words.settings.language;
  return (
    <ChoiceSection
      {...{ settings, title, label, help }}
      name="language"
      options={[
        { value: "system", label: system },
        ...spokenLanguages.map(({ tag, name }) => ({ value: tag, label: name, lang: tag })),
      ]}
    />
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
