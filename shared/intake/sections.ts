import { stripCredentials } from "../patients/person-name.ts";
import { matchLabel, isNameLabel, isOfNoField, type AskedField } from "./labels.ts";
import { splitLabelled, type LabelledValue } from "./labelled.ts";
import {
  isOtherName,
  createMailReader,
  collectNamesIn,
  collectNameWords,
  findSignature,
  splitQuoted,
  splitNameWords,
} from "./mail.ts";
import {
  startsWithOthers,
  isOfPatient,
  isOfRelation,
  isOthersHead,
  isPractice,
  isOthersLabel,
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
  /** Of the practice in the first line of all. */
  readonly isPractice?: boolean;
};
const own: Section = { kind: "own", isFilled: false, isRelation: false };
/** Under a practice's name in the first line of all stands how to reach the practice. */
const letterhead: Section = { kind: "named", isFilled: true, isRelation: false, isPractice: true };

const ways: ReadonlySet<AskedField | null> = new Set<AskedField | null>([
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
  /^(?:demographics|client(?: (?:information|info|details))?|personal (?:information|info|details)|about you|datos (?:personales|del (?:paciente|cliente))|informaci[oó]n personal)\s*:?$/i;

/** Every other line is empty, as pages copy them: an empty line then ends nothing. */
function isSpaced(lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line !== "").length;
  return filled > 2 && lines.every((line, at) => line === "" || (lines[at + 1] ?? "") === "");
}

/** A phone number or an email address stands there. */
const holdsWay = (text: string): boolean =>
  /\d{3}\D{0,2}\d{4}/.test(text) || text.split(/[\s|<>]+/).some(isEmail);

const holdsDate = (text: string): boolean => /\d[-/.]\d{1,2}[-/.]\d/.test(text);

/** Whether the patient's own begin again with that line. */
function beginsOwn(line: string, section: Section, found: readonly LabelledValue[] | null): boolean {
  const { kind, isFilled } = section;
  if (isOfPatient(line) || ownHead.test(line)) return true;
  const isNamed = found?.some(({ asked }) => isNameLabel(asked)) === true;
  if (kind === "head") return false;
  // A name under a practice is the patient's, unless it is a doctor's.
  const isUnderPractice =
    section.isPractice === true &&
    (matchLabel(line) !== null || (isName(line) && stripCredentials(line) === line));
  // An unlabelled name behind an empty line.
  return (
    isNamed ||
    isUnderPractice ||
    (kind === "loose" && isFilled && found === null && isNameLike(line) && /\p{L} +\p{L}/u.test(line))
  );
}

/** Whether a line behind one that names somebody else may be theirs: how to reach them, and of a relation all but names. */
const mayBeTheirs = ({ kind, isRelation }: Section, found: readonly LabelledValue[] | null): boolean =>
  kind !== "named" ||
  found === null ||
  found.some(({ asked }) => (isRelation ? asked !== null : ways.has(asked) && asked !== "email"));

/** The section that a line begins which says who somebody else is; null for all other lines. */
function namedBy(line: string, found: readonly LabelledValue[] | null): Section | null {
  const last = found?.at(-1);
  if (found === null ? !startsWithOthers(line) : last === undefined || !isNaming(found)) return null;
  // Who is reached there already is not said more of; a number such as an NPI reaches nobody.
  const isReached =
    found === null
      ? holdsWay(line) || holdsDate(line)
      : found.some(({ label, value }) => !isOfNoField(label) && holdsWay(value));
  return isReached ? own : { kind: "named", isFilled: true, isRelation: isOfRelation(line) };
}

/** "Guarantor: Self" */
const oneself = /^(?:self|same|patient|none|n\/?a|mism[oa]|paciente)\b/i;
const isNaming = (found: readonly LabelledValue[]): boolean =>
  found.some(
    ({ label, value, isTheirs }) => isTheirs && value !== "" && !oneself.test(value) && isOthersLabel(label),
  );

/** Over labels it stands for who sent the patient; alone it may ask how they heard of the practice. */
const referrerHead = /^(?:referred by|referral source|referring (?:agency|party)) *:?$/i;
const anyLabel = /^\p{L}[^:]{0,40}: *\S/u;
const isFax = (label: string): boolean => /^fax\b/i.test(label);

const subject = /^re *: *(?=\S)(.{1,100})$/i;
const bornLabel = /(?<!\p{L})(?:dob|d\.o\.b|date of birth|birth ?date|fecha de nac)/iu;
/** "Relationship to subscriber: Self": the member of an insurance is the patient. */
const isSelf =
  /(?<!\p{L})(?:relation(?:ship)?(?: to [\p{L} ]{1,20})?|subscriber|suscriptora?) *: *self(?!\p{L})/iu;
const memberLabel = /(?<!\p{L})member(?: name)?(?= *:)/iu;
const childLabel = /^(?:child|student|minor) *: */i;
const parentHead = /^(?:mother|father|mom|dad|parents?|guardian)\b/i;
const childHead = /^(?:child|student|minor)(?:'s)?(?: information| info| data)? *:?$/i;

/**
 * The patient by another name: a letter's subject with a day of birth in its line or the next ("RE: Jane Doe, DOB 3/5/84"), the
 * child of the parents who stand beside it where nobody is called the patient, and a member who is said to be the subscriber.
 */
export function withPatientNamed(lines: readonly string[]): readonly string[] {
  const found = lines.map((line) => splitLabelled(line)?.parts ?? []);
  const isNamed = found.flat().some(({ asked }) => isNameLabel(asked));
  const isParent = ({ label, isTheirs }: LabelledValue): boolean =>
    isTheirs && isOfRelation(label) && !childLabel.test(`${label}:`);
  const hasParents = found.flat().some(isParent) || lines.some((line) => parentHead.test(line));
  const isMember = lines.some((line) => isSelf.test(line));
  return lines.map((line, at) => {
    if (isMember && memberLabel.test(line)) return line.replace(memberLabel, "Patient");
    const about = subject.exec(line)?.[1] ?? "";
    const [name = ""] = about.split(/ *(?:[(|;–—]|, *(?=\p{L}+ *:|dob)| - | dob\b)/iu);
    if (isName(name) && (bornLabel.test(about) || bornLabel.test(lines[at + 1] ?? "")))
      return `Patient: ${about}`;
    if (hasParents && childHead.test(line)) return "Patient";
    return hasParents && !isNamed ? line.replace(childLabel, "Patient: ") : line;
  });
}

/** Whether a line that is no name stands above "Patient: Jane Doe", and no other name: how a practice heads its forms. */
function abovePatient(lines: readonly string[]): (at: number) => boolean {
  const named = lines.findIndex((line) => collectNamesIn([line]).length > 0);
  const isPatients = isOfPatient(lines[named] ?? "");
  return (at) => isPatients && at < named && !isName(lines[at] ?? "") && !isOfPatient(lines[at] ?? "");
}

const numbered =
  /^(?:(?:patient|pt|child|kid|student|person|paciente) ?#? ?(\d)\b|(?:twin|baby|child|kid|patient|gemel[oa]) ?#? ?([a-d\d])(?= ?[:.)]))/i;
/** "1. Jane Roe 217-555-0199" */
const listed =
  /^(?:\d{1,2}[.)]|\d{1,2}:\d\d(?: ?[ap]m)?(?: \|)?) +(\p{Lu}[\p{L}'’-]+,? \p{Lu}[\p{L}'’-]+)[ ,;].*\d[-/. ]\d/iu;
/** Patients by numbers or letters: nobody knows which of them it is about. */
const isOfSeveral = (lines: readonly string[]): boolean =>
  new Set(lines.flatMap((line) => numbered.exec(line)?.slice(1).join("") ?? [])).size > 1 ||
  new Set(lines.flatMap((line) => listed.exec(line)?.[1] ?? [])).size > 1;

/**
 * Tells the lines that name a second person by the same label: "Name: Jane Roe", and below it "Name: Bo Poe". Where a label says that it
 * is the patient's, that is the one.
 */
function secondNames(lines: readonly string[]): (found: readonly LabelledValue[]) => boolean {
  const firsts = new Map<string, readonly string[]>();
  const own = collectNamesIn(lines.filter(isOfPatient));
  if (own.length > 0) firsts.set("name", own);
  return (found) =>
    found.some(({ asked, label, value }) => {
      const words = splitNameWords(value);
      if (!isNameLabel(asked) || words.length === 0 || isOfPatient(label)) return false;
      const before = firsts.get(asked ?? "");
      if (before === undefined) firsts.set(asked ?? "", words);
      const holds = (all: readonly string[], some: readonly string[]): boolean =>
        some.every((word) => all.includes(word));
      return before !== undefined && !holds(before, words) && !holds(words, before);
    });
}

/** Parts the lines of a text. Empty ones are of neither. */
export function splitSections(all: readonly string[]): {
  readonly own: readonly string[];
  readonly theirs: readonly string[];
} {
  const { lines, quoted } = splitQuoted(all);
  if (isOfSeveral(lines)) return { own: [], theirs: all };
  const mine: string[] = [];
  const theirs: string[] = [];
  const spaced = isSpaced(lines);
  let section = own;
  let emptyBefore = 0;
  let isAnswer = false;
  const parts = lines.map((line) => splitLabelled(line)?.parts ?? null);
  const names = collectNameWords(parts.flatMap((found) => found ?? []));
  const isOfMail = createMailReader(lines, names);
  const isAbovePatient = abovePatient(lines);
  const isSecondName = secondNames(lines);
  const signed = findSignature(lines);
  let isSigned = false;
  for (const [at, line] of lines.entries()) {
    isSigned = at === signed || (isSigned && !isOfPatient(line));
    if (isSigned || isOfMail(line)) {
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
      else if (section.kind === "named" && !isAbovePatient(at)) section = own;
      continue;
    }
    const isNewBlock = emptyBefore > 0 && !spaced;
    emptyBefore = 0;
    const found = parts[at] ?? null;
    if (section.kind !== "own" && beginsOwn(line, section, found)) section = own;
    const next = lines[at + 1] ?? "";
    if (isOthersHead(line) || (referrerHead.test(line) && anyLabel.test(next))) {
      isAnswer = line.endsWith(":") && next !== "" && splitLabelled(next) === null;
      section = { kind: isAnswer ? "named" : "head", isFilled: isAnswer, isRelation: isOfRelation(line) };
      theirs.push(isAnswer ? `${line} ${next}` : line);
      continue;
    }
    const isLetterhead =
      found === null && mine.length + theirs.length === 0 && (isPractice(line) || isAbovePatient(at));
    if (section.kind !== "head" && !isLetterhead) {
      const isSecond = found !== null && isSecondName(found);
      if (isSecond || (found === null && isNewBlock && isOtherName(line, names))) {
        section = { kind: "named", isFilled: true, isRelation: true };
        theirs.push(line);
        continue;
      }
    }
    const named = isLetterhead ? letterhead : section.kind === "head" ? null : namedBy(line, found);
    if (named !== null) {
      section = named;
      (found === null ? theirs : mine).push(line);
      continue;
    }
    // Where what is theirs is said to be, the rest is not; their fax is beside their phone.
    if (
      section.kind === "named" &&
      section.isPractice !== true &&
      found?.some((part) => part.isTheirs && !isFax(part.label)) === true
    )
      section = own;
    const isTheirs = section.kind !== "own" && mayBeTheirs(section, found);
    (isTheirs ? theirs : mine).push(line);
    if (isTheirs) section = { ...section, isFilled: true };
  }
  return { own: mine, theirs: [...theirs, ...quoted] };
}
