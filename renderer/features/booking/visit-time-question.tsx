import { said } from "../../../messages/saying.ts";
import type { ReactNode } from "react";
import { resolveVisitTime, type VisitTimeRead } from "../../../contract/forms/zoned-time.ts";
import { Button } from "../../ui/button.tsx";
import { ChoiceGroup } from "../../ui/choice-group.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Booking } from "./use-booking.ts";
import { clock } from "../../../messages/format.ts";

/** How the typed time reads while nobody has chosen between two of the same. */
function unchosen({ read, state }: Booking): VisitTimeRead | null {
  const { day, time } = read;
  if (day.kind !== "read" || time.kind !== "read") return null;
  const { timeZone } = state.form;
  return resolveVisitTime({ date: day.date, time: time.time, timeZone, repeatedHour: null });
}

/** Names an hour that the clocks skip or show twice on that day, and asks which time is meant. */
export function VisitTimeQuestion({ booking }: { readonly booking: Booking }): ReactNode {
  const when = unchosen(booking);
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
            {`Use ${clock(time)}`}
          </Button>
        ))}
      />
    );
  }
  if (when?.kind !== "twice") return null;
  return (
    <Notice tone="warning" live="polite" title={said(when.why)}>
      <ChoiceGroup
        label="Which of the two"
        name="repeatedHour"
        value={booking.state.form.repeatedHour}
        onChange={(which) => booking.dispatch({ type: "hour", which })}
        options={[
          { value: "earlier", label: "Earlier", description: when.earlier.zoneName },
          { value: "later", label: "Later", description: when.later.zoneName },
        ]}
        isRequired
      />
    </Notice>
  );
}
