import { fail, failed, ok } from "../../../shared/core/failure.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import { cardNumberFound, hasCardNumber } from "../../../shared/cards/card-number.ts";
import { stripHidden } from "../../../shared/text/clean-text.ts";
import { say } from "../../../messages/saying.ts";
import type { Handlers } from "../../ipc/router.ts";
import type { ListOptions } from "../outbox/index.ts";
import { patientNotHere } from "./patients.ts";

type Options = Pick<ListOptions, "store" | "clock"> & {
  readonly onChange: (ids: readonly RecordId[]) => void;
};
type PersonRoute = `patients.${"person" | "samePerson" | "notSamePerson" | "saveNotes"}`;

const holdsCard = failed(
  fail("card-number", say("failures.outbox.cardNumber"), { fields: { notes: cardNumberFound } }),
);

/** What a person at the desk says of a patient on this computer alone: who is the same, and notes. */
export function createPersonHandlers({ store, clock, onChange }: Options): Pick<Handlers, PersonRoute> {
  return {
    "patients.person": ({ id }, { accountId: account }) => {
      const person = store.read(({ patients, people, notes }) => {
        const kept = people.keptOf(id);
        const patient = patients.get(account, kept);
        const records = people.recordsOf(id).flatMap((record) => patients.find(account, record) ?? []);
        const noted = records.map(({ id }) => ({ id, text: notes.get(account, id) }));
        return patient && { patient, others: records.filter((other) => other.id !== kept), notes: noted };
      });
      return person === null ? patientNotHere : ok(person);
    },
    "patients.samePerson": ({ kept, other }, { accountId: account }) => {
      const isDone = store.transaction(({ patients, people }) => {
        if ([kept, other].some((id) => patients.find(account, id) === null)) return false;
        people.join({ kept, other, at: clock.now().toISOString() });
        return true;
      });
      if (!isDone) return patientNotHere;
      onChange([]);
      return ok({});
    },
    "patients.notSamePerson": ({ id }, { accountId: account }) => {
      const isDone = store.transaction(({ patients, people }) => {
        if (patients.find(account, id) === null) return false;
        people.part(id);
        return true;
      });
      if (!isDone) return patientNotHere;
      onChange([]);
      return ok({});
    },
    "patients.saveNotes": ({ id, text }, { accountId: account }) => {
      if (hasCardNumber(text)) return holdsCard;
      const isDone = store.transaction(({ patients, notes }) => {
        if (patients.find(account, id) === null) return false;
        notes.set(account, id, stripHidden(text, "lines"));
        return true;
      });
      return isDone ? ok({ savedAt: clock.now().toISOString() }) : patientNotHere;
    },
  };
}
