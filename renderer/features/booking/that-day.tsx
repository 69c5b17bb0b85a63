import { TriangleAlert } from "lucide-react";
import { useEffect, useId, useRef, type ReactNode } from "react";
import { clock } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { joinClassNames } from "../../ui/class-names.ts";
import { findService } from "./catalogue.ts";
import { selectAround, type DayBooking } from "./day.ts";
import styles from "./that-day.module.css";
import type { Booking } from "./use-booking.ts";
import type { Day } from "./use-day.ts";

/** Lines that are drawn at once: those around the time that is typed. */
const mostLines = 60;

/** What else is booked from this computer on the day that is chosen, with this appointment in its place. */
export function ThatDay({ booking, day }: { readonly booking: Booking; readonly day: Day }): ReactNode {
  const { visit } = words.booking;
  const id = useId();
  const rows = useRef<HTMLUListElement>(null);
  const bookings = day.bookings ?? [];
  // An hour that the clocks skip has no place in the day.
  const time = booking.read.when?.kind === "exact" ? (booking.read.values.time?.time ?? null) : null;
  const { shown, earlier, later } = selectAround(bookings, time ?? "00:00", mostLines);
  const unlisted = later + day.more;
  const before = time === null ? 0 : shown.filter((each) => each.time < time).length;
  useEffect(() => {
    const list = rows.current;
    const own = list?.querySelector<HTMLElement>("[aria-current]");
    // It alone scrolls: the page stays where it is.
    if (list !== null && own) list.scrollTop = own.offsetTop - list.clientHeight / 2;
  }, [time, before, day.date]);
  if (day.date === null) return null;
  return (
    <section className={styles["thatDay"]} aria-labelledby={id}>
      <div className={styles["head"]}>
        <h2 id={id}>{visit.thatDay}</h2>
        {day.bookings !== null && (
          <span className={styles["soft"]}>
            {visit.bookedHere({ count: bookings.length + day.more + day.damaged })}
          </span>
        )}
      </div>
      {day.isUnread && <p className={styles["note"]}>{visit.dayNotRead}</p>}
      {earlier > 0 && <p className={styles["note"]}>{visit.dayEarlier({ count: earlier })}</p>}
      {(shown.length > 0 || time !== null) && (
        <ul ref={rows} className={styles["rows"]}>
          {shown.slice(0, before).map(Line)}
          {time !== null && <OwnLine booking={booking} time={time} />}
          {shown.slice(before).map(Line)}
        </ul>
      )}
      {unlisted > 0 && <p className={styles["note"]}>{visit.dayLater({ count: unlisted })}</p>}
      {day.damaged > 0 && <p className={styles["note"]}>{words.bookings.unread({ count: day.damaged })}</p>}
    </section>
  );
}

const Minutes = ({ minutes }: Pick<DayBooking, "minutes">): ReactNode => (
  <span className={styles["soft"]}>
    {minutes === null ? "" : words.booking.readBack.minutes({ minutes })}
  </span>
);

const Line = ({ id, time, name, service, minutes, overlaps }: DayBooking): ReactNode => (
  <li key={id} className={joinClassNames(styles["line"], overlaps && styles["same"])}>
    <span className={styles["time"]}>{clock(time)}</span> <Minutes minutes={minutes} />{" "}
    <span>
      {overlaps && <TriangleAlert size={14} aria-hidden="true" />}
      <strong>
        <bdi>{name}</bdi>
      </strong>{" "}
      <bdi className={styles["soft"]}>{service}</bdi>
    </span>
  </li>
);

type OwnProps = { readonly booking: Booking; readonly time: string };

const OwnLine = ({ booking: { state, settings }, time }: OwnProps): ReactNode => (
  <li className={joinClassNames(styles["line"], styles["this"])} aria-current="true">
    <span className={styles["time"]}>{clock(time)}</span>{" "}
    <Minutes minutes={findService(state.form.service, settings.services)?.minutes ?? null} />{" "}
    <strong>{words.booking.visit.thisOne}</strong>
  </li>
);
