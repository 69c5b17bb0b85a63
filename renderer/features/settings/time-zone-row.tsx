import { useMemo, useState, type ReactNode } from "react";
import type { Settings } from "../../../shared/settings/settings.ts";
import { words } from "../../../messages/words.ts";
import { useIsSet, useLanguage } from "../../lib/hooks.ts";
import { useNow } from "../../lib/use-now.ts";
import { useSaidWhenLeft } from "../../lib/use-said-when-left.ts";
import { ComboField } from "../../ui/combo-field.tsx";
import { ManagedRow } from "./managed-row.tsx";
import { SettingRow } from "./setting-row.tsx";
import { listZones, findZones, formatTimeThere } from "./time-zones.ts";
import { useSetting, useUnkept } from "./use-setting.ts";

/** The zone in which every appointment's time is typed and shown. */
export function TimeZoneRow({ settings }: { readonly settings: Settings }): ReactNode {
  if (useIsSet("timeZone")) return <ManagedRow id="timeZone">{settings.timeZone}</ManagedRow>;
  return <OwnTimeZone settings={settings} />;
}

function OwnTimeZone({ settings }: { readonly settings: Settings }): ReactNode {
  const setting = useSetting();
  const now = new Date(useNow());
  const language = useLanguage();
  const zones = useMemo(() => listZones(language), [language]);
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? settings.timeZone;
  const options = useMemo(
    () => findZones(zones, typed ?? "").map(({ id, name }) => ({ id, label: id, detail: name })),
    [zones, typed],
  );
  const { timeZone: says } = words.settings;
  const choose = (timeZone: string): void => {
    setTyped(null);
    if (timeZone !== settings.timeZone) void setting.commit({ timeZone });
  };
  const isWrong = typed !== null && typed.trim() !== "" && options.length === 0;
  const error = isWrong ? says.unknown({ zone: settings.timeZone }) : null;
  useUnkept(typed !== null && typed.trim() !== settings.timeZone, { section: "clinic", name: says.label });
  const sayError = useSaidWhenLeft({ error, warning: null, echo: null });
  /** Leaving the field keeps a name that is right and otherwise says that the old one stands. */
  const leave = (): void => {
    const named = zones.find(({ id }) => id.toLowerCase() === text.trim().toLowerCase());
    if (named === undefined) sayError();
    else choose(named.id);
  };
  return (
    <SettingRow id="timeZone" setting={setting}>
      <ComboField
        label={says.label}
        name="timeZone"
        text={text}
        onTextChange={setTyped}
        options={options}
        onPick={choose}
        onBlur={leave}
        error={error}
        echo={formatTimeThere(text, now)}
        help={typed === null ? says.description : says.inUse({ zone: settings.timeZone })}
      />
    </SettingRow>
  );
}
