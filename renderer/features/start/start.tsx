import { Bookmark, CirclePause, PenLine, Phone, UserRound, type LucideIcon } from "lucide-react";
import { useEffect, useRef, type ReactNode, type RefObject } from "react";
import type { BookingLine } from "../../../shared/bookings/booking-line.ts";
import type { ItemStatus } from "../../../shared/outbox/item.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { zoneAllYear } from "../../../messages/format.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { useNavigation } from "../../lib/hooks.ts";
import { useNow } from "../../lib/use-now.ts";
import { NoticeBox } from "../../ui/notice.tsx";
import { VisuallyHidden } from "../../ui/text.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { LineStateCell, formatBookingLine, AtOnceMark } from "../bookings/index.ts";
import { SetupReminder } from "../onboarding/index.ts";
import { sortCalls, countPeople } from "../outbox/index.ts";
import { Group, StartRowLine } from "./group.tsx";
import { toCallRow, listDraftRows, toRecentRow, type StartContext } from "./start-rows.ts";
import styles from "./start.module.css";
import { shownRows, useStart, type StartLists } from "./use-start.ts";

type Props = {
  readonly settings: Settings;
  /** The booking that is open: it is not offered again. */
  readonly exceptItem: string | null;
  readonly onPatient: (patient: PatientRecord) => void;
  /** Takes up a booking that was begun. */
  readonly onTakeUp: (itemId: string) => void;
  /** Goes on with a new patient who was being typed. */
  readonly onNewPatient: (itemId: string) => void;
};

/** Under the box that finds a patient: who was here last, what was begun, who comes today, whom to call. */
export function StartScreen({ settings, exceptItem, onPatient, onTakeUp, onNewPatient }: Props): ReactNode {
  const now = useNow();
  const context = { settings, now };
  const lists = useStart(context, exceptItem);
  // All four stand above the fold: a lower window has fewer rows of each.
  const isLow = useMedia("(max-height: 40rem)");
  const isLowest = useMedia("(max-height: 35rem)");
  const most = isLowest ? 2 : isLow ? 3 : shownRows;
  const part = useRef<HTMLDivElement>(null);
  useGroupKeys(part);
  if (!lists.isRead) return null;
  const { recent, drafts, calls, today, failure } = lists;
  const isFirstDay = recent.length + drafts.total + calls.length + (today?.length ?? 0) === 0;
  return (
    <div ref={part} className={styles["start"]}>
      <SetupReminder settings={settings} />
      {failure !== null && (
        <NoticeBox tone="warning" title={words.start.notRead}>
          {said(failure.why)}
        </NoticeBox>
      )}
      {failure === null && isFirstDay ? (
        <FirstDay />
      ) : (
        <div className={styles["columns"]}>
          <div className={styles["column"]}>
            {recent.length > 0 && (
              <Group title={words.start.recent.title} digit={1}>
                {recent.slice(0, most).map((one) => {
                  const row = toRecentRow(one, context);
                  const lead = <UserRound size={18} aria-hidden="true" />;
                  return (
                    <StartRowLine key={row.id} lead={lead} {...row} onPress={() => onPatient(one.patient)} />
                  );
                })}
              </Group>
            )}
            <Drafts {...{ lists, context, most, onTakeUp, onNewPatient }} />
          </div>
          <div className={styles["column"]}>
            {today !== null && <Today rows={today} context={context} most={most} />}
            <Calls {...{ lists, context, most }} />
          </div>
        </div>
      )}
    </div>
  );
}

/** Alt with the digit of a group goes to its first row. By the place of the key: macOS writes signs with Alt. */
function useGroupKeys(part: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { altKey, ctrlKey, metaKey, shiftKey, code } = event;
      if (!altKey || ctrlKey || metaKey || shiftKey || !code.startsWith("Digit")) return;
      const group = part.current?.querySelector(`[data-start="${code.slice("Digit".length)}"]`);
      const row = group?.querySelector<HTMLElement>("[data-row]");
      if (row === undefined || row === null) return;
      event.preventDefault();
      row.focus();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [part]);
}

/** `most`: how many rows there is room for. */
type MostProps = { readonly context: StartContext; readonly most: number };

const draftIcons: { readonly [status in ItemStatus]?: LucideIcon } = {
  "on-hold": CirclePause,
  "saved-for-later": Bookmark,
};

type ListsProps = MostProps & { readonly lists: StartLists };

type DraftsProps = ListsProps & Pick<Props, "onTakeUp" | "onNewPatient">;

function Drafts({ lists: { drafts }, context, most, onTakeUp, onNewPatient }: DraftsProps): ReactNode {
  const { go } = useNavigation();
  if (drafts.total === 0) return null;
  const shown = drafts.items.slice(0, most);
  const rows = listDraftRows(shown, context);
  return (
    <Group
      title={words.booking.drafts.label}
      digit={2}
      count={drafts.total}
      more={{ count: drafts.total - shown.length, onPress: () => go({ screen: "outbox" }) }}
    >
      {shown.map((item, index) => {
        const row = rows[index];
        const Icon = draftIcons[item.status] ?? PenLine;
        const open = (): void => (item.kind === "booking" ? onTakeUp(item.id) : onNewPatient(item.id));
        return row === undefined ? null : (
          <StartRowLine key={row.id} lead={<Icon size={18} aria-hidden="true" />} {...row} onPress={open} />
        );
      })}
    </Group>
  );
}

type TodayProps = MostProps & { readonly rows: readonly BookingLine[] };

function Today({ rows, context: { settings, now }, most }: TodayProps): ReactNode {
  const { go } = useNavigation();
  const { today } = words.start;
  const left = rows.filter(({ instant }) => instant !== null && instant >= now);
  const shown = left.slice(0, most);
  const all = (): void => go({ screen: "bookings" });
  if (shown.length === 0)
    return <Group title={today.title} digit={3} nothing={rows.length === 0 ? today.none : today.over} />;
  return (
    <Group
      title={today.title}
      digit={3}
      count={today.left({ left: left.length, zone: zoneAllYear(settings.timeZone) })}
      more={{ count: left.length - shown.length, onPress: all }}
    >
      {shown.map((line) => {
        const say = formatBookingLine(line, settings);
        return (
          <StartRowLine
            key={line.id}
            lead={
              <span className={styles["when"]}>
                <strong>{say.time}</strong> <Minutes minutes={say.minutes} />
              </span>
            }
            name={say.name}
            detail={say.service}
            meta={
              <>
                <AtOnceMark line={line} />
                <LineStateCell line={line} state={say.state} />
              </>
            }
            onPress={() => go({ screen: "bookings", itemId: line.id })}
          />
        );
      })}
    </Group>
  );
}

const Minutes = ({ minutes }: { readonly minutes: number | null }): ReactNode =>
  minutes === null ? null : (
    <span>
      <span aria-hidden="true">{words.bookings.minutes({ minutes })}</span>
      <VisuallyHidden>{words.bookings.minutesSpoken({ minutes })}</VisuallyHidden>
    </span>
  );

function Calls({ lists: { calls }, context, most }: ListsProps): ReactNode {
  const { go } = useNavigation();
  if (calls.length === 0) return null;
  const order = sortCalls(calls, context);
  const shown = order.slice(0, most);
  const call = (itemId: string): void => go({ screen: "outbox", calls: true, itemId });
  return (
    <Group
      title={words.start.calls.title}
      digit={4}
      count={countPeople(calls)}
      more={{ count: order.length - shown.length, onPress: () => go({ screen: "outbox", calls: true }) }}
    >
      {shown.map((item) => {
        const { meta, ...row } = toCallRow(item, context);
        return (
          <StartRowLine
            key={row.id}
            lead={<Phone size={18} aria-hidden="true" />}
            {...row}
            end={<span className={styles["call"]}>{meta}</span>}
            onPress={() => call(item.id)}
          />
        );
      })}
    </Group>
  );
}

/** On the first day: what to do, and what this place is for. */
const FirstDay = (): ReactNode => {
  const { title, find, visit, book, then } = words.start.firstDay;
  return (
    <section className={styles["firstDay"]} aria-label={title}>
      <h2>{title}</h2>
      <ol>
        {[find, visit, book].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>{then}</p>
    </section>
  );
};
