import { said, saidEach } from "../../../messages/saying.ts";
import { useEffect, useRef, type ReactNode } from "react";
import { day as longDay, weekday } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { useRoute } from "../../state/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { Facts, type Fact } from "../../ui/facts.tsx";
import { Notice } from "../../ui/notice.tsx";
import { itemWord } from "../../ui/item-words.ts";
import { formatAddress } from "../../ui/names.ts";
import { ownLines, patientName, serviceName, textIn } from "../bookings/index.ts";
import styles from "./booking.module.css";
import { cardName } from "./cards.ts";
import { visitZone } from "./visit-words.ts";
import { errorsOf } from "./fields.ts";
import type { Booking } from "./use-booking.ts";

type Props = { readonly booking: Booking };

/** Everything read back in large type before it is sent. */
export function ReviewStep({ booking }: Props): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  const { count } = booking.state.arrival;
  // The heading, not the button: a stray Enter must not book.
  const arrived = useRef(-1);
  useEffect(() => {
    if (arrived.current === count) return;
    arrived.current = count;
    heading.current?.focus();
  }, [count]);
  return (
    <section className={styles["review"]} aria-labelledby="review-heading">
      <h2 id="review-heading" ref={heading} tabIndex={-1}>
        {words.booking.review.heading}
      </h2>
      <Missing booking={booking} />
      <Warnings booking={booking} />
      <SameAgain booking={booking} />
      <Facts large items={reviewFacts(booking)} />
    </section>
  );
}

const none = "–";

function reviewFacts({ state, read, settings }: Booking): readonly Fact[] {
  const { form, patient } = state;
  const { values, when } = read;
  const { date, time } = values;
  const number = form.patient?.kind === "number" ? form.patient.text : null;
  const place = form.sameAddress && patient !== null ? patient.input : form;
  const card = form.card === null ? form.paymentMethod.trim() : cardName(form.card);
  const zone = visitZone(when, form.timeZone);
  const isPatientPaying = form.billingType === "Bill to Patient";
  const { review, visit } = words.booking;
  const labels = words.bookings.facts;
  return [
    { label: labels.patient, value: form.patient === null ? none : patientName(patient, number) },
    { label: labels.dob, value: patient === null ? none : longDay(patient.input.dob) },
    { label: review.day, value: date === undefined ? none : weekday(date) },
    {
      label: review.time,
      value: time === undefined ? review.noTime({ zone }) : visit.timeIn({ time: time.time, zone }),
    },
    { label: review.address, value: place.address.trim() === "" ? none : formatAddress(place) },
    {
      label: labels.service,
      value: form.service.trim() === "" ? none : serviceName(form.service, settings.services),
    },
    { label: labels.billing, value: form.billingType ?? none },
    ...(isPatientPaying ? [{ label: review.card, value: card === "" ? review.noCard : card }] : []),
    ...ownLines((field) => textIn(form, field) ?? ""),
  ];
}

/** What still keeps it from being booked, step by step, with the way there. */
function Missing({ booking }: Props): ReactNode {
  const { errors, needsCard } = booking.read;
  const { review, goTo } = words.booking;
  if (needsCard) {
    return (
      <Notice
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
      </Notice>
    );
  }
  const steps = (["patient", "visit", "billing"] as const).flatMap((step) => {
    const messages = Object.values(errorsOf(step, errors));
    return messages.length === 0 ? [] : [{ step, messages }];
  });
  if (steps.length === 0) return null;
  return (
    <Notice
      tone="warning"
      title={review.incomplete}
      actions={steps.map(({ step }) => (
        <Button key={step} size="small" onPress={() => booking.dispatch({ type: "went", step })}>
          {goTo[step]}
        </Button>
      ))}
    >
      <ul className={styles["plainList"]}>
        {steps
          .flatMap(({ messages }) => messages)
          .map((message) => said(message))
          .map((message) => (
            <li key={message}>{message}</li>
          ))}
      </ul>
    </Notice>
  );
}

/** What looks unusual but is allowed. */
function Warnings({ booking }: Props): ReactNode {
  const warnings = Object.values(saidEach(booking.read.warnings));
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warning" title={words.booking.review.check}>
      <ul className={styles["plainList"]}>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** The same patient at the same time, booked from here or still in the outbox. A warning, never a block. */
function SameAgain({ booking }: Props): ReactNode {
  const { form } = booking.state;
  const { when } = booking.read;
  const patient = form.patient?.kind === "known" ? form.patient.id : null;
  const instant = when?.kind === "exact" ? when.instant : null;
  const reading = useRoute(
    "bookings.similar",
    { patient: patient ?? "", instant: instant ?? "", exceptItem: booking.draft.itemId },
    { enabled: patient !== null && instant !== null, clears: true },
  );
  const items = patient === null || instant === null ? [] : (reading.value?.items ?? []);
  if (items.length === 0) return null;
  return (
    <Notice tone="warning" live="polite" title={words.booking.review.sameAgain}>
      <ul className={styles["plainList"]}>
        {items.map((item) => (
          <li key={item.id}>
            {words.booking.review.sameAgainItem({
              service: serviceName(item.form.service, booking.settings.services),
              status: itemWord(item),
            })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
