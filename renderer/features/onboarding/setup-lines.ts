import type { ManagedField } from "../../../shared/policy/policy.ts";
import { cleanLine, shownAtMost } from "../../../shared/text/clean-text.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import type { TargetOf } from "../../lib/navigation.ts";
import { zoneAllYear } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";

/** One thing to set up, as the settings have it. */
export type SetupLine = {
  readonly title: string;
  readonly text: string;
  /** On the button that leads to its setting. */
  readonly open: string;
  /** Where it is set. */
  readonly target: TargetOf<"settings">;
  /** What the organization sets is nobody's to set up here. */
  readonly setAs?: ManagedField;
  readonly isDone: boolean;
};

/** Where the visit types are set. */
const toServices = { screen: "settings", section: "services" } as const;

/** Where the visit types of a desk without any are set up; null: there are some, or the organization sets them. */
export const findServicesToDo = (lines: readonly SetupLine[]): SetupLine["target"] | null =>
  lines.find(({ target, isDone }) => target === toServices && !isDone)?.target ?? null;

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
      target: { screen: "settings", section: "clinic", field: "timeZone" },
      setAs: "timeZone",
      isDone: true,
    },
    {
      title: say.services.title,
      text: say.services.text({ count }),
      open: say.services.open({ count }),
      // To the ways in which a list comes, not to the field for an ID: nobody has to know those by heart.
      target: toServices,
      setAs: "services",
      isDone: count > 0,
    },
    {
      title: say.card.title,
      text: say.card.text({ is: cardIs }),
      open: say.card.open({ is: cardIs }),
      target: { screen: "settings", section: "card", field: "publishableKey" },
      isDone: hasCard,
    },
    {
      title: say.phone.title,
      text: say.phone.text({ is: phoneIs, phone }),
      open: say.phone.open({ is: phoneIs }),
      target: { screen: "settings", section: "clinic", field: "servicePhone" },
      isDone: phone !== "",
    },
  ];
  return lines.filter(({ setAs }) => setAs === undefined || !sets.includes(setAs));
}

export const countDone = (lines: readonly SetupLine[]): number => lines.filter(({ isDone }) => isDone).length;
