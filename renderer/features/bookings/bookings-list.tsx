import { CalendarPlus, CalendarX, SearchX } from "lucide-react";
import { useId, useRef, useState, type ReactNode, type RefObject } from "react";
import {
  anyBooking,
  bookingViews,
  type BookingFilter,
  type BookingView,
} from "../../../shared/bookings/booking-line.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { getToday } from "../../../shared/time/zoned-time.ts";
import { words } from "../../../messages/words.ts";
import { useMember, useNavigation } from "../../lib/hooks.ts";
import { countUnreadableRows } from "../../lib/long-list.ts";
import { useNow } from "../../lib/use-now.ts";
import { useRoute } from "../../lib/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { Segments } from "../../ui/segments.tsx";
import { EmptyState, LoadingState } from "../../ui/states.tsx";
import { VisuallyHidden } from "../../ui/text.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import split from "../../ui/split.module.css";
import { Agenda } from "./agenda.tsx";
import styles from "./bookings.module.css";
import { ZoneName } from "./zone-name.tsx";
import { useBookings, type BookingsRequest, type Bookings } from "./use-bookings.ts";
import { FilterButton, FilterFields } from "./filter.tsx";

type Props = {
  readonly settings: Settings;
  readonly chosen: string | null;
  readonly onChoose: (id: string, byKey: boolean) => void;
  readonly search: RefObject<HTMLInputElement | null>;
};

const first: BookingsRequest = { view: "upcoming", text: "", filter: anyBooking };

/** The bookings as an agenda: search, view and filter over a list of any length. */
export function BookingsList({ settings, chosen, onChoose, search }: Props): ReactNode {
  const [asked, setAsked] = useState(first);
  const [isFiltering, setFiltering] = useState(false);
  const filterId = useId();
  const body = useRef<HTMLDivElement>(null);
  const { timeZone } = settings;
  const today = getToday(timeZone, useNow());
  const bookings = useBookings(asked, { today, dayOf: (instant) => getToday(timeZone, instant) });
  const ask = (change: Partial<BookingsRequest>): void => setAsked({ ...asked, ...change });
  return (
    <>
      <div className={split["controls"]}>
        <div className={styles["searchRow"]}>
          <SearchInput
            ref={search}
            label={words.bookings.search}
            placeholder={words.bookings.searchHint}
            text={asked.text}
            onChange={(text) => ask({ text })}
            onDown={() => body.current?.querySelector<HTMLElement>("[data-line][tabindex='0']")?.focus()}
          />
          <FilterButton
            filter={asked.filter}
            isOpen={isFiltering}
            controls={filterId}
            onPress={() => setFiltering(!isFiltering)}
          />
        </div>
        {isFiltering && (
          <FilterFields
            id={filterId}
            filter={asked.filter}
            settings={settings}
            onChange={(filter: BookingFilter) => ask({ filter })}
          />
        )}
        <div className={styles["viewRow"]}>
          <Segments
            label={words.bookings.views.label}
            options={bookingViews.map((value) => ({ value, label: words.bookings.views[value] }))}
            value={asked.view}
            onChange={(view: BookingView) => ask({ view })}
          />
          <ZoneName timeZone={settings.timeZone} />
        </div>
      </div>
      <div className={styles["scroll"]} ref={body} data-scrolls="">
        {bookings.failure !== null && (
          <FailureNotice
            title={words.bookings.notRead}
            failure={bookings.failure}
            actions={<Button onPress={bookings.refresh}>{words.bookings.again}</Button>}
          />
        )}
        {bookings.list.total === null && bookings.failure === null && (
          <LoadingState>{words.bookings.reading}</LoadingState>
        )}
        {bookings.list.total !== null && (
          <Found
            key={bookings.key}
            {...{ asked, bookings, settings, today, chosen, onChoose }}
            onAsk={ask}
            onLeaveUp={() => search.current?.focus()}
          />
        )}
      </div>
    </>
  );
}

type FoundProps = Pick<Props, "settings" | "chosen" | "onChoose"> & {
  readonly asked: BookingsRequest;
  readonly bookings: Bookings;
  readonly today: string;
  readonly onAsk: (change: Partial<BookingsRequest>) => void;
  readonly onLeaveUp: () => void;
};

function Found({ asked, bookings, onAsk, ...rest }: FoundProps): ReactNode {
  const say = words.bookings;
  const { list, latest, see, stopAt } = bookings;
  const { damaged, newer } = countUnreadableRows(list);
  const count = list.total ?? 0;
  return (
    <>
      <output>
        <VisuallyHidden>
          {latest?.hasMore === true ? say.shownMore({ count }) : say.shown({ count })}
        </VisuallyHidden>
      </output>
      {damaged + newer > 0 && <NoticeBox tone="warning" title={say.unread({ count: damaged + newer })} />}
      {count === 0 ? (
        <NoBookings asked={asked} onAsk={onAsk} />
      ) : (
        <Agenda {...{ list, latest, see, stopAt }} {...rest} />
      )}
    </>
  );
}

type NoneProps = Pick<FoundProps, "asked" | "onAsk">;

/** Nothing is there, or nothing of what is asked for; what is among the others is offered. */
function NoBookings({ asked, onAsk }: NoneProps): ReactNode {
  const { go } = useNavigation();
  const say = words.bookings;
  const isShared = useMember() !== null;
  const noMatchHelp = isShared ? say.ofClinic.noMatchHelp : say.noMatchHelp;
  const other = asked.view === "upcoming" ? "past" : "upcoming";
  const elsewhere = useRoute("bookings.list", {
    ...asked,
    view: other,
    from: 0,
    limit: 1,
    anchor: null,
  });
  const isElsewhere = elsewhere.state === "ready" && !elsewhere.isStale && elsewhere.value.rows.length > 0;
  const isAsking = asked.text.trim() !== "" || Object.values(asked.filter).some((value) => value !== null);
  const look = <Button onPress={() => onAsk({ view: other })}>{say.elsewhere[other]}</Button>;
  if (isAsking)
    return (
      <EmptyState
        icon={SearchX}
        title={say.noMatch({ text: asked.text.trim() })}
        action={isElsewhere ? look : undefined}
      >
        {isElsewhere ? say.elsewhereFound({ view: other }) : noMatchHelp}
      </EmptyState>
    );
  const make = (
    <Button variant="primary" icon={CalendarPlus} onPress={() => go({ screen: "new-booking" })}>
      {say.make}
    </Button>
  );
  return isElsewhere ? (
    <EmptyState icon={CalendarX} title={other === "past" ? say.noUpcoming : say.noPast} action={look} />
  ) : (
    <EmptyState icon={CalendarX} title={say.none} action={make}>
      {say.noneHelp}
    </EmptyState>
  );
}
