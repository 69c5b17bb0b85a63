import type { DateContext } from "../time/calendar.ts";
import { splitBorn } from "./apart.ts";
import type { AskedValues } from "./asked-values.ts";
import { hasRelation, hasThirdPerson } from "./others.ts";
import { asDob, isEmail, isPhone, readName } from "./person.ts";
import { isName } from "./pieces.ts";

/**
 * What sentences say of who writes them: "My name is Jane Roe", "born March 5, 1984", "my cell is 217-555-0199". They stay in view as a
 * whole. Where a text speaks of a relation nobody knows whose it is, and nothing of two dates or numbers is taken.
 */

const longest = 1_000;
const sureName = /(?:[Mm]y (?:full |legal )?name(?: is|'s|:)|[Mm]e llamo|[Mm]i nombre es) +/g;
/** "This is Jane Roe" may be who calls for somebody, or from somewhere. */
const maybeName = /(?:[Tt]his is|[Ii]t'?s|[Ss]oy|I am|I'm) +/g;
const nameBehind =
  /^\p{Lu}(?:\.|[\p{L}\p{M}'’-]*)(?: (?:\p{Lu}(?:\.|[\p{L}\p{M}'’-]*)(?=[ ,.;!]|$)|de|del|la|van|von|der|di|da)){1,4}/u;
const fromElsewhere =
  /^[ ,]*(?:from|with|at|of|de|calling (?:from|for|on behalf|about my (?:patient|client))|and (?:my|I)? ?(?:wife|husband))(?![\p{L}])/iu;
/** "This is Bo with Gentle Hospice", "patient Jane Roe needs": who writes is not whom it is about. */
const fromFirm =
  /(?:[Tt]his is|I am|I'm|[Mm]y name is) \p{Lu}[\p{L}'’ -]{0,40}? (?:from|with|at) \p{Lu}|(?<!\p{L})[Pp]atient \p{Lu}\p{Ll}+ \p{Lu}\p{Ll}/u;
const bornSaid =
  /(?<!\p{L})(?:dob|d\.o\.b\.?|date of birth|birth ?date|birthday|bday|born(?: on)?|fecha de nacimiento|nac[ií](?: el)?)(?: is|'s|:| was| es)?,? +(?=[\p{L}\d])/giu;
const number = "(\\+?1?[-. (]{0,3}\\d{3}[-. )]{0,3}\\d{3}[-. ]{0,3}\\d{4})(?!\\d)";
const phoneSaid = new RegExp(
  "(?:my (?:(?:cell|mobile|home|phone|telephone|best|contact|new) ){0,3}(?:phone|number|cell|mobile|no\\.?|#)(?: number)?(?: is|'s|:)?" +
    "|(?:call|text|reach|phone)(?: me)?(?: back)? (?:at|on)|(?<!\\p{L})(?:c\\/?b ?#?|(?:cell|mobile|home|phone|ph|tel)[.:#]?)|mi (?:n[uú]mero|tel[eé]fono|celular)(?: de (?:tel[eé]fono|celular))?(?: es|:)?|ll[aá]m[ae]nme al) *" +
    number,
  "giu",
);
const anyNumber = new RegExp(`(?<![\\d-])${number}`, "g");
const ofWriter =
  /(?<!\p{L})(?:i|i'm|i'd|i'll|my|me|its|it's|this is|mi|necesito|quiero|quisiera|soy)(?!\p{L})/iu;
const emailSaid = /(?:my e-?mail(?: address)? is|e-?mail me at|mi correo(?: electr[oó]nico)? es) +(\S+)/giu;
/** Whose number it is beside such words nobody knows. */
const ofFirm =
  /(?<!\p{L})(?:pharmacy|doctor|dr|clinic|office|hospital|insurance|employer|work|job|fax|farmacia|cl[ií]nica|trabajo)(?!\p{L})/iu;

const only = (found: readonly string[], sameAs: (text: string) => string = (text) => text): string =>
  new Set(found.map(sameAs)).size === 1 ? (found[0] ?? "") : "";

const behindAll = (pattern: RegExp, line: string): readonly string[] =>
  [...line.matchAll(pattern)].map(({ index, 0: said }) => line.slice(index + said.length));

function nameIn(lines: readonly string[], context: DateContext): AskedValues {
  const found = lines.flatMap((line) => {
    const sure = behindAll(sureName, line);
    const behind = sure.length > 0 ? sure : behindAll(maybeName, line);
    return behind.flatMap((text) => {
      const [name = ""] = nameBehind.exec(text) ?? [];
      const isOwn = isName(name) && !fromElsewhere.test(text.slice(name.length));
      return isOwn ? [name.replace(/\.$/, "")] : [];
    });
  });
  const name = only(found);
  return name === "" ? {} : { ...readName(name, context) };
}

const sender = /^(?:from|de) *: *(\p{L}[^<>@:]{1,60}?)(?: *<[^<>]{0,100}>)?$/iu;
const ownBirth =
  /(?<!\p{L})(?:my (?:dob|date of birth|birth ?da(?:y|te)|bday)|i was born|mi fecha de nacimiento|nac[ií])(?!\p{L})/iu;
/** "From: Jane Roe" over a message that says "my date of birth" and ends in "Thanks, Jane". */
function senderIn(lines: readonly string[], context: DateContext): AskedValues {
  const names = lines.flatMap((line) => sender.exec(line)?.[1] ?? []);
  const name = only(names);
  const [first = ""] = name.split(" ");
  const isSigned = lines.some((line) => line.endsWith(first) && /[\s,]$/.test(line.slice(0, -first.length)));
  const isOwn = isName(name) && isSigned && lines.some((line) => ownBirth.test(line));
  return isOwn ? { ...readName(name, context) } : {};
}

/** What the sentences of a text say of the patient; `all` is the text as a whole. */
export function readSentences(
  lines: readonly string[],
  all: readonly string[],
  context: DateContext,
): AskedValues {
  if (all.some(hasRelation)) return {};
  const read = lines.filter((line) => line.length <= longest && line.includes(" "));
  const born = read.flatMap((line) =>
    behindAll(bornSaid, line).flatMap((text) => {
      const { value } = splitBorn(text.slice(0, 80), context);
      const date = value.replace(/[.,;]+$/, "");
      return asDob(date, context) === "" ? [] : [date];
    }),
  );
  const said = read.flatMap((line) => [...line.matchAll(phoneSaid)].map(([, digits = ""]) => digits.trim()));
  const bare = read.flatMap((line) =>
    ofWriter.test(line) && !ofFirm.test(line)
      ? [...line.matchAll(anyNumber)].map(([digits]) => digits.trim())
      : [],
  );
  const phones = (said.length > 0 ? said : bare).filter(isPhone);
  const emails = read.flatMap((line) =>
    [...line.matchAll(emailSaid)].map(([, email = ""]) => email.replace(/[.,;!?)]+$/, "")),
  );
  if (all.some((line) => hasThirdPerson(line) || fromFirm.test(line))) return { dob: only(born) };
  return {
    ...senderIn(read, context),
    ...nameIn(read, context),
    dob: only(born),
    phone: only(phones, (phone) => phone.replace(/\D/g, "").slice(-10)),
    email: only(emails.filter(isEmail)),
  };
}
