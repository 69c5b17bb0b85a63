import type { Failure } from "../../../shared/core/failure.ts";
import { createEmptyBookingForm } from "../../../shared/bookings/booking-form.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { shortDay } from "../../../messages/format.ts";
import { firstLanguage } from "../../../messages/language.ts";
import { useDesk, useNavigation } from "../../lib/hooks.ts";
import { useWork } from "../../lib/use-work.ts";

/** Begins a booking with its day and time, and opens it. */
export function useBookingAt({ timeZone, defaultBillingType }: Settings): {
  readonly failure: Failure | null;
  /** `YYYY-MM-DD` and `HH:MM` on the clinic's clock. */
  readonly at: (date: string, time: string) => void;
} {
  const { bridge } = useDesk();
  const { go } = useNavigation();
  const { failure, isPending, run } = useWork();
  const at = (date: string, time: string): void => {
    // The second press of a double click would begin another.
    if (isPending) return;
    const billingType = defaultBillingType === "none" ? null : defaultBillingType;
    // As a person would have typed it: a day that means the same in every language and year.
    const form = {
      ...createEmptyBookingForm(timeZone),
      date: shortDay(date, firstLanguage),
      time,
      billingType,
    };
    void run(
      () => bridge.call("items.create", { kind: "booking", form }),
      ({ id }) => go({ screen: "new-booking", itemId: id }),
    );
  };
  return { failure, at };
}
