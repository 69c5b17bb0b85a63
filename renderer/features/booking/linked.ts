import type { BookingForm } from "../../../shared/bookings/booking-form.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import type { LinkedVisit } from "../../lib/navigation.ts";
import { findServiceId } from "./catalogue.ts";

/** What a link can fill in of a booking. */
export type LinkedPart = "patient" | "service" | "date";
const parts: readonly LinkedPart[] = ["patient", "service", "date"];

/** The fields that a link fills in: a service by its name is the one that the catalogue has by that name. */
export const fillLinkedForm = (
  { service, date }: LinkedVisit,
  services: Settings["services"],
): Pick<BookingForm, "service" | "date"> => ({
  service: service === null ? "" : (findServiceId(service, services) ?? service),
  date: date ?? "",
});

/** What of a form still stands as it began. */
export const listLinkedParts = (form: BookingForm, begun: BookingForm): readonly LinkedPart[] =>
  parts.filter((part) => {
    const was = begun[part];
    return was !== null && was !== "" && JSON.stringify(was) === JSON.stringify(form[part]);
  });
