import { CalendarPlus, CalendarX, SearchX } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { Settings } from "../../../contract/records/settings.ts";
import type { RouteOutput } from "../../../contract/routes.ts";
import { useItems, useNavigation, useSettings } from "../../state/hooks.ts";
import { useRoute } from "../../state/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { Detail, DetailActions } from "../../ui/detail.tsx";
import { Facts } from "../../ui/facts.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { List, ListCount, ListRow } from "../../ui/list.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState, LoadingState } from "../../ui/states.tsx";
import { useReveal } from "../../ui/use-arrive.ts";
import { TextField } from "../../ui/text-field.tsx";
import { BookingActions } from "./booking-actions.tsx";
import { bookingFacts, confirmationFacts, notKnown } from "./facts.ts";
import { Slip } from "./slip.tsx";

const pageSize = 50;
type Row = RouteOutput<"bookings.list">["bookings"][number];

/** Everything booked from this computer, newest first. */
export function BookingsView(): ReactNode {
  const { target } = useNavigation();
  const { settings } = useSettings();
  const aimed = target.screen === "bookings" ? (target.itemId ?? null) : null;
  const [text, setText] = useState("");
  const [limit, setLimit] = useState(pageSize);
  const [chosen, setChosen] = useState<string | null>(aimed);
  const { part, reveal } = useReveal();
  const version = useItems((state) => state.version);
  const reading = useRoute("bookings.list", { text, limit, offset: 0 }, { refresh: version });
  const rows = reading.value?.bookings ?? [];
  const row = rows.find(({ item }) => item.id === chosen);
  if (settings === null) return <LoadingState />;
  return (
    <Page
      title="Bookings"
      description="Booked from this computer. The service cannot be asked for changes, so each status is as of its own time."
      aside={
        row === undefined ? undefined : (
          <div ref={part} tabIndex={-1}>
            <BookingDetail row={row} settings={settings} />
          </div>
        )
      }
      asideLabel="Booking details"
    >
      <TextField
        label="Search bookings"
        type="search"
        value={text}
        onChange={(value) => {
          setText(value);
          setLimit(pageSize);
        }}
        maxLength={200}
        help="Patient, date, service or booking number"
      />
      {reading.failure !== null && (
        <FailureNotice
          title="The bookings on this computer could not be read."
          failure={reading.failure}
          actions={<Button onPress={reading.reload}>Try again</Button>}
        />
      )}
      {reading.state === "loading" && <LoadingState>Reading the bookings…</LoadingState>}
      {reading.state === "ready" && (
        <Rows
          {...{ rows, text, settings, chosen }}
          total={reading.value.total}
          onChoose={(id) => {
            setChosen(id);
            reveal();
          }}
          onMore={limit < 200 ? () => setLimit((before) => Math.min(200, before + pageSize)) : null}
        />
      )}
    </Page>
  );
}

type RowsProps = {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly text: string;
  readonly settings: Settings;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  /** Null when no more can be listed at once. */
  readonly onMore: (() => void) | null;
};

function Rows({ rows, total, text, settings, chosen, onChoose, onMore }: RowsProps): ReactNode {
  const { go } = useNavigation();
  if (rows.length === 0) {
    return text.trim() === "" ? (
      <EmptyState
        icon={CalendarX}
        title="Nothing booked from this computer yet"
        action={
          <Button variant="primary" icon={CalendarPlus} onPress={() => go({ screen: "new-booking" })}>
            Make a booking
          </Button>
        }
      >
        A booking appears here once the service has it. Those on their way are in the outbox.
      </EmptyState>
    ) : (
      <EmptyState icon={SearchX} title={`No booking matches “${text.trim()}”`}>
        Only bookings made from this computer are searched.
      </EmptyState>
    );
  }
  return (
    <>
      <ListCount>
        {total > rows.length
          ? `The newest ${rows.length} of ${total}`
          : total === 1
            ? "1 booking"
            : `${total} bookings`}
      </ListCount>
      <List label="Bookings">
        {rows.map(({ item, patient, instant }) => {
          const facts = bookingFacts({ item, patient, settings, typedInstant: instant });
          return (
            <ListRow
              key={item.id}
              title={facts.patient}
              detail={`${facts.whenShort} · ${facts.service} · ${known("Price", facts.price)}`}
              meta={`${known("Status", facts.status)}, as of ${facts.asOf}`}
              isSelected={item.id === chosen}
              onPress={() => onChoose(item.id)}
            />
          );
        })}
      </List>
      {total > rows.length && onMore !== null && <Button onPress={onMore}>Show more</Button>}
    </>
  );
}

/** "Price not known" where the bare words would not say what. */
const known = (what: string, value: string): string => (value === notKnown ? `${what} not known` : value);

type DetailProps = { readonly row: Row; readonly settings: Settings };

/** The whole booking: the list has neither its notes nor what was sent, which its answer is compared with. */
function BookingDetail({ row, settings }: DetailProps): ReactNode {
  const version = useItems((state) => state.version);
  const { id } = row.item;
  const reading = useRoute("items.get", { id }, { refresh: version, clears: true });
  if (reading.state === "loading") return <LoadingState />;
  if (reading.state === "failed")
    return (
      <FailureNotice
        failure={reading.failure}
        actions={<Button onPress={reading.reload}>Try again</Button>}
      />
    );
  const item = reading.value;
  if (item.kind !== "booking" || item.id !== id) return null;
  const facts = bookingFacts({ item, patient: row.patient, settings });
  return (
    <Detail title={facts.patient}>
      {facts.alert !== null && <Notice tone="danger" title={facts.alert} />}
      {item.result?.markedByPerson === true && (
        <Notice tone="info" title="Marked as booked by a person at this desk">
          <p>The service’s own answer never came.</p>
        </Notice>
      )}
      <Facts items={confirmationFacts(facts, true)} />
      <DetailActions>
        <BookingActions facts={facts} />
      </DetailActions>
      <Slip facts={facts} />
    </Detail>
  );
}
