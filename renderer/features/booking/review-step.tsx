import { said, saidEach } from "../../../messages/saying.ts";
import { useEffect, useRef, type ReactNode } from "react";
import { checkHours } from "../../../shared/bookings/visit-warnings.ts";
import { bookingFieldNames, getStep } from "../../../shared/bookings/booking-fields.ts";
import { words } from "../../../messages/words.ts";
import { isClosed } from "../../lib/item-form.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import styles from "./booking.module.css";
import { readBack } from "./read-back.ts";
import { listReadBackIds, ReadBackCard } from "./read-back-card.tsx";
import { SeriesReview } from "./series-parts.tsx";
import type { Booking } from "./use-booking.ts";
import { formatUnreadDay, type Day } from "./use-day.ts";

type Props = { readonly booking: Booking; readonly day: Day };

/** What the part is described by, where one arrives: what still keeps it from being booked, else what is read back. */
const missingId = "review-missing";
const readBackId = "review-read-back";

/** What to look at before it is sent. */
export const ReviewNotices = ({ booking, day }: Props): ReactNode => (
  <div className={styles["notices"]}>
    <SameDay day={day} />
    <Warnings booking={booking} />
  </div>
);

/** Everything read back before it is sent. */
export function ReviewStep({ booking }: Pick<Props, "booking">): ReactNode {
  const facts = readBack(booking);
  const part = useRef<HTMLDivElement>(null);
  const { count } = booking.state.arrival;
  // The part, not the button: a stray Enter must not book.
  const arrived = useRef(-1);
  useEffect(() => {
    if (arrived.current === count) return;
    arrived.current = count;
    part.current?.focus();
  }, [count]);
  return (
    <div
      ref={part}
      role="group"
      tabIndex={-1}
      className={styles["review"]}
      aria-labelledby="review-heading"
      aria-describedby={booking.read.input === null ? missingId : listReadBackIds(readBackId, facts)}
    >
      <h2 id="review-heading">{words.booking.review.heading}</h2>
      <Missing booking={booking} />
      <ReadBackCard
        id={readBackId}
        facts={facts}
        isBlocked={isClosed(booking.state.phase)}
        onChange={(field) => booking.dispatch({ type: "went", step: getStep(field), field })}
      />
      {booking.series !== null && <SeriesReview booking={booking} series={booking.series} />}
    </div>
  );
}

const Lines = ({ texts }: { readonly texts: readonly string[] }): ReactNode => (
  <ul className={styles["plainList"]}>
    {texts.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
);

/** What still keeps it from being booked, field by field, with the way there. */
function Missing({ booking }: Pick<Props, "booking">): ReactNode {
  const { errors, needsCard } = booking.read;
  const { review } = words.booking;
  if (needsCard) {
    return (
      <NoticeBox
        id={missingId}
        tone="warning"
        title={review.missingCard}
        actions={
          <Button
            size="small"
            onPress={() => booking.dispatch({ type: "went", step: "billing", field: "paymentMethod" })}
          >
            {review.addCard}
          </Button>
        }
      >
        <p>{review.missingCardHelp}</p>
      </NoticeBox>
    );
  }
  return (
    <ErrorSummary
      id={missingId}
      fields={bookingFieldNames}
      errors={errors}
      labels={words.booking.label}
      onGo={(field) => booking.dispatch({ type: "went", step: getStep(field), field })}
    />
  );
}

/** What looks unusual but is allowed. */
function Warnings({ booking }: Pick<Props, "booking">): ReactNode {
  const { values, warnings: read } = booking.read;
  const unusual = checkHours({ date: values.date, time: values.time?.time }, booking.settings.openingHours);
  const hours = [unusual.date, unusual.time].flatMap((each) => (each === null ? [] : [said(each)]));
  const warnings = [...Object.values(saidEach(read)), ...hours];
  if (warnings.length === 0) return null;
  return (
    <NoticeBox tone="warning" title={words.booking.review.check} isHeading>
      <Lines texts={warnings} />
    </NoticeBox>
  );
}

/** What the same patient has that day, booked from here or still in the outbox. A warning, never a block. */
function SameDay({ day }: Pick<Props, "day">): ReactNode {
  const same = (day.bookings ?? []).filter(({ isSamePatient }) => isSamePatient);
  // A day that was not read never looks like one without a second booking.
  const unread = formatUnreadDay(day);
  if (unread !== null && same.length === 0) return <NoticeBox tone="warning" live="polite" title={unread} />;
  if (same.length === 0) return null;
  const { review, readBack } = words.booking;
  const clash = same.find(({ overlaps }) => overlaps);
  return (
    <NoticeBox tone="warning" live="polite" title={review.sameDay({ count: same.length })}>
      <ul className={styles["plainList"]}>
        {same.map(({ id, time, minutes, service }) => (
          <li key={id}>
            <bdi>
              {minutes === null
                ? review.sameDayItem({ time, service })
                : review.sameDayLong({ time, service, minutes: readBack.minutes({ minutes }) })}
            </bdi>
          </li>
        ))}
      </ul>
      {clash !== undefined && <p>{review.mayHave({ name: clash.name })}</p>}
    </NoticeBox>
  );
}
