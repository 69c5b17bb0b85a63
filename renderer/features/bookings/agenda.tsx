import type { MouseEvent, ReactNode } from "react";
import type { BookingLine } from "../../../shared/bookings/booking-line.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { agendaDay } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { listDrawnRows, findTabStop, getRowAt } from "../../lib/long-list.ts";
import { joinClassNames } from "../../ui/class-names.ts";
import { isolateText, VisuallyHidden } from "../../ui/text.tsx";
import { useRowWindow } from "../../ui/use-row-window.ts";
import styles from "./agenda.module.css";
import { AtOnceMark, LineMarks, LineStatus } from "./line-state.tsx";
import { formatBookingLine, type LineWords } from "./line-words.ts";
import type { Bookings, ListedDay } from "./use-bookings.ts";

type Choosing = {
  readonly chosen: string | null;
  /** `byKey`: Enter, not the mouse. */
  readonly onChoose: (id: string, byKey: boolean) => void;
};
type Props = Choosing &
  Pick<Bookings, "list" | "latest" | "see" | "stopAt"> & {
    readonly settings: Settings;
    /** `YYYY-MM-DD` in the clinic's zone. */
    readonly today: string;
    /** RFC 3339 instant. */
    readonly now: string;
    /** Up from the first row. */
    readonly onLeaveUp: () => void;
  };

/** Pixels of a row with its share of the days' heads, until some are drawn. */
const usualHeight = 34;

/**
 * Bookings under the day of the visit; without days, in the order in which they were booked. One stop of Tab. Only the
 * rows around those in view are drawn.
 */
export function Agenda(props: Props): ReactNode {
  const { list, latest, settings, today, now, chosen, onChoose, see, stopAt, onLeaveUp } = props;
  const { rows, after } = listDrawnRows(list);
  const { body, height, ...keys } = useRowWindow({
    total: list.total,
    drawn: list.range,
    stop: list.stop?.place ?? null,
    height: usualHeight,
    onSee: see,
    onStop: stopAt,
    onLeaveUp,
  });
  const tabStop = findTabStop(rows, list, chosen);
  const total = latest?.hasMore === true ? -1 : (list.total ?? 0);
  /** Where the line of now is: before the first of today that is still to come. */
  const isNext = (place: number, day: ListedDay | null): boolean => {
    const at = (each: number): string => getRowAt(list, each)?.line.instant ?? "";
    if (day?.date !== today || at(place) < now) return false;
    return place === day.from || (getRowAt(list, place - 1) !== null && at(place - 1) < now);
  };
  const drawn = (own: typeof rows, day: ListedDay | null): ReactNode =>
    own.map(({ place, row: { line }, gap }, at) => (
      <Row
        key={line.id}
        line={line}
        words={formatBookingLine(line, settings)}
        {...{ chosen, onChoose, today }}
        isDated={day === null}
        isPast={day?.date === today && line.instant !== null && line.instant < now}
        isNext={isNext(place, day)}
        inList={{
          place,
          number: place - (day?.from ?? 0) + 1,
          of: day?.total ?? total,
          gap: at === 0 ? 0 : gap * height,
          isTabStop: place === tabStop,
        }}
      />
    ));
  const days = Map.groupBy(rows, ({ row }) => row.day?.date ?? "");
  const isFlat = [...days.keys()].every((date) => date === "");
  const label = words.bookings.title;
  return (
    <div ref={body} className={joinClassNames(styles["agenda"], isFlat && styles["dated"])} {...keys}>
      <ColumnHeads />
      <div style={{ blockSize: (rows[0]?.gap ?? 0) * height }} />
      {isFlat ? (
        <ul aria-label={label}>{drawn(rows, null)}</ul>
      ) : (
        <ul aria-label={label}>
          {[...days].map(([date, own], at) => (
            <li
              key={date}
              className={styles["day"]}
              // How many days there are is not counted.
              aria-setsize={days.size < (list.total ?? 0) ? -1 : undefined}
              style={at === 0 ? undefined : { marginBlockStart: (own[0]?.gap ?? 0) * height }}
            >
              <DayHead day={own[0]?.row.day ?? null} date={date} today={today} />
              <ul aria-labelledby={`day-${date}`}>{drawn(own, own[0]?.row.day ?? null)}</ul>
            </li>
          ))}
        </ul>
      )}
      <div style={{ blockSize: after * height }} />
    </div>
  );
}

/** What stands in each column: who hears a row hears what each part is by itself. */
function ColumnHeads(): ReactNode {
  const { time, length, patient, service, phone, status } = words.bookings.columns;
  return (
    <div className={styles["columns"]} aria-hidden="true">
      <span className={styles["when"]}>{time}</span>
      <span>{length}</span>
      <span className={styles["what"]}>
        <span className={styles["name"]}>{patient}</span>
        <span className={styles["service"]}>{service}</span>
      </span>
      <span>{phone}</span>
      <span>{status}</span>
    </div>
  );
}

type HeadProps = { readonly day: ListedDay | null; readonly date: string; readonly today: string };

function DayHead({ day, date, today }: HeadProps): ReactNode {
  const name = agendaDay(date, today);
  const isToday = date === today;
  const total = day?.total ?? 0;
  return (
    <div className={styles["head"]}>
      <h2 id={`day-${date}`}>{isToday ? words.bookings.today({ day: name }) : name}</h2>
      {isToday ? (
        <span className={styles["count"]}>{words.bookings.dayLeft({ left: day?.left ?? 0 })}</span>
      ) : (
        <span className={styles["count"]}>
          <span aria-hidden="true">{total}</span>
          <VisuallyHidden>{words.bookings.dayCount({ total })}</VisuallyHidden>
        </span>
      )}
    </div>
  );
}

type RowProps = Choosing & {
  readonly line: BookingLine;
  readonly words: LineWords;
  /** With its day, where no head says it. */
  readonly isDated: boolean;
  /** Of today, and over. */
  readonly isPast: boolean;
  /** Of today, and the next to come. */
  readonly isNext: boolean;
  readonly today: string;
  readonly inList: {
    readonly place: number;
    /** Its number in its day or the whole, and how many that has; -1: that is not known. */
    readonly number: number;
    readonly of: number;
    /** Pixels of what is left out before it. */
    readonly gap: number;
    readonly isTabStop: boolean;
  };
};

function Row({ line, words: say, chosen, onChoose, isDated, today, inList, ...is }: RowProps): ReactNode {
  const { isPast, isNext } = is;
  const press = ({ detail }: MouseEvent): void => onChoose(line.id, detail === 0);
  return (
    <li
      className={joinClassNames(styles["item"], isNext && styles["next"])}
      data-now={isNext || undefined}
      data-place={inList.place}
      aria-setsize={inList.of}
      aria-posinset={inList.number}
      style={inList.gap === 0 ? undefined : { marginBlockStart: inList.gap }}
    >
      {isNext && (
        <span className={styles["now"]} aria-hidden="true">
          {words.bookings.now}
        </span>
      )}
      <button
        type="button"
        data-line={line.id}
        className={joinClassNames(styles["row"], styles[say.state.certainty], isPast && styles["past"])}
        aria-current={line.id === chosen || undefined}
        tabIndex={inList.isTabStop ? 0 : -1}
        onClick={press}
      >
        <span className={styles["when"]}>
          {isDated && say.date !== "" && (
            <span className={styles["date"]}>{agendaDay(say.date, today)} </span>
          )}
          <span className={styles["time"]}>{say.time}</span>
        </span>{" "}
        <span className={styles["length"]}>
          <Minutes minutes={say.minutes} /> <AtOnceMark line={line} />
        </span>{" "}
        <span className={styles["what"]}>
          <span className={styles["name"]}>{isolateText(say.name)}</span>{" "}
          <span className={styles["service"]}>{isolateText(say.service)}</span>{" "}
          {line.result?.differs === true && (
            <span className={styles["differs"]}>{words.bookings.differs.confirmTitle}</span>
          )}
          <LineMarks line={line} />
        </span>{" "}
        <span className={styles["phone"]}>{isolateText(say.phone)}</span> <LineStatus state={say.state} />
      </button>
    </li>
  );
}

const Minutes = ({ minutes }: Pick<LineWords, "minutes">): ReactNode =>
  minutes !== null && (
    <span className={styles["minutes"]}>
      <span aria-hidden="true">{words.bookings.minutes({ minutes })}</span>
      <VisuallyHidden>{words.bookings.minutesSpoken({ minutes })}</VisuallyHidden>
    </span>
  );
