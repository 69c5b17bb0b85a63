import {
  CalendarSync,
  Check,
  CircleHelp,
  CircleX,
  Clock,
  TriangleAlert,
  type LucideIcon,
} from "lucide-react";
import { useState, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";
import type { BookingDay, BookingLine } from "../../../contract/records/booking-line.ts";
import { agendaDay } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { classNames } from "../../ui/class-names.ts";
import { isolated, VisuallyHidden } from "../../ui/text.tsx";
import styles from "./agenda.module.css";
import { moveFocus, pressable } from "./move-focus.ts";
import { byDay, type AgendaLine, type LineWords } from "./line-words.ts";

type Choosing = {
  readonly chosen: string | null;
  /** `byKey`: Enter, not the mouse. */
  readonly onChoose: (id: string, byKey: boolean) => void;
};
type Props = Choosing & {
  readonly lines: readonly AgendaLine[];
  readonly days: readonly BookingDay[];
  /** `YYYY-MM-DD` in the clinic's zone. */
  readonly today: string;
  /** Up from the first row. */
  readonly onLeaveUp: () => void;
};

/** Bookings under the day of the visit; without days, in the order in which they were booked. One stop of Tab. */
export function Agenda({ lines, days, today, chosen, onChoose, onLeaveUp }: Props): ReactNode {
  const [stop, setStop] = useState<string | null>(null);
  const has = (id: string | null): boolean => lines.some(({ line }) => line.id === id);
  const tabStop = has(stop) ? stop : has(chosen) ? chosen : (lines[0]?.line.id ?? null);
  const rows = (own: readonly AgendaLine[], isDated: boolean): ReactNode =>
    own.map((each) => (
      <Row
        key={each.line.id}
        {...each}
        {...{ chosen, onChoose, isDated, today }}
        isTabStop={each.line.id === tabStop}
        onFocus={() => setStop(each.line.id)}
      />
    ));
  const shared = {
    "aria-label": words.bookings.title,
    className: styles["agenda"],
    onKeyDown: (event: KeyboardEvent<HTMLElement>) =>
      moveFocus(event, pressable(event.currentTarget), onLeaveUp),
  };
  if (days.length === 0) return <ul {...shared}>{rows(lines, true)}</ul>;
  return (
    <ul {...shared}>
      {byDay(lines).map(([date, own]) => (
        <li key={date} className={styles["day"]}>
          <DayHead day={days.find((day) => day.date === date) ?? null} date={date} today={today} />
          <ul aria-labelledby={`day-${date}`}>{rows(own, false)}</ul>
        </li>
      ))}
    </ul>
  );
}

type HeadProps = { readonly day: BookingDay | null; readonly date: string; readonly today: string };

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

type RowProps = AgendaLine &
  Choosing & {
    /** With its day, where no head says it. */
    readonly isDated: boolean;
    readonly today: string;
    readonly isTabStop: boolean;
    readonly onFocus: () => void;
  };

function Row({
  line,
  words: say,
  chosen,
  onChoose,
  isDated,
  today,
  isTabStop,
  onFocus,
}: RowProps): ReactNode {
  const press = ({ detail }: MouseEvent): void => onChoose(line.id, detail === 0);
  return (
    <li className={styles["item"]}>
      <button
        type="button"
        data-line={line.id}
        className={classNames(styles["row"], styles[say.state.certainty], isDated && styles["dated"])}
        aria-current={line.id === chosen || undefined}
        tabIndex={isTabStop ? 0 : -1}
        onFocus={onFocus}
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
          <span className={styles["name"]}>{isolated(say.name)}</span>{" "}
          <span className={styles["service"]}>{isolated(say.service)}</span>
          {line.result?.differs === true && (
            <span className={styles["differs"]}>{words.bookings.differs.title}</span>
          )}
        </span>{" "}
        <LineState line={line} state={say.state} />
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
  readonly line: Pick<BookingLine, "overlaps" | "isBeingCorrected">;
};

/** Where it stands; of what is booked as it should be, what a person should look at is what matters. */
export function LineState({ line, state }: StateProps): ReactNode {
  const { certainty, tone, word } = state;
  const Icon = certainty === "unclear" ? CircleHelp : certainty === "not-booked" ? Clock : toneIcons[tone];
  const isQuiet = certainty === "booked" && (tone === "neutral" || tone === "success");
  const marks = [
    ...(line.isBeingCorrected ? [{ word: words.bookings.beingCorrected, Icon: CalendarSync }] : []),
    ...(line.overlaps ? [{ word: words.bookings.overlaps, Icon: TriangleAlert }] : []),
  ];
  return (
    <span className={styles["states"]}>
      {marks.length > 0 && isQuiet ? (
        <VisuallyHidden>{word} </VisuallyHidden>
      ) : (
        <span className={classNames(styles["state"], styles[tone])}>
          {Icon !== null && <Icon size={14} aria-hidden="true" />}
          <bdi>{word}</bdi>
        </span>
      )}
      {marks.map(({ word: mark, Icon: MarkIcon }) => (
        <span key={mark} className={classNames(styles["state"], styles["warning"])}>
          <MarkIcon size={14} aria-hidden="true" />
          {mark}
        </span>
      ))}
    </span>
  );
}
