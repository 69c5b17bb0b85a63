import type { ReactNode } from "react";
import type { DayHours, Settings } from "../../../shared/settings/settings.ts";
import { clock, weekdayName } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { CheckField } from "../../ui/choice-fields.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { readHour } from "./opening-hours.ts";
import { SettingRow } from "./setting-row.tsx";
import styles from "./settings.module.css";
import { useSetting, useTypedSetting, useWhole } from "./use-setting.ts";

type Week = Settings["openingHours"];
/** Of the first day that opens in a week without any. */
const usualHours: DayHours = { opens: "09:00", closes: "17:00" };

/** When the clinic sees patients, each day on a line. */
export function HoursRow({ settings }: { readonly settings: Settings }): ReactNode {
  const setting = useSetting();
  const { hours: says } = words.settings;
  const week = setting.pending.openingHours ?? settings.openingHours;
  const change = useWhole(settings.openingHours, (openingHours) => setting.commit({ openingHours }));
  const likeOthers = (before: Week): DayHours => before.find((hours) => hours !== null) ?? usualHours;
  return (
    <SettingRow id="hours" setting={setting} isWide>
      <div role="group" aria-label={says.label} className={styles["stack"]}>
        <div>
          <div className={styles["label"]}>{says.label}</div>
          <p className={styles["soft"]}>{says.help}</p>
        </div>
        <ul className={styles["days"]}>
          {week.map((hours, day) => (
            <li key={weekdayName(day)} className={styles["day"]}>
              <CheckField
                label={weekdayName(day)}
                isSelected={hours !== null}
                onChange={(isOpen) =>
                  void change((before) => before.with(day, isOpen ? likeOthers(before) : null))
                }
              />
              {hours === null ? (
                <span className={styles["soft"]}>{says.closed}</span>
              ) : (
                <DayTimes
                  day={weekdayName(day)}
                  hours={hours}
                  onChange={(part) =>
                    change((before) => before.with(day, { ...hours, ...before[day], ...part }))
                  }
                />
              )}
            </li>
          ))}
        </ul>
      </div>
    </SettingRow>
  );
}

type TimesProps = {
  readonly day: string;
  readonly hours: DayHours;
  readonly onChange: (part: Partial<DayHours>) => Promise<boolean>;
};

function DayTimes({ day, hours, onChange }: TimesProps): ReactNode {
  const { hours: says } = words.settings;
  return (
    <>
      <TimeField label={says.opens({ day })} part="opens" {...{ hours, onChange }} />
      <span className={styles["soft"]}>{says.to}</span>
      <TimeField label={says.closes({ day })} part="closes" {...{ hours, onChange }} />
      {hours.closes < hours.opens && <span className={styles["soft"]}>{says.overnight}</span>}
    </>
  );
}

type TimeProps = Pick<TimesProps, "hours" | "onChange"> & {
  readonly label: string;
  readonly part: keyof DayHours;
};

function TimeField({ label, part, hours, onChange }: TimeProps): ReactNode {
  const read = (text: string): ReturnType<typeof readHour> =>
    readHour(text, part, hours[part === "opens" ? "closes" : "opens"]);
  const field = useTypedSetting({
    section: "clinic",
    name: label,
    saved: clock(hours[part]),
    check: (text) => {
      const found = read(text);
      return typeof found === "string" ? null : found;
    },
    commit: async (text) => {
      const found = read(text);
      if (typeof found !== "string") return false;
      return found === hours[part] || onChange({ [part]: found });
    },
  });
  return (
    <div className={styles["time"]}>
      <TextField
        label={label}
        value={field.text}
        onChange={field.onChange}
        onBlur={field.onBlur}
        error={field.error}
      />
    </div>
  );
}
