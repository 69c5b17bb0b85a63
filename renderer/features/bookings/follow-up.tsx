import { CalendarPlus, X } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { BookingItem } from "../../../shared/outbox/item.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { readFollowUp } from "../../../shared/bookings/follow-up.ts";
import { getToday } from "../../../shared/time/zoned-time.ts";
import { weekday, weekdayBrief } from "../../../messages/format.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { Button, ButtonRow } from "../../ui/button.tsx";
import { focusFirst, focusFirstControl } from "../../ui/focus.ts";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./something-wrong.module.css";

type Props = {
  readonly item: BookingItem;
  /** Of the visit, RFC 3339; null where it cannot be read. */
  readonly instant: string | null;
  /** `YYYY-MM-DD` */
  readonly today: string;
  readonly settings: Pick<Settings, "dateOrder">;
  /** Begins the booking of that day, `YYYY-MM-DD`. */
  readonly onChoose: (date: string) => void;
};

/** The button that asks when the follow-up is, and what it opens; null while it is closed. */
export function useFollowUp(props: Props): { readonly opener: ReactNode; readonly panel: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLSpanElement>(null);
  const close = (): void => {
    setOpen(false);
    focusFirstControl(opener.current);
  };
  return {
    opener: (
      <span ref={opener}>
        <Button isExpanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {words.booking.booked.followUp}
        </Button>
      </span>
    ),
    panel: isOpen ? <FollowUp {...props} onClose={close} /> : null,
  };
}

/** What clinics say most. */
const usual = [
  { count: 1, unit: "weeks" },
  { count: 2, unit: "weeks" },
  { count: 4, unit: "weeks" },
  { count: 6, unit: "weeks" },
  { count: 3, unit: "months" },
] as const;

function FollowUp({
  item,
  instant,
  today,
  settings,
  onChoose,
  onClose,
}: Props & { readonly onClose: () => void }): ReactNode {
  const panel = useRef<HTMLElement>(null);
  const [typed, setTyped] = useState("");
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    focusFirst(panel.current);
    panel.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const say = words.series.followUp;
  const visit = instant === null ? null : getToday(item.form.timeZone, instant);
  const read = (text: string) => readFollowUp(text, { visit, today, dateOrder: settings.dateOrder });
  const reading = read(typed);
  const date = reading.kind === "read" ? reading.value : null;
  const isPast = date !== null && date < today;
  const error =
    reading.kind === "wrong"
      ? said(reading.why)
      : isPast
        ? say.passed
        : reading.kind === "empty"
          ? say.missing
          : null;
  const choose = (): void => {
    if (date !== null && !isPast) return onChoose(date);
    setAsked(true);
    focusFirst(panel.current);
  };
  return (
    <section ref={panel} className={styles["panel"]} aria-labelledby="follow-up-title">
      <div className={styles["head"]}>
        <h2 id="follow-up-title">{say.title}</h2>
        <button type="button" className={styles["close"]} aria-label={say.close} onClick={onClose}>
          <X size={16} aria-hidden="true" />
        </button>
      </div>
      <TextField
        label={say.when}
        name="follow-up"
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setAsked(false);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") choose();
        }}
        error={isAsked ? error : null}
        echo={date === null || isPast ? null : weekday(date)}
        help={say.help}
      />
      <div role="group" aria-label={say.usual}>
        <ButtonRow>
          {usual.map((length) => {
            const on = read(`${String(length.count)} ${length.unit}`);
            return on.kind === "read" ? (
              <Button
                key={`${String(length.count)} ${length.unit}`}
                size="small"
                onPress={() => onChoose(on.value)}
              >
                {say.chip({ length: say.in(length), day: weekdayBrief(on.value, today) })}
              </Button>
            ) : null;
          })}
        </ButtonRow>
      </div>
      <Button variant="primary" icon={CalendarPlus} onPress={choose}>
        {say.start}
      </Button>
    </section>
  );
}
