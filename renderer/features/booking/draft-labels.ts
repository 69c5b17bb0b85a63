import { cleanLine, shownAtMost } from "../../../shared/text/clean-text.ts";
import { readDay } from "../../../shared/time/plain-date.ts";
import { readTime } from "../../../shared/time/time-of-day.ts";
import type { ListedBooking } from "../../../shared/outbox/item.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { weekdayBrief } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";
import { withVisits } from "../items/index.ts";
import { formatClockMoment, formatName } from "../../ui/format.ts";

type Context = {
  /** `YYYY-MM-DD` */
  readonly today: string;
  readonly settings: Pick<Settings, "dateOrder" | "timeZone">;
};

/** `Thu Dec 3, 3:00 PM`; what cannot be read stands as it was typed. */
function whenOf({ form }: ListedBooking, { today, settings }: Context): string {
  const day = readDay(form.date, { today, dateOrder: settings.dateOrder });
  const time = readTime(form.time);
  if (day.kind !== "read") return cleanLine(`${form.date} ${form.time}`, 2 * shownAtMost.word);
  const brief = weekdayBrief(day.value, today);
  return time.kind === "read" ? words.booking.readBack.brief({ day: brief, time: time.value.time }) : brief;
}

/** Whose booking it is, when, how far it got, and whether it is a draft or on hold. */
function draftLabel(draft: ListedBooking, context: Context): string {
  const { form, status, patient: known } = draft;
  const when = withVisits(whenOf(draft, context), draft, context.settings);
  return words.booking.drafts.one({
    who: form.patient?.kind ?? "nobody",
    name:
      form.patient?.kind === "number"
        ? cleanLine(form.patient.text, shownAtMost.word)
        : known
          ? formatName(known)
          : "…",
    timed: when === "" ? "no" : "yes",
    when,
    step: words.booking.steps[form.step],
    left: status === "on-hold" ? "held" : "draft",
  });
}

/** One line each; those that read alike are told apart by when they were begun. */
export function labelDrafts(drafts: readonly ListedBooking[], context: Context): readonly string[] {
  const labels = drafts.map((draft) => draftLabel(draft, context));
  return drafts.map(({ createdAt }, index) => {
    const draft = labels[index] ?? "";
    if (labels.filter((label) => label === draft).length === 1) return draft;
    return words.booking.drafts.begun({ draft, at: formatClockMoment(createdAt, context.settings.timeZone) });
  });
}
