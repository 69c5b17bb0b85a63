import { Plus } from "lucide-react";
import { useMemo, useState, type CSSProperties, type ReactNode } from "react";
import type { Settings } from "../../../shared/settings/settings.ts";
import { getHoursOn } from "../../../shared/bookings/visit-warnings.ts";
import { agendaDay, hour } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { joinClassNames } from "../../ui/class-names.ts";
import { FailureNotice, Unread } from "../../ui/failure-notice.tsx";
import { isolateText } from "../../ui/text.tsx";
import { AtOnceMark, LineStateCell } from "./line-state.tsx";
import {
  createDayScale,
  layOutBlocks,
  quarter,
  findGaps,
  getShownHours,
  formatMinutes,
  type Block,
  type DayGap,
} from "./day-layout.ts";
import styles from "./day.module.css";
import { Legend } from "./legend.tsx";
import { NotAll } from "./not-all.tsx";
import { moveFocus, listPressable } from "./move-focus.ts";
import { useBookingAt } from "./use-booking-at.ts";
import { useDays } from "./use-days.ts";
import looks from "./visit.module.css";

type Props = {
  readonly settings: Settings;
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly chosen: string | null;
  readonly onChoose: (id: string, byKey: boolean) => void;
  /** What is open is not of these days. */
  readonly onClose: () => void;
};

/** One day: hours down, each visit as high as its minutes, and a booking to be begun wherever there is none. */
export function DayView({ settings, date, chosen, onChoose, onClose }: Props): ReactNode {
  const { timeZone, openingHours } = settings;
  const { reading, lines } = useDays({ settings, from: date, days: 1, chosen, onClose });
  const begin = useBookingAt(settings);
  const blocks = useMemo(() => layOutBlocks(lines, timeZone), [lines, timeZone]);
  const hours = useMemo(
    () => getShownHours(blocks, getHoursOn(date, openingHours)),
    [blocks, date, openingHours],
  );
  if (reading.state !== "ready") return <Unread reading={reading} again={words.bookings.again} />;

  return (
    <>
      <div className={styles["scroll"]}>
        {begin.failure !== null && <FailureNotice failure={begin.failure} />}
        <NotAll more={reading.value.more} />
        <Grid
          {...{ blocks, hours, chosen, onChoose }}
          label={agendaDay(date, date)}
          gaps={findGaps(blocks, hours)}
          onBegin={(time) => begin.at(date, time)}
        />
      </div>
      <Legend lines={lines} />
    </>
  );
}

type GridProps = Pick<Props, "chosen" | "onChoose"> & {
  readonly label: string;
  readonly blocks: readonly Block[];
  readonly gaps: readonly DayGap[];
  readonly hours: DayGap;
  readonly onBegin: (time: string) => void;
};

const toStyle = ({ top, height }: { readonly top: number; readonly height: number }): CSSProperties => ({
  insetBlockStart: `${top}rem`,
  blockSize: `${height}rem`,
});

const isBlock = (each: Block | DayGap): each is Block => "line" in each;

/** Visits and what lies between them, in the order of their times: one stop of Tab, arrows move among them. */
function Grid({ label, blocks, gaps, hours, chosen, onChoose, onBegin }: GridProps): ReactNode {
  const [stop, setStop] = useState<string | null>(null);
  const places = [...blocks, ...gaps].toSorted((a, b) => a.start - b.start);
  const keyOf = (each: Block | DayGap): string => (isBlock(each) ? each.line.id : formatMinutes(each.start));
  const keys = places.map(keyOf);
  const wanted = [stop, chosen, blocks[0]?.line.id ?? null].find((key) => key !== null && keys.includes(key));
  const tabStop = wanted ?? keys[0];
  const scale = useMemo(() => createDayScale(blocks, hours), [blocks, hours]);
  const heightOf = ({ start, end }: DayGap): number => scale.top(end) - scale.top(start);
  const marks = Array.from(
    { length: (hours.end - hours.start) / 60 + 1 },
    (_, index) => hours.start + index * 60,
  );
  return (
    <div className={styles["grid"]} style={{ blockSize: `${heightOf(hours)}rem` }}>
      <div aria-hidden="true">
        {marks.map((at) => (
          <div key={at} className={styles["hour"]} style={toStyle({ top: scale.top(at), height: 0 })}>
            <span>{hour((at / 60) % 24)}</span>
          </div>
        ))}
      </div>
      <ul
        className={styles["places"]}
        aria-label={label}
        onKeyDown={(event) => moveFocus(event, listPressable(event.currentTarget))}
      >
        {places.map((each) => {
          const key = keyOf(each);
          const shared = { tabIndex: key === tabStop ? 0 : -1, onFocus: () => setStop(key) };
          return isBlock(each) ? (
            <BlockButton
              key={key}
              block={each}
              style={toStyle(scale.place(each))}
              isChosen={key === chosen}
              {...shared}
              onPress={(byKey) => onChoose(key, byKey)}
            />
          ) : (
            <li
              key={key}
              className={styles["gap"]}
              style={toStyle({ top: scale.top(each.start), height: heightOf(each) })}
            >
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
  readonly style: CSSProperties;
  readonly isChosen: boolean;
  readonly tabIndex: number;
  readonly onFocus: () => void;
  readonly onPress: (byKey: boolean) => void;
};

function BlockButton({ block, style, isChosen, onPress, ...shared }: BlockProps): ReactNode {
  const { line, words: say, lane, lanes } = block;
  const isUnsure = say.state.certainty === "not-booked" || say.state.certainty === "unclear";
  const service =
    say.minutes === null
      ? say.service
      : words.bookings.day.service({ service: say.service, minutes: say.minutes });
  return (
    <li
      className={styles["block"]}
      style={{
        ...style,
        insetInlineStart: `${(lane / lanes) * 100}%`,
        inlineSize: `${100 / lanes}%`,
      }}
    >
      <button
        type="button"
        data-line={line.id}
        className={joinClassNames(
          looks["visit"],
          looks[say.state.certainty],
          styles["visit"],
          isUnsure && styles["unsure"],
          block.row === null && block.end - block.start > quarter && styles["tall"],
        )}
        aria-current={isChosen || undefined}
        {...shared}
        onClick={({ detail }) => onPress(detail === 0)}
      >
        <span className={styles["time"]}>{say.time}</span> <strong>{isolateText(say.name)}</strong>{" "}
        <span className={styles["service"]}>{isolateText(service)}</span> <AtOnceMark line={line} />
        <LineStateCell line={line} state={say.state} />
      </button>
    </li>
  );
}
