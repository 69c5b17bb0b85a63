import { useEffect, useRef, useState, type ReactNode } from "react";
import { type SeriesForm, seriesUnits } from "../../../shared/bookings/series-form.ts";
import { normalizeSeries, type SeriesField, type SeriesRead } from "../../../shared/bookings/series.ts";
import { readDay } from "../../../shared/time/plain-date.ts";
import { weekday } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { useSaidWhenLeft } from "../../lib/use-said-when-left.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/choice-fields.tsx";
import { FieldStack } from "../../ui/field.tsx";
import { focusNamed } from "../../ui/focus.ts";
import { PageSection } from "../../ui/page.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { SeriesList } from "./series-list.tsx";
import { getSeriesFieldName } from "./series-state.ts";
import styles from "./series.module.css";
import type { Booking } from "./use-booking.ts";

type Props = {
  readonly booking: Booking;
  readonly form: SeriesForm;
  /** It was just asked for: its first field takes the focus. */
  readonly isNew: boolean;
  readonly onStop: () => void;
};

/** `6 visits, the last on Tuesday, February 9, 2027. 1 visit needs a look.` */
function sumOf(series: SeriesRead | null): string | null {
  const kept = series?.visits.filter(({ isRemoved }) => !isRemoved) ?? [];
  const last = kept.findLast(({ date }) => date !== undefined)?.date;
  if (series === null || last === undefined) return null;
  const wrong = kept.filter(({ number, errors }) => number > 1 && Object.keys(errors).length > 0).length;
  const sum = words.series.sum({ count: series.count, date: last });
  return wrong === 0 ? sum : `${sum}. ${words.series.looks({ count: wrong })}`;
}

/** How often, how many times or until when, and every visit that this gives. */
export function LoadedRepeatForm({ booking, form, isNew, onStop }: Props): ReactNode {
  const { series, today, settings, state } = booking;
  const part = useRef<HTMLDivElement>(null);
  const sum = sumOf(series);
  const [isLeft, setLeft] = useState(series !== null);
  // Its code may come after the step has: where the focus was to be, it is taken now.
  const wanted = useRef(isNew ? getSeriesFieldName("every") : state.form.focus);
  useEffect(() => {
    if (wanted.current !== null) focusNamed(part.current, wanted.current);
  }, []);
  const isAsked = state.submitted.includes("date");
  const errorOf = (field: SeriesField) => {
    const isNamed = series?.missing.includes(field) === true ? isAsked : isLeft || isAsked;
    return isNamed ? series?.errors[field] : undefined;
  };
  const change = (next: Partial<SeriesForm>): void =>
    booking.dispatch({ type: "series", series: { ...form, ...next } });
  const until = readDay(form.until, { today, dateOrder: settings.dateOrder });
  const say = words.series;
  const error = errorOf("every") ?? errorOf("times") ?? errorOf("until");
  const tell = useSaidWhenLeft({ error, warning: null, echo: sum });
  const leave = (): void => {
    setLeft(true);
    const tidy = normalizeSeries(form);
    if (tidy !== form) booking.dispatch({ type: "series", series: tidy });
    tell();
  };
  const of = (field: SeriesField) => ({
    name: getSeriesFieldName(field),
    label: say.label[field],
    value: form[field],
    onChange: (value: string) => change({ [field]: value }),
    onBlur: leave,
    error: errorOf(field),
  });
  return (
    <PageSection
      title={say.title}
      isLandmark={false}
      tools={
        <Button variant="quiet" size="small" onPress={onStop}>
          {say.stop}
        </Button>
      }
    >
      <div ref={part}>
        <FieldStack>
          <div className={styles["rule"]}>
            <TextField {...of("every")} help={say.everyHelp} />
            <SelectField
              label={say.label.unit}
              name="series-unit"
              value={form.unit}
              options={seriesUnits.map((value) => ({ value, label: say.units[value] }))}
              onChange={(unit) => change({ unit })}
              onBlur={leave}
            />
            <TextField {...of("times")} help={say.timesHelp} inputMode="numeric" />
            <TextField {...of("until")} echo={until.kind === "read" ? weekday(until.value) : null} />
          </div>
          {sum !== null && <p className={styles["sum"]}>{sum}</p>}
          {series !== null && series.visits.length > 0 && (
            <SeriesList booking={booking} series={series} form={form} />
          )}
          {series?.interval !== null && series !== null && booking.read.values.date === undefined && (
            <p className={styles["soft"]}>{say.firstMissing}</p>
          )}
        </FieldStack>
      </div>
    </PageSection>
  );
}
