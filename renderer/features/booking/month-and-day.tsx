import { ChevronLeft, ChevronRight, TriangleAlert } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { addTo, splitDate } from "../../../shared/time/calendar.ts";
import { clock, shortDay, weekdayName } from "../../../messages/format.ts";
import { firstLanguage } from "../../../messages/language.ts";
import { words } from "../../../messages/words.ts";
import { useItems } from "../../lib/hooks.ts";
import { memoWithLocale } from "../../lib/steady.tsx";
import { useRoute } from "../../lib/use-route.ts";
import { joinClassNames } from "../../ui/class-names.ts";
import { selectAround } from "./day.ts";
import styles from "./month-and-day.module.css";
import { listMonthDays, getMonth } from "./month.ts";
import type { Booking } from "./use-booking.ts";
import type { Day } from "./use-day.ts";

type Props = { readonly booking: Booking; readonly day: Day };

/** A month for the mouse, and what else is booked from this computer on the day that is chosen. */
export const MonthAndDay = ({ booking, day }: Props): ReactNode => (
  <div className={styles["both"]}>
    <Month
      // Another day that is typed shows its own month.
      key={getMonth(day.date ?? booking.today)}
      date={day.date}
      timeZone={booking.state.form.timeZone}
      today={booking.today}
      dispatch={booking.dispatch}
    />
    <ThatDay booking={booking} day={day} />
  </div>
);

type MonthProps = {
  /** `YYYY-MM-DD` */
  readonly date: string | null;
  readonly today: string;
  readonly timeZone: string;
  readonly dispatch: Booking["dispatch"];
};

/** Out of the order of Tab: the field above takes every day by keyboard. Few keys change any of its many days. */
const Month = memoWithLocale(function Month({ date, today, timeZone, dispatch }: MonthProps): ReactNode {
  const [month, setMonth] = useState(() => getMonth(date ?? today));
  const { year, month: number } = splitDate(month);
  const days = listMonthDays(month);
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
  const turn = (months: number, label: string, Icon: typeof ChevronLeft): ReactNode => (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      className={styles["turn"]}
      onClick={() => setMonth(addTo(month, { months }))}
    >
      <Icon size={16} aria-hidden="true" />
    </button>
  );
  return (
    <div role="group" aria-label={visit.month} className={styles["month"]}>
      <div className={styles["head"]}>
        <h2 className={styles["name"]}>{visit.monthOf({ month: number, year: String(year) })}</h2>
        {turn(-1, visit.earlierMonth, ChevronLeft)}
        {turn(1, visit.laterMonth, ChevronRight)}
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

/** Lines of a day that are shown at once. */
const fewLines = 6;

function ThatDay({ booking, day }: Props): ReactNode {
  const { visit, readBack } = words.booking;
  const id = useId();
  const bookings = day.bookings ?? [];
  const shown = selectAround(bookings, booking.read.values.time?.time ?? "00:00", fewLines);
  return (
    <section className={styles["thatDay"]} aria-labelledby={id}>
      <div className={styles["head"]}>
        <h2 id={id} className={styles["name"]}>
          {visit.thatDay}
        </h2>
        {day.bookings !== null && (
          <span className={styles["soft"]}>{visit.bookedHere({ count: bookings.length })}</span>
        )}
      </div>
      {day.isUnread && <p className={styles["soft"]}>{visit.dayNotRead}</p>}
      {shown.length > 0 && (
        <ul>
          {shown.map(({ id, time, name, minutes, overlaps }) => (
            <li key={id} className={joinClassNames(styles["line"], overlaps && styles["same"])}>
              <span className={styles["time"]}>{clock(time)}</span>
              <strong>
                <bdi>{name}</bdi>
              </strong>
              {overlaps && <TriangleAlert size={14} aria-hidden="true" />}
              {minutes !== null && <span className={styles["soft"]}>{readBack.minutes({ minutes })}</span>}
            </li>
          ))}
        </ul>
      )}
      {bookings.length > shown.length && (
        <p className={styles["soft"]}>{visit.more({ count: bookings.length - shown.length })}</p>
      )}
    </section>
  );
}
