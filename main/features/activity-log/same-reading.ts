import type { Clock } from "../../platform/ports.ts";

/** Milliseconds in which the same reading is one: what is open is read again with every change. */
const sameFor = 60_000;
/** Beyond that all is forgotten, and the next reading of each is another one. */
const mostSeen = 1_000;
/** Searches that are open at once in a window, and are read again in turn. */
const mostSearches = 8;

type Reading = {
  readonly text: string;
  /** As far as it was typed: who goes back and types another name looks for somebody else. */
  readonly longest: string;
  readonly since: number;
  readonly last: number;
};

/** Whether something that is read is what was read a moment ago. `text`: what is looked for, in memory alone. */
export type SameReading = (what: string, text?: string) => boolean;

/**
 * What is open and read again stays one reading however long that goes on. A search goes on while it is typed, for a minute
 * from where it began; what does not continue it is another one.
 */
export function createReadDeduper(clock: Pick<Clock, "monotonic">): SameReading {
  const seen = new Map<string, readonly Reading[]>();
  return (what, typed = "") => {
    const now = clock.monotonic();
    const text = typed.trim().toLowerCase();
    const goesOn = ({ longest, since }: Reading): boolean =>
      now - since < sameFor && (text.startsWith(longest) || longest.startsWith(text));
    const before = (seen.get(what) ?? []).filter(({ last }) => now - last < sameFor);
    const same = before.find((each) => each.text === text) ?? before.findLast(goesOn);
    const longest = same !== undefined && same.longest.length > text.length ? same.longest : text;
    const reading = { text, longest, since: same?.since ?? now, last: now };
    if (seen.size >= mostSeen) seen.clear();
    seen.set(what, [...before.filter((each) => each !== same), reading].slice(-mostSearches));
    return same !== undefined;
  };
}
