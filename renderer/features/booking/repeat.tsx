import { Repeat as RepeatIcon } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { emptySeries } from "../../../shared/bookings/series-form.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce } from "../../lib/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { focusFirstControl } from "../../ui/focus.ts";
import { RepeatForm } from "./series-parts.tsx";
import type { Booking } from "./use-booking.ts";

/** A quiet way to book the same visit several times. One visit of a series is not repeated itself. */
export function RepeatField({ booking }: { readonly booking: Booking }): ReactNode {
  const { series } = booking.state.form;
  const announce = useAnnounce();
  const opener = useRef<HTMLDivElement>(null);
  const [pressed, setPressed] = useState<"open" | "stop" | null>(null);
  useEffect(() => {
    // The button that was pressed has gone.
    if (pressed === "stop" && series === undefined) focusFirstControl(opener.current);
  }, [pressed, series]);
  if (booking.isInSeries) return null;
  if (series !== undefined) {
    return (
      <RepeatForm
        booking={booking}
        form={series}
        isNew={pressed === "open"}
        onStop={() => {
          setPressed("stop");
          booking.dispatch({ type: "series", series: undefined });
          announce(words.series.stopped);
        }}
      />
    );
  }
  return (
    <div ref={opener}>
      <Button
        variant="quiet"
        size="small"
        icon={RepeatIcon}
        onPress={() => {
          setPressed("open");
          booking.dispatch({ type: "series", series: emptySeries });
        }}
      >
        {words.series.open}
      </Button>
    </div>
  );
}
