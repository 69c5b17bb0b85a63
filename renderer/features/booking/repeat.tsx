import { Repeat as RepeatIcon } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { emptySeries } from "../../../shared/bookings/series-form.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce } from "../../lib/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { focusFirstControl } from "../../ui/focus.ts";
import { RepeatForm } from "./series-parts.tsx";
import type { Booking } from "./use-booking.ts";

type Props = { readonly booking: Booking };

/** A quiet way to book the same visit several times, beside its time. One visit of a series is not repeated itself. */
export function RepeatButton({ booking }: Props): ReactNode {
  const { series } = booking.state.form;
  const opener = useRef<HTMLDivElement>(null);
  const was = useRef(series);
  useEffect(() => {
    // The button that stopped it has gone with the rest.
    if (was.current !== undefined && series === undefined) focusFirstControl(opener.current);
    was.current = series;
  }, [series]);
  if (booking.isInSeries || series !== undefined) return null;
  return (
    <div ref={opener}>
      <Button
        variant="quiet"
        size="small"
        icon={RepeatIcon}
        onPress={() => booking.dispatch({ type: "series", series: emptySeries })}
      >
        {words.series.open}
      </Button>
    </div>
  );
}

/** Below the time, once it is repeated: how often, and every visit that this gives. */
export function RepeatPart({ booking }: Props): ReactNode {
  const { series } = booking.state.form;
  const announce = useAnnounce();
  // A series that was there when the step was opened takes no focus.
  const [isFirst] = useState(series !== undefined);
  const [wasStopped, setStopped] = useState(false);
  if (booking.isInSeries || series === undefined) return null;
  return (
    <RepeatForm
      booking={booking}
      form={series}
      isNew={!isFirst || wasStopped}
      onStop={() => {
        setStopped(true);
        booking.dispatch({ type: "series", series: undefined });
        announce(words.series.stopped);
      }}
    />
  );
}
