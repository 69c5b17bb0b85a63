import type { EventPayload } from "../../../shared/events.ts";
import { fail, failed, ok, type Result } from "../../../shared/core/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { BookingForm } from "../../../shared/bookings/booking-form.ts";
import type { Card } from "../../../shared/cards/card.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { BookingItem } from "../../../shared/outbox/item.ts";
import { isBooking } from "../outbox/index.ts";
import { formatName } from "../../../messages/format.ts";
import { say, verbatim, type Saying } from "../../../messages/saying.ts";
import type { CardRecords, CardSubject } from "./ports.ts";
import type { Clock } from "../../platform/ports.ts";
import type { Store } from "../../db/types.ts";
import { listCardsOfPerson } from "../patients/index.ts";

export type CardRecordsOptions = {
  readonly store: Store;
  readonly clock: Clock;
  readonly onChange: (ids: readonly RecordId[]) => void;
  readonly onCard: (came: EventPayload<"card.came">) => void;
};

const notHere = failed(fail("not-found", say("failures.card.notHere")));
const heldElsewhere = failed(fail("busy", say("failures.clinic.heldElsewhere")));
const frozen = failed(fail("busy", say("failures.card.frozen")));
const notThisBooking = failed(fail("busy", say("failures.card.savedForPatient")));
/** Nobody on this computer to keep it for: a patient known by number alone. */
const ofNobody = failed(fail("busy", say("failures.card.ofNobody")));

/** Of a name in the card window, in characters. */
const longestName = 200;

/** Whose card a booking's card is: as text, so that another patient is another text. */
const patientOf = ({ form }: BookingItem): string => JSON.stringify(form.patient);

/** A card that is collected before the patient is chosen is the booking's, whoever is chosen then. */
const nobody = JSON.stringify(null);
const isOf = (patient: string, of: string): boolean => of === nobody || of === patient;

/** What a card cannot go into any more. One that another desk holds: only its holder changes it, and would never hear of it. */
const closed: ReadonlySet<BookingItem["status"]> = new Set(["done", "discarded", "elsewhere"] as const);

/** One that the service refused can have another card too: the change goes to a draft linked to it. */
const mayChange = (item: BookingItem): boolean =>
  item.attempts.length === 0
    ? !closed.has(item.status)
    : item.status === "needs-editing" || item.status === "needs-card";

/** The service's number of a patient, where that was typed for the booking. */
function numberTyped({ patient }: BookingForm): number | null {
  const text = patient?.kind === "number" ? patient.text.trim().replace(/^#\s*/, "") : "";
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** All that the card window is told of the patient. */
function whose(name: string, number: string): Saying {
  if (name !== "") return verbatim(name.slice(0, longestName));
  return number === ""
    ? say("card.thisBooking")
    : say("card.patientNumber", { number: number.slice(0, longestName) });
}

/** The store as collecting cards uses it. */
export function createCardRecords(options: CardRecordsOptions): CardRecords {
  const { store, clock } = options;
  const now = (): string => clock.now().toISOString();

  function own(itemId: RecordId, accountId: AccountId): Result<BookingItem> {
    const item = store.read(({ items }) => items.get(itemId));
    if (item === null || !isBooking(item) || item.accountId !== accountId) return notHere;
    if (item.status === "elsewhere") return heldElsewhere;
    return mayChange(item) ? ok(item) : frozen;
  }

  /** The known patient, also when the booking only has the number of one. */
  function knownPatient({ form, accountId }: BookingItem) {
    const { patient } = form;
    const number = numberTyped(form);
    return store.read(({ patients }) => {
      if (patient?.kind === "known") return patients.find(accountId, patient.id);
      return number === null ? null : patients.byPatientId(accountId, number);
    });
  }

  function subjectOf(item: BookingItem): CardSubject {
    const known = knownPatient(item);
    const number = item.form.patient?.kind === "number" ? item.form.patient.text.trim() : "";
    const name = known === null ? "" : formatName(known.input);
    return {
      itemId: item.id,
      accountId: item.accountId,
      patient: patientOf(item),
      patientRecordId: known?.id ?? null,
      displayName: whose(name, number),
    };
  }

  /** The booking as it is now, when the card may still go into it. */
  function stillOf({ itemId, patient }: CardSubject): BookingItem | null {
    const item = store.read(({ items }) => items.find(itemId));
    return item !== null && isBooking(item) && mayChange(item) && isOf(patientOf(item), patient)
      ? item
      : null;
  }

  function withCard(item: BookingItem, card: Card): BookingItem {
    // With its card it is a draft again: what is sent when is for a person to say.
    const status = item.status === "needs-card" ? "draft" : item.status;
    const form = { ...item.form, card, paymentMethod: card.id };
    return { ...item, status, form, updatedAt: now() };
  }

  return {
    subject: (itemId, { accountId }) => {
      const found = own(itemId, accountId);
      return found.ok ? ok(subjectOf(found.value)) : found;
    },
    pendingIntent: ({ itemId, accountId, patient }) => {
      const pending = store.read(({ cards }) => cards.pendingIntent(itemId));
      return pending?.accountId === accountId && isOf(patient, pending.patient) ? pending : null;
    },
    setPendingIntent: (intent) => store.transaction(({ cards }) => cards.setPendingIntent(intent)),
    earlier: ({ itemId, accountId, patientRecordId }) =>
      store.read((records) => {
        if (patientRecordId !== null) return listCardsOfPerson(records, accountId, patientRecordId);
        const item = records.items.find(itemId);
        const number = item !== null && isBooking(item) ? numberTyped(item.form) : null;
        return number === null ? [] : records.cards.ofNumber(accountId, number);
      }),
    keep: (subject, card) => {
      const item = stillOf(subject);
      const { itemId, accountId, patientRecordId } = item === null ? subject : subjectOf(item);
      store.transaction(({ cards, items, people }) => {
        // A card of another record of the same person stays that record's: they may turn out to be two.
        const owner = cards.get(accountId, card.id)?.patientRecordId ?? null;
        const isTheirs =
          owner !== null && patientRecordId !== null && people.recordsOf(patientRecordId).includes(owner);
        const whose = isTheirs ? owner : patientRecordId;
        cards.keep({ accountId, patientRecordId: whose, card, usedAt: now() });
        cards.clearPendingIntent(itemId);
        // What was sent stays as it is; the form makes its linked draft with the card.
        if (item !== null && item.attempts.length === 0) items.update(withCard(item, card));
      });
      options.onChange([itemId]);
      if (item === null) return patientRecordId === null ? ofNobody : notThisBooking;
      options.onCard({ itemId, patient: item.form.patient, card });
      return ok(card);
    },
  };
}
