import { CalendarPlus, CalendarX, SearchX } from "lucide-react";
import { useId, useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import {
  anyBooking,
  bookingViews,
  type BookingFilter,
  type BookingPlace,
  type BookingView,
} from "../../../contract/records/booking-line.ts";
import type { Settings } from "../../../contract/records/settings.ts";
import type { RouteInput, RouteOutput } from "../../../contract/routes.ts";
import { todayIn } from "../../../domain/time/zoned-time.ts";
import { words } from "../../../messages/words.ts";
import { useItems, useLanguage, useNavigation } from "../../state/hooks.ts";
import { useNow } from "../../state/use-now.ts";
import { useRoute } from "../../state/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Segments } from "../../ui/segments.tsx";
import { EmptyState, LoadingState } from "../../ui/states.tsx";
import { VisuallyHidden } from "../../ui/text.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { Agenda } from "./agenda.tsx";
import styles from "./bookings.module.css";
import { lineWords } from "./line-words.ts";
import { ZoneName } from "./zone-name.tsx";
import { FilterButton, FilterFields } from "./filter.tsx";

const pageSize = 100;

type Props = {
  readonly settings: Settings;
  readonly chosen: string | null;
  readonly onChoose: (id: string, byKey: boolean) => void;
  readonly search: RefObject<HTMLInputElement | null>;
};

type Asked = Omit<RouteInput<"bookings.list">, "limit">;
const first: Asked = { view: "upcoming", text: "", filter: anyBooking, after: null };

/** The bookings as an agenda: search, view and filter over a page of days. */
export function BookingsList({ settings, chosen, onChoose, search }: Props): ReactNode {
  const [asked, setAsked] = useState(first);
  const [before, setBefore] = useState<readonly (BookingPlace | null)[]>([]);
  const [isFiltering, setFiltering] = useState(false);
  const filterId = useId();
  const body = useRef<HTMLDivElement>(null);
  const version = useItems((state) => state.version);
  const today = todayIn(settings.timeZone, useNow());
  const reading = useRoute(
    "bookings.list",
    { ...asked, limit: pageSize },
    { refresh: `${version} ${today}` },
  );
  const ask = (change: Partial<Asked>): void => {
    setAsked({ ...asked, after: null, ...change });
    setBefore([]);
  };
  const turn = (after: BookingPlace | null, earlier: readonly (BookingPlace | null)[]): void => {
    setAsked({ ...asked, after });
    setBefore(earlier);
    body.current?.scrollTo(0, 0);
  };
  return (
    <>
      <div className={styles["controls"]}>
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
      <div className={styles["scroll"]} ref={body}>
        {reading.failure !== null && (
          <FailureNotice
            title={words.bookings.notRead}
            failure={reading.failure}
            actions={<Button onPress={reading.reload}>{words.bookings.again}</Button>}
          />
        )}
        {reading.state === "loading" && <LoadingState>{words.bookings.reading}</LoadingState>}
        {reading.state === "ready" && (
          <Page
            {...{ asked, settings, today, chosen, onChoose, before }}
            page={reading.value}
            onAsk={ask}
            onTurn={turn}
            onLeaveUp={() => search.current?.focus()}
          />
        )}
      </div>
    </>
  );
}

type PageProps = Pick<Props, "settings" | "chosen" | "onChoose"> & {
  readonly asked: Asked;
  readonly page: RouteOutput<"bookings.list">;
  readonly before: readonly (BookingPlace | null)[];
  readonly today: string;
  readonly onAsk: (change: Partial<Asked>) => void;
  readonly onTurn: (after: BookingPlace | null, before: readonly (BookingPlace | null)[]) => void;
  readonly onLeaveUp: () => void;
};

function Page({ asked, page, before, settings, onAsk, onTurn, ...rest }: PageProps): ReactNode {
  const language = useLanguage();
  const lines = useMemo(
    () => page.rows.map((line) => ({ line, words: lineWords(line, settings) })),
    // oxlint-disable-next-line react/exhaustive-deps -- the words are of a language
    [page.rows, settings, language],
  );
  const say = words.bookings;
  const { rows, days, next, unread } = page;
  const isForward = asked.view === "upcoming";
  return (
    <>
      <output>
        <VisuallyHidden>
          {next === null && before.length === 0
            ? say.shown({ count: rows.length })
            : say.shownMore({ count: rows.length })}
        </VisuallyHidden>
      </output>
      {unread > 0 && <Notice tone="warning" title={say.unread({ count: unread })} />}
      {rows.length === 0 && before.length === 0 ? (
        <NoBookings asked={asked} onAsk={onAsk} />
      ) : (
        <Agenda lines={lines} days={days} {...rest} />
      )}
      {(next !== null || before.length > 0) && (
        <div className={styles["pages"]}>
          {before.length > 0 && (
            <Button onPress={() => onTurn(before.at(-1) ?? null, before.slice(0, -1))}>
              {isForward ? say.earlier : say.newer}
            </Button>
          )}
          {next !== null && (
            <Button onPress={() => onTurn(next, [...before, asked.after])}>
              {isForward ? say.later : say.older}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

type NoneProps = Pick<PageProps, "asked" | "onAsk">;

/** Nothing is there, or nothing of what is asked for; what is among the others is offered. */
function NoBookings({ asked, onAsk }: NoneProps): ReactNode {
  const { go } = useNavigation();
  const say = words.bookings;
  const other = asked.view === "upcoming" ? "past" : "upcoming";
  const elsewhere = useRoute("bookings.list", { ...asked, view: other, after: null, limit: 1 });
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
        {isElsewhere ? say.elsewhereFound({ view: other }) : say.noMatchHelp}
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
