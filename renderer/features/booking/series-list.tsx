import { TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { type SeriesForm, addSeriesChange, type SeriesChange } from "../../../shared/bookings/series-form.ts";
import type { SeriesRead, SeriesVisit } from "../../../shared/bookings/series.ts";
import { clock } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce } from "../../lib/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { joinClassNames } from "../../ui/class-names.ts";
import { focusField } from "../../ui/focus.ts";
import { HourQuestion, VisitFields } from "./series-visit-fields.tsx";
import { useSeriesDays, type DaysOfSeries } from "./use-series-days.ts";
import { getVisitFieldName } from "./series-state.ts";
import { formatVisit, listVisitNotes } from "./series-words.ts";
import styles from "./series.module.css";
import type { Booking } from "./use-booking.ts";

type Props = {
  readonly booking: Booking;
  readonly series: SeriesRead;
  /** Left out where they can only be read. */
  readonly form?: SeriesForm;
};

/** Every visit of a series with its day, time and zone, and what is odd about it, each to be changed or taken out. */
export function SeriesList({ booking, series, form }: Props): ReactNode {
  const days = useSeriesDays(booking, series);
  const shown = form === undefined ? series.visits.filter(({ isRemoved }) => !isRemoved) : series.visits;
  return (
    <>
      {days.isUnread && <p className={styles["soft"]}>{words.series.notRead}</p>}
      <ol className={styles["list"]} aria-label={words.series.list}>
        {shown.map((visit) => (
          <li key={visit.of} className={styles["visit"]}>
            <Visit booking={booking} visit={visit} days={days} form={form} />
          </li>
        ))}
      </ol>
    </>
  );
}

type VisitProps = {
  readonly booking: Booking;
  readonly visit: SeriesVisit;
  readonly days: DaysOfSeries;
  readonly form: SeriesForm | undefined;
};

function Visit({ booking, visit, days, form }: VisitProps): ReactNode {
  const { number, isRemoved } = visit;
  const canChange = form !== undefined && number > 1;
  return canChange ? (
    <ChangedVisit booking={booking} visit={visit} days={days} form={form} />
  ) : (
    <>
      <Head booking={booking} visit={visit}>
        {form !== undefined && <span className={styles["soft"]}>{words.series.first}</span>}
      </Head>
      {!isRemoved && <Notes texts={listVisitNotes(booking, visit, days.of(visit))} />}
    </>
  );
}

type HeadProps = Pick<VisitProps, "booking" | "visit"> & { readonly children: ReactNode };

/** Its number, day, time and zone, with what can be done with it. */
const Head = ({ booking, visit, children }: HeadProps): ReactNode => (
  <div className={styles["head"]}>
    <span className={styles["number"]}>{visit.number}</span>
    <span className={joinClassNames(styles["when"], visit.isRemoved && styles["removed"])}>
      {formatVisit(visit, booking)}
      {visit.isChanged && <span className={styles["soft"]}> · {words.series.changed}</span>}
    </span>
    <span className={styles["ways"]}>{children}</span>
  </div>
);

const Notes = ({ texts }: { readonly texts: readonly string[] }): ReactNode =>
  texts.map((text) => (
    <p key={text} className={joinClassNames(styles["note"], styles["odd"])}>
      <TriangleAlert size={14} aria-hidden="true" />
      <span>{text}</span>
    </p>
  ));

/** What is wrong stands at its own fields, which are then open; an hour that comes twice is a question. */
const isWrong = ({ errors, when }: SeriesVisit): boolean =>
  Object.keys(errors).length > 0 && when?.kind !== "twice";

/** A visit after the first, whose day and time are the form's own: it can be changed and taken out. */
function ChangedVisit({ booking, visit, days, form }: VisitProps & { readonly form: SeriesForm }): ReactNode {
  const { of, number, isRemoved, when } = visit;
  const announce = useAnnounce();
  const part = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(isWrong(visit));
  const isPressed = useRef(false);
  useEffect(() => {
    if (isOpen && isPressed.current) focusField(part.current, getVisitFieldName({ number }, "date"));
    isPressed.current = false;
  }, [isOpen, number]);
  // It stays open while it is put right.
  if (isWrong(visit) && !isOpen) setOpen(true);
  const say = words.series;
  const change = (next: Partial<SeriesChange>): void =>
    booking.dispatch({ type: "series", series: addSeriesChange(form, of, next) });
  return (
    <div ref={part} className={styles["whole"]}>
      <Head booking={booking} visit={visit}>
        {!isRemoved && (
          <Button
            variant="quiet"
            size="small"
            label={say.changeOne({ number })}
            isExpanded={isOpen}
            onPress={() => {
              isPressed.current = true;
              setOpen(!isOpen);
            }}
          >
            {say.change}
          </Button>
        )}
        <Button
          variant="quiet"
          size="small"
          label={isRemoved ? say.putBackOne({ number }) : say.removeOne({ number })}
          onPress={() => {
            change({ isRemoved: !isRemoved });
            announce(isRemoved ? formatVisit(visit, booking) : say.removed);
          }}
        >
          {isRemoved ? say.putBack : say.remove}
        </Button>
      </Head>
      {isRemoved ? (
        <p className={styles["note"]}>{say.removed}</p>
      ) : (
        <>
          <Notes texts={listVisitNotes(booking, visit, days.of(visit))} />
          <HourQuestion
            booking={booking}
            visit={visit}
            onChoose={(repeatedHour) => change({ repeatedHour })}
          />
          {isOpen && <VisitFields visit={visit} form={form} onChange={change} />}
          {when?.kind === "gap" && (
            <div className={styles["offers"]}>
              {when.suggestions.map((time) => (
                <Button
                  key={time}
                  size="small"
                  onPress={() => {
                    change({ time: clock(time) });
                    // The button goes with the question.
                    focusField(part.current, getVisitFieldName(visit, "time"));
                  }}
                >
                  {words.booking.visit.takeTime({ time })}
                </Button>
              ))}
            </div>
          )}
        </>
      )}
    </div>
  );
}
