import { useState, type ReactNode } from "react";
import type { Settings } from "../../../shared/settings/settings.ts";
import { firstUndoSeconds, mostUndoSeconds } from "../../../shared/outbox/undo-seconds.ts";
import { billingTypes } from "../../../shared/service-api/appointment.ts";
import { language } from "../../../messages/language.ts";
import { words } from "../../../messages/words.ts";
import { useSaidWhenLeft } from "../../lib/use-said-when-left.ts";
import { formatBillingType } from "../../ui/billing-words.ts";
import { SelectField } from "../../ui/choice-fields.tsx";
import { ComboField, type ComboOption } from "../../ui/combo-field.tsx";
import { SettingGroup, SettingRow } from "./setting-row.tsx";
import { useSetting } from "./use-setting.ts";

type Props = { readonly settings: Settings };

/** How long a booking can be taken back, what a new one starts with, and how its price is shown. */
export const BookingSection = ({ settings }: Props): ReactNode => (
  <SettingGroup section="booking">
    <UndoTimeRow settings={settings} />
    <BillingRow settings={settings} />
    <CurrencyRow settings={settings} />
  </SettingGroup>
);

/** As few as one can choose between at a glance. */
const undoSeconds = [0, firstUndoSeconds, 10, mostUndoSeconds];

function UndoTimeRow({ settings }: Props): ReactNode {
  const setting = useSetting();
  const { undoTime: says } = words.settings;
  const chosen = setting.pending.undoSeconds ?? settings.undoSeconds;
  // Another one may have been chosen before, when each second was offered.
  const known = [...undoSeconds, settings.undoSeconds, chosen].toSorted((a, b) => a - b);
  const offered = [...new Set(known)];
  return (
    <SettingRow id="undoTime" setting={setting}>
      <SelectField
        label={says.label}
        name="undoSeconds"
        value={String(chosen)}
        options={offered.map((count) => ({ value: String(count), label: says.seconds({ count }) }))}
        onChange={(value) => void setting.commit({ undoSeconds: Number(value) })}
        help={says.help}
      />
    </SettingRow>
  );
}

function BillingRow({ settings }: Props): ReactNode {
  const setting = useSetting();
  const { billing: says } = words.settings;
  return (
    <SettingRow id="billing" setting={setting}>
      <SelectField
        label={says.label}
        name="defaultBillingType"
        value={setting.pending.defaultBillingType ?? settings.defaultBillingType}
        options={[
          { value: "none" as const, label: says.none },
          ...billingTypes.map((type) => ({ value: type, label: formatBillingType(type) })),
        ]}
        onChange={(defaultBillingType) => void setting.commit({ defaultBillingType })}
        help={says.help}
      />
    </SettingRow>
  );
}

/** The currency in which the service's prices are shown; the service sends a number alone. */
function CurrencyRow({ settings }: Props): ReactNode {
  const setting = useSetting();
  const [typed, setTyped] = useState<string | null>(null);
  const [wasLeft, setWasLeft] = useState(false);
  const options = currencyOptions(typed ?? "");
  const { currency: says } = words.settings;
  const choose = (currency: string): void => {
    setTyped(null);
    if (currency !== settings.currency) void setting.commit({ currency });
  };
  const text = typed ?? settings.currency;
  const wanted = text.trim().toUpperCase();
  const isCode = /^[A-Z]{3}$/.test(wanted);
  // While it is typed, a part of a name is none; what is left in the field and not in force is.
  const isUnknown = typed !== null && wanted !== "" && !isCode;
  const problem = isUnknown ? says.unknown({ currency: settings.currency }) : null;
  const sayProblem = useSaidWhenLeft({ error: problem, warning: null, echo: null });
  return (
    <SettingRow id="currency" setting={setting}>
      <ComboField
        label={says.label}
        name="currency"
        text={text}
        onTextChange={(next) => {
          setTyped(next);
          setWasLeft(false);
        }}
        options={options}
        onPick={choose}
        onBlur={() => {
          setWasLeft(true);
          if (isCode) choose(wanted);
          else if (wanted === "") setTyped(null);
          else sayProblem();
        }}
        error={wasLeft || options.length === 0 ? problem : null}
        help={says.description}
      />
    </SettingRow>
  );
}

/** Currencies by code or name, at most ten. */
function currencyOptions(text: string): readonly ComboOption[] {
  const names = new Intl.DisplayNames(language, { type: "currency" });
  const wanted = text.trim().toLowerCase();
  return Intl.supportedValuesOf("currency")
    .map((code) => ({ id: code, label: code, detail: names.of(code) ?? code }))
    .filter(({ label, detail }) => `${label} ${detail}`.toLowerCase().includes(wanted))
    .toSorted((a, b) => Number(b.label.toLowerCase() === wanted) - Number(a.label.toLowerCase() === wanted))
    .slice(0, 10);
}
