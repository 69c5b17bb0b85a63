import { SlidersHorizontal } from "lucide-react";
import { useId, type ReactNode } from "react";
import { anyBooking, type BookingFilter } from "../../../shared/bookings/booking-line.ts";
import { appointmentStatuses, billingTypes } from "../../../shared/service-api/appointment.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { cleanLine } from "../../../shared/text/clean-text.ts";
import { words } from "../../../messages/words.ts";
import { formatStatus } from "../../lib/item-kinds.ts";
import { formatBillingType } from "../../ui/billing-words.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/choice-fields.tsx";
import styles from "./bookings.module.css";

const countOf = (filter: BookingFilter): number =>
  Object.values(filter).filter((value) => value !== null).length;

type ButtonProps = {
  readonly filter: BookingFilter;
  readonly isOpen: boolean;
  readonly controls: string;
  readonly onPress: () => void;
};

/** Opens the filter, and says how much of it is set. */
export const FilterButton = ({ filter, isOpen, controls, onPress }: ButtonProps): ReactNode => (
  <button
    type="button"
    className={styles["filterButton"]}
    aria-expanded={isOpen}
    aria-controls={isOpen ? controls : undefined}
    onClick={onPress}
  >
    <SlidersHorizontal size={16} aria-hidden="true" />
    {words.bookings.filter.open({ count: countOf(filter) })}
  </button>
);

type FilterProps = {
  readonly id: string;
  readonly filter: BookingFilter;
  readonly settings: Pick<Settings, "services" | "staff">;
  readonly onChange: (filter: BookingFilter) => void;
};

/** Which of the bookings are shown: by status, service, billing and who booked. */
export function FilterFields({ id, filter, settings, onChange }: FilterProps): ReactNode {
  const say = words.bookings.filter;
  const any = { value: "", label: say.any };
  const headingId = useId();
  return (
    <div id={id} role="group" aria-labelledby={headingId} className={styles["filter"]}>
      <p id={headingId}>{say.label}</p>
      <div className={styles["filterFields"]}>
        <SelectField
          label={say.status}
          value={filter.status ?? ""}
          options={[
            any,
            { value: "not-booked", label: words.bookings.notBookedYet },
            { value: "needs-checking", label: say.needsChecking },
            ...appointmentStatuses.map((status) => ({
              value: status as string,
              label: formatStatus(status),
            })),
          ]}
          onChange={(status) => onChange({ ...filter, status: status === "" ? null : status })}
        />
        <SelectField
          label={say.service}
          value={filter.service ?? ""}
          options={[any, ...settings.services.map(({ id, name }) => ({ value: String(id), label: name }))]}
          onChange={(service) => onChange({ ...filter, service: service === "" ? null : service })}
        />
        <SelectField
          label={say.billing}
          value={filter.billing ?? ""}
          options={[
            any,
            ...billingTypes.map((type) => ({ value: type as string, label: formatBillingType(type) })),
          ]}
          onChange={(chosen) =>
            onChange({ ...filter, billing: billingTypes.find((type) => type === chosen) ?? null })
          }
        />
        {settings.staff.length > 0 && (
          <SelectField
            label={say.by}
            value={filter.by ?? ""}
            options={[any, ...settings.staff.map((name) => ({ value: name, label: cleanLine(name) }))]}
            onChange={(by) => onChange({ ...filter, by: by === "" ? null : by })}
          />
        )}
      </div>
      {countOf(filter) > 0 && (
        <Button size="small" onPress={() => onChange(anyBooking)}>
          {say.clear}
        </Button>
      )}
    </div>
  );
}
