/** The data elements of a card by their three letters: `DCS` is the family name. */
export type Elements = ReadonlyMap<string, string>;

/** What the value of an element looks like, where the standard fixes it: only asked where nothing parts the elements. */
const shapes: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries("DBA DBB DBD DBE DDB DDC DDH DDI DDJ".split(" ").map((code) => [code, /^\d{8}$/])),
  ...Object.fromEntries("DDE DDF DDG".split(" ").map((code) => [code, /^[TNU]$/])),
  ...Object.fromEntries("DAJ DAO".split(" ").map((code) => [code, /^[A-Z]{2}$/])),
  ...Object.fromEntries("DAK DAP".split(" ").map((code) => [code, /^[A-Z0-9][A-Z0-9 -]{4,10}$/])),
  DBC: /^[0-9MFX]$/,
  DAY: /^[A-Z]{3}$/,
  DCG: /^[A-Z]{3}$/,
  DAU: /^[\d' "-]{2,4} ?(?:IN|CM)?$/,
  DAW: /^\d{1,3}$/,
  DAX: /^\d{1,3}$/,
  DDA: /^[A-Z]$/,
  DDK: /^\d$/,
  DDL: /^\d$/,
};
/** May be empty on a card. */
const mayBeEmpty = new Set("DAD DAH DAM DAE DAF DCA DCB DCD DCU DCH DCI DCJ DCK DCL DCM".split(" "));
/** Of version 1, and of all since then: fewer are known, fewer names look like one. */
const knownFirst = /^D(?:A[A-Z]|B[A-S])$/;
const knownSince = /^D(?:A[CDGHIJKQUWXYZ]|B[A-DGJLNS]|C[A-U]|D[A-L])$/;

const fits = (code: string, value: string): boolean => {
  const shape = shapes[code];
  if (shape !== undefined) return shape.test(value.trim());
  return value.trim() === "" ? mayBeEmpty.has(code) : value.length <= 60;
};

type Candidate = { readonly code: string; readonly at: number };

/** Where letters that may begin an element stand; they overlap, as in "DADAC". */
function candidatesIn(body: string, known: RegExp): readonly Candidate[] {
  const found: Candidate[] = [];
  for (let at = 0; at + 3 <= body.length; at += 1) {
    const code = body.slice(at, at + 3);
    if (known.test(code)) found.push({ code, at });
  }
  return found;
}

/** How many steps are taken at most: a real card takes a few hundred. */
const stepsAtMost = 20_000;

/** Every card since version 2 has these: they weigh more than one that may be there. */
const everyCard = new Set("DAC DAD DAG DAI DAJ DAK DAQ DBA DBB DBC DBD DCF DCG DCS DDE DDF DDG".split(" "));
const mostWeight = 2;
const weightOf = (code: string): number => (everyCard.has(code) ? mostWeight : 1);

/**
 * The elements of a card that came without anything between them. Letters of a name may look like an element ("DACEY"),
 * so of all ways to cut it that fit the standard the one that weighs most is meant; each element stands once.
 */
function cutApart(body: string, version: number): Elements {
  const candidates = candidatesIn(body, version < 2 ? knownFirst : knownSince);
  let best: readonly number[] = [];
  let bestWeight = 0;
  let steps = 0;
  const go = (chosen: readonly number[], used: ReadonlySet<string>, weight: number): void => {
    steps += 1;
    const last = chosen.at(-1);
    const begin = last === undefined ? undefined : candidates[last];
    if (last === undefined || begin === undefined || steps > stepsAtMost) return;
    if (weight + mostWeight * (candidates.length - last - 1) <= bestWeight) return;
    if (weight > bestWeight && fits(begin.code, body.slice(begin.at + 3))) {
      best = chosen;
      bestWeight = weight;
    }
    for (let next = last + 1; next < candidates.length; next += 1) {
      const { code, at } = candidates[next] ?? begin;
      if (at < begin.at + 3 || used.has(code) || !fits(begin.code, body.slice(begin.at + 3, at))) continue;
      go([...chosen, next], new Set([...used, code]), weight + weightOf(code));
    }
  };
  const first = candidates[0];
  if (first?.at === 0) go([0], new Set([first.code]), weightOf(first.code));
  return new Map(
    best.flatMap((index, place) => {
      const begin = candidates[index];
      if (begin === undefined) return [];
      const end = candidates[best[place + 1] ?? -1]?.at ?? body.length;
      return [[begin.code, body.slice(begin.at + 3, end).trim()] as const];
    }),
  );
}

/** A subfile of the state's own, such as "ZVZVA01": nothing of ours follows. */
const ownSubfile = /(Z[A-Z])\1[A-Z]/;
const fewestLines = 4;

/** Whether nothing parts its elements: the scanner leaves out what ends the lines. */
export const isJoined = (body: string): boolean => body.split("\n").length < fewestLines;

/** The elements of a subfile, whichever line ends arrived with them; `body` begins with the first element; version 0 and 1 are the oldest. */
export function elementsIn(body: string, version: number): Elements {
  const lines = body.split("\n").filter((line) => line !== "");
  if (isJoined(body)) return cutApart(lines.join("").split(ownSubfile)[0] ?? "", version);
  const found = new Map<string, string>();
  for (const line of lines) {
    const code = line.slice(0, 3);
    if (/^D[A-D][A-Z]$/.test(code) && !found.has(code)) found.set(code, line.slice(3).trim());
  }
  return found;
}
