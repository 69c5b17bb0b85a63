import { CalendarPlus, CircleAlert, CircleCheck, Copy } from "lucide-react";
import type { ReactNode } from "react";
import type { BookingItem, ListedBooking } from "../../../shared/outbox/item.ts";
import type { Target } from "../../lib/navigation.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { useDesk, useItems, useNavigation, useSession, useToast } from "../../lib/hooks.ts";
import { formatItemState } from "../../lib/item-kinds.ts";
import { useHold } from "../../lib/use-hold.ts";
import { useRoute } from "../../lib/use-route.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { Unread } from "../../ui/failure-notice.tsx";
import { useHeadingFocus } from "../../ui/use-focus.ts";
import { SlipOfItems } from "../bookings/index.ts";
import { ItemBadge } from "../items/index.ts";
import booking from "./booking.module.css";
import { Frame } from "./frame.tsx";
import { formatWho } from "./read-back.ts";
import { isBooked, tallySeries, formatWhenOfItem } from "./series-tally.ts";
import styles from "./series.module.css";
import type { Booking } from "./use-booking.ts";

type Props = {
  readonly booking: Booking;
  /** The first of them. */
  readonly item: BookingItem;
  readonly onNew: () => void;
};

/** Where a visit can be looked at: what is booked among the bookings, the rest in the outbox. */
const placeOf = ({ id, status }: ListedBooking): Target =>
  status === "done" ? { screen: "bookings", itemId: id } : { screen: "outbox", itemId: id };

const whatGoesOn = {
  none: "automatic",
  "sending-stopped": "stopped",
  "sharing-stopped": "unshared",
} as const;

/** What became of each booking of a series. None is said to be booked that the service has not taken. */
export function LoadedSeriesOutcome({ booking: made, item, onNew }: Props): ReactNode {
  const { settings, today } = made;
  const isPractice = useSession().session?.practice === true;
  const version = useItems((items) => items.version);
  const hold = useHold("booking");
  const reading = useRoute("items.series", { id: item.id }, { refresh: version });
  // Until it is read nothing is said of what is booked.
  const isRead = reading.value !== null;
  useHeadingFocus(reading.state !== "loading");
  const items = reading.value?.items ?? [];
  const count = item.series?.ids.length ?? items.length;
  const { booked, pending, automatic, unclear, needYou } = tallySeries(items);
  const who = formatWho(made.state);
  const say = words.series.outcome;
  const isAll = booked === count;
  const rest = [
    ...(pending > 0 ? [say.pending({ count: pending })] : []),
    ...(automatic > 0 ? [say[whatGoesOn[hold ?? "none"]]({ count: automatic })] : []),
    ...(unclear > 0 ? [say.unclear({ count: unclear })] : []),
    ...(needYou > 0 ? [say.needYou({ count: needYou })] : []),
  ];
  const lines = items.map((each, at) => ({
    item: each,
    number: at + 1,
    when: formatWhenOfItem(each, settings, today),
  }));
  return (
    <Frame
      title={isRead ? say.title({ booked, count, all: isAll ? "yes" : "no" }) : say.unread({ count })}
      heading={{
        icon: isAll ? (
          <CircleCheck size={24} className={booking["booked"]} aria-hidden="true" />
        ) : (
          <CircleAlert size={24} className={booking["unsure"]} aria-hidden="true" />
        ),
        text: (
          <>
            {who !== null && (
              <p>
                <bdi>{who}</bdi>
              </p>
            )}
            {rest.length > 0 && <p className={booking["soft"]}>{rest.join(" ")}</p>}
          </>
        ),
      }}
      actions={
        <>
          {booked > 0 && (
            <SlipOfItems
              ids={items.filter(isBooked).map(({ id }) => id)}
              patient={made.state.patient}
              settings={settings}
              isPractice={isPractice}
            />
          )}
          <CopyList
            lines={lines.map((line) => say.line({ ...line, state: formatItemState(line.item) }))}
            isBlocked={!isRead}
          />
          <Button variant="primary" icon={CalendarPlus} onPress={onNew} shortcut="mod+N">
            {words.booking.title}
          </Button>
        </>
      }
    >
      {reading.state !== "ready" && <Unread reading={reading} again={words.bookings.again} />}
      <ol className={styles["list"]} aria-label={say.list}>
        {lines.map((line) => (
          <li key={line.item.id} className={styles["visit"]}>
            <Line {...line} />
          </li>
        ))}
      </ol>
    </Frame>
  );
}

type LineProps = { readonly item: ListedBooking; readonly number: number; readonly when: string };

function Line({ item, number, when }: LineProps): ReactNode {
  const { go } = useNavigation();
  const say = words.series.outcome;
  const appointment = item.result?.appointment ?? null;
  return (
    <>
      <div className={styles["head"]}>
        <span className={styles["number"]}>{number}</span>
        <span className={styles["when"]}>
          {when}
          {appointment !== null && (
            <span className={styles["soft"]}> · {say.number({ number: `#${appointment.id}` })}</span>
          )}
        </span>
        <span className={styles["ways"]}>
          <ItemBadge item={item} />
          <Button size="small" label={say.openOne({ number })} onPress={() => go(placeOf(item))}>
            {say.open}
          </Button>
        </span>
      </div>
      {item.result?.differs === true && <p className={styles["note"]}>{say.differs}</p>}
      {item.problem !== null && item.status !== "sending" && (
        <p className={styles["note"]}>{said(item.problem.why)}</p>
      )}
    </>
  );
}

type CopyProps = { readonly lines: readonly string[]; readonly isBlocked: boolean };

/** All visits as lines of text. */
function CopyList({ lines, isBlocked }: CopyProps): ReactNode {
  const { bridge } = useDesk();
  const answer = useToast();
  const { failure, run } = useWork();
  const say = words.series.outcome;
  const copy = (): Promise<void> =>
    run(
      () => bridge.call("app.copy", { text: lines.join("\n") }),
      () => answer(say.copied),
    );
  return (
    <>
      {failure !== null && <span role="alert">{said(failure.why)}</span>}
      <Button icon={Copy} isBlocked={isBlocked} onPress={() => void copy()}>
        {say.copy}
      </Button>
    </>
  );
}
