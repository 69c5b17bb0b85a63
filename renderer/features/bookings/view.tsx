import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import type { Settings } from "../../../shared/settings/settings.ts";
import { addTo, getStartOfWeek } from "../../../shared/time/calendar.ts";
import { getToday } from "../../../shared/time/zoned-time.ts";
import { agendaDay, zoneAllYear } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { FeatureSlot } from "../../lib/features.tsx";
import { useMember, useNavigation, useSettings } from "../../lib/hooks.ts";
import { useNow } from "../../lib/use-now.ts";
import { useWindowTitle } from "../../ui/page.tsx";
import { ScreenTitle } from "../../ui/screen-title.tsx";
import { Segments } from "../../ui/segments.tsx";
import { Split } from "../../ui/split.tsx";
import { LoadingState } from "../../ui/states.tsx";
import { useOpening } from "../../ui/use-opening.ts";
import { useWhen } from "../items/index.ts";
import { BookingDetail } from "./booking-detail.tsx";
import { BookingsList, firstRequest, ListTools } from "./bookings-list.tsx";
import { DayView } from "./day-view.tsx";
import { ShapeNavigation } from "./shape-navigation.tsx";
import type { BookingsRequest } from "./use-bookings.ts";
import { WeekView } from "./week-view.tsx";
import { describeWhoseBookings } from "./whose-bookings.ts";
import styles from "./bookings.module.css";
import { VisuallyHidden } from "../../ui/text.tsx";

/** Everything booked that this computer knows of, with what is still in the outbox, by the day of the visit. */
export function BookingsView(): ReactNode {
  const { settings } = useSettings();
  return settings === null ? <LoadingState /> : <Bookings settings={settings} />;
}

function Bookings({ settings }: { readonly settings: Settings }): ReactNode {
  useWindowTitle(words.bookings.title);
  const { target, visit } = useNavigation();
  const member = useMember();
  const when = useWhen();
  const [chosen, setChosen] = useState<string | null>(
    target.screen === "bookings" ? (target.itemId ?? null) : null,
  );
  const [shape, setShape] = useState<"list" | "day" | "week">("list");
  const today = getToday(settings.timeZone, useNow());
  const [date, setDate] = useState(today);
  const from = getStartOfWeek(date);
  const week = words.bookings.week.title({
    from: agendaDay(from, today),
    to: agendaDay(addTo(from, { days: 6 }), today),
  });
  const [asked, setAsked] = useState(firstRequest);
  const [isFiltering, setFiltering] = useState(false);
  const filterId = useId();
  const ask = (change: Partial<BookingsRequest>): void => setAsked({ ...asked, ...change });
  const search = useRef<HTMLInputElement>(null);
  const opening = useOpening({ chosen, onChoose: setChosen, otherwise: search });
  const { open, list } = opening;
  // The focus stays where the days were turned.
  const leave = (): void => setChosen(null);
  // What is typed takes the place of what was looked for before.
  useEffect(() => {
    search.current?.focus();
    search.current?.select();
  }, [visit]);
  return (
    <Split
      opening={opening}
      className={styles["screen"]}
      shape={shape}
      label={words.bookings.details}
      back={words.bookings.back}
      nothing={null}
      top={
        <>
          <ScreenTitle>{words.bookings.title}</ScreenTitle>
          {shape === "list" ? (
            <ListTools
              {...{ asked, search }}
              onAsk={ask}
              filter={{ id: filterId, isOpen: isFiltering, toggle: () => setFiltering(!isFiltering) }}
              onDown={() => list.current?.querySelector<HTMLElement>("[data-line][tabindex='0']")?.focus()}
            />
          ) : (
            <ShapeNavigation
              {...{ shape, date, today }}
              title={shape === "day" ? agendaDay(date, today) : week}
              onChange={setDate}
            />
          )}
          <div className={styles["end"]}>
            <FeatureSlot place="list-tools" props={{ list: "bookings" }} />
            <Segments
              label={words.bookings.shapes.label}
              value={shape}
              onChange={setShape}
              options={[
                { value: "list", label: words.bookings.shapes.list },
                { value: "day", label: words.bookings.shapes.day },
                { value: "week", label: words.bookings.shapes.week },
              ]}
            />
          </div>
        </>
      }
      side={
        <>
          {shape === "list" && (
            <BookingsList
              {...{ settings, asked, chosen }}
              onAsk={ask}
              filterId={isFiltering ? filterId : null}
              onChoose={open}
              onLeaveUp={() => search.current?.focus()}
            />
          )}
          {shape === "day" && <DayView {...{ settings, date, chosen }} onChoose={open} onClose={leave} />}
          {shape === "week" && (
            <WeekView
              {...{ settings, from, today, chosen }}
              title={week}
              onChoose={open}
              onClose={leave}
              onDay={(day) => {
                setDate(day);
                setShape("day");
              }}
            />
          )}
          <div className={styles["foot"]}>
            <p>{describeWhoseBookings(member, when)}</p>
            <ZoneName timeZone={settings.timeZone} />
          </div>
        </>
      }
    >
      {chosen === null ? null : <BookingDetail key={chosen} id={chosen} settings={settings} />}
    </Split>
  );
}

/** In which zone all times of the screen are: said once. */
function ZoneName({ timeZone }: { readonly timeZone: string }): ReactNode {
  const zone = zoneAllYear(timeZone);
  return (
    <span className={styles["zone"]}>
      <span aria-hidden="true">{zone}</span>
      <VisuallyHidden>{words.bookings.zoneSpoken({ zone })}</VisuallyHidden>
    </span>
  );
}
