import { normalizeText } from "../time/calendar.ts";

/** What a label or the head of a column asks for: a field of the form, or what several fields are made of. */
export type AskedField =
  | "firstName"
  | "lastName"
  | "lastName2"
  | "name"
  | "dob"
  | "gender"
  | "address"
  | "address2"
  | "city"
  | "state"
  | "zip"
  | "place"
  | "phone"
  | "email"
  | "externalId";

/** English and Spanish together, so that a form in one language is read at a desk in the other. Without accents and points. */
const known: Readonly<Record<AskedField, string>> = {
  firstName:
    "first name|first|firstname|given name|given names|forename|nombres|primer nombre|nombre de pila",
  lastName: "last name|last|lastname|surname|family name|apellido|apellidos|primer apellido|apellido paterno",
  lastName2: "second last name|second surname|segundo apellido|apellido materno",
  name: "name|name is|nombre es|me llamo|child's name|child name|who|legal name|full legal name|pt name|patient|patient name|patient's name|full name|client|client name|nombre|nombre completo|paciente|nombre y apellido|nombre y apellidos|apellidos y nombre|apellido y nombre",
  dob: "dob|d0b|d o b|date of birth|birth date|birth dt|birthdate|birthday|born|born on|bday|b-day|d/o/b|fecha de nacimiento|fecha nacimiento|fecha nac|fecha de nac|f de nac|f nac|f nacimiento|nacimiento|fdn|nacido|nacida|nacido el|nacida el",
  gender: "gender|sex|m/f|sexo|genero|sexo (h/m)|sexo (m/h)|sexo (m/f)|sexo (f/m)|sexo biologico",
  address:
    "address|street|street address|home address|current address|mailing address|address 1|address1|residence|addr|addr 1|addr1|address line 1|direccion|domicilio|calle|direccion actual|direccion postal|direccion 1",
  address2:
    "address 2|address2|addr 2|addr2|address line 2|apt|apartment|unit|suite|direccion 2|apto|apartamento|departamento",
  city: "city|town|ciudad|localidad|municipio|poblacion",
  state: "state|st|province|estado|provincia",
  zip: "zip|zip code|zipcode|zip/postal|zip+4|postal code|postcode|codigo postal|cp|c p|codigo zip",
  place:
    "city, state, zip|city/state/zip|city, state|city state zip|city/state|city & state|city, state & zip|ciudad, estado, zip|ciudad/estado/zip",
  phone:
    "phone|phone number|phone no|ph|telephone|telephone number|tel|cell|cell phone|cell number|mobile|mobile phone|mobile number|home phone|home ph|cell ph|primary phone|contact number|contact phone|telefono|telefonos|numero de telefono|celular|movil|telefono celular|telefono movil|mobile/text|cell/text|reach me at|best contact|best # to call",
  email:
    "email|e-mail|personal email|email address|e-mail address|mail|correo|correo-e|correo electronico|direccion de correo",
  externalId: "external id|externalid|id externo|identificador externo",
};

const byLabel = new Map(
  Object.entries(known).flatMap(([asked, labels]) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table above
    labels.split("|").map((label) => [label, asked as AskedField] as const),
  ),
);
const byRun = new Map([...byLabel].map(([label, asked]) => [label.replace(/[^\p{L}\p{N}]/gu, ""), asked]));
/** What the letters of a label ask for without what is between them: "firstname". */
export const matchRunTogether = (letters: string): AskedField | null =>
  letters.length < 3 ? null : (byRun.get(letters) ?? null);
/** Before a colon in a line they are labels; over a column they may be anything, or take the place of one that is better. */
const inLines: Readonly<Record<string, AskedField>> = {
  p: "phone",
  t: "phone",
  m: "phone",
  c: "phone",
  h: "phone",
  w: "phone",
  text: "phone",
  direct: "phone",
  e: "email",
  pt: "name",
  pte: "name",
  "f.n": "dob",
  dom: "address",
  dir: "address",
  home: "phone",
  work: "phone",
  office: "phone",
  o: "phone",
  ln: "lastName",
  fn: "firstName",
  "work phone": "phone",
  "office phone": "phone",
  "business phone": "phone",
  "work email": "email",
};

/** About the patient, and in no field of the form: known, so that what they name is part of no other value. */
const ofNoField = new Set(
  (
    "age|edad|mrn|mrn number|medical record|medical record number|medical record no|chart|chart number|chart no|patient id" +
    "|patient number|patient no|pt id|account|account number|account no|acct|acct no|ssn|social security|social security number" +
    "|id|id number|member id|member number|policy|policy number|policy no|group number|group no|insurance id|npi|driver's license" +
    "|license number|license no|medicare|medicare id|medicare number|medicaid|medicaid id|medicaid number|language|preferred language|primary language|idioma|race|raza|ethnicity|etnia" +
    "|marital status|estado civil|relationship|relation|relationship to patient|parentesco|occupation|ocupacion|height|weight" +
    "|allergy|allergies|alergias|reason|reason for visit|motivo|motivo de la visita|chief complaint|diagnosis|dx|visit date|last visit" +
    "|next visit|appointment|appt|appointment date|appointment time|date|fecha|date of visit|date of service|dos|time|hora" +
    "|admit date|discharge date|referral date|registration date|nickname|aka|goes by|pronouns|notes|notas|comments|country" +
    "|pais|county|condado|middle|middle name|group|group #|plan|plan name|plan type|payer|payer id|rx|rxbin|bin|pcn|rxgrp|provider|referred by|visit type|visit reason|status|room|weight|type|service|when|provider name|sent|received|subject|insurance|effective date|copay|dob verified|middle initial|mi|m.i|segundo nombre|suffix|prefix|title"
  ).split("|"),
);

/** In both languages it is another letter: M is a man, and mujer. Whatever follows: "Sexo (H/M)". */
const spanishGender = /^(?:sexo|genero)\b/;

/** "What is your date of birth?" */
const asking =
  /^(?:what is|what's|whats|cual es|please (?:enter|provide|give)) (?:your|the patient'?s?|the|su|tu|el|la) /;
export const normalizeLabel = (label: string): string =>
  normalizeText(label.replace(/_/g, " ").replace(/[\s*:#?¿]+$/, ""))
    .replace(/^¿/, "")
    .replace(asking, "")
    .replace(/ (?:for you|on file|(?:to|where we can) (?:reach|call|contact) you(?: at)?)$/, "");

/** What that label asks for; null where it is none that is known. A mark such as "*" may stand behind it. */
export function matchLabel(label: string): AskedField | null {
  if (label.length > 60) return null;
  const plain = normalizeLabel(label)
    .replace(/(?<=\p{L})\(e?s\)$/u, "")
    .replace(ownBracket, "")
    .replace(/^(?:child|minor|student)'s /, "");
  const own = plain.replace(ofPatient, "").replace(patientBehind, "");
  const parted = label.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ");
  const ofColumn = parted === label ? own : normalizeLabel(parted).replace(ofPatient, "");
  // Mostly all three are one: it is looked at once.
  const forms = [...new Set([plain, own, ofColumn])];
  const found = forms
    .map((each) => byLabel.get(each.replaceAll(".", "")))
    .find((asked) => asked !== undefined);
  if (found !== undefined) return found;
  const [one = "", ...others] = own.split(/ ?\/ ?/);
  // "Name / Nombre"
  if (others.length > 0 && others.length < 3) {
    const asked = byLabel.get(one);
    const all = others.map((other) => byLabel.get(other));
    // "Nombre / First name"
    if (asked === "name" && all.every((other) => other === "firstName")) return "firstName";
    if (asked !== undefined && all.every((other) => other === asked)) return asked;
  }
  return formed.find(([, pattern]) => forms.some((each) => pattern.test(each)))?.[0] ?? null;
}
/** What others than clinics call a patient. */
const subjects =
  "resident|claimant|injured worker|worker|employee|driver|applicant|participant|enrollee|athlete|camper|veteran|service member|examinee|inmate";
/** "Nombre del paciente" */
const patientBehind = / (?:del? |de la |of (?:the )?)?(?:patient|client|paciente|cliente)$/;
/** "Patient DOB", "My cell", and the columns "PatientLast" and "pt_dob". */
const ofPatient = new RegExp(`^(?:(?:patient|pt|client|${subjects})(?:'?s)?|my|mi) `);
/** "Apt/Unit #", "Suite no." */
const ofUnit =
  /^(?:apt|apartment|unit|suite|ste|lot)\.?(?:(?: ?\/ ?| or )(?:apt|apartment|unit|suite|ste|lot|floor)\.?){0,3}(?: (?:number|no\.?))?$/;
/** What a form says beside its labels: "Phone (cell)", "Date of birth (mm/dd/yyyy)". */
const ownBracket =
  / ?\((?:self|m\/f|f\/m|best|text ok|ok to text|physical|street|5 digits|l,? ?f|patient|member|own|[hcm]|cell|mobile|home|work|day(?:time)?|evening|primary|preferred|personal|legal|required|optional|[mdya]{1,4}[/-][mdya]{1,4}[/-][mdya]{1,4}|(?:mes|month|dia|day)\/(?:mes|month|dia|day)\/(?:ano|year)|celular|m[oó]vil|casa|obligatorio|opcional|no\.?,? street|street|include area code|with area code|last(?: name)?,? ?first(?: name)?(?:,? ?(?:middle|mi|m\.i\.)(?: initial| name)?)?|first(?: name)?,? ?(?:middle|mi|m\.i\.)?(?: initial| name)?,? ?last(?: name)?|please print|print|printed|please|first and last|first & last|first,? middle,? last|as (?:it appears )?on (?:id|card|insurance(?: card)?|driver's license))\)$/;
/** "City, State ZIP", "city/state & postal code" */
const ofPlace =
  /^(?:city|town|ciudad)[ ,/&]+(?:and )?(?:state|st|province|estado)(?:[ ,/&]+(?:and |y )?(?:zip|zip code|zipcode|postal code|zip\/postal code|codigo postal))?$/;

/** Labels that are put together of words: "Best contact number", "Tel. casa", "Residential street address". */
const formed: readonly (readonly [AskedField, RegExp])[] = [
  ["place", ofPlace],
  ["name", new RegExp(`^(?:${subjects})$`)],
  [
    "name",
    /^(?:(?:full|legal|complete|printed|resident|child|student|minor)(?:'s)? ){0,3}name(?: of (?:patient|child|minor|resident|client|student))?$|^(?:pt called|patient called)$/,
  ],
  [
    "name",
    /^(?:last(?: name)?,? ?first(?: name)?|first(?: name)?,? ?last(?: name)?)(?:,? ?(?:m|mi|middle)(?: initial| name)?)?$/,
  ],
  ["address2", ofUnit],
  ["address2", /^(?:(?:home|mailing|street) ){0,2}(?:address|addr|street)(?: line)? ?2$/],
  [
    "phone",
    /^(?!(?:alt|alternate) contact)(?:(?:best|preferred|primary|main|new|home|hm|wireless|cell|cellular|mobile|day|daytime|evening|night|message|msg|personal|contact|direct|callback|call ?back|cb|residence|residential|landline|house|alternate|alt|text|patient) ){0,3}(?:phone|ph|tel|telephone|cell|mobile|line|number|contact number|#)\.?(?: ?(?:number|no|num|nbr|#|[12]))?\.?$/,
  ],
  [
    "phone",
    /^(?:num(?:ero)?\.? de )?(?:tel(?:efono)?|cel(?:ular)?|movil)\.?(?: (?:de |del |de la )?(?:casa|celular|movil|contacto|particular|principal|domicilio|hogar|paciente))?$/,
  ],
  ["phone", /^(?:cb|call ?back|callback|(?:phone|tel) (?:home|cell|mobile|contact|primary|main|day))$/],
  [
    "address",
    /^(?:(?:home|current|mailing|street|residential|residence|physical|permanent|full|complete|local) ){0,2}(?:address|addr)(?: line)?(?: ?1)?(?: where you (?:live|stay|(?:receive|get) mail))?$|^new address$|^(?:direccion|domicilio) (?:completa|de casa|particular|del domicilio)$|^(?:street|house)(?: name)? ?(?:&|and|y) ?(?:no|number|nbr)\.?$|^calle y (?:numero|no\.?)$/,
  ],
  [
    "email",
    /^(?:(?:best|preferred|primary|personal|home|contact|current) ){0,2}e-?mail(?: address| addr| id)?$/,
  ],
  ["gender", /^(?:legal|administrative) sex$/],
  ["dob", /^(?:date of birth|birth ?date|dob|birthday) (?:is|on id)$|^(?:month|day|year|\/| )*of birth$/],
];

/** What it asks for in a line, where a letter alone is a label too. */
export const matchLineLabel = (label: string): AskedField | null => {
  const asked = matchLabel(label);
  if (asked !== null) return asked;
  const plain = normalizeLabel(label).replace(/\.$/, "").replace(ownBracket, "");
  return Object.hasOwn(inLines, plain) ? (inLines[plain] ?? null) : null;
};

export const isOfNoField = (label: string): boolean =>
  label.length <= 60 && ofNoField.has(normalizeLabel(label).replace(/\.$/, ""));

const together: ReadonlySet<AskedField | null> = new Set<AskedField | null>(["name", "dob", "gender", null]);

/** The labels of "DOB/Sex" and "Age / Gender", of which each has a look of its own; none in all else. */
export function splitLabels(label: string): readonly string[] {
  const all = label.length > 60 ? [] : label.split(/ ?[/&] ?/);
  const isKnown = (each: string): boolean => matchLabel(each) !== null || isOfNoField(each);
  return all.length > 1 && all.every((each) => isKnown(each) && together.has(matchLabel(each))) ? all : [];
}

/** A way to reach somebody at work is taken only where there is no other. */
export const isOfWork = (label: string): boolean =>
  /(?<!\p{L})(?:work|office|business|direct|trabajo|oficina)(?!\p{L})|^[wo]$/u.test(normalizeLabel(label));

export const isSpanishGender = (label: string): boolean => spanishGender.test(normalizeLabel(label));

const named: ReadonlySet<AskedField | null> = new Set(["name", "firstName", "lastName"]);
export const isNameLabel = (asked: AskedField | null): boolean => named.has(asked);
