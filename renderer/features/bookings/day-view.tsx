import { Plus } from "lucide-react";
import { useMemo, useState, type CSSProperties, type KeyboardEvent, type ReactNode } from "react";
import type { Settings } from "../../../contract/records/settings.ts";
import { hoursOn } from "../../../domain/booking/visit-warnings.ts";
import { addTo } from "../../../domain/time/calendar.ts";
import { agendaDay, hour } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { useItems, useLanguage } from "../../state/hooks.ts";
import { useRoute } from "../../state/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { FailureNotice, Unread } from "../../ui/failure-notice.tsx";
import { isolated } from "../../ui/text.tsx";
import { LineState } from "./agenda.tsx";
import { ZoneName } from "./zone-name.tsx";
import { blocksOf, gapsOf, hoursOf, quarter, timeOf, type Block, type Gap } from "./day-layout.ts";
import styles from "./day.module.css";
import { lineWords } from "./line-words.ts";
import { useBookingAt } from "./use-booking-at.ts";

type Props = {
  readonly settings: Settings;
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly chosen: string | null;
  readonly onChoose: (id: string, byKey: boolean) => void;
};

/** One day: hours down, each visit as high as its minutes, and a booking to be begun wherever there is none. */
export function DayView({ settings, date, chosen, onChoose }: Props): ReactNode {
  const version = useItems((state) => state.version);
  const language = useLanguage();
  const reading = useRoute("bookings.days", { from: date, days: 1 }, { refresh: version, clears: true });
  const begin = useBookingAt(settings);
  const rows = reading.value?.rows;
  const { timeZone, openingHours } = settings;
  const blocks = useMemo(
    () =>
      blocksOf(
        (rows ?? []).map((line) => ({ line, words: lineWords(line, settings) })),
        timeZone,
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- the words are of a language
    [rows, settings, timeZone, language],
  );
  if (reading.state !== "ready") return <Unread reading={reading} again={words.bookings.again} />;
  const hours = hoursOf(blocks, hoursOn(date, openingHours));
  return (
    <>
      <div className={styles["scroll"]}>
        {begin.failure !== null && <FailureNotice failure={begin.failure} />}
        <Grid
          {...{ blocks, hours, chosen, onChoose }}
          label={agendaDay(date, date)}
          gaps={gapsOf(blocks, hours)}
          onBegin={(time) => begin.at(date, time)}
        />
      </div>
      <Legend blocks={blocks} />
    </>
  );
}

type GridProps = Pick<Props, "chosen" | "onChoose"> & {
  readonly label: string;
  readonly blocks: readonly Block[];
  readonly gaps: readonly Gap[];
  readonly hours: Gap;
  readonly onBegin: (time: string) => void;
};

/** A quarter of an hour is one rem high. */
const place = ({ start, end }: Gap, hours: Gap): CSSProperties => ({
  insetBlockStart: `${(start - hours.start) / quarter}rem`,
  blockSize: `${(end - start) / quarter}rem`,
});

const isBlock = (each: Block | Gap): each is Block => "line" in each;

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>("button")];
  const at = all.findIndex((each) => each === event.target);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (at === -1 || next === undefined) return;
  event.preventDefault();
  all[next]?.focus();
}

/** Visits and what lies between them, in the order of their times: one stop of Tab, arrows move among them. */
function Grid({ label, blocks, gaps, hours, chosen, onChoose, onBegin }: GridProps): ReactNode {
  const [stop, setStop] = useState<string | null>(null);
  const places = [...blocks, ...gaps].toSorted((a, b) => a.start - b.start);
  const keyOf = (each: Block | Gap): string => (isBlock(each) ? each.line.id : timeOf(each.start));
  const keys = places.map(keyOf);
  const wanted = [stop, chosen, blocks[0]?.line.id ?? null].find((key) => key !== null && keys.includes(key));
  const tabStop = wanted ?? keys[0];
  const marks = Array.from(
    { length: (hours.end - hours.start) / 60 + 1 },
    (_, index) => hours.start + index * 60,
  );
  return (
    <div className={styles["grid"]} style={{ blockSize: `${(hours.end - hours.start) / quarter}rem` }}>
      <div aria-hidden="true">
        {marks.map((at) => (
          <div key={at} className={styles["hour"]} style={place({ start: at, end: at }, hours)}>
            <span>{hour((at / 60) % 24)}</span>
          </div>
        ))}
      </div>
      <ul className={styles["places"]} aria-label={label} onKeyDown={moveFocus}>
        {places.map((each) => {
          const key = keyOf(each);
          const shared = { tabIndex: key === tabStop ? 0 : -1, onFocus: () => setStop(key) };
          return isBlock(each) ? (
            <BlockButton
              key={key}
              block={each}
              hours={hours}
              isChosen={key === chosen}
              {...shared}
              onPress={(byKey) => onChoose(key, byKey)}
            />
          ) : (
            <li key={key} className={styles["gap"]} style={place(each, hours)}>
              <button type="button" {...shared} onClick={() => onBegin(key)}>
                <Plus size={14} aria-hidden="true" />
                <span>{words.bookings.day.begin({ time: key })}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

type BlockProps = {
  readonly block: Block;
  readonly hours: Gap;
  readonly isChosen: boolean;
  readonly tabIndex: number;
  readonly onFocus: () => void;
  readonly onPress: (byKey: boolean) => void;
};

function BlockButton({ block, hours, isChosen, onPress, ...shared }: BlockProps): ReactNode {
  const { line, words: say, lane, lanes } = block;
  const service =
    say.minutes === null
      ? say.service
      : words.bookings.day.service({ service: say.service, minutes: say.minutes });
  return (
    <li
      className={styles["block"]}
      style={{
        ...place(block, hours),
        insetInlineStart: `${(lane / lanes) * 100}%`,
        inlineSize: `${100 / lanes}%`,
      }}
    >
      <button
        type="button"
        data-line={line.id}
        className={classNames(styles["visit"], styles[say.state.certainty])}
        aria-current={isChosen || undefined}
        {...shared}
        onClick={({ detail }) => onPress(detail === 0)}
      >
        <span className={styles["time"]}>{say.time}</span> <strong>{isolated(say.name)}</strong>{" "}
        <span className={styles["service"]}>{isolated(service)}</span>{" "}
        <LineState overlaps={line.overlaps} state={say.state} />
      </button>
    </li>
  );
}

/** What each look says, in words, and how many there are. */
function Legend({ blocks }: { readonly blocks: readonly Block[] }): ReactNode {
  const say = words.bookings.day;
  const kinds = [
    ["booked", say.booked],
    ["not-booked", say.notBooked],
    ["unclear", say.unclear],
  ] as const;
  return (
    <div className={styles["legend"]}>
      <ul aria-label={say.legend}>
        {kinds.map(([certainty, word]) => (
          <li key={certainty}>
            <span className={classNames(styles["swatch"], styles[certainty])} aria-hidden="true" />
            {word({ count: blocks.filter(({ words: { state } }) => state.certainty === certainty).length })}
          </li>
        ))}
      </ul>
      <p>{say.empty}</p>
    </div>
  );
}

type NavigationProps = {
  readonly timeZone: string;
  readonly date: string;
  readonly today: string;
  readonly onChange: (date: string) => void;
};

/** The day that is shown, the ones beside it, and the way back to today. */
export function DayNavigation({ timeZone, date, today, onChange }: NavigationProps): ReactNode {
  const say = words.bookings.day;
  return (
    <div className={styles["navigation"]}>
      <Button size="small" label={say.previous} onPress={() => onChange(addTo(date, { days: -1 }))}>
        ‹
      </Button>
      <Button size="small" onPress={() => onChange(today)}>
        {say.today}
      </Button>
      <Button size="small" label={say.next} onPress={() => onChange(addTo(date, { days: 1 }))}>
        ›
      </Button>
      <h2 aria-live="polite">{agendaDay(date, today)}</h2>
      <ZoneName timeZone={timeZone} />
    </div>
  );
}
