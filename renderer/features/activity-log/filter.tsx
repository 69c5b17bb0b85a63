import { useId, useState, type ReactNode } from "react";
import { actGroupNames, anyEntry, type AuditFilter } from "../../../shared/activity-log/audit.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { cleanLine } from "../../../shared/text/clean-text.ts";
import { readDay } from "../../../shared/time/plain-date.ts";
import { getToday } from "../../../shared/time/zoned-time.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { useNow } from "../../lib/use-now.ts";
import { useRoute } from "../../lib/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/choice-fields.tsx";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./activity.module.css";

type Props = {
  readonly filter: AuditFilter;
  readonly settings: Pick<Settings, "timeZone" | "dateOrder">;
  readonly onChange: (filter: AuditFilter) => void;
};

/** Which entries are shown: of a day, of a person, of a kind. */
export function ActivityFilterFields({ filter, settings, onChange }: Props): ReactNode {
  const says = words.audit.filter;
  const people = useRoute("audit.people", {});
  const id = useId();
  const [typed, setTyped] = useState("");
  const today = getToday(settings.timeZone, useNow());
  const day = readDay(typed, { today, dateOrder: settings.dateOrder });
  const any = { value: "", label: says.any };
  const change = (text: string): void => {
    setTyped(text);
    const read = readDay(text, { today, dateOrder: settings.dateOrder });
    // What cannot be read yet shows what was shown before.
    if (read.kind !== "wrong") onChange({ ...filter, day: read.kind === "read" ? read.value : null });
  };
  return (
    <div role="group" aria-labelledby={id} className={styles["filter"]}>
      <h2 id={id} className={styles["filterTitle"]}>
        {says.label}
      </h2>
      <div className={styles["fields"]}>
        <TextField
          label={says.day}
          name="day"
          value={typed}
          placeholder={says.any}
          onChange={change}
          error={day.kind === "wrong" ? said(day.why) : null}
          echo={day.kind === "read" ? day.echo : null}
        />
        <SelectField
          label={says.person}
          value={filter.person ?? ""}
          options={[
            any,
            ...(people.value?.people ?? []).map((name) => ({ value: name, label: cleanLine(name) })),
          ]}
          onChange={(person) => onChange({ ...filter, person: person === "" ? null : person })}
        />
        <SelectField
          label={says.group}
          value={filter.group ?? ""}
          options={[
            any,
            ...actGroupNames.map((group) => ({ value: group as string, label: says.groups[group] })),
          ]}
          onChange={(chosen) =>
            onChange({ ...filter, group: actGroupNames.find((group) => group === chosen) ?? null })
          }
        />
      </div>
      {(filter !== anyEntry || typed !== "") && (
        <div>
          <Button
            size="small"
            onPress={() => {
              setTyped("");
              onChange(anyEntry);
            }}
          >
            {says.clear}
          </Button>
        </div>
      )}
    </div>
  );
}
