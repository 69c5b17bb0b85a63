import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState, type ReactNode } from "react";
import { addTo, getStartOfWeek, splitDate } from "../../../shared/time/calendar.ts";
import { shortDay, weekdayName } from "../../../messages/format.ts";
import { firstLanguage } from "../../../messages/language.ts";
import { words } from "../../../messages/words.ts";
import { useItems } from "../../lib/hooks.ts";
import { memoWithLocale } from "../../lib/steady.tsx";
import { useRoute } from "../../lib/use-route.ts";
import { joinClassNames } from "../../ui/class-names.ts";
import { useMedia } from "../../ui/use-media.ts";
import styles from "./month-picker.module.css";
import { listMonthDays, listWeeks, getMonth } from "./month.ts";
import type { Booking } from "./use-booking.ts";

type MonthProps = {
  /** `YYYY-MM-DD` */
  readonly date: string | null;
  readonly today: string;
  readonly timeZone: string;
  readonly dispatch: Booking["dispatch"];
};

/** In a low window three weeks are shown. */
const weeksInLow = 3;

/** A month for the mouse, or three weeks of it; another day that is typed shows its own. */
export function MonthPicker(props: MonthProps): ReactNode {
  const isLow = useMedia("(max-height: 35rem)");
  const first = props.date ?? props.today;
  return <Days key={isLow ? getStartOfWeek(first) : getMonth(first)} {...props} isLow={isLow} />;
}

type DaysProps = MonthProps & { readonly isLow: boolean };

/** Out of the order of Tab: the field above takes every day by keyboard. Few keys change any of its many days. */
const Days = memoWithLocale(function Days({ date, today, timeZone, dispatch, isLow }: DaysProps): ReactNode {
  const [at, setAt] = useState(() => date ?? today);
  const days = isLow ? listWeeks(at, weeksInLow) : listMonthDays(getMonth(at));
  const month = getMonth(at);
  const { year, month: number } = splitDate(month);
  const reading = useRoute(
    "bookings.counts",
    { from: days[0] ?? month, days: days.length, timeZone },
    { refresh: useItems((items) => items.version), clears: true },
  );
  const totals = new Map(reading.value?.days.map(({ date: each, total }) => [each, total]));
  const { visit } = words.booking;
  const pick = (picked: string): void => {
    // As it is written it means the same day tomorrow.
    dispatch({ type: "typed", field: "date", value: shortDay(picked, firstLanguage) });
    dispatch({ type: "left", field: "date" });
  };
  const turn = (by: number, label: string, Icon: typeof ChevronLeft): ReactNode => (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      className={styles["turn"]}
      onClick={() => setAt(isLow ? addTo(at, { days: 7 * weeksInLow * by }) : addTo(month, { months: by }))}
    >
      <Icon size={16} aria-hidden="true" />
    </button>
  );
  return (
    <div role="group" aria-label={visit.month} className={styles["month"]}>
      <div className={styles["head"]}>
        <h2 className={styles["name"]}>{visit.monthOf({ month: number, year: String(year) })}</h2>
        {turn(-1, isLow ? visit.earlierWeeks : visit.earlierMonth, ChevronLeft)}
        {turn(1, isLow ? visit.laterWeeks : visit.laterMonth, ChevronRight)}
      </div>
      <div className={styles["grid"]}>
        {[0, 1, 2, 3, 4, 5, 6].map((each) => (
          <span key={each} className={styles["weekday"]} aria-hidden="true">
            {weekdayName(each).slice(0, 2)}
          </span>
        ))}
        {days.map((each) => (
          <button
            key={each}
            type="button"
            tabIndex={-1}
            aria-label={visit.dayWith({ date: each, count: totals.get(each) ?? 0 })}
            data-booked={totals.has(each) || undefined}
            aria-pressed={each === date}
            aria-current={each === today ? "date" : undefined}
            className={joinClassNames(styles["day"], getMonth(each) !== month && styles["other"])}
            onClick={() => pick(each)}
          >
            {splitDate(each).day}
          </button>
        ))}
      </div>
    </div>
  );
});
