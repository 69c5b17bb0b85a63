export type Zone = {
  /** IANA name */
  readonly id: string;
  /** `Eastern Time` */
  readonly name: string;
};

const nameOf = (id: string): string =>
  new Intl.DateTimeFormat("en-US", { timeZone: id, timeZoneName: "longGeneric" })
    .formatToParts(0)
    .find((part) => part.type === "timeZoneName")?.value ?? id;

/** Every zone that this computer knows. Slow (some tens of ms): read once. */
export const allZones = (): readonly Zone[] =>
  Intl.supportedValuesOf("timeZone").map((id) => ({ id, name: nameOf(id) }));

const plain = (text: string): string => text.toLowerCase().replaceAll(/[_/]+/g, " ").trim();

/** Zones whose place or name has all the words, those that begin with the text first; at most `limit`. */
export function findZones(zones: readonly Zone[], text: string, limit = 12): readonly Zone[] {
  const wanted = plain(text);
  const words = wanted.split(/\s+/);
  const rank = ({ id, name }: Zone): number => {
    const place = plain(id.slice(id.indexOf("/") + 1));
    return place.startsWith(wanted) ? 0 : plain(name).startsWith(wanted) ? 1 : 2;
  };
  return zones
    .filter((zone) => words.every((word) => plain(`${zone.id} ${zone.name}`).includes(word)))
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, limit);
}

/** "3:41 PM on Tuesday, Eastern Standard Time"; null when there is no such zone. */
export function timeThere(id: string, now: Date): string | null {
  try {
    const clock = new Intl.DateTimeFormat("en-US", { timeZone: id, hour: "numeric", minute: "2-digit" });
    const day = new Intl.DateTimeFormat("en-US", { timeZone: id, weekday: "long" });
    const name = new Intl.DateTimeFormat("en-US", { timeZone: id, timeZoneName: "long" })
      .formatToParts(now)
      .find((part) => part.type === "timeZoneName");
    return `${clock.format(now)} on ${day.format(now)}, ${name?.value ?? id}`;
  } catch {
    return null;
  }
}
