import { fail, failed, ok } from "../../../shared/core/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import { isExpiredCard } from "../../../shared/cards/card-expiry.ts";
import { getToday } from "../../../shared/time/zoned-time.ts";
import type { RouteOutput } from "../../../shared/routes.ts";
import { formatName } from "../../../messages/format.ts";
import { say } from "../../../messages/saying.ts";
import type { Handlers } from "../../ipc/router.ts";
import { dedupeCards } from "../cards/index.ts";
import type { KeptCard } from "../../db/record-types.ts";
import { isEmptyQuery, parsePatientQuery, type Likeness } from "../../db/search-query.ts";
import type { Repositories } from "../../db/types.ts";
import type { ListOptions } from "../outbox/index.ts";

export const patientNotHere = failed(fail("not-found", say("failures.desk.patientNotHere")));

/** Nobody is looked for by more letters: they are a card, or a page that was pasted. */
const soughtAtMost = 200;
const tooLong = failed(fail("invalid-input", say("failures.desk.soughtTooLong")));

/** The numbers at the service that each of these people has besides their own; who has one alone is left out. */
function otherNumbers(
  { people, patients }: Repositories,
  found: readonly PatientRecord[],
): Record<RecordId, number[]> {
  const numbersOf = ({ id, accountId, patientId }: PatientRecord): number[] =>
    people.recordsOf(id).flatMap((record) => {
      const number = record === id ? null : (patients.find(accountId, record)?.patientId ?? null);
      return number === null || number === patientId ? [] : [number];
    });
  const numbers = found.map((patient) => [patient.id, numbersOf(patient)] as const);
  return Object.fromEntries(numbers.filter(([, others]) => others.length > 0));
}

/** The cards of a person, whichever of their records they were collected for; the last used first. */
export const listCardsOfPerson = (
  { people, cards }: Pick<Repositories, "people" | "cards">,
  account: AccountId,
  id: RecordId,
): readonly KeptCard[] =>
  people
    .recordsOf(id)
    .flatMap((record) => cards.ofPatient(account, record))
    .toSorted((a, b) => (a.usedAt < b.usedAt ? 1 : a.usedAt > b.usedAt ? -1 : 0));

const mostWaiting = 20;

/** Rows of imports under way that may be that person. */
function waitingRows(
  imports: Repositories["imports"],
  wanted: Likeness,
): RouteOutput<"patients.similar">["waiting"] {
  const underWay = imports
    .all()
    .filter(
      ({ accountId, state }) => accountId === wanted.accountId && ["running", "paused"].includes(state),
    );
  return underWay
    .flatMap((kept) =>
      imports
        .similarRows(kept, wanted)
        .flatMap(({ row, form }) =>
          form === null ? [] : [{ name: formatName(form), dob: form.dob, row, file: kept.name }],
        ),
    )
    .slice(0, mostWaiting);
}

type PatientRoute =
  `patients.${"search" | "byNumber" | "byExternalId" | "placeOfZip" | "get" | "cards" | "similar"}`;

/** Known patients of the account at the desk. */
export function createPatientHandlers({ store, clock, settings }: ListOptions): Pick<Handlers, PatientRoute> {
  const today = (): string => getToday(settings().timeZone, clock.now().toISOString());
  return {
    "patients.search": ({ text, limit }, { accountId: account }) => {
      if (text.length > soughtAtMost) return tooLong;
      const query = parsePatientQuery(text, { today: today(), dateOrder: settings().dateOrder });
      return store.read((records) => {
        if (isEmptyQuery(query)) {
          const recent = records.patients.recent({ accountId: account, limit });
          // Nobody was at this desk yet: who came with a file, or from the clinic's other desks.
          const patients =
            recent.length > 0
              ? recent.map(({ patient }) => patient)
              : [...records.patients.newest({ accountId: account, limit })];
          const last = Object.fromEntries(recent.map(({ patient, at, how }) => [patient.id, { at, how }]));
          return ok({ patients, near: [], total: null, last, otherNumbers: otherNumbers(records, patients) });
        }
        const found = records.patients.search({ accountId: account, query, limit });
        return ok({
          patients: [...found.items],
          near: [...found.near],
          total: found.total,
          last: {},
          otherNumbers: otherNumbers(records, [...found.items, ...found.near]),
        });
      });
    },
    "patients.byNumber": ({ patientId }, { accountId: account }) => {
      return ok({ patient: store.read(({ patients }) => patients.byPatientId(account, patientId)) });
    },
    "patients.byExternalId": ({ externalId }, { accountId: account }) => {
      const patient = store.read(({ patients, people }) => {
        const found = patients.byExternalId(account, externalId);
        return found === null ? null : (patients.find(account, people.keptOf(found.id)) ?? found);
      });
      return ok({ patient });
    },
    "patients.placeOfZip": ({ zip }, { accountId: account }) => {
      return ok({ place: store.read(({ patients }) => patients.placeOfZip(account, zip)) });
    },
    "patients.get": ({ id }, { accountId: account }) => {
      const found = store.read(({ patients }) => patients.get(account, id));
      return found === null ? patientNotHere : ok(found);
    },
    "patients.cards": ({ id }, { accountId: account }) => {
      const kept = store.read((records) =>
        records.patients.get(account, id) === null ? null : listCardsOfPerson(records, account, id),
      );
      if (kept === null) return patientNotHere;
      const cards = dedupeCards(kept).map(({ card, usedAt }) => ({
        card,
        expired: isExpiredCard(card, today()),
        usedAt,
      }));
      return ok({ cards });
    },
    "patients.similar": (likeness, { accountId: account }) => {
      const wanted = { accountId: account, ...likeness };
      return store.read(({ patients, imports }) =>
        ok({ patients: [...patients.similar(wanted)], waiting: waitingRows(imports, wanted) }),
      );
    },
  };
}
