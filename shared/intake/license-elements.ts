/** The data elements of a card by their three letters: `DCS` is the family name. */
export type Elements = ReadonlyMap<string, string>;

const day = /^(?:\d{8}|\d\d[-/.]\d\d[-/.]\d{4}|\d{4}[-/.]\d\d[-/.]\d\d)$/;
/** What the value of an element looks like, where the standard fixes it: only asked where nothing parts the elements. */
const shapes: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries("DBA DBB DBD DBE DDB DDC DDH DDI DDJ".split(" ").map((code) => [code, day])),
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
const knownFirst = /D(?:A[A-Z]|B[A-S])/;
const knownSince = /D(?:A[CDGHIJKQUWXYZ]|B[A-DGJLNS]|C[A-U]|D[A-L])/;

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
    // "ROSALINDA" before a middle name.
    const isOfName = /[NL]DADAD/.test(body.slice(at - 1, at + 5));
    if (known.test(code) && !isOfName) found.push({ code, at });
  }
  return found;
}

/** How many steps are taken at most: a real card takes a few hundred. */
const stepsAtMost = 20_000;

/** Every card since version 2 has these: they weigh more than one that may be there. */
const everyCard = new Set("DAC DAD DAG DAI DAJ DAK DAQ DBA DBB DBC DBD DCF DCG DCS DDE DDF DDG".split(" "));
const mostWeight = 2;
const weightOf = (code: string): number => (everyCard.has(code) ? mostWeight : 1);

/** A way to cut the beginning of a card: what may still follow stands in `rest`. */
type Way = {
  readonly cuts: readonly Candidate[];
  readonly last: Candidate;
  readonly rest: readonly Candidate[];
  readonly weight: number;
};

/**
 * The elements of a card that came without anything between them. Letters of a name may look like an element ("DACEY"),
 * so of all ways to cut it that fit the standard the one that weighs most is meant; each element stands once.
 */
function cutApart(body: string, version: number): Elements {
  const [first, ...others] = candidatesIn(body, version < 2 ? knownFirst : knownSince);
  let best: readonly Candidate[] = [];
  let bestWeight = 0;
  let steps = 0;
  const go = ({ cuts, last, rest, weight }: Way): void => {
    steps += 1;
    if (steps > stepsAtMost || weight + mostWeight * rest.length <= bestWeight) return;
    const begin = last.at + 3;
    if (weight > bestWeight && fits(last.code, body.slice(begin))) {
      best = cuts;
      bestWeight = weight;
    }
    for (const [place, next] of rest.entries()) {
      const isUsed = cuts.some(({ code }) => code === next.code);
      if (isUsed || next.at < begin || !fits(last.code, body.slice(begin, next.at))) continue;
      go({
        cuts: [...cuts, next],
        last: next,
        rest: rest.slice(place + 1),
        weight: weight + weightOf(next.code),
      });
    }
  };
  if (first?.at === 0) go({ cuts: [first], last: first, rest: others, weight: weightOf(first.code) });
  return new Map(
    best.map(({ code, at }, place) => [code, body.slice(at + 3, best[place + 1]?.at).trim()] as const),
  );
}

/** A subfile of the state's own, such as "ZVZVA01": nothing of ours follows. */
const ownSubfile = /(Z[A-Z])\1[A-Z]/;
const fewestLines = 4;

/** Whether nothing parts its elements: the scanner leaves out what ends the lines. */
export const isJoined = (body: string): boolean => body.split("\n").length < fewestLines;

/** The elements of a subfile, whichever line ends arrived with them; `body` begins with the first element; version 0 and 1 are the oldest. */
export function readElements(body: string, version: number): Elements {
  const lines = body.split("\n");
  const found = new Map<string, string>();
  if (isJoined(body)) {
    for (const line of body.split(ownSubfile)[0]?.split("\n") ?? [])
      for (const [code, value] of cutApart(line, version)) if (!found.has(code)) found.set(code, value);
    return found;
  }
  for (const line of lines) {
    const code = line.slice(0, 3);
    if (/D[A-D][A-Z]/.test(code) && !found.has(code)) found.set(code, line.slice(3).trim());
  }
  return found;
}
