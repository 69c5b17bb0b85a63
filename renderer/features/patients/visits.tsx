import { useEffect, useRef, useState, type ReactNode } from "react";
import type { BookingLine } from "../../../shared/bookings/booking-line.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { agendaDay, zoneAllYear } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { useItems, useMember, useNavigation } from "../../lib/hooks.ts";
import { useNow } from "../../lib/use-now.ts";
import { useRoute } from "../../lib/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { Unread } from "../../ui/failure-notice.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { isolateText, keepTimes } from "../../ui/text.tsx";
import { isFocusLost } from "../../ui/use-focus.ts";
import { LineStateCell, formatBookingLine, AtOnceMark, describeWhoseBookings } from "../bookings/index.ts";
import { useWhen } from "../items/index.ts";
import styles from "./screen.module.css";

const mostRead = 200;
/** So many of the past are shown until all are asked for. */
const fewPast = 5;

type Props = {
  /** The patient's record. */
  readonly patient: string;
  readonly settings: Settings;
  /** `YYYY-MM-DD` in the clinic's zone. */
  readonly today: string;
};

/** The visits of a patient that this computer knows of: those to come, the next one first, and those that were. */
export function Visits({ patient, settings, today }: Props): ReactNode {
  const version = useItems((state) => state.version);
  const now = useNow();
  const member = useMember();
  const when = useWhen();
  const reading = useRoute("bookings.ofPatient", { patient, limit: mostRead }, { refresh: version });
  const [isAll, setAll] = useState(false);
  const earlier = useRef<HTMLElement>(null);
  useEffect(() => {
    // The button that showed them is gone: on to the first that came.
    if (isAll && isFocusLost()) earlier.current?.querySelectorAll("button")[fewPast]?.focus();
  }, [isAll]);
  if (reading.state !== "ready") return <Unread reading={reading} again={words.patients.tryAgain} />;
  const { rows, unread } = reading.value;
  const isPast = ({ instant }: BookingLine): boolean =>
    instant !== null && Date.parse(instant) < Date.parse(now);
  const past = rows.filter(isPast);
  const upcoming = rows.filter((line) => !isPast(line)).toReversed();
  const { visits: say } = words.patients;
  const shared = { settings, today };
  return (
    <>
      {unread > 0 && <NoticeBox tone="warning" title={words.bookings.unread({ count: unread })} />}
      <section aria-labelledby="visits-upcoming">
        <h3 id="visits-upcoming">{say.upcoming}</h3>
        {upcoming.length === 0 ? (
          <p className={styles["soft"]}>{member === null ? say.noneUpcoming : say.noneHeardOf}</p>
        ) : (
          <Lines labelledBy="visits-upcoming" lines={upcoming} {...shared} />
        )}
      </section>
      {past.length > 0 && (
        <section ref={earlier} aria-labelledby="visits-past">
          <h3 id="visits-past">{say.past}</h3>
          <Lines labelledBy="visits-past" lines={isAll ? past : past.slice(0, fewPast)} {...shared} />
          {!isAll && past.length > fewPast && (
            <Button size="small" variant="quiet" onPress={() => setAll(true)}>
              {say.all({ count: past.length })}
            </Button>
          )}
        </section>
      )}
      <p className={styles["note"]}>
        {say.note({ zone: zoneAllYear(settings.timeZone), whose: describeWhoseBookings(member, when) })}
      </p>
    </>
  );
}

type LinesProps = Omit<Props, "patient"> & {
  /** The id of its heading. */
  readonly labelledBy: string;
  readonly lines: readonly BookingLine[];
};

function Lines({ labelledBy, lines, settings, today }: LinesProps): ReactNode {
  const { go } = useNavigation();
  return (
    <ul aria-labelledby={labelledBy} className={styles["visits"]}>
      {lines.map((line) => {
        const say = formatBookingLine(line, settings);
        const { service, minutes } = say;
        return (
          <li key={line.id}>
            <button type="button" onClick={() => go({ screen: "bookings", itemId: line.id })}>
              <span className={styles["when"]}>
                {say.date === ""
                  ? words.patients.visits.noTime
                  : keepTimes(`${agendaDay(say.date, today)}, ${say.time}`)}
              </span>{" "}
              <span className={styles["service"]}>
                {isolateText(minutes === null ? service : words.bookings.length({ service, minutes }))}
              </span>{" "}
              <AtOnceMark line={line} />
              <LineStateCell line={line} state={say.state} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
