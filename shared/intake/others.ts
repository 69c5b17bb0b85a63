import { normalizeText } from "../time/calendar.ts";
import { matchLabel, isNameLabel, isOfNoField, normalizeLabel } from "./labels.ts";

/** What of a text is somebody else's, or of another time. */

/** Who may stand in a text beside the patient; a relation's DOB may stand there, a firm's does not. */
const relations =
  "guarantor|resp(?:onsible|\\.)? party|person responsible(?: for (?:this |the )?(?:account|bill|payment|charges))?|subscriber|insured|policy ?holder|account ?holder|card ?holder|spouse|husband|wife" +
  "|partner|mother|mom|father|dad|parent|guardian|grand(?:mother|father|parent)|sister|brother|sibling|aunt|uncle|son|daughter|child" +
  "|dtr|dau|grandma|grandpa|grandson|granddaughter|niece|nephew|cousin|fianc[eé]e?|girlfriend|boyfriend|roommate|step[- ]?(?:mother|father|mom|dad|son|daughter)|son-in-law|daughter-in-law|in case of emergency(?: call| notify| contact)?|dependent|dependiente|poa|power of attorney|caller|person calling|called by|informant|llamante|friend|neighbor|caregiver|caretaker|next of kin|nok|kin|landlord|significant other|proxy|health ?care proxy|[dm]?poa|conservator|surrogate|authorized representative|billing contact|bill to|contact name|who to call|contact in emergency|hipaa contact|poc|notify|person to notify|in case of emergency(?: contact| notify)?|ice" +
  "|emer(?:g(?:ency)?)?\\.?(?: contacts?)?|alt(?:ernate)?\\.? contact|secondary contact|contact person|person to contact|adjuster|claims adjuster|attorney|lawyer|case ?(?:manager|worker)|social worker|interpreter" +
  "|madre|mama|padre|papa|tutora?(?: legal)?|conyuge|espos[oa]|pareja|herman[oa]|hij[oa]|abuel[oa]|ti[oa]|familiar|garante|titular(?: de la poliza)?|acudiente|encargad[oa]|apoderad[oa]|asegurad[oa]" +
  "|responsable|persona responsable|cuidadora?|(?:contacto de |en caso de )?emergencias?|abogad[oa]";
/** On the card of an insurance: the patient, or of whom the patient has the insurance. */
const ofCard = "member";
const firms =
  "(?:sent|faxed|completed|prepared|submitted|requested|taken|filled out|reported|scheduled) by|insurance|insurer|payer|carrier|health plan|pharmacy|provider|physician|doctor|pcp|primary care(?: provider| physician| doctor)?" +
  "|referring|attending|nurse|surgeon|specialist|therapist|supervisor|sender|dr\\.?|(?:ref|ordering|referring)\\.? (?:md|dr)\\.?|lab|(?:home health )?agency|clinic|hospital|facility|practice|employer|school|work ?place|seguro|aseguradora|farmacia|medic[oa](?: de cabecera)?|doctora" +
  "|proveedora?|clinica|empleador|escuela";
/** Up to four: what is repeated at most three times V8 writes out in full, and each pattern below then took 40 ms at its first use. */
const ranks =
  "(?:(?:patient'?s?|primary|secondary|tertiary|referring|ordering|requesting|prescribing|treating|servicing|billing|attending|rendering|legal|local|preferred|previous|former|foster|1st|2nd|first|second|other) ){0,4}";
const one = (who: string): string => `${ranks}(?:${who})(?:'?s'?)?`;
/** "Parent/guardian" */
const several = (who: string): string => `${one(who)}(?:(?: ?/ ?| or | and | & | o | y )${one(who)}){0,4}`;
const somebody = several(`${relations}|${ofCard}|${firms}`);
const parts = "information|info|details|data|section|contact|informacion|datos";
/** Of another time, or no phone. */
const another = "previous|former|old|maiden|fax";
const theirs = new RegExp(
  `^(?:(?:datos|informacion) de(?:l| la)? )?${somebody}(?: ?#?\\d)?(?: (?:${parts}))?(?: ?#?\\d)?(?: ?\\(.*\\))?$`,
);
const holdsTheirs = new RegExp(`(?<!\\p{L})${somebody}(?![\\p{L}'])`, "u");
/** Words that are names too begin no line of theirs: "Son Nguyen". */
const beginsTheirs = new RegExp(
  `^(?!(?:son|ti[oa]|ice|kin|papa|mama|child|friend)\\b)${somebody}(?![\\p{L}'])`,
  "u",
);
const ofRelation = new RegExp(`(?<!\\p{L})${several(`${relations}|${ofCard}`)}(?![\\p{L}'])`, "u");
/** "Guarantor DOB", "mother's maiden name" */
const before = new RegExp(`^(?:${somebody}|${another})(?: ?#?\\d)? (.+)$`);
/** "Nombre de la madre", "DOB of subscriber", "dirección anterior" */
const behind = new RegExp(
  `^(.+?) (?:(?:de|del|de la|de el|of|of the|for) )?(?:\\(?${somebody}\\)?|anterior|soltera)$`,
);

const isPossession = (label: string): boolean => matchLabel(label) !== null || isOfNoField(label);

/** Whether it is a label of somebody else, or of another time: what it names is not the patient's own of today. */
export function isOthers(label: string): boolean {
  const plain = label.length > 60 ? "" : normalizeLabel(label);
  if (isOfNoField(plain) || matchLabel(label) !== null) return false;
  if (theirs.test(plain) || /^fax(?: (?:number|no\.?))?$/.test(plain)) return true;
  const own = before.exec(plain)?.[1];
  if (own !== undefined && (isPossession(own) || isOthers(own))) return true;
  const called = /^preferred (.+)$/.exec(plain)?.[1];
  if (called !== undefined && isNameLabel(matchLabel(called))) return true;
  const asked = behind.exec(plain)?.[1];
  return asked !== undefined && isPossession(asked);
}

/** Whether it names somebody else as a whole: "Emergency contact", "Guarantor name", "Nombre de la madre". */
export function isOthersLabel(label: string): boolean {
  const plain = label.length > 60 ? "" : normalizeLabel(label);
  const [part] = [before.exec(plain)?.[1], behind.exec(plain)?.[1]].filter((each) => each !== undefined);
  return (
    theirs.test(plain) ||
    (part !== undefined && isOthers(plain) && isNameLabel(matchLabel(part)) && holdsTheirs.test(plain))
  );
}

/** Whether it is of a person who has a day of birth: no insurance, doctor or pharmacy. */
export const isOfRelation = (label: string): boolean => ofRelation.test(normalizeLabel(label.slice(0, 60)));
/** Whether a sentence speaks of a relation, who may be who writes or whom it is about: "my son", "for his mother". */
export const hasRelation = (line: string): boolean => ofSentence.test(normalizeText(line.slice(0, 1_000)));
/** "She can be reached at 217-555-0199": by whom it is written is another. */
export const hasThirdPerson = (line: string): boolean => /\b(?:he|she|his|her|hers|him|su)\b/i.test(line);
const ofSentence = new RegExp(
  `(?<!\\p{L})(?:${relations}|kids?|children|(?:my|our|the|a|this|mutual) (?:patient|client)|patient's|on behalf of|bebe|nin[oa]|paciente)(?:'?s)?(?![\\p{L}'])`,
  "u",
);
export const hasOthersDetails = (label: string): boolean =>
  holdsTheirs.test(normalizeLabel(label.slice(0, 60)));

/** Whether it stands over what is somebody else's: "Emergency contact", "Guarantor information:". */
export const isOthersHead = (line: string): boolean => line.length <= 60 && theirs.test(normalizeLabel(line));
/** "Guarantor John Roe" */
export const startsWithOthers = (line: string): boolean =>
  beginsTheirs.test(normalizeText(line.slice(0, 60))) || isDoctor(line);
/** A doctor in a line without a label is mostly who refers or treats. */
export const isDoctor = (line: string): boolean => /^dra?\.? +\p{Lu}/iu.test(line);
/** "Lakeside Orthopedics": a practice, as it stands over a letter. */
export const isPractice = (line: string): boolean =>
  line.length <= 60 && /^\p{Lu}[^:@\d]*$/u.test(line) && ofPractice.test(line);
const ofPractice =
  /(?<!\p{L})(?:clinics?|hospital|medical|health(?:care)?|orthop(?:a)?edics|p(?:a)?ediatrics|cardiology|dermatology|neurology|oncology|urology|radiology|imaging|obgyn|surgery|gastroenterology|endocrinology|rheumatology|ophthalmology|podiatry|physicians|family practice|internal medicine|physical therapy|dental|dentistry|wellness|laboratory|pharmacy|cl[ií]nica|farmacia)(?!\p{L})/iu;
/** "Patient: Jane Doe": whatever stood before, this is the patient's own; "Patient's mother" is not. */
export function isOfPatient(line: string): boolean {
  const [, rest] = /^(?:patient|paciente|pt)\b(?:'s)?\s*([^:]{0,60})/i.exec(line) ?? [];
  return rest !== undefined && !/^(?:relation|is|was|has)/i.test(rest) && !hasOthersDetails(rest);
}
