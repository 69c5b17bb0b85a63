import { asksForName, type Asked } from "./labels.ts";
import { labelledIn, type Labelled } from "./labelled.ts";
import { beginsWithOthers, isOfPatient, isOfRelation, isOthersHead, namesOthers } from "./others.ts";
import { isEmail, isNameLike } from "./person.ts";

/** Which lines of a text are the patient's own, and which stand in somebody else's section. */

/**
 * `head`: under a heading such as "Emergency contact"; `loose`: behind the empty line that may have ended it; `named`: behind a line
 * that says who it is, such as "Guarantor: John Roe", of whom the next lines may say more.
 */
type Section = {
  readonly kind: "own" | "head" | "loose" | "named";
  readonly isFilled: boolean;
  readonly isRelation: boolean;
};
const own: Section = { kind: "own", isFilled: false, isRelation: false };

const ways: ReadonlySet<Asked | null> = new Set<Asked | null>([
  "phone",
  "email",
  "address",
  "address2",
  "city",
  "state",
  "zip",
  "place",
]);
const ownHead =
  /^(?:demographics|personal (?:information|info|details)|about you|datos personales|informaci[oó]n personal)\s*:?$/i;

/** Every other line is empty, as pages copy them: an empty line then ends nothing. */
function isSpaced(lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line !== "").length;
  return filled > 2 && lines.every((line, at) => line === "" || (lines[at + 1] ?? "") === "");
}

/** A phone number, an email address or a date stands there. */
const holdsWay = (text: string): boolean =>
  /\d{3}\D{0,2}\d{4}|\d[-/.]\d{1,2}[-/.]\d/.test(text) || text.split(/[\s|<>]+/).some(isEmail);

/** Whether the patient's own begin again with that line. */
function beginsOwn(line: string, { kind, isFilled }: Section, found: readonly Labelled[] | null): boolean {
  if (isOfPatient(line) || ownHead.test(line)) return true;
  const isNamed = found?.some(({ asked }) => asksForName(asked)) === true;
  if (kind === "head") return false;
  // An unlabelled name behind an empty line.
  return (
    isNamed ||
    (kind === "loose" && isFilled && found === null && isNameLike(line) && /\p{L} +\p{L}/u.test(line))
  );
}

/** Whether a line behind one that names somebody else may be theirs: how to reach them, and of a relation all but names. */
const mayBeTheirs = ({ kind, isRelation }: Section, found: readonly Labelled[] | null): boolean =>
  kind !== "named" ||
  found === null ||
  found.some(({ asked }) => (isRelation ? asked !== null : ways.has(asked) && asked !== "email"));

/** The section that a line begins which says who somebody else is; null for all other lines. */
function namedBy(line: string, found: readonly Labelled[] | null): Section | null {
  const last = found?.at(-1);
  if (found === null ? !beginsWithOthers(line) : last === undefined || !isNaming(found)) return null;
  // Who is reached there already is not said more of.
  return holdsWay(line) ? own : { kind: "named", isFilled: true, isRelation: isOfRelation(line) };
}

const isNaming = (found: readonly Labelled[]): boolean =>
  found.some(({ label, value, isTheirs }) => isTheirs && value !== "" && namesOthers(label));

/** Parts the lines of a text. Empty ones are of neither. */
export function apart(lines: readonly string[]): {
  readonly own: readonly string[];
  readonly theirs: readonly string[];
} {
  const mine: string[] = [];
  const theirs: string[] = [];
  const spaced = isSpaced(lines);
  let section = own;
  let emptyBefore = 0;
  let isAnswer = false;
  for (const [at, line] of lines.entries()) {
    if (isAnswer) {
      isAnswer = false;
      continue;
    }
    if (line === "") {
      emptyBefore += 1;
      if (spaced && emptyBefore < 2) continue;
      if (section.kind === "head" && section.isFilled) section = { ...section, kind: "loose" };
      else if (section.kind === "named") section = own;
      continue;
    }
    emptyBefore = 0;
    const found = labelledIn(line)?.parts ?? null;
    if (section.kind !== "own" && beginsOwn(line, section, found)) section = own;
    if (isOthersHead(line)) {
      const next = lines[at + 1] ?? "";
      isAnswer = line.endsWith(":") && next !== "" && labelledIn(next) === null;
      section = { kind: isAnswer ? "named" : "head", isFilled: isAnswer, isRelation: isOfRelation(line) };
      theirs.push(isAnswer ? `${line} ${next}` : line);
      continue;
    }
    const named = section.kind === "head" ? null : namedBy(line, found);
    if (named !== null) {
      section = named;
      (found === null ? theirs : mine).push(line);
      continue;
    }
    // Where what is theirs is said to be, the rest is not.
    if (section.kind === "named" && found?.some((part) => part.isTheirs) === true) section = own;
    const isTheirs = section.kind !== "own" && mayBeTheirs(section, found);
    (isTheirs ? theirs : mine).push(line);
    if (isTheirs) section = { ...section, isFilled: true };
  }
  return { own: mine, theirs };
}
