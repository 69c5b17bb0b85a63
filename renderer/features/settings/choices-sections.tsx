import type { ReactNode } from "react";
import type { Settings } from "../../../contract/records/settings.ts";
import { CheckField } from "../../ui/check-field.tsx";
import { ChoiceGroup } from "../../ui/choice-group.tsx";
import { SettingSection } from "./setting-section.tsx";
import { useSetting } from "./use-setting.ts";

type Props = { readonly settings: Settings };

/** How dates that are typed in figures are read. */
export function DatesSection({ settings }: Props): ReactNode {
  const setting = useSetting();
  return (
    <SettingSection title="Language of dates" setting={setting}>
      <ChoiceGroup
        label="A date in figures begins with"
        value={setting.pending.dateOrder ?? settings.dateOrder}
        onChange={(dateOrder) => void setting.commit({ dateOrder })}
        options={[
          { value: "month-first", label: "The month", description: "3/5/84 is read as March 5, 1984" },
          { value: "day-first", label: "The day", description: "3/5/84 is read as May 3, 1984" },
        ]}
        help="Every date is read back in words, so that a wrong guess is seen at once."
      />
    </SettingSection>
  );
}

export function AppearanceSection({ settings }: Props): ReactNode {
  const setting = useSetting();
  return (
    <SettingSection title="Appearance" setting={setting}>
      <ChoiceGroup
        label="Colours"
        value={setting.pending.theme ?? settings.theme}
        onChange={(theme) => void setting.commit({ theme })}
        options={[
          {
            value: "system",
            label: "As this computer",
            description: "Changes with it, and follows its contrast",
          },
          { value: "light", label: "Light" },
          { value: "dark", label: "Dark" },
        ]}
      />
    </SettingSection>
  );
}

/** For whoever runs the service. */
export function AdvancedSection({ settings }: Props): ReactNode {
  const setting = useSetting();
  return (
    <SettingSection title="Advanced" setting={setting}>
      <CheckField
        label="The service honours Idempotency-Key"
        isSelected={setting.pending.trustsIdempotencyKey ?? settings.trustsIdempotencyKey}
        onChange={(trustsIdempotencyKey) => void setting.commit({ trustsIdempotencyKey })}
        description={
          <>
            Every booking is sent with a key of its own. Turn this on only when the people who run the service
            have confirmed that the same key twice makes one booking: a booking whose answer was lost is then
            sent again by itself. If they have not, leave it off, and Front Desk asks a person instead, since
            a patient could otherwise be booked twice.
          </>
        }
      />
    </SettingSection>
  );
}
