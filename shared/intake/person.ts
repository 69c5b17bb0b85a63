import { checkPhone } from "../patients/contact.ts";
import { readPatientText } from "../patients/patient-query.ts";
import {
  capitalizeName,
  isSureSplit,
  isWrittenAsName,
  hasTwoNames,
  splitName,
  stripCredentials,
  type PersonName,
} from "../patients/person-name.ts";
import { normalizeText, type DateContext } from "../time/calendar.ts";
import { readDateOfBirth } from "../time/date-of-birth.ts";

const title =
  /^(?:(?:mr|mrs|ms|miss|mx|dra?|sr|sra|srta|doña|prof|rev|fr|sgt|ssgt|ssg|sfc|msgt|tsgt|smsgt|sgm|csm|1sg|spc|cpl|lcpl|gysgt|pvt|pfc|a1c|capt|cpt|cdr|ens|ltjg|[12]lt|ltc?)\.?|(?:col|maj|gen|hon|lic|ing)\.) +(?=\S)/i;
/** "Roe, Mr. John" */
const titleBehind = /, *(?:mr|mrs|ms|miss|mx|dr)\.? +(?=\S)/i;
/** Written otherwise it is a first name: "Don Smith". */
const don = /^don +(?=\p{Lu})/u;
/** "(she/her)" */
const pronouns = /\([^()]*\/[^()]*\)/g;

/** "Doe, John, Jr.": it belongs to the surname. */
const suffixBehind = /^([^,]+),([^,]+), *((?:jr|sr|ii|iii|iv)\.?)$/i;
/** "Doe, John Jr." */
const suffixAtEnd = /^([^,]+), *([^,]+?) +((?:jr|sr|ii|iii|iv)\.?)$/i;
/** "Jane Roe (née Doe)", "Jane Roe, formerly Doe" */
const formerly =
  /(?<![ ,(])[ ,(]{1,9}(?:n[ée]e|was|formerly|f\/?k\/?a|a\/?k\/?a)[.:]? +\p{L}[^()]{0,80}\)?$/iu;

const ofNobody = /(?<!\p{L})(?:unknown|unidentified|desconocid[oa]|estate of|sucesi[oó]n de)(?!\p{L})/iu;
const nobody: PersonName = { firstName: "", lastName: "" };

/**
 * A whole name as first and last name: "Jane Doe", "Doe, Jane", "Dr. Jane Doe", "Jane Doe, RN". Nobody's where it is two people's,
 * and where nobody can say which word is the surname ("DOE JANE Q").
 */
export function readName(text: string, context: DateContext): PersonName {
  if (hasTwoNames(text) || ofNobody.test(text)) return nobody;
  const untitled = text
    .replace(pronouns, " ")
    .trim()
    .replace(title, "")
    .replace(title, "")
    .replace(titleBehind, ", ");
  const own = stripCredentials(untitled.replace(don, ""));
  const ordered = own
    .replace(suffixBehind, "$1 $3,$2")
    .replace(suffixAtEnd, "$1 $3, $2")
    .replace(/["()]/g, " ");
  const { words, surnameWords } = readPatientText(ordered, context);
  const name = splitName(capitalizeName(words.join(" ")).split(" "), surnameWords);
  return surnameWords !== null || isSureSplit(name) ? name : nobody;
}

/** What a name may be followed by: a number, a label without its colon, or the next sentence. */
const behindName =
  /[\d@#]|(?<![\p{L}\p{M}])(?![js]r\.)\p{L}{1,12}(?:#|(?<=\p{L}{3})\. ?(?=\d)| no\.? ?(?=[\p{L}-]{0,4}\d))|\((?=[^()]*\d)|(?<![\p{L}\p{M}.])(?:dob|d\.o\.b|born|birth|nacid[oa]|fdn|age|phone|ph|tel|cell|mobile|home|work|fax|email|mrn|ssn|tel[eé]fono|cel|m[oó]vil|c\/o)(?![\p{L}\p{M}'’])|[;•|]|(?<=\p{L}{5})\. +(?=\p{Lu})/iu;
/** "Jane Roe MBI 1EG4-TE5": letters that say what the number behind them is. */
const codeBehind = /(?<=\p{L}{2} \p{L}{2,30} )\p{Lu}{2,5} (?=\d{1,9}\p{Lu}|\p{Lu}{1,4}\d)/u;
/** "Elizabeth (Liz)", 'William "Bill" Tate', "Jane Roe, goes by Janie": what somebody is called is no part of the name. */
const calledSo =
  /\([^()]*\)|\[[^[\]]*\]|["“][^"“”]*["”]|(?<=\s)['‘][\p{L} ]{2,20}['’](?=\s|$)|(?<=[\s,])(?:goes by|prefers|aka|a\.k\.a\.|preferred name)[: ].*$/giu;

/** "Lorna Vick called about a refill": where small words begin behind a name in capitals. */
function saidBehind(text: string): number {
  const [, name = ""] = /^((?:[^\s(]\S* ){2,5}?)(?=\p{Ll}{3,}(?![\p{L}'’-]))/u.exec(text) ?? [];
  const word = /^\p{L}+/u.exec(text.slice(name.length))?.[0] ?? "";
  const isName = name !== "" && isWrittenAsName(name.trim().split(" "));
  return isName && !isWrittenAsName([word]) ? name.length : text.length;
}

/** "Jane Roe, needs an interpreter", "Jane Roe - NO SHOW": where words that are no name begin behind the comma or hyphen. */
function remarkBehind(text: string): number {
  const [own = ""] = text.split(/ [-–] /);
  if (own !== text && own.includes(" ") && isWrittenAsName(own.split(/,? /))) return own.length;
  const [, name = "", remark = ""] = /^(\S+ [^,]*),(.*)$/.exec(text) ?? [];
  const isRemark =
    /\p{L} +\p{Ll}{3}|^ *\p{Ll}{3}\S* \S/u.test(remark) && !isWrittenAsName(remark.trim().split(/ +/));
  return isRemark && isWrittenAsName(name.split(" ")) ? name.length : text.length;
}

/** What stands where a name is expected, as the name, and what else stands there: "Jane Doe DOB 3/5/84", "Jane Doe - 217 555 0199". */
export function splitNameFrom(
  text: string,
  context: DateContext,
): { readonly name: string; readonly others: readonly string[] } {
  const others: string[] = [];
  const put = (part: string): string => {
    const other = part.replace(/^[\s,;/–—-]+|[\s,;/–—-]+$/g, "");
    if (other !== "") others.push(other);
    return " ";
  };
  // "PO2 Jane Roe": a rank in the Navy.
  const own = text
    .replace(/ +/g, " ")
    .trim()
    .replace(/^\p{L}{1,4}\d{1,3} +(?=\p{L})/u, put)
    .trim();
  const end = Math.min(
    behindName.exec(own)?.index ?? own.length,
    codeBehind.exec(own)?.index ?? own.length,
    saidBehind(own),
    remarkBehind(own),
  );
  // "3/5/1984 Jane Roe"
  if (own.slice(0, end).trim() === "") {
    const { words, dob, number } = readPatientText(own, context);
    const isOwn = (word: string): boolean => /\p{L}/u.test(word) && !/[\d@]/.test(word);
    for (const part of [dob?.typed, number?.typed, ...words.filter((word) => !isOwn(word))]) put(part ?? "");
    return { name: words.filter(isOwn).join(" "), others };
  }
  for (const part of own.slice(end).split(/\s+(?=\S+@)/)) put(part);
  const name = own.slice(0, end).replace(formerly, put).replace(calledSo, put);
  return {
    name: name
      .replace(/ +/g, " ")
      .replace(/^[\s\])]+|[\s,;:/[(–—-]+$/g, "")
      .trim(),
    others,
  };
}

/** Spreadsheets and databases write a day as its first moment; another time of the day is somebody's to look at. */
const withoutMidnight = (text: string): string =>
  text.replace(
    /(?<=\d)(?:T|,? +)(?:0{1,2}:00(?::00)?(?:\.0{1,9})?(?: ?a\.? ?m\.?)?|12:00(?::00(?:[.:]0{1,9})?)? ?a\.? ?m\.?)(?: ?(?:Z|UTC|[+-]\d\d(?::?\d\d)?))?$/i,
    "",
  );

const longestDate = 100;

/** A date as the form takes it: `YYYY-MM-DD` where it begins so, else as written; "" where it is none. */
export function asDob(text: string, context: DateContext): string {
  if (text.length > longestDate) return "";
  const written = withoutMidnight(text.trim());
  const iso = /^(\d{4})-?(\d{2})-?(\d{2})(?=$|T|\d{4})/.exec(written);
  const isDate = (date: string): boolean => readDateOfBirth(date, context).kind === "read";
  // Of eight digits the year may also stand last.
  const dates = iso === null ? [written] : [`${iso[1]}-${iso[2]}-${iso[3]}`, written];
  return dates.find(isDate) ?? "";
}

const genderWords: ReadonlyMap<string, string> = new Map([
  ..."m male man masculino hombre varon masc".split(" ").map((word) => [word, "Male"] as const),
  ..."f female woman femenino mujer femenina fem".split(" ").map((word) => [word, "Female"] as const),
]);

/** One of the form's choices; "" for all else, which the person then chooses. */
export const asGender = (text: string): string => genderWords.get(normalizeText(text)) ?? "";

/** Spanish calls a man H and a woman M: a letter alone is read by the label beside it. */
export const asGenderOf = (text: string, isSpanish: boolean): string => {
  const letter = text.trim().toUpperCase();
  if (!isSpanish || letter.length !== 1) return asGender(text);
  return letter === "H" ? "Male" : letter === "F" ? "Female" : "";
};

export const isEmail = (text: string): boolean =>
  /^[^\s@<>"(),;:]+@[^\s@<>"(),;:]+\.[^\s@<>"(),;:.]+$/.test(text);

/** Of ten digits or more, with the punctuation of a phone number alone. */
export const isPhone = (text: string): boolean =>
  /^\+?[\d\s().\-/\u2010-\u2015]{10,25}(?:(?:x|ext\.?)\s*\d{1,6})?$/i.test(text) && checkPhone(text) === null;

/** Letters, and no more words than a name has. */
export const isNameLike = (line: string): boolean =>
  /^[\p{L}\p{M}][\p{L}\p{M}.,'’\- ]{0,79}$/u.test(line) && line.split(/\s+/).length <= 5;
