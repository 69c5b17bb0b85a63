import { Plus } from "lucide-react";
import { useState, type KeyboardEvent, type ReactNode } from "react";
import type { Settings } from "../../../shared/settings/settings.ts";
import { addTo } from "../../../shared/time/calendar.ts";
import { agendaDay } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { joinClassNames } from "../../ui/class-names.ts";
import { FailureNotice, Unread } from "../../ui/failure-notice.tsx";
import { isolateText, VisuallyHidden } from "../../ui/text.tsx";
import { AtOnceMark, LineStateCell } from "./line-state.tsx";
import { Legend } from "./legend.tsx";
import type { AgendaLine } from "./line-words.ts";
import { NotAll } from "./not-all.tsx";
import { moveFocus, listPressable } from "./move-focus.ts";
import { useBookingAt } from "./use-booking-at.ts";
import { useDays } from "./use-days.ts";
import looks from "./visit.module.css";
import styles from "./week.module.css";

type Props = {
  readonly settings: Settings;
  /** The week's first day, `YYYY-MM-DD`. */
  readonly from: string;
  /** From when to when, in words. */
  readonly title: string;
  readonly today: string;
  readonly chosen: string | null;
  readonly onChoose: (id: string, byKey: boolean) => void;
  /** What is open is not of these days. */
  readonly onClose: () => void;
  /** Shows one day of it. */
  readonly onDay: (date: string) => void;
};

/** Seven days beside one another: who comes when, each with what is sure of it. */
export function WeekView({
  settings,
  from,
  title,
  today,
  chosen,
  onChoose,
  onClose,
  onDay,
}: Props): ReactNode {
  const { reading, lines } = useDays({ settings, from, days: 7, chosen, onClose });
  const begin = useBookingAt(settings);
  const [stop, setStop] = useState<string | null>(null);
  if (reading.state !== "ready") return <Unread reading={reading} again={words.bookings.again} />;
  const has = (id: string | null): boolean => lines.some(({ line }) => line.id === id);
  const tabStop = has(stop) ? stop : has(chosen) ? chosen : (lines[0]?.line.id ?? null);
  return (
    <>
      <div className={styles["scroll"]}>
        {begin.failure !== null && <FailureNotice failure={begin.failure} />}
        <NotAll more={reading.value.more} />
        <div role="group" aria-label={title} className={styles["week"]} onKeyDown={moveInWeek}>
          {[0, 1, 2, 3, 4, 5, 6].map((days) => {
            const date = addTo(from, { days });
            return (
              <Day
                key={date}
                {...{ date, today, chosen, tabStop, onChoose, onDay }}
                lines={lines.filter(({ words: say }) => say.date === date)}
                onStop={setStop}
                onBegin={() => begin.at(date, "")}
              />
            );
          })}
        </div>
      </div>
      <Legend lines={lines} />
    </>
  );
}

/** Up and down in a day, left and right to the day beside it that has visits. */
function moveInWeek(event: KeyboardEvent<HTMLElement>): void {
  const lists = [...event.currentTarget.querySelectorAll("ul")].map(listPressable);
  const day = lists.findIndex((parts) => parts.some((part) => part === event.target));
  const own = lists[day];
  if (own === undefined) return;
  const row = own.findIndex((part) => part === event.target);
  const beside = {
    ArrowRight: lists.slice(day + 1),
    ArrowLeft: lists.slice(0, day).toReversed(),
  }[event.key]?.find((parts) => parts.length > 0);
  if (beside === undefined) return moveFocus(event, own);
  event.preventDefault();
  beside[Math.min(row, beside.length - 1)]?.focus();
}

type DayProps = Pick<Props, "today" | "chosen" | "onChoose" | "onDay"> & {
  readonly date: string;
  readonly lines: readonly AgendaLine[];
  readonly tabStop: string | null;
  readonly onStop: (id: string) => void;
  readonly onBegin: () => void;
};

function Day({ date, today, lines, onDay, onBegin, ...rest }: DayProps): ReactNode {
  const { week, dayCount } = words.bookings;
  const day = agendaDay(date, today);
  const id = `week-${date}`;
  return (
    <section className={styles["day"]} aria-labelledby={id} data-today={date === today || undefined}>
      <h3>
        <button id={id} type="button" className={styles["head"]} onClick={() => onDay(date)}>
          {day}
        </button>
        <span className={styles["count"]} aria-hidden="true">
          {lines.length}
        </span>
        <VisuallyHidden>{dayCount({ total: lines.length })}</VisuallyHidden>
      </h3>
      {lines.length > 0 && (
        <ul aria-labelledby={id}>
          {lines.map((each) => (
            <Visit key={each.line.id} {...each} {...rest} />
          ))}
        </ul>
      )}
      <button type="button" className={styles["begin"]} aria-label={week.begin({ day })} onClick={onBegin}>
        <Plus size={14} aria-hidden="true" />
      </button>
    </section>
  );
}

type VisitProps = AgendaLine & Pick<DayProps, "chosen" | "onChoose" | "tabStop" | "onStop">;

function Visit({ line, words: say, chosen, onChoose, tabStop, onStop }: VisitProps): ReactNode {
  return (
    <li>
      <button
        type="button"
        data-line={line.id}
        className={joinClassNames(looks["visit"], looks[say.state.certainty], styles["visit"])}
        aria-current={line.id === chosen || undefined}
        tabIndex={line.id === tabStop ? 0 : -1}
        onFocus={() => onStop(line.id)}
        onClick={({ detail }) => onChoose(line.id, detail === 0)}
      >
        <span className={styles["time"]}>{say.time}</span> <strong>{isolateText(say.name)}</strong>{" "}
        <span className={styles["service"]}>{isolateText(say.service)}</span> <AtOnceMark line={line} />
        <LineStateCell line={line} state={say.state} />
      </button>
    </li>
  );
}
