import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cleanLine } from "../../../shared/text/clean-text.ts";
import { toSentPlace } from "../../../shared/patients/place-fields.ts";
import { words } from "../../../messages/words.ts";
import { memoWithLocale } from "../../lib/steady.tsx";
import { Facts } from "../../ui/facts.tsx";
import { formatAddress } from "../../ui/format.ts";
import { formatBillingType } from "../../ui/billing-words.ts";
import { keepTimes } from "../../ui/text.tsx";
import { formatBriefBilling, formatBriefWhen, formatWhen, formatWho } from "./read-back.ts";
import styles from "./read-back-rail.module.css";
import { ThatDay } from "./that-day.tsx";
import type { Booking } from "./use-booking.ts";
import { formatUnreadDay, type Day } from "./use-day.ts";
import { formatServiceWithLength } from "./words.ts";

type Props = { readonly booking: Booking; readonly day: Day };

/** The booking as far as it goes, beside the form: it grows as one fills that in. Who it is for stands over it. */
export const ReadBackRail = memoWithLocale(function ReadBackRail({ booking, day }: Props): ReactNode {
  const { state, settings } = booking;
  const { form } = state;
  const { rail } = words.booking;
  const facts = factsOf(booking);
  const isVisit = form.step === "visit";
  return (
    <>
      <div className={styles["rail"]}>
        <p className={styles["label"]}>{rail.label}</p>
        <div>
          <p className={styles["when"]}>{keepTimes(formatWhen(booking))}</p>
          <SeriesLine series={booking.series} />
          {form.service.trim() !== "" && <p>{formatServiceWithLength(form.service, settings.services)}</p>}
        </div>
        {facts.length > 0 && <Facts items={facts} />}
        {!isVisit && formatBriefWhen(booking) !== null && formatWho(state) !== null && (
          <AlreadyThatDay day={day} />
        )}
      </div>
      {isVisit && <ThatDay booking={booking} day={day} />}
    </>
  );
});

/** How many there are, and until when. */
function SeriesLine({ series }: Pick<Booking, "series">): ReactNode {
  const last = series?.visits.findLast(({ isRemoved, date }) => !isRemoved && date !== undefined)?.date;
  if (series === null || last === undefined) return null;
  return <p>{words.series.rail({ count: series.count, date: last })}</p>;
}

function factsOf({ state }: Booking): readonly { readonly label: string; readonly value: string }[] {
  const { form, patient } = state;
  const { rail } = words.booking;
  const place = form.sameAddress ? patient?.input : form;
  const notes = cleanLine(form.notes);
  return [
    ...(place === undefined || place.address.trim() === ""
      ? []
      : [{ label: rail.where, value: formatAddress(toSentPlace(place)) }]),
    ...(form.billingType === null ? [] : [{ label: rail.billing, value: billingText(state) }]),
    ...(notes === "" ? [] : [{ label: rail.notes, value: notes }]),
  ];
}

function billingText(state: Booking["state"]): string {
  const { billingType } = state.form;
  const brief = formatBriefBilling(state) ?? "";
  const type = billingType === null ? brief : formatBillingType(billingType);
  return brief === type ? type : `${type} · ${brief}`;
}

/** What the same patient has that day: quietly, as the field says what clashes. */
function AlreadyThatDay({ day }: { readonly day: Day }): ReactNode {
  const { rail } = words.booking;
  if (day.bookings === null) return null;
  const unread = formatUnreadDay(day);
  const same = day.bookings.filter(({ isSamePatient }) => isSamePatient);
  return (
    <div className={styles["already"]}>
      <p className={styles["count"]}>
        {rail.alreadyThatDay} <strong>{same.length > 0 ? same.length : unread === null && rail.none}</strong>
      </p>
      {unread !== null && <p>{unread}</p>}
      {same.map(({ id, time, service, overlaps }) => (
        <p key={id} className={styles["one"]}>
          {overlaps && <TriangleAlert size={14} aria-hidden="true" />}
          <bdi>{rail.day({ time, service })}</bdi>
        </p>
      ))}
    </div>
  );
}
