import { getOffsetAt, toWall } from "../../../shared/time/instant.ts";
import { weekdayName, zonedText } from "../../../messages/format.ts";
import type { Language } from "../../../messages/language.ts";
import { words } from "../../../messages/words.ts";

type Zone = {
  /** IANA name */
  readonly id: string;
  /** `Eastern Time` */
  readonly name: string;
};

/** A name takes a millisecond to make, and there are hundreds: each is made when it is asked for, and once. */
const names = new Map<string, string>();
function nameOf(id: string, locale: Language): string {
  const key = `${locale} ${id}`;
  const known =
    names.get(key) ??
    new Intl.DateTimeFormat(locale, { timeZone: id, timeZoneName: "longGeneric" })
      .formatToParts(0)
      .find((part) => part.type === "timeZoneName")?.value ??
    id;
  names.set(key, known);
  return known;
}

/** Every zone that this computer knows. */
export const listZones = (locale: Language): readonly Zone[] =>
  Intl.supportedValuesOf("timeZone").map((id) => ({
    id,
    get name() {
      return nameOf(id, locale);
    },
  }));

const plain = (text: string): string => text.toLowerCase().replaceAll(/[_/]+/g, " ").trim();

/** Zones whose place or name has all the words, those that begin with the text first; at most `limit`. */
export function findZones(zones: readonly Zone[], text: string, limit = 12): readonly Zone[] {
  const wanted = plain(text);
  // Whoever opens Settings looks for no zone: the names of all of them would hold up the screen.
  if (wanted === "") return zones.slice(0, limit);
  const parts = wanted.split(/\s+/);
  const rank = ({ id, name }: Zone): number => {
    const place = plain(id.slice(id.indexOf("/") + 1));
    return place.startsWith(wanted) ? 0 : plain(name).startsWith(wanted) ? 1 : 2;
  };
  return zones
    .filter((zone) => parts.every((part) => plain(`${zone.id} ${zone.name}`).includes(part)))
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, limit);
}

/** "It is now 3:41 PM on Tuesday, Eastern Standard Time"; null when there is no such zone. */
export function formatTimeThere(id: string, now: Date): string | null {
  const offset = getOffsetAt(now.getTime(), id);
  if (offset === null) return null;
  const { date, time } = toWall(now.getTime(), offset);
  return words.settings.timeZone.now({
    time,
    day: weekdayName(new Date(date).getUTCDay()),
    moment: zonedText(now.toISOString(), id),
  });
}
