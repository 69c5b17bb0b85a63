import type { ReactNode } from "react";
import type { SeriesForm, SeriesChange } from "../../../shared/bookings/series-form.ts";
import type { SeriesVisit } from "../../../shared/bookings/series.ts";
import { resolveVisitTime } from "../../../shared/time/zoned-time.ts";
import { clock, shortDay, weekday, zone, zonedText } from "../../../messages/format.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { useSaidWhenLeft } from "../../lib/use-said-when-left.ts";
import { ChoiceGroup } from "../../ui/choice-fields.tsx";
import { FieldRow } from "../../ui/field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { getVisitFieldName } from "./series-state.ts";
import styles from "./series.module.css";
import type { Booking } from "./use-booking.ts";

type VisitProps = { readonly booking: Booking; readonly visit: SeriesVisit };

/** Which of two hours of the same name is meant, on the day on which the clocks go back. */
export function HourQuestion({
  booking,
  visit,
  onChoose,
}: VisitProps & { readonly onChoose: (which: "earlier" | "later") => void }): ReactNode {
  const { date, time, typed, number } = visit;
  if (date === undefined || time === undefined) return null;
  const { timeZone } = booking.state.form;
  const when = resolveVisitTime({ date, time, timeZone, repeatedHour: null });
  if (when.kind !== "twice") return null;
  const { visit: say } = words.booking;
  return (
    <div className={styles["fields"]}>
      <p className={styles["question"]}>{said(when.why)}</p>
      <ChoiceGroup
        label={words.series.which({ number })}
        name={getVisitFieldName(visit, "hour")}
        value={typed.repeatedHour}
        onChange={onChoose}
        options={(["earlier", "later"] as const).map((value) => ({
          value,
          label: say[value],
          description: zone(zonedText(when[value], timeZone)),
        }))}
        isRequired
      />
    </div>
  );
}

type FieldsProps = {
  readonly visit: SeriesVisit;
  readonly form: SeriesForm;
  readonly onChange: (change: Partial<SeriesChange>) => void;
};

/** Day and time of one visit, read as the form's own are. */
export function VisitFields({ visit, form, onChange }: FieldsProps): ReactNode {
  const { of, number, errors, date, time } = visit;
  const changed = form.changes.find((change) => change.of === of);
  const say = words.series;
  const warning = null;
  const ofDate = { error: errors["date"], warning, echo: date === undefined ? null : weekday(date) };
  // The question speaks for itself.
  const error = visit.when?.kind === "twice" ? null : errors["time"];
  const ofTime = { error, warning, echo: time === undefined || error ? null : clock(time) };
  const sayDate = useSaidWhenLeft(ofDate);
  const sayTime = useSaidWhenLeft(ofTime);
  const another = { repeatedHour: null };
  return (
    <div className={styles["fields"]}>
      <FieldRow>
        <TextField
          label={say.date({ number })}
          name={getVisitFieldName(visit, "date")}
          value={changed?.date ?? ""}
          placeholder={shortDay(of)}
          onChange={(date) => onChange({ date, ...another })}
          onBlur={sayDate}
          {...ofDate}
          help={say.ofRule}
        />
        <TextField
          label={say.time({ number })}
          name={getVisitFieldName(visit, "time")}
          value={changed?.time ?? ""}
          onChange={(time) => onChange({ time, ...another })}
          onBlur={sayTime}
          {...ofTime}
          help={say.ofRule}
        />
      </FieldRow>
    </div>
  );
}
