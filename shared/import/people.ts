import { withPlainLetters } from "../text/letters.ts";
import { stripCredentials } from "../patients/person-name.ts";

/** "John & Jane", "Roe; Doe", and two lines in one cell. */
const signs = /[&;\r\n]|\s\+\s/;
/** "Jim/Carol" in a column of first names or surnames; in brackets pronouns stand so. */
const slash = /^[^()]*\p{L}\.? *\/ *\p{L}/u;
/** "Jim, Carol" in a column of first names: too long for an initial or "Jr." */
const comma = /, *(?!iii$|junior$|senior$)\p{L}{3,}$/iu;
const words = /\S\s+(?:and|or|und|plus)\s+\S/i;
/** "María y Juan", "Ana e Inés"; a capital may be an initial, "Jane Y Roe", where no two names follow. */
const spanish = /\S\s+y\s+\S|\S\s+Y\s+\S+\s+\S|\S\s+e\s+[Hh]?[IÍií]/;
/** "Roe Family", "Familia Pérez", "Drs. Roe" */
const household = /\s(?:family|household)\.?$|^(?:la )?familia\s|^(?:drs|sres|messrs)\.?\s/i;

/** "Jane Roe, John Roe": the same surname ends both. */
function isTwice(text: string): boolean {
  const parts = text.split(",").map((part) => part.trim().split(/\s+/));
  const [one, other] = parts;
  const surname = one?.at(-1)?.toLowerCase();
  return (
    parts.length === 2 && one?.length !== 1 && other?.length !== 1 && surname === other?.at(-1)?.toLowerCase()
  );
}

/** Where a name may stand for two people: as a whole, or by its own column. */
export type NamePart = "name" | "firstName" | "lastName";

/** Whether what stands there may be more than one person: who it is, a person says. */
export function isSeveral(text: string, part: NamePart): boolean {
  if (signs.test(text) || words.test(text)) return true;
  if (part !== "name" && slash.test(text)) return true;
  // "Ortega y Gasset" is one surname.
  if (part === "lastName") return false;
  if (part === "firstName")
    return /\S\s+y\s+\S/i.test(text) || spanish.test(text) || comma.test(stripCredentials(text));
  return spanish.test(text) || household.test(text) || isTwice(text);
}

/**
 * A key of somebody as other letters would write it: `żółć|łukasz` and `zolc|lukasz`, `muller` and `mueller` are alike.
 * `key` has neither accents nor capitals.
 */
export const toAlikeKey = (key: string): string => withPlainLetters(key).replace(/([aou])e/g, "$1");
