import { cleanLine, shownAtMost } from "../../../shared/text/clean-text.ts";
import { getLastTriedAt } from "../../../shared/outbox/attempts.ts";
import type { ListedBooking } from "../../../shared/outbox/item.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { day } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { getItemKind, formatServiceOf } from "../../lib/item-kinds.ts";
import { formatClockMoment, formatName } from "../../ui/format.ts";
import { formatVisitTime, readWallTime } from "../items/index.ts";

export type AskInput = {
  readonly item: ListedBooking;
  /** Null: nobody known on this computer. */
  readonly patient: PatientRecord | null;
  /** They could not be read: whether they are known here is not known. */
  readonly isUnread?: boolean;
  readonly settings: Settings;
  /** RFC 3339 instant. */
  readonly now: string;
};

export type OutboxQuestion = {
  /** What to have at hand on the phone, a fact a row. */
  readonly facts: readonly { readonly label: string; readonly value: string; readonly isMain: boolean }[];
  /** What to say; null where the booking's time cannot be read. */
  readonly question: string | null;
  /** The facts as lines, for the clipboard. */
  readonly text: string;
};

function serviceFact({ item, settings }: AskInput): string {
  const name = formatServiceOf(item, settings.services) ?? words.outbox.ask.notKnown;
  const known = settings.services.find(({ id }) => String(id) === item.form.service.trim());
  const minutes = known?.minutes ?? null;
  return minutes === null ? name : words.outbox.ask.minutes({ service: name, minutes });
}

/** What to ask the service about a booking that may or may not have been made. */
export function askAbout(input: AskInput): OutboxQuestion {
  const { item, patient, isUnread = false, settings, now } = input;
  const { ask, summary } = words.outbox;
  const { timeZone } = item.form;
  const typed = item.form.patient?.kind === "number" ? item.form.patient.text.trim() : null;
  const number = patient?.patientId ?? typed;
  const id = number === null || number === "" ? null : cleanLine(String(number), shownAtMost.word);
  const name = patient === null ? null : formatName(patient.input);
  const instant = getItemKind(item).instant(item, { patient: null, settings, now });
  const wall = instant === null ? null : readWallTime(instant, timeZone);
  const sent = getLastTriedAt(item);
  const unknown = isUnread ? ask.notRead : ask.notKnown;
  const dob = patient === null ? unknown : day(patient.input.dob);
  const rows = [
    { label: ask.name, value: name ?? unknown, isMain: true },
    { label: ask.dob, value: dob, isMain: false },
    { label: ask.number, value: id === null ? unknown : ask.patientNumber({ id }), isMain: false },
    {
      label: ask.time,
      value:
        instant === null
          ? `${item.form.date} ${item.form.time}`
          : // With the zone, whatever the clinic's: it is said to somebody elsewhere.
            formatVisitTime(instant, { timeZone, clinicZone: "", now }),
      isMain: true,
    },
    { label: ask.service, value: serviceFact(input), isMain: false },
    {
      label: ask.sent,
      value: sent === null ? null : formatClockMoment(sent, settings.timeZone),
      isMain: false,
    },
  ];
  const facts = rows.map((row) => ({ ...row, value: cleanLine(row.value ?? ask.notKnown) }));
  const who = name ?? (id === null ? summary.patient : summary.patientNumber({ id }));
  return {
    facts,
    question: wall === null ? null : ask.question({ name: who, date: wall.date, time: wall.time }),
    text: facts.map(({ label, value }) => ask.line({ label, value })).join("\n"),
  };
}
