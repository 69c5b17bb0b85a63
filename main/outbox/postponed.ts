import type { RecordId } from "../../contract/records/forms.ts";
import type { Item } from "../../contract/records/item.ts";
import type { Clock, RandomIds } from "../platform/ports.ts";
import { backoff } from "./backoff.ts";

/** Whose booking it is: a patient's bookings are sent in their order. Null for what has no such order. */
export function patientOf(item: Item): string | null {
  if (item.kind !== "booking" || item.form.patient === null) return null;
  const { patient } = item.form;
  return patient.kind === "known" ? patient.id : `number ${patient.text.trim()}`;
}

export type PostponedItem = {
  readonly id: RecordId;
  readonly patient: string | null;
  /** On the clock that only grows. */
  readonly at: number;
};

/** Items whose own next try waits; the others go on. Forgotten at a restart, as a wait is politeness alone. */
export type Postponed = {
  /** It failed and is tried again: at once when the whole queue waits anyway, else later with each failure. */
  readonly afterFailure: (item: Item, hasOwnWait: boolean) => void;
  /** For so many milliseconds, without counting as a failure. */
  readonly by: (item: Item, milliseconds: number) => void;
  readonly forget: (id: RecordId) => void;
  /** Those whose time has not come. */
  readonly waiting: () => readonly PostponedItem[];
};

/** Milliseconds that even the shortest wait after a failure takes. */
const least = 250;

export function postponed(clock: Clock, random: RandomIds): Postponed {
  const known = new Map<RecordId, PostponedItem & { readonly failures: number }>();
  const failuresOf = ({ id }: Item): number => known.get(id)?.failures ?? 0;
  const put = (item: Item, milliseconds: number, failures: number): void => {
    const at = clock.monotonic() + milliseconds;
    known.set(item.id, { id: item.id, patient: patientOf(item), at, failures });
  };
  return {
    afterFailure: (item, hasOwnWait) => {
      const failures = failuresOf(item) + 1;
      put(item, hasOwnWait ? least + backoff(failures, random.fraction()) : 0, failures);
    },
    by: (item, milliseconds) => put(item, milliseconds, failuresOf(item)),
    forget: (id) => void known.delete(id),
    waiting: () => [...known.values()].filter(({ at }) => at > clock.monotonic()),
  };
}
