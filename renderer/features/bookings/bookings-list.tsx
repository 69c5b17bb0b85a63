import { CalendarPlus, CalendarX, SearchX } from "lucide-react";
import type { ReactNode, RefObject } from "react";
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
import { useBookings, type BookingsRequest, type Bookings } from "./use-bookings.ts";
import { FilterButton, FilterFields } from "./filter.tsx";

export const firstRequest: BookingsRequest = { view: "upcoming", text: "", filter: anyBooking };

type Asking = {
  readonly settings: Settings;
  readonly asked: BookingsRequest;
  readonly onAsk: (change: Partial<BookingsRequest>) => void;
};
type ToolsProps = Omit<Asking, "settings"> & {
  readonly search: RefObject<HTMLInputElement | null>;
  /** Whether the filter is open, and its id. */
  readonly filter: { readonly id: string; readonly isOpen: boolean; readonly toggle: () => void };
  /** On to what was found. */
  readonly onDown: () => void;
};

/** Which of the bookings are listed: when, a search, and the way to the filter. */
export const ListTools = ({ asked, onAsk, search, filter, onDown }: ToolsProps): ReactNode => (
  <>
    <Segments
      label={words.bookings.views.label}
      options={bookingViews.map((value) => ({ value, label: words.bookings.views[value] }))}
      value={asked.view}
      onChange={(view: BookingView) => onAsk({ view })}
    />
    <div className={styles["search"]}>
      <SearchInput
        ref={search}
        label={words.bookings.search}
        placeholder={words.bookings.searchHint}
        text={asked.text}
        onChange={(text) => onAsk({ text })}
        onDown={onDown}
      />
    </div>
    <FilterButton filter={asked.filter} isOpen={filter.isOpen} controls={filter.id} onPress={filter.toggle} />
  </>
);

type Props = Asking & {
  readonly chosen: string | null;
  readonly onChoose: (id: string, byKey: boolean) => void;
  /** The id of the filter while it is open. */
  readonly filterId: string | null;
  readonly onLeaveUp: () => void;
};

/** The bookings as an agenda: a list of any length, under the filter while that is open. */
export function BookingsList({ settings, asked, onAsk, filterId, ...rest }: Props): ReactNode {
  const { timeZone } = settings;
  const now = useNow();
  const today = getToday(timeZone, now);
  const bookings = useBookings(asked, { today, dayOf: (instant) => getToday(timeZone, instant) });
  return (
    <>
      {filterId !== null && (
        <div className={split["controls"]}>
          <FilterFields
            id={filterId}
            filter={asked.filter}
            settings={settings}
            onChange={(filter: BookingFilter) => onAsk({ filter })}
          />
        </div>
      )}
      <div className={styles["scroll"]} data-scrolls="">
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
          <Found key={bookings.key} {...{ asked, bookings, settings, today, now, onAsk }} {...rest} />
        )}
      </div>
    </>
  );
}

type FoundProps = Omit<Props, "filterId"> & {
  readonly bookings: Bookings;
  readonly today: string;
  readonly now: string;
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
