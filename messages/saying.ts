import type { SayingValues } from "./compiled/words.d.ts";
import type { Saying, SayingValue } from "./saying-type.ts";
import { words } from "./words.ts";

export type SayingId = keyof SayingValues;
export type { Saying, SayingValue };

type ValuesOf<Id extends SayingId> = [SayingValues[Id]] extends [null] ? [] : [SayingValues[Id]];

/** `say("failures.notReached")`, `say("time.noMonth", { month: 13 })`. */
export const say = <Id extends SayingId>(
  id: Id,
  ...[values]: ValuesOf<Id>
): Saying & { readonly id: Id } => ({
  id,
  values: values ?? {},
});

/** A text from outside, such as the service's own sentence, that is shown as it is. */
export const verbatim = (text: string): Saying => say("common.verbatim", { text });

const isSaying = (value: SayingValue): value is Saying => typeof value === "object" && "id" in value;

function worded(value: SayingValue): unknown {
  if (isSaying(value)) return said(value);
  return typeof value === "object" ? value.map(worded) : value;
}

/** Finds by path, among own members only. */
function message(id: string): unknown {
  return id.split(".").reduce<unknown>(
    (node, key) =>
      typeof node === "object" && node !== null && Object.hasOwn(node, key)
        ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- looked at just above
          (node as Readonly<Record<string, unknown>>)[key]
        : undefined,
    words,
  );
}

/** Whether a text is the id of a message without values. */
export const isSayingId = (id: string): boolean => typeof message(id) === "string";

/** Whether two say the same: each is made anew, so that they are never the same object. */
export const isSameSaying = (one: Saying | null, other: Saying | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Whether a saying is that part, or was made with it: a value, another saying, however deep. */
export const isMadeWith = (whole: SayingValue, part: SayingValue): boolean => {
  if (JSON.stringify(whole) === JSON.stringify(part)) return true;
  if (typeof whole !== "object") return false;
  return Object.values(isSaying(whole) ? whole.values : whole).some((value) => isMadeWith(value, part));
};

/** One sentence after another, each whole in itself. */
export const sentences = (first: Saying, second: Saying): Saying =>
  say("common.sentences", { first, second });

/**
 * The words of a saying. One that another version of the app kept may be unknown here, or take other values: that is
 * said.
 */
export function said({ id, values }: Saying): string {
  const found = message(id);
  if (typeof found === "string") return found;
  if (typeof found !== "function") return words.common.unknownSaying({ id });
  const given = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, worded(value)]));
  try {
    return String(found(given));
  } catch {
    return words.common.unknownSaying({ id });
  }
}

/** The words of a saying, where there is one. */
export const saidOrNull = (saying: Saying | null | undefined): string | null =>
  saying === null || saying === undefined ? null : said(saying);

/** Each of several sayings, by the same name. */
export const saidEach = (sayings: Readonly<Record<string, Saying>>): Record<string, string> =>
  Object.fromEntries(Object.entries(sayings).map(([name, saying]) => [name, said(saying)]));
