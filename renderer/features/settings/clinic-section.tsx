import type { ReactNode } from "react";
import type { Settings } from "../../../shared/settings/settings.ts";
import { cardNumberFound, hasCardNumber } from "../../../shared/cards/card-number.ts";
import { formatPhone, checkPhone } from "../../../shared/patients/contact.ts";
import { words } from "../../../messages/words.ts";
import { TextField } from "../../ui/text-field.tsx";
import { HoursRow } from "./hours-row.tsx";
import { SettingGroup, SettingRow } from "./setting-row.tsx";
import { TimeZoneRow } from "./time-zone-row.tsx";
import { useSetting, useTypedSetting } from "./use-setting.ts";

type Props = { readonly settings: Settings };

/** Where and when the clinic is, and whom it calls. */
export const ClinicSection = ({ settings }: Props): ReactNode => (
  <SettingGroup section="clinic">
    <TimeZoneRow settings={settings} />
    <HoursRow settings={settings} />
    <ServicePhoneRow settings={settings} />
  </SettingGroup>
);

/** Longer than any number with its extension. */
const longestPhone = 40;

function ServicePhoneRow({ settings: { servicePhone } }: Props): ReactNode {
  const setting = useSetting();
  const { phone: says } = words.settings;
  const field = useTypedSetting({
    section: "clinic",
    name: says.label,
    saved: servicePhone,
    check: (text) =>
      hasCardNumber(text) ? cardNumberFound : formatPhone(text).length > longestPhone ? says.long : null,
    commit: async (text) => {
      const next = formatPhone(text);
      return next === servicePhone || setting.commit({ servicePhone: next });
    },
  });
  return (
    <SettingRow id="servicePhone" setting={setting}>
      <TextField
        label={says.label}
        name="servicePhone"
        inputMode="tel"
        value={field.text}
        onChange={field.onChange}
        onBlur={field.onBlur}
        error={field.error}
        warning={field.isTyping ? null : checkPhone(field.text)}
        help={says.help}
      />
    </SettingRow>
  );
}
