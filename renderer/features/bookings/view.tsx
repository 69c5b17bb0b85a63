import { CalendarPlus, CalendarX, SearchX } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { Settings } from "../../../contract/records/settings.ts";
import { words } from "../../../messages/words.ts";
import { useItems, useNavigation, useSettings } from "../../state/hooks.ts";
import { useRoute } from "../../state/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { List, ListCount, ListRow } from "../../ui/list.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState, LoadingState } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useReveal } from "../../ui/use-arrive.ts";
import { TextField } from "../../ui/text-field.tsx";
import { BookingDetail, type BookingRow } from "./booking-detail.tsx";
import styles from "./bookings.module.css";
import { bookingFacts } from "./facts.ts";
import { pageOf, placeOnPage, type PageOf } from "./pages.ts";

/** Everything booked from this computer, newest first. */
export function BookingsView(): ReactNode {
  const { target } = useNavigation();
  const { settings } = useSettings();
  const aimed = target.screen === "bookings" ? (target.itemId ?? null) : null;
  const [text, setText] = useState("");
  const [page, setPage] = useState(0);
  const [chosen, setChosen] = useState<string | null>(aimed);
  const { part, reveal } = useReveal();
  const version = useItems((state) => state.version);
  const reading = useRoute("bookings.list", { text, ...pageOf(page) }, { refresh: version });
  const rows = reading.value?.bookings ?? [];
  const row = rows.find(({ item }) => item.id === chosen);
  if (settings === null) return <LoadingState />;
  return (
    <Page
      title={words.bookings.title}
      description={words.bookings.description}
      aside={
        row === undefined ? undefined : (
          <div ref={part} tabIndex={-1}>
            <BookingDetail key={row.item.id} row={row} settings={settings} />
          </div>
        )
      }
      asideLabel={words.bookings.details}
    >
      <TextField
        label={words.bookings.search}
        type="search"
        value={text}
        onChange={(value) => {
          setText(value);
          setPage(0);
        }}
        maxLength={200}
        help={words.bookings.searchHelp}
      />
      {reading.failure !== null && (
        <FailureNotice
          title={words.bookings.notRead}
          failure={reading.failure}
          actions={<Button onPress={reading.reload}>{words.bookings.again}</Button>}
        />
      )}
      {reading.state === "loading" && <LoadingState>{words.bookings.reading}</LoadingState>}
      {reading.state === "ready" && (
        <Rows
          {...{ rows, text, settings, chosen, page }}
          total={reading.value.total}
          onChoose={(id) => {
            setChosen(id);
            reveal();
          }}
          onPage={setPage}
        />
      )}
    </Page>
  );
}

type RowsProps = PageOf & {
  readonly rows: readonly BookingRow[];
  readonly text: string;
  readonly settings: Settings;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  readonly onPage: (page: number) => void;
};

function Rows({ rows, total, page, text, settings, chosen, onChoose, onPage }: RowsProps): ReactNode {
  if (rows.length === 0 && page === 0) return <NoBookings text={text.trim()} />;
  const { first, last, hasNewer, hasOlder } = placeOnPage({ page, total });
  const say = words.bookings;
  return (
    <>
      <ListCount>
        {first === 1 && !hasOlder ? say.count({ count: total }) : say.page({ first, last, total })}
      </ListCount>
      <List label={say.title}>
        {rows.map((row) => (
          <Row
            key={row.item.id}
            row={row}
            settings={settings}
            isSelected={row.item.id === chosen}
            onPress={() => onChoose(row.item.id)}
          />
        ))}
      </List>
      {(hasNewer || hasOlder) && (
        <div className={styles["pages"]}>
          {hasNewer && <Button onPress={() => onPage(page - 1)}>{say.newer}</Button>}
          {hasOlder && <Button onPress={() => onPage(page + 1)}>{say.older}</Button>}
        </div>
      )}
    </>
  );
}

function NoBookings({ text }: { readonly text: string }): ReactNode {
  const { go } = useNavigation();
  const say = words.bookings;
  return text === "" ? (
    <EmptyState
      icon={CalendarX}
      title={say.none}
      action={
        <Button variant="primary" icon={CalendarPlus} onPress={() => go({ screen: "new-booking" })}>
          {say.make}
        </Button>
      }
    >
      {say.noneHelp}
    </EmptyState>
  ) : (
    <EmptyState icon={SearchX} title={say.noMatch({ text })}>
      {say.noMatchHelp}
    </EmptyState>
  );
}

type RowProps = {
  readonly row: BookingRow;
  readonly settings: Settings;
  readonly isSelected: boolean;
  readonly onPress: () => void;
};

function Row({ row, settings, isSelected, onPress }: RowProps): ReactNode {
  const facts = bookingFacts({ ...row, settings, typedInstant: row.instant });
  const { whenShort: when, service, priceShort: price } = facts;
  return (
    <ListRow
      title={facts.patient}
      detail={
        <>
          {words.bookings.row({ when, service, price })}
          {row.item.result?.differs === true && (
            <span className={styles["differs"]}>{words.bookings.differs.title}</span>
          )}
        </>
      }
      meta={
        <span className={styles["meta"]}>
          <StatusBadge item={row.item} />
          {words.bookings.asOf({ when: facts.asOf })}
        </span>
      }
      isSelected={isSelected}
      onPress={onPress}
    />
  );
}
