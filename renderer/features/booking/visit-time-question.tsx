import { said } from "../../../messages/saying.ts";
import type { ReactNode } from "react";
import { resolveVisitTime, type VisitTimeRead } from "../../../domain/time/zoned-time.ts";
import { clock, zone, zonedText } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { Button } from "../../ui/button.tsx";
import { ChoiceGroup } from "../../ui/choice-group.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Booking } from "./use-booking.ts";

/** How the typed time reads while nobody has chosen between two of the same. */
function unchosen({ read, state }: Booking): VisitTimeRead | null {
  const { date, time } = read.values;
  if (date === undefined || time === undefined) return null;
  const { timeZone } = state.form;
  return resolveVisitTime({ date, time: time.time, timeZone, repeatedHour: null });
}

/** Names an hour that the clocks skip or show twice on that day, and asks which time is meant. */
export function VisitTimeQuestion({ booking }: { readonly booking: Booking }): ReactNode {
  const when = unchosen(booking);
  const { timeZone, repeatedHour } = booking.state.form;
  const say = words.booking.visit;
  if (when?.kind === "gap") {
    return (
      <Notice
        tone="warning"
        live="polite"
        title={said(when.why)}
        actions={when.suggestions.map((time) => (
          <Button
            key={time}
            size="small"
            onPress={() => booking.dispatch({ type: "typed", field: "time", value: clock(time) })}
          >
            {say.takeTime({ time })}
          </Button>
        ))}
      />
    );
  }
  if (when?.kind !== "twice") return null;
  return (
    <Notice tone="warning" live="polite" title={said(when.why)}>
      <ChoiceGroup
        label={say.whichHour}
        name="repeatedHour"
        value={repeatedHour}
        onChange={(which) => booking.dispatch({ type: "hour", which })}
        options={(["earlier", "later"] as const).map((value) => ({
          value,
          label: say[value],
          description: zone(zonedText(when[value].instant, timeZone)),
        }))}
        isRequired
      />
    </Notice>
  );
}
