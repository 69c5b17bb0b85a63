import { splitFullName, type PersonTyped } from "../patients/patient-query.ts";
import { isCredential, isSureSplit, isWrittenAsName, hasTwoNames } from "../patients/person-name.ts";
import { readState, listStatesOfZip } from "../patients/contact.ts";
import type { DateContext } from "../time/calendar.ts";
import { computeAge, readDateOfBirth } from "../time/date-of-birth.ts";
import { splitBorn, splitEmail, isAge, findSexBesideAge } from "./apart.ts";
import { putAsked, type AskedValues } from "./asked-values.ts";
import { isLabel, withNumbersApart } from "./labelled.ts";
import { startsWithOthers, isDoctor } from "./others.ts";
import { asDob, asGender, isEmail, isNameLike, isPhone, splitNameFrom, readName } from "./person.ts";
import { isStreet, readPlace, type PostalPlace } from "./place.ts";

/** What stands in a line without a label: by its look it is a name, a date of birth, an address, a way to reach somebody. */

/** How a letter begins and ends: no names. */
export const courtesies =
  /^(?:hi|hello|hey|dear|hola|estimad[oa]s?|buen[oa]s (?:d[ií]as|tardes|noches)|thanks?|thank you|many thanks|best|kind|warm|regards|best regards|kind regards|warm regards|sincerely|cheers|yours|yours truly|respectfully|saludos|saludos cordiales|un saludo|cordialmente|atentamente|gracias|muchas gracias|new patient|patient|referral|sent from my .*)\b[ ,.!]*$/i;
/** A label without its colon, before what it names: no part of a name. */
const labelBeforeDigits =
  /(?<![\p{L}\p{M}])(?:dob|d\.o\.b\.|born(?: on)?|date of birth|nacid[oa](?: el)?|fecha de nacimiento|phone|tel\.?|cell|mobile|ph|tel[eé]fono|cel|m[oó]vil) (?=[\d(+])/giu;
const bornBefore =
  /^(?:dob|d\.o\.b\.|born(?: on)?|date of birth|naci(?:d[oa]|[oó])(?: el)?|fecha de nacimiento) /i;
const bornWithin = /^[^:]{0,60}?(?<!\p{L})(?:dob|d\.o\.b\.|date of birth) +(?=\d)/iu;
/** A letter for the sex between a name and a date: "Jane Roe F 3/5/1984". Behind a comma it may be an initial. */
const sexBeforeDigits = /(?<=\p{L},? +\p{L}+ +)(?:male|female|[mf]) (?=[\d(+]|dob\b)/iu;
const mayBeInitial = (piece: string, sex: string): boolean =>
  sex.trim().length === 1 && piece.slice(0, piece.indexOf(` ${sex}`)).includes(",");
const phoneBefore =
  /^(?:phone|tel|telephone|cell|mobile|home|ph|cb|call ?back|[hcmpt]|casa|tel[eé]fono|cel|celular|m[oó]vil)(?: (?:phone|number|no))?[.:#]{0,2} +(?=[\d(+])/i;
/** Of work a number is taken only where there is a label for it, and no other. */
const atWork = /^(?:work|office|w|o|trabajo)[.:#]? +(?=[\d(+])/i;
/** "217-555-0199 (cell)" */
const phoneBehind =
  /(?<=\d) *[-–([]? *(?:cell|mobile|home|preferred|c|m|h|casa|cel|celular|m[oó]vil)[)\]]?$/i;

/** "(she/her)" */
const pronouns =
  /,? ?(?:\((?:she|he|they|ella|[eé]l)\/[^()]{1,20}\)|(?<![\p{L}/])(?:she|he|they)\/[\p{L}/]{2,20})/giu;
/** "New / Jane Roe / 3/5/1984 / 217 555 0199": what is parted so, and names somebody. */
function withBars(line: string): string {
  for (const sign of [" / ", " - ", " – "]) {
    const parts = line.split(sign);
    const isTold = parts.length > 2 || (parts.length === 2 && parts.some(isAge));
    if (isTold && parts.length < 20 && parts.some(isName)) return parts.join(" | ");
  }
  return line;
}
/** "70M Jane Roe" */
const ageFirst = /^(\d{1,3} ?(?:y\/?o)? ?[mf]),? +(?=\p{L}+,? \p{Lu})/iu;
/** Parts of a line that stand beside each other: "Jane Doe | 217 555 0199". */
export const splitPieces = (line: string): readonly string[] =>
  withBars(line)
    .replace(ageFirst, "$1 | ")
    .replace(pronouns, " |$&| ")
    .split(/[|·•]| [-–] (?=\p{L}[^:|]{1,30}: )|\s\/\s(?=(?:fax|cell|tel|ph|mobile|phone|home|work) )/iu)
    .map((piece) => piece.replace(/^[<\s]+|[>\s,;]+$/g, ""))
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece));

/** "Jane Roe <jane@example.com>", "jane@example.com / 217 555 0199", "H 217 555 0199 / W 217 555 0100" */
function withEmailApart(piece: string): readonly string[] {
  const parts = piece.split(" / ");
  if (parts.length > 1 && parts.some((part) => isEmail(part) || isPhone(part.replace(phoneBefore, ""))))
    return parts;
  if (!/<[^<>\s]*@|mailto:/i.test(piece)) return [piece];
  const { value, others } = splitEmail(piece);
  return [...others.map((name) => name.replace(/^["']+|["']+$/g, "")), value];
}

/** Words of places, firms and forms, which are no part of a person's name. */
const ofNoPerson =
  /(?<!\p{L})(?:while|you|your|were|the|refill|request|sheet|cover|message|urgent|confidential|prescription|orders?|results?|labs?|designer|engineer|analyst|consultant|president|founder|technician|receptionist|administrator|representative|sales|studio|partners|services|solutions|logistics|systems|technologies|team|city|state|zip|name|nombre|apellidos?|member|middle|initial|gender|street|number|plan|policy|payer|provider|signature|employer|occupation|subscriber|insured|guarantor|allergies|medications?|please|thank|hello|clinic|center|centre|hospital|medical|medicine|health(?:care)?|dental|dentistry|pharmacy|laborator(?:y|ies)|llc|inc|corp|ltd|company|associates|group|insurance|aetna|anthem|blue (?:cross|shield)|bluecross|cigna|humana|kaiser|medicare|medicaid|ppo|hmo|epo|plus|open access|university|school|department|dept|office|manager|director|coordinator|assistant|specialist|emergency|contact|information|appointment|patients?|visit|referral|records?|form|date|address|phone|notes|intake|registration|summary|report|history|united states|estados unidos|cl[ií]nica|centro|farmacia|seguro|cita|paciente|informaci[oó]n)(?!\p{L})/iu;
/** "Dear Dr. Wolf": whom a letter greets, not whom it is about. */
const greets = /^(?:hi|hello|hey|dear|hola|estimad[oa]s?|attn|attention|to|from|cc|re)\b/i;

/** "A1C Jane Roe" */
const rank = /^(?:a1c|1sg|[12]lt|po[1-3]) +/i;
/** A name as it stands alone: its words begin with capitals, and none is of a firm or a form. */
export const isName = (text: string): boolean =>
  isNameLike(text.replace(rank, "")) &&
  /^\P{Ll}.*\s\P{Ll}\S*$/u.test(text) &&
  isWrittenAsName(text.split(/\s+/)) &&
  !ofNoPerson.test(text) &&
  !isLabel(text) &&
  !isDoctor(text) &&
  !greets.test(text) &&
  readState(text) === null;
const building =
  /\b(?:house|building|bldg|apartments?|tower|hall|center|centre|clinic|hospital|plaza|suite|floor|care of|attn)\b/i;

/** "Jane Doe, 12 Main St, Springfield, IL 62701": the name is no part of the street. */
function withNameApart(piece: string): readonly string[] {
  const [, name = "", street = ""] = /^([^,\d]+), *(.+)$/.exec(piece) ?? [];
  return isName(name) && !building.test(name) && isStreet(street) ? [name, street] : [piece];
}

/** Whether a part between commas is of its own kind: a date, a sex, an age, a phone, an email address. */
const isTelling = (part: string, context: DateContext): boolean =>
  isEmail(part) ||
  isPhone(part.replace(phoneBefore, "").replace(atWork, "").replace(phoneBehind, "")) ||
  isAge(part) ||
  asGender(part) !== "" ||
  saidBorn(part, context) !== "" ||
  (/\D/.test(part) && asDob(part, context) !== "");

/** More are a list of something else. */
const partsAtMost = 20;

/** "Roe, Jane, F, March 5, 1984": what stands between commas, each of its kind apart, a name and an address as they are. */
function withKindsApart(piece: string, context: DateContext): readonly string[] {
  const parts = piece.split(",").map((part) => part.trim());
  if (parts.length === 1 || parts.length > partsAtMost) return [piece];
  const pieces: string[] = [];
  let isOpen = false;
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? "";
    const pair = `${part}, ${parts[at + 1] ?? ""}`;
    const isPair =
      !isTelling(part, context) && /^\d{4}$/.test(parts[at + 1] ?? "") && isTelling(pair, context);
    if (isPair) at += 1;
    const next = parts[at + 1];
    // "Jane Roe, 44, 217-555-0199"
    const isAgeAlone = at > 0 && /^\d{1,3}$/.test(part) && (next === undefined || isTelling(next, context));
    const isAlone = isPair || isAgeAlone || isTelling(part, context);
    if (isAlone || !isOpen) pieces.push(isPair ? pair : part);
    else pieces[pieces.length - 1] += `, ${part}`;
    isOpen = !isAlone;
  }
  return pieces.filter((each) => each !== "");
}

/** "Jane Roe (female) 3/5/1984": what is of its own kind stands in brackets as between commas. */
const withoutBrackets = (line: string, context: DateContext): string =>
  line.replace(/ *\(([^()]*)\),? */g, (all, inside: string) =>
    isTelling(inside, context) ? `, ${inside}, ` : all,
  );

/** All pieces of a line. */
export const splitAllPieces = (line: string, context: DateContext): readonly string[] =>
  splitPieces(withNumbersApart(withoutBrackets(line, context)))
    .flatMap(withEmailApart)
    .flatMap((piece) => withKindsApart(piece, context))
    .flatMap(withNameApart);

/** "Alan Smith, MD" looks like a city: only behind a street it is one. */
function isCity({ address, city, zip, state }: PostalPlace, before: string): boolean {
  // "ID 44321" is a number, unless that ZIP code is in Idaho and something of an address stands above.
  if (address === "" && city === "")
    return (
      listStatesOfZip(zip).some(({ code }) => code === (readState(state)?.code ?? state)) &&
      (state !== "ID" || isNameLike(before))
    );
  return zip !== "" || address !== "" || !isCredential(state) || isStreet(before);
}

const has = (values: AskedValues, ...fields: readonly string[]): boolean =>
  fields.some((field) => (values[field] ?? "") !== "");

const dateOf = (text: string, context: DateContext): string | null => {
  const read = readDateOfBirth(text, context);
  return read.kind === "read" ? read.date : null;
};

/** A date without a label is a letter's own, unless somebody could be born on it. */
function isBirthDate(text: string, context: DateContext): boolean {
  const date = dateOf(text, context);
  return /\D/.test(text) && date !== null && computeAge(date, context.today) > 0;
}

/** Words of sentences, which are nobody's name: "seen 3/5/84". */
const ofSentences =
  /^(?:the|a|an|is|was|were|has|had|on|in|at|by|for|to|of|with|and|or|my|name|her|his|she|he|we|i|you|please|call(?:ed)?|seen|saw|visit|appointment|appt|follow|up|since|until|before|after|from|about|referred|next|last|new|old|due|es|fue|el|en|con|para|por|su|mi|se|llama|nombre|cita|visita)$/i;

/** "Jane Doe 3/5/84": whom a piece describes as a whole; null where it names nobody, or says more. */
function personIn(piece: string, context: DateContext): (PersonTyped & { readonly gender: string }) | null {
  if (!/\d/.test(piece)) return null;
  const sex = sexBeforeDigits.exec(piece)?.[0] ?? "";
  const text = piece.replace(sexBeforeDigits, "").replace(labelBeforeDigits, "");
  if (text.includes(":") || ofNoPerson.test(text) || isDoctor(text) || greets.test(text)) return null;
  const whole = splitFullName(text, context);
  if (whole === null || whole.firstName === "" || !isSureSplit(whole)) return null;
  const words = text.split(/[\s,]+/).filter((word) => /^\p{L}/u.test(word) && !word.includes("@"));
  if (/[()]/.test(`${whole.firstName}${whole.lastName}`)) return null;
  const isSentence = words.some((word) => ofSentences.test(word) && /^\p{Ll}/u.test(word));
  const isWritten = isWrittenAsName(words) || words.every((word) => word === word.toLowerCase());
  if (isSentence || !isWritten || hasTwoNames(words.join(" "))) return null;
  return { ...whole, gender: mayBeInitial(piece, sex) ? "" : asGender(sex) };
}

/** "Jane Roe 3/5/1984 Aetna W1234567": whom a line begins with, where it says more. */
function leadIn(
  piece: string,
  context: DateContext,
): { readonly [field in "firstName" | "lastName" | "dob"]: string } | null {
  const { name, others } = splitNameFrom(piece, context);
  if (!/^\p{L}/u.test(piece) || !isName(name) || others.length === 0) return null;
  // "Jane Roe #884512 - DOB 3/5/1984"
  const behind =
    others.findLast((other) => bornWithin.test(other))?.replace(bornWithin, "") ?? others[0] ?? "";
  const { value } = splitBorn(behind.replace(bornBefore, ""), context);
  return isBirthDate(value, context) ? { ...readName(name, context), dob: value } : null;
}

/** "Apt 2B": a part of an address that stands in a line of its own. */
export const isUnit = /^(?:(?:bldg|building|apt|apto|apartment|unit|ste|suite|floor|lot)\b|#)/i;
/** Addresses without a house number in front. */
const withoutStreet = /^(?:apt|unit|#|c\/o|urb|cond|res|bldg|building|one|two|three|uss|km|carr)\b/i;
/** A date behind a word for it: "born 3/5/84"; "" for all else. */
function saidBorn(piece: string, context: DateContext): string {
  const date = piece.replace(bornBefore, "");
  if (date === piece) return "";
  const { value } = splitBorn(date, context);
  return asDob(value, context) === "" ? "" : value;
}

/**
 * The day of birth, `YYYY-MM-DD`: that of which a piece says so, else the first of all dates, as a visit is later. Null where there
 * is none.
 */
export function findBirthDate(pieces: readonly string[], context: DateContext): string | null {
  const said = pieces.map((piece) => saidBorn(piece, context)).find((date) => date !== "");
  if (said !== undefined) return dateOf(said, context);
  const dates = pieces.flatMap((piece) => {
    if (isBirthDate(piece, context)) return dateOf(piece, context) ?? [];
    const person = personIn(piece, context) ?? leadIn(piece, context);
    return dateOf(person?.dob ?? "", context) ?? [];
  });
  return dates.toSorted()[0] ?? null;
}

type Putting = {
  readonly piece: string;
  /** The ones that stand before it and behind it. */
  readonly before: string;
  readonly behind: string;
  /** As `findBirthDate` says. */
  readonly born: string | null;
  readonly context: DateContext;
};

/** Fills in what a piece is by its look; false where it is nothing that is missing. */
export function putPiece(values: AskedValues, { piece, before, behind, born, context }: Putting): boolean {
  const add = (found: AskedValues): boolean => {
    if (has(values, ...Object.keys(found)) || Object.values(found).every((value) => value === ""))
      return false;
    Object.assign(values, found);
    return true;
  };
  // "e. jane@example.com", "a. 12 Oak St"
  const lettered = piece.replace(/^[ae][.:] +(?=\d|\S+@)/i, "");
  if (lettered !== piece) return putPiece(values, { piece: lettered, before, behind, born, context });
  if (isEmail(piece)) return add({ email: piece });
  const phone = piece.replace(phoneBefore, "").replace(phoneBehind, "");
  if (isPhone(phone)) return add({ phone });
  const said = saidBorn(piece, context);
  if (said !== "") {
    const behindDate = piece
      .replace(bornBefore, "")
      .slice(said.length)
      .replace(/^[\s,;/–—-]+/, "");
    const isAdded = add({ dob: said });
    add({ gender: findSexBesideAge(behindDate) || asGender(behindDate) });
    return isAdded && behindDate === "";
  }
  if (isBirthDate(piece, context)) return dateOf(piece, context) === born && add({ dob: piece });
  if (asGender(piece) !== "" && (piece.length > 1 || before !== "")) return add({ gender: asGender(piece) });
  // An age is in no field: it stays in view, with the sex that stood beside it.
  const sex = findSexBesideAge(piece);
  if (sex !== "" || isAge(piece)) {
    add({ gender: sex });
    return false;
  }
  const place = readPlace(piece);
  const isHome =
    place === null ||
    place.address === "" ||
    isStreet(place.address) ||
    withoutStreet.test(place.address) ||
    building.test(place.address.split(",")[0] ?? "");
  if (place !== null && isHome && isCity(place, before)) {
    const { address, ...others } = place;
    if (has(values, "city", "zip") && !isMissingCity(values, place)) return false;
    if (!has(values, "address")) values["address"] = address;
    return has(values, "city") ? fillIn(values, others) : add(others);
  }
  if (!isHome) return false;
  if (isStreet(piece)) return add({ address: piece });
  if (isUnit.test(piece) && has(values, "address"))
    return putAsked(values, { asked: "address2", label: "", value: piece, isTheirs: false }, context);
  // A city above the line of its state: no name.
  if (isNameLike(piece) && isStreet(before) && readPlace(behind)?.city === "" && !has(values, "city"))
    return add({ city: piece });
  if (has(values, "firstName", "lastName") || startsWithOthers(piece) || /\bfax\b/i.test(piece)) return false;
  if (isName(piece) && !courtesies.test(piece)) return add({ ...readName(piece, context) });
  const whole = personIn(piece, context) ?? leadIn(piece, context);
  if (whole === null) return false;
  const day = dateOf(whole.dob, context);
  const found = day === born ? whole : { ...whole, dob: "" };
  for (const [field, value] of Object.entries(found)) if (!has(values, field)) values[field] = value;
  // With another date than the day of birth it is shown, and with a letter of which nobody knows what it says.
  const isKnown = "gender" in whole && !mayBeInitial(piece, sexBeforeDigits.exec(piece)?.[0] ?? "");
  return isKnown && (day === null || day === dateOf(values["dob"] ?? "", context));
}

/** "IL 62701" below its city. */
const isMissingCity = (values: AskedValues, { address, city }: PostalPlace): boolean =>
  address === "" && city === "" && !has(values, "state", "zip");

function fillIn(values: AskedValues, found: AskedValues): boolean {
  for (const [field, value] of Object.entries(found)) if (!has(values, field)) values[field] = value;
  return true;
}
