import type { PatientRecord } from "../shared/patients/patient.ts";

/**
 * Made-up patients, the same for the same seed. Names are as unevenly shared as real ones: of 110,000 surnames the
 * commonest is had by one person in 200, and the first thousand by nearly half.
 */

const commonSurnames =
  "Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts";
const commonFirstNames =
  "Maria James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica Thomas Sarah Charles Karen Christopher Lisa Daniel Nancy Matthew Betty Anthony Sandra Mark Margaret Donald Ashley Steven Kimberly Andrew Emily Paul Donna Joshua Michelle Kenneth Carol Kevin Amanda Brian Melissa George Deborah Jose";
const onsets =
  "b br c ch cl d dr f fl g gr h j k kr l m n p ph qu r s sch sh sk st t th tr v w wh x y z".split(" ");
const vowels = "a e i o u ai ea ie oo ou a e i o".split(" ");
const codas = " l n r s t ck ld ll mp nd ng nn rd rt ss tt x  n r".split(" ");
const accents: Readonly<Record<string, string>> = {
  a: "á",
  c: "ç",
  e: "é",
  i: "í",
  l: "ł",
  n: "ñ",
  o: "ö",
  u: "ü",
};
const particles = ["van", "de la", "von", "Mc", "O'", "St. "];
const domains = ["example.com", "mail.example", "post.example.org", "clinic.example"];

export type Random = {
  /** From 0 up to, not including, 1. */
  readonly fraction: () => number;
  /** A whole number from 0 up to, not including, `below`. */
  readonly below: (below: number) => number;
  readonly oneOf: <T>(list: readonly T[]) => T;
};

/** Numbers that repeat with their seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(fraction() * limit);
  const oneOf = <T>(list: readonly T[]): T => {
    const one = list[below(list.length)];
    if (one === undefined) throw new Error("Nothing to choose from.");
    return one;
  };
  return { fraction, below, oneOf };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function madeUp(random: Random, syllables: number): string {
  const parts = Array.from(
    { length: syllables },
    () => random.oneOf(onsets) + random.oneOf(vowels) + random.oneOf(codas),
  );
  return capital(parts.join(""));
}

/** That many names, each once, the common ones first. */
function names(random: Random, common: string, count: number): readonly string[] {
  const all = new Set(common.split(" "));
  while (all.size < count) all.add(madeUp(random, 1 + random.below(3)));
  return [...all];
}

/** Draws a place in a list so that place n is taken as often as 1 / (n + flat): Zipf and Mandelbrot. */
const unevenly = (random: Random, count: number, flat: number): number =>
  Math.min(count - 1, Math.floor(flat * ((count + flat) / flat) ** random.fraction() - flat));

function withAccent(random: Random, name: string): string {
  const places = name.split("").flatMap((letter, at) => (accents[letter] === undefined ? [] : [at]));
  if (places.length === 0) return name;
  const at = random.oneOf(places);
  return name.slice(0, at) + (accents[name.charAt(at)] ?? "") + name.slice(at + 1);
}

const twoDigits = (number: number): string => String(number).padStart(2, "0");
/** At most six digits. */
const hex = (random: Random, digits: number): string =>
  random
    .below(16 ** digits)
    .toString(16)
    .padStart(digits, "0");

/** UUIDs of version 7, a few milliseconds apart: they grow, as those of the store do. */
function growingId(random: Random, number: number): string {
  const time = (Date.UTC(2026, 0, 1) + number * 3).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(random, 3)}-a${hex(random, 3)}-${hex(random, 6)}${hex(random, 6)}`;
}

export type PeopleOptions = {
  readonly count: number;
  readonly seed?: number;
  readonly accountId?: string;
};

/** Known patients as the store keeps them, oldest first. */
export function* people(options: PeopleOptions): Generator<PatientRecord> {
  const { count, seed = 1, accountId = "bench-account" } = options;
  const random = seeded(seed);
  const surnames = names(random, commonSurnames, 110_000);
  const firstNames = names(random, commonFirstNames, 5_000);
  const surname = (): string => surnames[unevenly(random, surnames.length, 20)] ?? "";
  const firstName = (): string => firstNames[unevenly(random, firstNames.length, 8)] ?? "";
  const written = (name: string, kind: number): string => {
    if (kind < 0.03) return withAccent(random, name);
    if (kind < 0.05) return `${name}-${surname()}`;
    if (kind < 0.065) {
      const particle = random.oneOf(particles);
      return /[a-z]$/.test(particle) && particle !== "Mc" ? `${particle} ${name}` : particle + name;
    }
    return kind < 0.075 ? `${name} ${random.oneOf(["Jr.", "III"])}` : name;
  };
  for (let number = 0; number < count; number += 1) {
    const last = written(surname(), random.fraction());
    const first = random.fraction() < 0.05 ? `${firstName()} ${firstName()}` : firstName();
    const mailbox = `${first}.${last}`.toLowerCase().replace(/[^a-z.]/g, "");
    const birth = new Date(Date.UTC(1925, 0, 1 + random.below(36_500)));
    const phone = `(${200 + random.below(300)}) ${200 + random.below(800)}-${String(random.below(10_000)).padStart(4, "0")}`;
    yield {
      id: growingId(random, number),
      accountId,
      patientId: random.fraction() < 0.95 ? number + 1 : null,
      itemId: null,
      createdAt: new Date(Date.UTC(2026, 0, 1) + number * 3).toISOString(),
      input: {
        firstName: first,
        lastName: last,
        dob: `${birth.getUTCFullYear()}-${twoDigits(birth.getUTCMonth() + 1)}-${twoDigits(birth.getUTCDate())}`,
        address: `${1 + random.below(9_999)} ${surnames[random.below(500)] ?? ""} Street`,
        city: surnames[random.below(2_000)] ?? "",
        state: random.oneOf(["IL", "NY", "CA", "TX", "FL"]),
        zip: String(10_000 + random.below(90_000)),
        email: `${mailbox}${random.below(1_000)}@${random.oneOf(domains)}`,
        ...(random.fraction() < 0.9 ? { phone } : {}),
        gender: random.oneOf(["Female", "Male"] as const),
        ...(random.fraction() < 0.6 ? { externalId: `MRN-${String(number + 100_000)}` } : {}),
      },
    };
  }
}
