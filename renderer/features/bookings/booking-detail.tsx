import { CalendarPlus } from "lucide-react";
import { useMemo, type ReactNode } from "react";
import type { BookingItem } from "../../../shared/outbox/item.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { getToday } from "../../../shared/time/zoned-time.ts";
import { words } from "../../../messages/words.ts";
import { useItems, useNavigation, useSession } from "../../lib/hooks.ts";
import { describeBookingEnd, getItemKind } from "../../lib/item-kinds.ts";
import { useCommandEnter } from "../../lib/use-command-enter.ts";
import { useNow } from "../../lib/use-now.ts";
import { useRoute } from "../../lib/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Unread } from "../../ui/failure-notice.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import split from "../../ui/split.module.css";
import { isolateText, keepTimes } from "../../ui/text.tsx";
import { ItemBadge } from "../items/index.ts";
import { CopyFacts, DifferencesNotice, SlipButton, Unconfirmed } from "./confirmation.tsx";
import { BookingNews } from "../notices/index.ts";
import type { BookingFacts } from "./facts.ts";
import { useFollowUp } from "./follow-up.tsx";
import { describeBookingDetail, type WholeBooking } from "./detail-facts.ts";
import styles from "./detail.module.css";
import { OtherVisits } from "./other-visits.tsx";
import { useSomethingWrong } from "./something-wrong.tsx";

type Props = { readonly id: string; readonly settings: Settings };

/** One booking: the whole of it is read, as a list has neither its notes nor what was sent. */
export function BookingDetail({ id, settings }: Props): ReactNode {
  const version = useItems((state) => state.version);
  const reading = useRoute("items.get", { id }, { refresh: version, clears: true });
  const item = reading.state === "ready" && reading.value.kind === "booking" ? reading.value : null;
  const known = item?.form.patient?.kind === "known" ? item.form.patient.id : null;
  const patient = useRoute(
    "patients.get",
    { id: known ?? id },
    { enabled: known !== null, refresh: version, clears: true },
  );
  // Who was deleted is nobody's failure: the booking is then shown without them.
  const isRead = known === null || patient.state === "ready" || patient.failure?.code === "not-found";
  return (
    <>
      {reading.state !== "ready" && <Unread reading={reading} again={words.bookings.again} />}
      {item !== null && !isRead && patient.state === "failed" && (
        <Unread reading={patient} again={words.bookings.again} title={words.bookings.patientNotRead} />
      )}
      {item !== null && isRead && (
        <Whole booking={{ item, patient: known === null ? null : patient.value }} settings={settings} />
      )}
    </>
  );
}

type WholeProps = { readonly booking: WholeBooking; readonly settings: Settings };

/** When and who stand out, the rest reads as a table; what can be done stands below. */
function Whole({ booking, settings }: WholeProps): ReactNode {
  const { item } = booking;
  const now = useNow();
  const { when, instant, name, who, rows, facts, firstName } = describeBookingDetail(booking, settings, now);
  const wrong = useSomethingWrong({ item, facts, phone: settings.servicePhone }, "quiet");
  const isBooked = item.status === "done";
  const isPractice = useSession().session?.practice === true;
  const sources = useMemo(() => [{ ...booking, settings, isPractice }], [booking, settings, isPractice]);
  const { go } = useNavigation();
  const followUp = useFollowUp({
    item,
    instant,
    today: getToday(settings.timeZone, now),
    settings,
    onChoose: (date) => go({ screen: "new-booking", followUp: { itemId: item.id, date } }),
  });
  return (
    <>
      <div className={split["whole"]}>
        <header className={styles["header"]}>
          <h2>{isolateText(keepTimes(when))}</h2>
          <ItemBadge item={item} />
        </header>
        <div className={styles["who"]}>
          <strong>{isolateText(name)}</strong>
          {who !== "" && <> · {isolateText(who)}</>}
        </div>
        <Alerts item={item} facts={facts} />
        {isBooked && <BookingNews id={item.id} />}
        <div className={styles["table"]}>
          <Facts items={rows} />
          {isBooked && <CopyFacts facts={facts} />}
        </div>
        <Unconfirmed facts={facts} />
        {wrong.panel}
        {isBooked && followUp.panel}
        {booking.patient !== null && firstName !== null && (
          <OtherVisits id={item.id} patient={booking.patient.id} {...{ firstName, settings, now }} />
        )}
        {isBooked && <div className={styles["wrong"]}>{wrong.opener}</div>}
      </div>
      {isBooked && (
        <div className={split["bar"]}>
          <SlipButton sources={sources} />
          {followUp.opener}
          <BookAnother booking={booking} firstName={firstName} />
        </div>
      )}
    </>
  );
}

type AlertsProps = { readonly item: BookingItem; readonly facts: BookingFacts };

/** What a person has to know before the rest. */
function Alerts({ item, facts }: AlertsProps): ReactNode {
  const { go } = useNavigation();
  const end = item.result === null ? null : describeBookingEnd(item.result);
  const isBad = end?.tone === "warning" || end?.tone === "danger";
  return (
    <>
      <DifferencesNotice facts={facts} />
      {isBad && <NoticeBox tone={end.tone} title={end.title} />}
      {item.result?.markedByPerson === true && (
        <NoticeBox tone="info" title={words.bookings.marked}>
          {item.result.appointment === null && <p>{words.bookings.markedHelp}</p>}
        </NoticeBox>
      )}
      {item.correctedBy !== undefined && <Correction id={item.correctedBy} />}
      {item.status !== "done" && (
        <NoticeBox
          tone="warning"
          title={words.bookings.inOutbox}
          actions={
            <Button size="small" onPress={() => go({ screen: "outbox", itemId: item.id })}>
              {words.bookings.openInOutbox}
            </Button>
          }
        />
      )}
    </>
  );
}

/** The booking that was begun to take its place, as long as it is not thrown away. */
function Correction({ id }: { readonly id: string }): ReactNode {
  const { go } = useNavigation();
  const version = useItems((state) => state.version);
  const { value: item } = useRoute("items.get", { id }, { refresh: version });
  if (item === null || item.status === "discarded") return null;
  const { title, text, open } = words.bookings.correction;
  return (
    <NoticeBox
      tone="warning"
      title={title}
      actions={
        <>
          <Button size="small" onPress={() => go(getItemKind(item).target(item))}>
            {open}
          </Button>
          <ItemBadge item={item} />
        </>
      }
    >
      <p>{text}</p>
    </NoticeBox>
  );
}

type AnotherProps = { readonly booking: WholeBooking; readonly firstName: string | null };

function BookAnother({ booking, firstName }: AnotherProps): ReactNode {
  const { go } = useNavigation();
  const { patient } = booking;
  const start = (): void => {
    if (patient !== null) go({ screen: "new-booking", patientRecordId: patient.id });
  };
  useCommandEnter(start);
  if (patient === null || firstName === null) return null;
  return (
    <Button variant="primary" icon={CalendarPlus} keys="mod+Enter" onPress={start}>
      {words.bookings.bookAnother({ name: firstName })}
    </Button>
  );
}
