import { splitName } from "../patients/person-name.ts";
import type { DateContext } from "../time/calendar.ts";
import { splitBorn, splitEmail, splitGender, splitPhone, findTickedChoice, type Apart } from "./apart.ts";
import { putAsked, withFirstNames, type AskedValues } from "./asked-values.ts";
import { createIntake, splitLines, type Intake } from "./intake.ts";
import { isLabel, splitLabelled, type LabelledValue } from "./labelled.ts";
import {
  matchLabel,
  isNameLabel,
  isOfNoField,
  isSpanishGender,
  splitLabels,
  type AskedField,
} from "./labels.ts";
import { layOutText } from "./layout.ts";
import { hasOthersDetails, isOthers, isOthersLabel, hasRelation } from "./others.ts";
import { asDob, asGender, isEmail, isPhone, splitNameFrom } from "./person.ts";
import {
  findBirthDate,
  courtesies,
  isName,
  isUnit,
  splitAllPieces,
  splitPieces,
  putPiece,
} from "./pieces.ts";
import { isStreet, readPlace } from "./place.ts";
import { readSentences } from "./sentences.ts";
import { splitSections, withPatientNamed } from "./sections.ts";

/** Lines that people write: labels with values ("DOB: 3/5/84"), the lines of a letter, what stands under an email. */

const looks: Partial<Record<AskedField, (text: string) => boolean>> = {
  name: (text) => isName(text),
  phone: (text) => isPhone(splitPhone(text).value),
  email: isEmail,
  address: (text) => isStreet(text) || readPlace(text) !== null,
  zip: (text) => /^\d{5}(?:-\d{4})?$/.test(text),
  gender: (text) => asGender(text) !== "",
};

/** A word alone in its line that is a label, and stands in none with others. */
const isBareLabel = (line: string): boolean =>
  !/[:=]/.test(line) && (matchLabel(line) !== null || isOfNoField(line) || isOthers(line));
const labelsAtLeast = 2;

/**
 * The value of a label that stands alone is in the next line: behind a colon, and in a form that was copied, where labels and values
 * take turns ("First Name" / "Jane" / "Last Name" / "Roe").
 */
function withNextLine(lines: readonly string[]): readonly string[] {
  const bare = lines.map(isBareLabel);
  const takesTurns = bare.filter(Boolean).length >= labelsAtLeast;
  const isValue = (at: number): boolean =>
    at < lines.length && bare[at] !== true && splitLabelled(lines[at] ?? "") === null;
  /** A row of labels above a row of values is a table on its side: nobody knows which is whose. */
  const isOpenBare = (at: number): boolean =>
    takesTurns && bare[at] === true && (bare[at - 1] !== true || !isValue(at + 2));
  const joined: string[] = [];
  /** "Member name" / "JANE ROE": what stands below looks like it. */
  const isAnswered = (at: number): boolean => {
    if (bare[at] !== true) return false;
    const [label, value] = [lines[at] ?? "", lines[at + 1] ?? ""];
    const asked = matchLabel(label);
    return asked === null ? isOthersLabel(label) && isName(value) : looks[asked]?.(value) === true;
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const isOpen = line.endsWith(":") && isLabel(line);
    if (isValue(at + 1) && (isOpen || isOpenBare(at) || isAnswered(at))) {
      joined.push(`${line}${isOpen ? "" : ":"} ${lines[at + 1] ?? ""}`);
      at += 1;
    } else joined.push(line);
  }
  return joined;
}

/** The value of a label, and what else stands in it. */
function valueOf({ asked, label }: LabelledValue, value: string, context: DateContext): Apart {
  if (isNameLabel(asked)) {
    const { name, others } = splitNameFrom(value, context);
    return { value: name, others };
  }
  if (asked === "dob") return splitBorn(value, context);
  if (asked === "address" || asked === "place") {
    const [, own = value, beside] = /^([^()]{6,}?) *\(([^()]{1,60})\)$/.exec(value) ?? [];
    if (beside !== undefined) return { value: own, others: [beside] };
    // "12 Oak St, Peoria, IL 61602. Thanks!"
    const [, whole = value, behind] = /^([^.]{6,}\d{5}(?:-\d{4})?)[.;!] +(\D.*)$/.exec(value) ?? [];
    return { value: whole, others: behind === undefined ? [] : [behind] };
  }
  if (asked === "phone") return splitPhone(value);
  if (asked === "email") return splitEmail(value);
  if (asked === "gender") {
    const ticked = findTickedChoice(value);
    if (ticked !== null) return { value: ticked, others: [] };
    if (!isSpanishGender(label)) return splitGender(value);
  }
  return { value, others: [] };
}

/** "Age/Sex: 42/F", "DOB/Sex: 3/5/1984 F": a part for each of its labels, by the look of what stands there. */
function partedBy(part: LabelledValue, context: DateContext): readonly LabelledValue[] {
  const labels = part.isTheirs || part.asked !== null ? [] : splitLabels(part.label);
  if (labels.length === 0) return [part];
  const asks = labels.map(matchLabel);
  if (asks.some(isNameLabel)) return [{ ...part, asked: "name" }];
  const tokens = part.value.split(/[\s,|]+|(?<!\d)\/|\/(?!\d)/).filter((token) => token !== "");
  const gender = asks.includes("gender") ? tokens.find((token) => asGender(token) !== "") : undefined;
  const others = tokens.filter((token) => token !== gender);
  const born = asks.includes("dob")
    ? others.find((token) => /\D/.test(token) && asDob(token, context) !== "")
    : undefined;
  const left = others.filter((token) => token !== born).join(" ");
  return [
    ...(gender === undefined ? [] : [{ ...part, asked: "gender" as const, value: gender }]),
    ...(born === undefined ? [] : [{ ...part, asked: "dob" as const, value: born }]),
    ...(left === "" ? [] : [{ ...part, value: left }]),
  ];
}

/** "217-555-0199; daughter Liz 217-555-0100": somebody's own number behind the first. */
const otherPhone = /(?<=\d{4} ?)[;,] *\p{L}[^;,\d]{0,40}\(?\d{3}\)?[-. ]?\d{3}[-. ]\d{4}/gu;
/** Nobody knows where a name ends before a label that is not known, and whose number it is beside "mother". */
const isUnsure = (asked: AskedField | null, value: string): boolean =>
  (isNameLabel(asked) && /^[^\d(@#:]*:/.test(value)) ||
  (asked === "phone" && (hasOthersDetails(value.replace(otherPhone, "")) || value.includes(":")));
/** "Nombre y apellidos: Rosaura Treviño Cantú": whether there is a second first name or a second surname, nobody knows. */
const isOfSurnames = (label: string, name: string): boolean =>
  /\bapellidos\b/i.test(label) && !name.includes(",") && splitName(name.split(" ")).firstName.includes(" ");

/** A page about one patient. What stands behind it is not read, and that is said. */
const textAtMost = 16_000;
const linesAtMost = 400;

/** "Adjuster: Kim Fox 217 555 0199": what it is, a label says that is not known. */
const anyLabel = /^\p{L}[^:]{0,40}: +\S/u;
const unknownLabel = /^(?!from:|de:)\p{L}[^:]{0,40}: +\S/iu;
/** "Home: 217-555-0199 (do not call)" */
const unused =
  /^(?!.*\d{3}\D?\d{4})(?:do not|don't|disconnected|no longer|old|wrong|not in service|no usar|no llamar)\b/i;
/** Words of sentences. */
const ofSentence =
  /(?<!\p{L})(?:my|our|is|are|was|needs?|please|would|wants?|i|i'm|for|calling|called|mi|es|para|necesita|quiere)(?!\p{L})/iu;
/** Who stands in it may be anyone. */
const ofSubject = /^(?:subject|asunto)$/i;
const labelWords = 4;
/** Labels of a name that are no beginning of something else, such as "Patient Care Team". */
const ofName = /name|nombre/i;
/** "Address 12 Oak St", "Email jane@example.com": a label without its colon, before what looks like what it asks for. */
function withColon(line: string): string {
  if (/[:=]/.test(line)) return line;
  const words = line.split(" ");
  for (let count = Math.min(labelWords, words.length - 1); count > 0; count -= 1) {
    const [label, value] = [words.slice(0, count).join(" "), words.slice(count).join(" ")];
    const asked = matchLabel(label);
    if (asked === null || (asked === "name" && !ofName.test(label))) continue;
    if (/^[\p{L}\d(+]/u.test(value) && looks[asked]?.(value) === true) return `${label}: ${value}`;
  }
  return line;
}

/** Reads lines; null where nothing in them belongs into the form. */
export function readIntakeText(text: string, context: DateContext): Intake | null {
  const { lines: laid, aside } = layOutText(text.slice(0, textAtMost), linesAtMost + 1);
  const lines = splitLines(laid.join("\n"), "all");
  const { own, theirs } = splitSections(withPatientNamed(lines.slice(0, linesAtMost)));
  const labelled: LabelledValue[] = [];
  const free: string[] = [];
  const rest: string[] = [];
  for (const line of withNextLine(own)) {
    const found = splitLabelled(withColon(line));
    if (found === null) {
      (unknownLabel.test(line) ? rest : free).push(line);
      continue;
    }
    // "Adjuster: Kim Fox   Cell: 217 555 0199": whose cell it is, the first label says.
    const isOfUnknown = anyLabel.test(found.before) && !found.parts.some(({ asked }) => isNameLabel(asked));
    (isOfUnknown ? rest : free).push(found.before);
    for (const each of found.parts.flatMap((one) => partedBy(one, context))) {
      const part = isOfUnknown ? { ...each, asked: null } : each;
      const [first = "", ...others] = ofSubject.test(part.label) ? [part.value] : splitPieces(part.value);
      // "Bldg C, Apt 12" above its street
      if (part.asked === "address" && isUnit.test(first) && !isStreet(first)) free.push(first);
      else if (
        part.isTheirs ||
        isUnsure(part.asked, first) ||
        (part.asked === "name" && isOfSurnames(part.label, first))
      )
        labelled.push({ ...part, asked: null });
      else {
        const { value, others: beside } = valueOf(part, first, context);
        labelled.push({
          ...part,
          value,
          asked: beside.some((each) => unused.test(each)) ? null : part.asked,
        });
        // Who an address or a number is called by may be somebody else.
        (part.asked === "email" || part.asked === "phone" ? rest : free).push(...beside);
        free.push(...others);
      }
    }
  }
  const values: AskedValues = {};
  const unplaced = withFirstNames(labelled)
    .filter((each) => each.value !== "" && !putAsked(values, each, context))
    .map(({ label, value }) => `${label}: ${value}`);
  // "My wife Joyce Roe (DOB 6/1/1952) needs a visit": whose what is, a person reads.
  const isTold = (line: string): boolean => ofSentence.test(line) && hasRelation(line);
  // And where no label names the patient, whose name and number stand below.
  const isNamed = labelled.some(({ asked, value }) => isNameLabel(asked) && value !== "");
  const isOpen = !isNamed && free.some(isTold);
  const told = free.filter((line) => isOpen || isTold(line));
  const parted = free
    .filter((line) => !isOpen && !isTold(line))
    .map((line) => ({ line, pieces: splitAllPieces(line, context) }));
  const all = parted.flatMap(({ pieces }) => pieces);
  const born = findBirthDate(all, context);
  let at = 0;
  const left: string[] = [...told];
  for (const { line, pieces } of parted) {
    const unread = pieces.filter((piece) => {
      const [before = "", behind = ""] = [all[at - 1], all[at + 1]];
      at += 1;
      return !putPiece(values, { piece, before, behind, born, context });
    });
    if (unread.length > 0) left.push(unread.length === pieces.length ? line : unread.join(" · "));
  }
  const said = readSentences([...left, ...rest], lines, context);
  const isSame = (field: string): boolean => (values[field] ?? "") === "" || values[field] === said[field];
  // Who writes may be another than whom the labels name.
  if (said["lastName"] === undefined || (isSame("firstName") && isSame("lastName")))
    for (const [field, value] of Object.entries(said))
      if ((values[field] ?? "") === "") values[field] = value;
  const shown = [...unplaced, ...rest, ...left, ...theirs, ...aside].filter((line) => !courtesies.test(line));
  const isMore = text.length > textAtMost || lines.length > linesAtMost;
  const read = createIntake({ format: "text", values, rest: shown, odd: isMore ? ["more"] : [] });
  return Object.keys(read.values).length === 0 ? null : read;
}
