import type { ReactNode } from "react";
import { said } from "../../../messages/saying.ts";
import { clock, weekday, zone, zonedText } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { checkHours } from "../../../shared/bookings/visit-warnings.ts";
import { resolveVisitTime, type VisitTimeRead } from "../../../shared/time/zoned-time.ts";
import { Button } from "../../ui/button.tsx";
import { ChoiceGroup } from "../../ui/choice-fields.tsx";
import { FieldRow } from "../../ui/field.tsx";
import { MeantDate } from "../../ui/meant-date.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useSaidWhenLeft } from "../../lib/use-said-when-left.ts";
import { LinkMark } from "./link-mark.tsx";
import { formatWho } from "./read-back.ts";
import { RepeatButton, RepeatPart } from "./repeat.tsx";
import type { Booking } from "./use-booking.ts";
import type { Day } from "./use-day.ts";
import { getFieldProps, getInputProps } from "./visit-fields.ts";
import { formatMorningHint, formatVisitZone, formatZoneBriefly } from "./words.ts";

type Props = { readonly booking: Booking; readonly day: Day };

/** What asks which hour is meant; it describes the time until that is settled. */
const questionId = "visit-time-question";

const nothing = { error: null, warning: null, echo: null };

/** The day and the time, what is unusual about them, and how often. */
export function VisitWhen({ booking, day }: Props): ReactNode {
  const { readings, values, when } = booking.read;
  const { date } = values;
  const isAsked = when?.kind === "gap" || when?.kind === "twice";
  const say = words.booking.visit;
  const isPast = date !== undefined && date < booking.today;
  const { openingHours } = booking.settings;
  const unusual = checkHours({ date, time: values.time?.time }, openingHours);
  const ofDate = {
    error: booking.errors["date"],
    warning: unusual.date,
    echo: date === undefined || isPast ? null : weekday(date),
  };
  const ofTime = {
    error: isAsked ? null : booking.errors["time"],
    warning: timeWarning(booking, day),
    echo: isAsked || booking.errors["time"] !== undefined ? null : timeEcho(booking),
  };
  const sayDate = useSaidWhenLeft(ofDate);
  // The question speaks for itself.
  const sayTime = useSaidWhenLeft(isAsked ? nothing : ofTime);
  return (
    <>
      <FieldRow>
        <TextField
          {...getFieldProps(booking, "date")}
          {...getInputProps(booking, "date")}
          onBlur={() => {
            booking.keepDay();
            booking.dispatch({ type: "left", field: "date" });
            sayDate();
          }}
          {...ofDate}
          offer={
            <MeantDate
              reading={readings.date}
              onTake={(value) => {
                booking.dispatch({ type: "typed", field: "date", value });
                booking.dispatch({ type: "went", step: "visit", field: "date" });
              }}
            />
          }
          help={
            readings.date.kind === "empty" ? (
              say.dateHelp
            ) : booking.linked.includes("date") ? (
              <LinkMark />
            ) : null
          }
          isRequired
        />
        <TextField
          {...getFieldProps(booking, "time")}
          {...getInputProps(booking, "time")}
          onBlur={() => {
            booking.dispatch({ type: "left", field: "time" });
            sayTime();
          }}
          {...ofTime}
          question={isAsked ? questionId : null}
          aside={<RepeatButton booking={booking} />}
          help={values.time === undefined ? formatZoneBriefly(booking.state.form.timeZone) : null}
          isRequired
        />
      </FieldRow>
      <VisitTimeQuestion booking={booking} />
      <RepeatPart booking={booking} />
    </>
  );
}

/** `2:00 PM Eastern`; where the afternoon was guessed, with how to type the morning. */
function timeEcho({ read, state }: Booking): string | null {
  const { time } = read.values;
  const { timeZone, repeatedHour } = state.form;
  if (time === undefined) return null;
  const { visit } = words.booking;
  const zone = repeatedHour === null ? formatZoneBriefly(timeZone) : formatVisitZone(read.when, timeZone);
  const text = visit.timeIn({ time: time.time, zone });
  return time.assumed ? visit.guessed({ read: text, morning: formatMorningHint(time.time) }) : text;
}

/** Another booking of the same patient goes before an unusual hour; both are said. */
function timeWarning(booking: Booking, { bookings }: Day): string | null {
  const { read, settings, state } = booking;
  const { visit } = words.booking;
  const clash = bookings?.find(({ overlaps }) => overlaps);
  const { date, time } = read.values;
  const hours = checkHours({ date, time: time?.time }, settings.openingHours).time;
  const { time: justPassed } = read.warnings;
  const all = [
    clash === undefined ? null : visit.overlap({ name: formatWho(state) ?? clash.name, time: clash.time }),
    justPassed === undefined ? null : said(justPassed),
    hours === null ? null : said(hours),
  ].filter((text) => text !== null);
  return all.length === 0 ? null : all.join(" ");
}

/** How the typed time reads while nobody has chosen between two of the same. */
function unchosen({ read, state }: Booking): VisitTimeRead | null {
  const { date, time } = read.values;
  if (date === undefined || time === undefined) return null;
  const { timeZone } = state.form;
  return resolveVisitTime({ date, time: time.time, timeZone, repeatedHour: null });
}

/** Names an hour that the clocks skip or show twice on that day, and asks which time is meant. */
function VisitTimeQuestion({ booking }: { readonly booking: Booking }): ReactNode {
  const when = unchosen(booking);
  const { timeZone, repeatedHour } = booking.state.form;
  const say = words.booking.visit;
  if (when?.kind === "gap") {
    return (
      <NoticeBox
        id={questionId}
        tone="warning"
        live="polite"
        title={said(when.why)}
        actions={when.suggestions.map((time) => (
          <Button
            key={time}
            size="small"
            onPress={() => {
              booking.dispatch({ type: "typed", field: "time", value: clock(time) });
              // The button goes with the question.
              booking.dispatch({ type: "went", step: "visit", field: "time" });
            }}
          >
            {say.takeTime({ time })}
          </Button>
        ))}
      />
    );
  }
  if (when?.kind !== "twice") return null;
  return (
    <NoticeBox id={questionId} tone="warning" live="polite" title={said(when.why)}>
      <ChoiceGroup
        label={say.whichHour}
        name="repeatedHour"
        value={repeatedHour}
        onChange={(which) => booking.dispatch({ type: "hour", which })}
        options={(["earlier", "later"] as const).map((value) => ({
          value,
          label: say[value],
          description: zone(zonedText(when[value], timeZone)),
        }))}
        isRequired
      />
    </NoticeBox>
  );
}
