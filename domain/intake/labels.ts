import { plainText } from "../time/calendar.ts";

/** What a label or the head of a column asks for: a field of the form, or what several fields are made of. */
export type Asked =
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

/** English and Spanish together, so that a form in one language is read at a desk in the other. Without accents. */
const known: Readonly<Record<Asked, string>> = {
  firstName:
    "first name|first|firstname|given name|given names|forename|nombres|primer nombre|nombre de pila",
  lastName: "last name|last|lastname|surname|family name|apellido|apellidos|primer apellido|apellido paterno",
  lastName2: "second last name|second surname|segundo apellido|apellido materno",
  name: "name|last, first|last name, first name|name (last, first)|patient|patient name|patient's name|full name|client|client name|nombre|nombre completo|paciente|nombre del paciente|nombre y apellido|nombre y apellidos",
  dob: "dob|d.o.b|d.o.b.|date of birth|birth date|birthdate|birthday|born|bday|fecha de nacimiento|fecha nacimiento|fecha nac|fecha nac.|f. nac.|f. nacimiento|nacimiento|fdn|nacido|nacida|nacido el|nacida el",
  gender:
    "gender|sex|sexo|genero|sexo del paciente|genero del paciente|sexo (h/m)|sexo (m/h)|sexo (m/f)|sexo (f/m)|sexo biologico",
  address:
    "address|street|street address|home address|current address|mailing address|address 1|address1|address line 1|direccion|domicilio|calle|direccion actual|direccion postal|direccion 1",
  address2:
    "address 2|address2|address line 2|apt|apartment|unit|suite|direccion 2|apto|apartamento|departamento",
  city: "city|town|ciudad|localidad|municipio|poblacion",
  state: "state|province|estado|provincia",
  zip: "zip|zip code|zipcode|postal code|postcode|codigo postal|cp|c.p.|c. p.|codigo zip",
  place: "city, state, zip|city/state/zip|city, state|city state zip|ciudad, estado, zip|ciudad/estado/zip",
  phone:
    "phone|phone number|phone no|phone no.|telephone|tel|tel.|cell|cell phone|mobile|mobile phone|home phone|contact number|p|t|m|c|telefono|telefonos|numero de telefono|celular|movil|telefono celular|telefono movil",
  email: "email|e-mail|email address|e-mail address|mail|e|correo|correo electronico|direccion de correo",
  externalId: "external id|externalid|id externo|identificador externo",
};

const byLabel = new Map(
  Object.entries(known).flatMap(([asked, labels]) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table above
    labels.split("|").map((label) => [label, asked as Asked] as const),
  ),
);
/** In both languages it is another letter: M is a man, and mujer. Whatever follows: "Sexo (H/M)". */
const spanishGender = /^(?:sexo|genero)\b/;

const plainLabel = (label: string): string => plainText(label.replace(/_/g, " ").replace(/[\s*:#]+$/, ""));

/** What that label asks for; null where it is none that is known. A mark such as "*" may stand behind it. */
export const askedBy = (label: string): Asked | null =>
  label.length > 60 ? null : (byLabel.get(plainLabel(label)) ?? null);

export const isSpanishGender = (label: string): boolean => spanishGender.test(plainLabel(label));

/** Whose name, day or phone may stand beside the patient's own. */
const one =
  "(?:(?:primary|secondary|referring) )?(?:guarantor|subscriber|insured|policy ?holder|spouse|husband|wife|mother|father|parent" +
  "|guardian|emergency(?: contact)?|insurance|pharmacy|provider|physician|doctor|referring|employer|attorney|madre|padre|tutora?" +
  "|conyuge|espos[oa]|(?:contacto de )?emergencia|seguro|aseguradora|farmacia|medic[oa]|doctora|empleador)(?:'?s'?)?";
/** "Parent/guardian" */
const somebody = `${one}(?:(?: ?/ ?| or | o )${one})*`;
/** Of another time, or no phone. */
const another = "previous|former|old|maiden|fax";
const theirs = new RegExp(`^${somebody}(?: (?:information|info|details))?$`);
const holdsTheirs = new RegExp(`(?<!\\p{L})${somebody}(?![\\p{L}'])`, "u");
const beginsTheirs = new RegExp(`^${somebody}(?![\\p{L}'])`, "u");
/** "Guarantor DOB", "mother's maiden name" */
const before = new RegExp(`^(?:${somebody}|${another}) (.+)$`);
/** "Nombre de la madre", "DOB of subscriber", "dirección anterior" */
const behind = new RegExp(`^(.+?) (?:(?:de|del|de la|de el|of|of the) )?(?:${somebody}|anterior|soltera)$`);
const named: ReadonlySet<Asked | null> = new Set(["name", "firstName", "lastName"]);
export const asksForName = (asked: Asked | null): boolean => named.has(asked);

/** Whether it is a label of somebody else, or of another time: what it names is not the patient's own of today. */
export function isOthers(label: string): boolean {
  const plain = label.length > 60 ? "" : plainLabel(label);
  if (theirs.test(plain) || /^fax(?: (?:number|no\.?))?$/.test(plain)) return true;
  const own = before.exec(plain)?.[1];
  if (own !== undefined && (askedBy(own) !== null || isOthers(own))) return true;
  const called = /^preferred (.+)$/.exec(plain)?.[1];
  if (called !== undefined && asksForName(askedBy(called))) return true;
  const asked = behind.exec(plain)?.[1];
  return asked !== undefined && askedBy(asked) !== null;
}

/** Whether it stands over what is somebody else's: "Emergency contact", "Guarantor information:". */
export const isOthersHead = (line: string): boolean => line.length <= 60 && theirs.test(plainLabel(line));
/** "Guarantor John Roe" */
export const beginsWithOthers = (line: string): boolean => beginsTheirs.test(plainText(line.slice(0, 60)));
/** "Patient: Jane Doe": whatever stood before, this is the patient's own. */
export const isOfPatient = (line: string): boolean => /^(?:patient|paciente)\b/i.test(line);

export const isLabel = (label: string): boolean => askedBy(label) !== null || isOthers(label);

export type Labelled = {
  /** Null: it is somebody else's, or of another time. */
  readonly asked: Asked | null;
  readonly label: string;
  readonly value: string;
};

const wordsOfLabel = 7;
/** What may stand between one value and the next label. */
function trimmed(text: string): string {
  const value = text.replace(/^[\s,;|·•–—-]+|[\s,;|·•–—(]+$/g, "");
  // "Jane Doe (DOB: 3/5/84)": its own bracket is in the value before.
  return value.includes("(") ? value : value.replace(/[\s)]+$/, "");
}

/** The label that ends there, as the longest run of words that is one. */
function labelBefore(
  text: string,
): { readonly label: string; readonly asked: Asked | null; readonly at: number } | null {
  const starts = [...text.matchAll(/[^\s,;|·•()]+/g)].map(({ index }) => index).slice(-wordsOfLabel);
  for (const at of starts) {
    const label = text.slice(at).trim();
    const asked = askedBy(label);
    if (asked !== null || isOthers(label)) return { label, asked, at };
  }
  return null;
}

/**
 * A line of labels and values, "DOB: 3/5/84   Phone: 217 555 0199", and what stands before the first; null where it begins
 * with no label that is known.
 */
export function labelledIn(
  line: string,
): { readonly parts: readonly Labelled[]; readonly before: string } | null {
  const dash = /\s[-–—=]\s+(?=\S)/.exec(line);
  const text = dash !== null && isLabel(line.slice(0, dash.index)) ? line.replace(dash[0], ": ") : line;
  const found: {
    readonly label: string;
    readonly asked: Asked | null;
    readonly from: number;
    readonly to: number;
  }[] = [];
  let begin = 0;
  for (const { index } of text.matchAll(/[:=]/g)) {
    const label = labelBefore(text.slice(begin, index));
    if (label !== null) found.push({ ...label, from: begin + label.at, to: index + 1 });
    begin = index + 1;
  }
  const [first] = found;
  if (first === undefined) return null;
  return {
    before: trimmed(text.slice(0, first.from)),
    parts: withTheirs(
      found.map(({ label, asked, to }, at) => ({
        asked,
        label,
        value: trimmed(text.slice(to, found[at + 1]?.from ?? text.length)),
      })),
    ),
  };
}

/** "Subscriber: John Doe DOB: 1/1/1950": what follows in the line is theirs too, up to the patient. */
function withTheirs(parts: readonly Labelled[]): readonly Labelled[] {
  let isTheirs = false;
  return parts.map((part) => {
    if (isOfPatient(part.label)) isTheirs = false;
    else if (part.asked === null && holdsTheirs.test(plainLabel(part.label))) isTheirs = true;
    return isTheirs ? { ...part, asked: null } : part;
  });
}
