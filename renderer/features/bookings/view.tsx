import { List as ListIcon } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { Settings } from "../../../contract/records/settings.ts";
import { addTo, startOfWeek } from "../../../domain/time/calendar.ts";
import { todayIn } from "../../../domain/time/zoned-time.ts";
import { agendaDay } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { useNavigation, useSettings } from "../../state/hooks.ts";
import { useNow } from "../../state/use-now.ts";
import { headingId, useWindowTitle } from "../../ui/page.tsx";
import { Segments } from "../../ui/segments.tsx";
import { LoadingState } from "../../ui/states.tsx";
import { BookingDetail } from "./booking-detail.tsx";
import { BookingsList } from "./bookings-list.tsx";
import { DayView } from "./day-view.tsx";
import { ShapeNavigation } from "./shape-navigation.tsx";
import { WeekView } from "./week-view.tsx";
import styles from "./bookings.module.css";

/** Everything booked from this computer, with what is still in the outbox, by the day of the visit. */
export function BookingsView(): ReactNode {
  const { settings } = useSettings();
  return settings === null ? <LoadingState /> : <Bookings settings={settings} />;
}

const isShown = (part: HTMLElement | null): boolean => part !== null && part.getClientRects().length > 0;

function Bookings({ settings }: { readonly settings: Settings }): ReactNode {
  useWindowTitle(words.bookings.title);
  const { target, visit } = useNavigation();
  const [chosen, setChosen] = useState<string | null>(
    target.screen === "bookings" ? (target.itemId ?? null) : null,
  );
  const [shape, setShape] = useState<"list" | "day" | "week">("list");
  const today = todayIn(settings.timeZone, useNow());
  const [date, setDate] = useState(today);
  const from = startOfWeek(date);
  const week = words.bookings.week.title({
    from: agendaDay(from, today),
    to: agendaDay(addTo(from, { days: 6 }), today),
  });
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const detail = useRef<HTMLElement>(null);
  const [opened, setOpened] = useState({ byKey: false, press: 0 });
  useEffect(() => search.current?.focus(), [visit]);
  useEffect(() => {
    // In a narrow window the detail stands in the list's place.
    if (opened.press > 0 && (opened.byKey || !isShown(list.current))) detail.current?.focus();
  }, [opened]);
  const [left, setLeft] = useState<string | null>(null);
  const open = (id: string, byKey: boolean): void => {
    setLeft(null);
    setChosen(id);
    setOpened(({ press }) => ({ byKey, press: press + 1 }));
  };
  useEffect(() => {
    if (left === null) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-line="${CSS.escape(left)}"]`);
    (row ?? search.current)?.focus();
  }, [left]);
  const close = (): void => {
    setLeft(chosen);
    setChosen(null);
  };
  return (
    <div className={styles["screen"]} data-open={chosen !== null || undefined} data-shape={shape}>
      <div className={styles["side"]} ref={list}>
        <header className={styles["header"]}>
          <h1 id={headingId} tabIndex={-1}>
            {words.bookings.title}
          </h1>
          {shape !== "list" && (
            <ShapeNavigation
              {...{ shape, date, today }}
              timeZone={settings.timeZone}
              title={shape === "day" ? agendaDay(date, today) : week}
              onChange={setDate}
            />
          )}
          <Segments
            label={words.bookings.shapes.label}
            value={shape}
            onChange={setShape}
            options={[
              { value: "list", label: words.bookings.shapes.list, icon: ListIcon },
              { value: "day", label: words.bookings.shapes.day },
              { value: "week", label: words.bookings.shapes.week },
            ]}
          />
        </header>
        {shape === "list" && (
          <BookingsList settings={settings} chosen={chosen} search={search} onChoose={open} />
        )}
        {shape === "day" && <DayView settings={settings} date={date} chosen={chosen} onChoose={open} />}
        {shape === "week" && (
          <WeekView
            {...{ settings, from, today, chosen }}
            title={week}
            onChoose={open}
            onDay={(day) => {
              setDate(day);
              setShape("day");
            }}
          />
        )}
        <p className={styles["foot"]}>{words.bookings.description}</p>
      </div>
      {chosen === null ? (
        <p className={styles["nobody"]}>{words.bookings.choose}</p>
      ) : (
        <section
          ref={detail}
          tabIndex={-1}
          className={styles["detail"]}
          aria-label={words.bookings.details}
          onKeyDown={(event) => {
            if (event.key === "Escape" && !event.defaultPrevented) close();
          }}
        >
          <BookingDetail key={chosen} id={chosen} settings={settings} onClose={close} />
        </section>
      )}
    </div>
  );
}
