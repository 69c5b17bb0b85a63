import { withoutCredentials } from "../patient/person-name.ts";
import { asksForName, type Asked } from "./labels.ts";
import { labelledIn, type Labelled } from "./labelled.ts";
import {
  beginsWithOthers,
  isOfPatient,
  isOfRelation,
  isOthersHead,
  isPractice,
  namesOthers,
} from "./others.ts";
import { isEmail, isNameLike } from "./person.ts";
import { isName } from "./pieces.ts";

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
/** Under a practice's name in the first line of all stands how to reach the practice. */
const letterhead: Section = { kind: "named", isFilled: true, isRelation: false };

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
function beginsOwn(line: string, section: Section, found: readonly Labelled[] | null): boolean {
  const { kind, isFilled } = section;
  if (isOfPatient(line) || ownHead.test(line)) return true;
  const isNamed = found?.some(({ asked }) => asksForName(asked)) === true;
  if (kind === "head") return false;
  // A name under a practice is the patient's, unless it is a doctor's.
  const isUnderPractice = section === letterhead && isName(line) && withoutCredentials(line) === line;
  // An unlabelled name behind an empty line.
  return (
    isNamed ||
    isUnderPractice ||
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

/**
 * Tells the lines of a message that are of its sender or receiver, and not the patient's: "To: Front Desk <desk@example.com>", also
 * a "From" that shares no word with the patient's name, and "My phone" where the patient's are "Her name" and "Her DOB".
 */
function mailReader(lines: readonly string[]): (line: string) => boolean {
  const named = lines
    .flatMap((line) => labelledIn(line)?.parts ?? [])
    .flatMap(({ asked, value }) => (asksForName(asked) ? value.toLowerCase().split(/[\s,]+/) : []))
    .filter((word) => word.length > 1);
  const isForOther = lines.some((line) => /^(?:her|his|their) [\p{L} ]{2,30}:/iu.test(line));
  return (line) => {
    const [, head = ""] = /^(from|reply-to|to|cc|bcc|de|para) *:.*@/i.exec(line) ?? [];
    if (/^(?:to|cc|bcc|para)$/i.test(head)) return true;
    if (head !== "") return named.length > 0 && !named.some((word) => line.toLowerCase().includes(word));
    return isForOther && /^my [\p{L} ]{2,30}:/iu.test(line);
  };
}

const subject = /^re *: *(?=\S)(.{1,100})$/i;
const bornLabel = /(?<!\p{L})(?:dob|d\.o\.b|date of birth|birth ?date|fecha de nac)/iu;
const childLabel = /^(?:child|student|minor) *: */i;

/**
 * The patient by another name: a letter's subject with a day of birth in its line or the next ("RE: Jane Doe, DOB 3/5/84"), and the
 * child of the parents who stand beside it where nobody is called the patient.
 */
export function withPatientNamed(lines: readonly string[]): readonly string[] {
  const found = lines.map((line) => labelledIn(line)?.parts ?? []);
  const isNamed = found.flat().some(({ asked }) => asksForName(asked));
  const hasParents = lines.some((line) => /^(?:mother|father|mom|dad|parents?|guardian)\b/i.test(line));
  return lines.map((line, at) => {
    const about = subject.exec(line)?.[1] ?? "";
    const [name = ""] = about.split(/ *(?:[(|;–—]|, *(?=\p{L}+ *:|dob)| - | dob\b)/iu);
    if (isName(name) && (bornLabel.test(about) || bornLabel.test(lines[at + 1] ?? "")))
      return `Patient: ${about}`;
    return hasParents && !isNamed ? line.replace(childLabel, "Patient: ") : line;
  });
}

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
  const isOfMail = mailReader(lines);
  for (const [at, line] of lines.entries()) {
    if (isOfMail(line)) {
      theirs.push(line);
      continue;
    }
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
    const isLetterhead = found === null && mine.length + theirs.length === 0 && isPractice(line);
    const named = isLetterhead ? letterhead : section.kind === "head" ? null : namedBy(line, found);
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
