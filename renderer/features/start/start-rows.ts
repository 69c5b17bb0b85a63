import { cleanLine, shownAtMost } from "../../../shared/text/clean-text.ts";
import { computeAge } from "../../../shared/time/date-of-birth.ts";
import { getToday } from "../../../shared/time/zoned-time.ts";
import type { ListedItem } from "../../../shared/outbox/item.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import type { RouteOutput } from "../../../shared/routes.ts";
import { agendaDay, shortDay } from "../../../messages/format.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { describeItem, getItemKind } from "../../lib/item-kinds.ts";
import { formatName } from "../../ui/format.ts";
import { formatMoment, formatVisitTime, readWallTime, withVisits } from "../items/index.ts";

export type StartContext = {
  readonly settings: Settings;
  /** RFC 3339 instant. */
  readonly now: string;
};

/** One line of the start: whose it is, what tells it from others, and where it stands. */
export type StartRow = {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
  readonly meta: string;
};

/** `9:12 AM` of today, else the day. */
function sinceWords(instant: string, { settings: { timeZone }, now }: StartContext): string {
  const today = readWallTime(now, timeZone)?.date ?? "";
  const date = readWallTime(instant, timeZone)?.date ?? "";
  return date === today ? formatMoment(instant, { timeZone, now }) : agendaDay(date, today);
}

export type Recent = RouteOutput<"patients.search">["last"][string] & { readonly patient: PatientRecord };

/** A patient with what two of the same name differ in. */
export function toRecentRow({ patient, at, how }: Recent, context: StartContext): StartRow {
  const { dob, phone } = patient.input;
  const { recent } = words.start;
  const age = computeAge(dob, getToday(context.settings.timeZone, context.now));
  const facts = [
    recent.born({ date: shortDay(dob), age }),
    phone ?? null,
    patient.patientId === null ? null : `#${String(patient.patientId)}`,
  ];
  const when = sinceWords(at, context);
  return {
    id: patient.id,
    name: formatName(patient.input),
    detail: cleanLine(facts.filter((fact) => fact !== null).join(" · ")),
    meta: recent[how]({ when }),
  };
}

/** `Thu Dec 3, 3:00 PM`; what cannot be read as a moment stands as it was typed. */
function visitOf(item: ListedItem, { settings, now }: StartContext): string {
  if (item.kind !== "booking") return "";
  const { date, time, timeZone } = item.form;
  const instant = getItemKind(item).instant(item, { patient: null, settings, now });
  return instant === null
    ? cleanLine(`${date} ${time}`, 2 * shownAtMost.word)
    : formatVisitTime(instant, { timeZone, clinicZone: settings.timeZone, now });
}

function begunWords(item: ListedItem, context: StartContext): string {
  const when = sinceWords(item.createdAt, context);
  const { begun, begunBy } = words.start.drafts;
  return item.by === null ? begun({ when }) : begunBy({ when, name: item.by });
}

function draftRow(item: ListedItem, context: StartContext): StartRow {
  const { drafts } = words.start;
  const meta = words.items.status[item.status === "done" ? "draft" : item.status];
  const patient = ("patient" in item ? item.patient : null) ?? null;
  const { title } = describeItem(item, { patient, settings: context.settings, now: context.now });
  if (item.kind !== "booking")
    return { id: item.id, name: drafts.newPatient({ name: title }), detail: begunWords(item, context), meta };
  const visit = withVisits(visitOf(item, context), item, context.settings);
  const step = words.booking.steps[item.form.step];
  const detail =
    item.problem !== null
      ? cleanLine([visit, said(item.problem.why)].filter((part) => part !== "").join(" · "))
      : visit === ""
        ? drafts.stopped({ visit: begunWords(item, context), step })
        : item.status === "saved-for-later"
          ? drafts.complete({ visit })
          : drafts.stopped({ visit, step });
  return { id: item.id, name: item.form.patient === null ? drafts.unnamed : title, detail, meta };
}

/** Drafts, what is on hold and what was saved for later; those that read alike with when they were begun. */
export function listDraftRows(items: readonly ListedItem[], context: StartContext): readonly StartRow[] {
  const rows = items.map((item) => draftRow(item, context));
  const alike = (a: StartRow, b: StartRow): boolean => a.name === b.name && a.detail === b.detail;
  return rows.map((row, index) => {
    const item = items[index];
    if (item === undefined || rows.filter((other) => alike(other, row)).length === 1) return row;
    const begun = begunWords(item, context);
    return row.detail.includes(begun) ? row : { ...row, detail: `${row.detail} · ${begun}` };
  });
}

/** Somebody to call, with the number to dial and what about. */
export function toCallRow(item: ListedItem, context: StartContext): StartRow {
  const patient = ("patient" in item ? item.patient : null) ?? null;
  const { title, phone } = describeItem(item, { patient, settings: context.settings, now: context.now });
  const number = phone === null || phone.trim() === "" ? words.outbox.noPhone : phone;
  return {
    id: item.id,
    name: title,
    detail: cleanLine(words.start.calls.detail({ phone: number, visit: visitOf(item, context) })),
    meta: words.start.calls.call,
  };
}
