import { matchLineLabel, isOfNoField, splitLabels, type AskedField } from "./labels.ts";
import { hasOthersDetails, isOfPatient, isOthers } from "./others.ts";

export type LabelledValue = {
  /** Null: it is in no field of the form, or it is not the patient's own of today. */
  readonly asked: AskedField | null;
  readonly label: string;
  readonly value: string;
  /** Of somebody else, or of another time. */
  readonly isTheirs: boolean;
};

export const isLabel = (label: string): boolean =>
  matchLineLabel(label) !== null || isOfNoField(label) || splitLabels(label).length > 0 || isOthers(label);

const wordsOfLabel = 7;
/** What may stand between one value and the next label. */
function trimmed(text: string): string {
  const value = text.replace(/^[\s,;|·•–—-]+|[\s,;|·•–—(*-]+$/g, "");
  const quoted = /^["“]([^"“”]*)["”]$/.exec(value)?.[1];
  if (quoted !== undefined) return quoted.trim();
  // "Jane Doe (DOB: 3/5/84)": its own bracket is in the value before.
  return value.includes("(") ? value : value.replace(/[\s)]+$/, "");
}

type Found = Omit<LabelledValue, "value"> & { readonly from: number; readonly to: number };

/** Words that say no more of a label than that it is the patient's. */
const ownWord =
  /^(?:legal|full|best|preferred|primary|main|current|present|new|home|my|your|her|his|their|own|personal|permanent|residential|mailing|local|physical|patient|pt|client|de|la|el|su|mi|tu|the|and|or|y|-|\/)(?:['’]?s)?$/i;
/**
 * "Landlord" before "Phone:": a word that is not known, at the line's beginning or behind a bar. Whose it is, it says.
 */
function unknownBefore(text: string, at: number): string {
  const [, word = ""] = /(?:^|[|;·•])\s*(\p{L}[\p{L}'’.-]+)\s+$/u.exec(text.slice(0, at)) ?? [];
  return ownWord.test(word) ? "" : word;
}

/** The label that ends there, as the longest run of words that is one. */
function labelBefore(
  text: string,
  isFirst: boolean,
): (Pick<Found, "label" | "asked" | "isTheirs"> & { readonly at: number }) | null {
  const starts = [...text.matchAll(/[^\s,;|·•()*]+/g)].map(({ index }) => index).slice(-wordsOfLabel);
  for (const at of starts) {
    const label = text.slice(at).trim();
    if (!isLabel(label)) continue;
    const word = isFirst || /[|;·•]/.test(text) ? unknownBefore(text, at) : "";
    if (word !== "" && !isOthers(label))
      return { label: `${word} ${label}`, asked: null, isTheirs: false, at: text.lastIndexOf(word, at) };
    return { label, asked: matchLineLabel(label), isTheirs: isOthers(label), at };
  }
  return null;
}

/** "MRN 00123456", "Acct# 7": a number by which others know the patient, told without a colon. It ends with its number. */
const idBefore =
  /(?<![\p{L}\p{M}\d])(mrn|medical record(?: number| no\.?)?|chart(?: number| no\.?)?|acc(?:oun)?t(?: number| no\.?)?|ssn|(?:member|patient|insurance) id|policy(?: number| no\.?)?|group(?: number| no\.?)?|npi|(?:medicaid|medicare)(?: id| number| no\.?)?)(?: ?[#:]){0,2} ?((?:[a-z]{1,4}-?)?\d[^\s,;|]*(?: \d{1,19}(?![^\s,;|])){0,6})/giu;

/** "Chart 55231", "#123": a number alone, with no word or with one of what is in no field. */
const numberAlone = /^(?:(\p{L}[\p{L} ]{0,30}?)(?: no)?[ .#:]*|# ?)(?:[a-z]{1,4}-?)?\d[\w-]*$/iu;
/** "Jane Roe (Chart 55231) 3/5/1984": in brackets such a number parts what stands before and behind it. */
export const withNumbersApart = (line: string): string =>
  line.replace(/[[(]([^\][()]{1,60})[\])]/g, (all, inside: string) => {
    const [number, label = ""] = numberAlone.exec(inside.trim()) ?? [];
    return number !== undefined && (label === "" || isOfNoField(label)) ? ` | ${number} | ` : all;
  });

/** "Pt: Jane Roe DOB 3/5/1984" */
const bornBefore = /(?<=\p{L}: .*[^\p{L}:(])(dob|d\.o\.b\.?|date of birth|birth ?date) (?=\d{1,4}[-/. ])/giu;
/** "Patient: [Acct 00921] Roe, Jane": what stands in brackets before the value is none of it. */
const numberFirst = /: *[[(]([^\][()]{0,40}\d[^\][()]{0,40})[\])] *(?=\p{L})(.*)$/u;

/**
 * A line of labels and values, "DOB: 3/5/84   Phone: 217 555 0199", and what stands before the first; null where it begins
 * with no label that is known.
 */
export function splitLabelled(
  line: string,
): { readonly parts: readonly LabelledValue[]; readonly before: string } | null {
  const parted = withNumbersApart(line.replaceAll("\uFF1A", ":").replace(numberFirst, ": $2 | $1"))
    .replace(bornBefore, "$1: ")
    .replace(idBefore, " | $1: $2 | ");
  const dash = /\s(?:[-–—=→]|[-=]>)\s+(?=\S)/.exec(parted);
  const text = dash !== null && isLabel(parted.slice(0, dash.index)) ? parted.replace(dash[0], ": ") : parted;
  const found: Found[] = [];
  let begin = 0;
  for (const { index } of text.matchAll(/[:=]/g)) {
    const label = labelBefore(text.slice(begin, index), begin === 0);
    if (label !== null) found.push({ ...label, from: begin + label.at, to: index + 1 });
    begin = index + 1;
  }
  const [first] = found;
  if (first === undefined) return null;
  return {
    before: trimmed(text.slice(0, first.from)),
    parts: withTheirs(
      found.map(({ label, asked, isTheirs, to }, at) => ({
        asked,
        label,
        isTheirs,
        value: trimmed(text.slice(to, found[at + 1]?.from ?? text.length)),
      })),
    ),
  };
}

/** "Subscriber: John Doe DOB: 1/1/1950": what follows in the line is theirs too, up to the patient. */
function withTheirs(parts: readonly LabelledValue[]): readonly LabelledValue[] {
  let isTheirs = false;
  return parts.map((part) => {
    if (isOfPatient(part.label)) isTheirs = false;
    else if (part.isTheirs && hasOthersDetails(part.label)) isTheirs = true;
    return isTheirs ? { ...part, asked: null, isTheirs } : part;
  });
}
