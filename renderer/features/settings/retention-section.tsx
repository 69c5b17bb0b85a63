import type { ReactNode } from "react";
import type { Settings } from "../../../contract/records/settings.ts";
import { words } from "../../../messages/words.ts";
import { SelectField } from "../../ui/choice-fields.tsx";
import { SettingGroup, SettingRow } from "./setting-row.tsx";
import { useSetting } from "./use-setting.ts";

const offered = [0, 6, 12, 18, 24, 36, 60, 84, 120];

/** Months in words: whole years as years. */
function lengthWords(months: number): string {
  const { retention: says } = words.settings;
  if (months === 0) return says.off;
  return months % 12 === 0 ? says.years({ count: months / 12 }) : says.months({ count: months });
}

/** How long patients stay on this computer who are not seen any more, and the way to delete them. */
export function RetentionSection({ settings }: { readonly settings: Settings }): ReactNode {
  const setting = useSetting();
  const { retention: says } = words.settings;
  const months = setting.pending.retentionMonths ?? settings.retentionMonths;
  const options = offered.includes(months) ? offered : [...offered, months].toSorted((a, b) => a - b);
  return (
    <SettingGroup section="retention">
      <SettingRow id="retention" setting={setting}>
        <SelectField
          label={says.label}
          name="retentionMonths"
          value={String(months)}
          options={options.map((each) => ({ value: String(each), label: lengthWords(each) }))}
          onChange={(value) => void setting.commit({ retentionMonths: Number(value) })}
          help={says.help}
        />
      </SettingRow>
    </SettingGroup>
  );
}
