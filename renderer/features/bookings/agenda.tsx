import {
  BellRing,
  CalendarSync,
  Check,
  CircleHelp,
  CircleX,
  Clock,
  TriangleAlert,
  type LucideIcon,
} from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import type { BookingLine } from "../../../shared/bookings/booking-line.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { agendaDay } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { listDrawnRows, findTabStop } from "../../lib/long-list.ts";
import { joinClassNames } from "../../ui/class-names.ts";
import { isolateText, VisuallyHidden } from "../../ui/text.tsx";
import { useRowWindow } from "../../ui/use-row-window.ts";
import { useWhen } from "../items/index.ts";
import { formatNotice, type FormatInstant } from "../notices/index.ts";
import styles from "./agenda.module.css";
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
    /** Up from the first row. */
    readonly onLeaveUp: () => void;
  };

/** Pixels of a row with its share of the days' heads, until some are drawn. */
const usualHeight = 45;

/**
 * Bookings under the day of the visit; without days, in the order in which they were booked. One stop of Tab. Only the
 * rows around those in view are drawn.
 */
export function Agenda(props: Props): ReactNode {
  const { list, latest, settings, today, chosen, onChoose, see, stopAt, onLeaveUp } = props;
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
  const drawn = (own: typeof rows, day: ListedDay | null): ReactNode =>
    own.map(({ place, row: { line }, gap }, at) => (
      <Row
        key={line.id}
        line={line}
        words={formatBookingLine(line, settings)}
        {...{ chosen, onChoose, today }}
        isDated={day === null}
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
    <div ref={body} className={styles["agenda"]} {...keys}>
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

function Row({ line, words: say, chosen, onChoose, isDated, today, inList }: RowProps): ReactNode {
  const press = ({ detail }: MouseEvent): void => onChoose(line.id, detail === 0);
  return (
    <li
      className={styles["item"]}
      data-place={inList.place}
      aria-setsize={inList.of}
      aria-posinset={inList.number}
      style={inList.gap === 0 ? undefined : { marginBlockStart: inList.gap }}
    >
      <button
        type="button"
        data-line={line.id}
        className={joinClassNames(styles["row"], styles[say.state.certainty], isDated && styles["dated"])}
        aria-current={line.id === chosen || undefined}
        tabIndex={inList.isTabStop ? 0 : -1}
        onClick={press}
      >
        <span className={styles["when"]}>
          {isDated && say.date !== "" && (
            <span className={styles["date"]}>{agendaDay(say.date, today)} </span>
          )}
          <span>{say.time}</span>
        </span>{" "}
        <Minutes minutes={say.minutes} />{" "}
        <span className={styles["what"]}>
          <span className={styles["name"]}>{isolateText(say.name)}</span>{" "}
          <span className={styles["service"]}>{isolateText(say.service)}</span>
          {line.result?.differs === true && (
            <span className={styles["differs"]}>{words.bookings.differs.confirmTitle}</span>
          )}
        </span>{" "}
        <span className={styles["marks"]}>
          <OverlapMark line={line} />
          <LineStateCell line={line} state={say.state} />
        </span>
      </button>
    </li>
  );
}

const Minutes = ({ minutes }: Pick<LineWords, "minutes">): ReactNode =>
  minutes === null ? (
    <span className={styles["minutes"]} />
  ) : (
    <span className={styles["minutes"]}>
      <span aria-hidden="true">{words.bookings.minutes({ minutes })}</span>
      <VisuallyHidden>{words.bookings.minutesSpoken({ minutes })}</VisuallyHidden>
    </span>
  );

const toneIcons: Record<LineWords["state"]["tone"], LucideIcon | null> = {
  neutral: null,
  success: Check,
  warning: TriangleAlert,
  danger: CircleX,
};

type StateProps = Pick<LineWords, "state"> & {
  readonly line: Pick<BookingLine, "isBeingCorrected" | "notices" | "askService">;
};

const noticeIcons = { success: Check, danger: CircleX, neutral: BellRing } as const;

/** What stands beside the status of a booking: none of it is the service's own answer. */
function marksOf({ isBeingCorrected, notices, askService }: StateProps["line"], when: FormatInstant) {
  return [
    ...notices.map((notice) => {
      const { word, tone } = formatNotice(notice, when);
      return { word, tone, Icon: noticeIcons[tone] };
    }),
    ...(askService
      ? [{ word: words.notices.booking.askService, tone: "warning" as const, Icon: CircleHelp }]
      : []),
    ...(isBeingCorrected
      ? [{ word: words.bookings.beingCorrected, tone: "warning" as const, Icon: CalendarSync }]
      : []),
  ];
}

/** Where it stands, and what there is beside that. */
export function LineStateCell({ line, state }: StateProps): ReactNode {
  const { certainty, tone, word } = state;
  const Icon = certainty === "unclear" ? CircleHelp : certainty === "not-booked" ? Clock : toneIcons[tone];
  const marks = marksOf(line, useWhen());
  return (
    <span className={styles["states"]}>
      <Mark word={<bdi>{word}</bdi>} {...{ tone, Icon }} />
      {marks.map((mark) => (
        <Mark key={mark.word} {...mark} />
      ))}
    </span>
  );
}

/** That two visits overlap is a warning of its own: it is no status. */
export const OverlapMark = ({ line }: { readonly line: Pick<BookingLine, "overlaps"> }): ReactNode =>
  line.overlaps && (
    <span data-overlap>
      <Mark word={words.bookings.overlaps} tone="warning" Icon={TriangleAlert} />{" "}
    </span>
  );

type MarkProps = {
  readonly word: ReactNode;
  readonly tone: LineWords["state"]["tone"];
  readonly Icon: LucideIcon | null;
};

const Mark = ({ word, tone, Icon }: MarkProps): ReactNode => (
  <span className={joinClassNames(styles["state"], styles[tone])}>
    {Icon !== null && <Icon size={14} aria-hidden="true" />}
    {word}
  </span>
);
