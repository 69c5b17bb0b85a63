import type { HubLine } from "../../../shared/clinic/clinic.ts";
import { cleanLine } from "../../../shared/text/clean-text.ts";
import { saidOrNull } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import type { Membership } from "../../lib/clinic.ts";

type Line = Pick<Membership, "line" | "heardAt" | "reason">;

type HubWords = {
  /** On a badge: `Away`. */
  readonly word: string;
  readonly tone: "success" | "info" | "warning" | "danger";
  /** What it means. */
  readonly text: string;
  /** Why it is so, as far as is known. */
  readonly why: string | null;
  /** What a person can do; null where nothing is to be done. */
  readonly help: string | null;
};

const tones = {
  up: "success",
  reading: "info",
  away: "warning",
  stopped: "danger",
} as const satisfies Record<HubLine, HubWords["tone"]>;

const whyOf = ({ reason }: Line): string | null => {
  const why = saidOrNull(reason);
  return why === null ? null : cleanLine(why);
};

/** That sharing has stopped, and why where it is known; null where it has not. */
export const describeStopped = (member: Line): { readonly why: string | null } | null =>
  member.line === "stopped" ? { why: whyOf(member) } : null;

/** Why nobody can say whether another desk has a booking. */
export const explainUnsure = ({ line }: Line): string =>
  words.clinic.withoutHub[line === "stopped" ? "stopped" : "why"];

/** It answers nothing at all; else the reason says what hinders it. */
const isSilent = ({ reason }: Line): boolean => reason === null || reason.id === "failures.clinic.away";

/** Nobody can settle these and go on: the desk has to leave, and their own words say so. */
const ends: ReadonlySet<string> = new Set(
  (["removed", "other-account", "copy", "no-keys"] as const).map((why) => `failures.clinic.stopped.${why}`),
);

/** How this desk stands with the hub, for who looks after it. `when`: a moment as this screen shows moments. */
export function describeHub(member: Line, when: (instant: string) => string): HubWords {
  const { hub } = words.clinic;
  const { line, heardAt } = member;
  const heard = heardAt === null ? null : when(heardAt);
  const own = { word: hub.word[line], tone: tones[line], why: whyOf(member) };
  switch (line) {
    case "up":
      return { ...own, text: heard === null ? hub.upNow : hub.up({ when: heard }), help: null };
    case "reading":
      return { ...own, text: hub.reading, help: null };
    case "away": {
      const since = heard === null ? hub.awayYet : hub.away({ when: heard });
      return { ...own, text: isSilent(member) ? since : hub.hindered, help: hub.awayDo };
    }
    case "stopped":
      return member.reason !== null && ends.has(member.reason.id)
        ? { ...own, text: hub.ended, help: null }
        : { ...own, text: hub.stopped, help: hub.stoppedDo };
  }
}

/** What the hub's absence means, for who books; null while there is nothing to say. `time`: of a moment, in few words. */
export function describeHubAbsence(
  member: Line,
  time: (instant: string) => string,
): { readonly word: string; readonly tone: "warning" | "danger"; readonly text: string } | null {
  const { header } = words.clinic;
  switch (member.line) {
    case "up":
    case "reading":
      return null;
    case "away": {
      const since = member.heardAt === null ? header.awayYet : header.away({ time: time(member.heardAt) });
      const text = isSilent(member) ? since : header.awayWhy({ why: whyOf(member) ?? "" });
      return { word: header.word.away, tone: "warning", text };
    }
    case "stopped": {
      const why = whyOf(member);
      const text = why === null ? header.stoppedPlain : header.stopped({ why });
      return { word: header.word.stopped, tone: "danger", text };
    }
  }
}

/** What was done here and the hub does not have: it waits only while sharing goes on. */
export const formatUnshared = ({ line, toShare }: Pick<Membership, "line" | "toShare">): string =>
  words.clinic.hub[line === "stopped" ? "unsharedStopped" : "toShare"]({ count: toShare });
