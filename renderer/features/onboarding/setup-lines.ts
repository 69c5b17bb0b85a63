import type { ManagedField } from "../../../shared/policy/policy.ts";
import { cleanLine, shownAtMost } from "../../../shared/text/clean-text.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { zoneAllYear } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";

/** One thing to set up, as the settings have it. */
export type SetupLine = {
  readonly title: string;
  readonly text: string;
  /** On the button that leads to its setting. */
  readonly open: string;
  /** Name of its field in Settings. */
  readonly field: string;
  readonly isDone: boolean;
};

/** What the organization sets is nobody's to set up here. */
const setAs: Readonly<Record<string, ManagedField>> = { timeZone: "timeZone", serviceId: "services" };

type Known = Pick<Settings, "timeZone" | "services" | "card" | "servicePhone">;

/** What a new desk needs, in the order in which it matters. A zone there always is: the computer's, until it is changed. */
export function listSetupLines(
  { timeZone, services, card, servicePhone }: Known,
  sets: readonly ManagedField[] = [],
): readonly SetupLine[] {
  const say = words.guide.setup;
  const count = services.length;
  const hasCard = card.publishableKey.trim() !== "" && card.setupIntentUrl.trim() !== "";
  const phone = cleanLine(servicePhone, shownAtMost.word);
  const cardIs = hasCard ? "done" : "open";
  const phoneIs = phone === "" ? "open" : "done";
  const lines: readonly SetupLine[] = [
    {
      title: say.timeZone.title,
      text: say.timeZone.text({ zone: zoneAllYear(timeZone) }),
      open: say.timeZone.open,
      field: "timeZone",
      isDone: true,
    },
    {
      title: say.services.title,
      text: say.services.text({ count }),
      open: say.services.open({ count }),
      field: "serviceId",
      isDone: count > 0,
    },
    {
      title: say.card.title,
      text: say.card.text({ is: cardIs }),
      open: say.card.open({ is: cardIs }),
      field: "publishableKey",
      isDone: hasCard,
    },
    {
      title: say.phone.title,
      text: say.phone.text({ is: phoneIs, phone }),
      open: say.phone.open({ is: phoneIs }),
      field: "servicePhone",
      isDone: phone !== "",
    },
  ];
  return lines.filter(({ field }) => {
    const set = setAs[field];
    return set === undefined || !sets.includes(set);
  });
}

export const countDone = (lines: readonly SetupLine[]): number => lines.filter(({ isDone }) => isDone).length;
