import { stripCredentials } from "../patients/person-name.ts";
import { isLabel, splitLabelled, type LabelledValue } from "./labelled.ts";
import { isNameLabel } from "./labels.ts";
import { isOfPatient } from "./others.ts";
import { isName } from "./pieces.ts";

/** Which lines of a message are of its sender, of its receiver or of an older message, and not the patient's. */

/** The words of a name that tell it from another. */
export const splitNameWords = (name: string): readonly string[] =>
  name
    .toLowerCase()
    .split(/[\s,.]+/)
    .filter((word) => word.length > 1);

/** The words of the name that labels give the patient. */
export const collectNameWords = (found: readonly LabelledValue[]): readonly string[] =>
  found.flatMap(({ asked, value }) => (isNameLabel(asked) ? splitNameWords(value) : []));
export const collectNamesIn = (lines: readonly string[]): readonly string[] =>
  collectNameWords(lines.flatMap((line) => splitLabelled(line)?.parts ?? []));

/** Whether a line is the name of somebody who has another one than the patient. */
export function isOtherName(line: string, named: readonly string[]): boolean {
  const name = stripCredentials(line);
  return named.length > 0 && isName(name) && !splitNameWords(name).every((word) => named.includes(word));
}

/**
 * Tells the lines of a message that are of its sender or receiver, and not the patient's: "To: Front Desk <desk@example.com>", also
 * a "From" that shares no word with the patient's name, and "My phone" where the patient's are "Her name" and "Her DOB".
 */
export function createMailReader(
  lines: readonly string[],
  named: readonly string[],
): (line: string) => boolean {
  const isForOther = lines.some((line) => /^(?:her|his|their) [\p{L} ]{2,30}:/iu.test(line));
  const hasPatient = lines.some((line) => /^(?:patient|pt)\b[^:]{0,30}:/i.test(line));
  const from = lines.findLast((line) => /^(?:from|de) *:.*@/i.test(line));
  return (line) => {
    if (footer.test(line)) return true;
    // A laboratory's client is who ordered.
    if (hasPatient && !isOfPatient(line) && /(?<!\p{L})client\b[^:]{0,20}:/iu.test(line)) return true;
    const [, head = ""] = /^(from|reply-to|to|cc|bcc|de|para) *:.*@/i.exec(line) ?? [];
    if (/^(?:to|cc|bcc|para)$/i.test(head)) return true;
    // Who forwarded it is not who wrote it.
    if (/^(?:from|de)$/i.test(head) && line !== from) return true;
    if (head !== "") return named.length > 0 && !named.some((word) => line.toLowerCase().includes(word));
    return isForOther && /^my [\p{L} ]{2,30}:/iu.test(line);
  };
}

/** What programs write below a message. */
const footer =
  /^(?:sent (?:via|by|using) |powered by |unsubscribe|this (?:e-?mail|message)\b.{0,40}\b(?:confidential|intended|sent|contains)|confidential(?:ity)? )/i;
const wrote = /^(?:on|el|am) .{5,200}(?:wrote|escribi[oó]|schrieb) ?:$/i;
const original = /^-{2,} ?(?:original message|mensaje original) ?-{2,}$/i;
const isQuoteHead = (lines: readonly string[], at: number): boolean => {
  const line = lines[at] ?? "";
  // A long head stands in two lines.
  return (
    wrote.test(line) ||
    original.test(line) ||
    (/^(?:on|el) /i.test(line) && wrote.test(`${line} ${lines[at + 1] ?? ""}`))
  );
};

const saysWho = (lines: readonly string[]): boolean =>
  lines.some((line) =>
    (splitLabelled(line)?.parts ?? []).some(
      ({ asked, value }) => value !== "" && (isNameLabel(asked) || asked === "dob"),
    ),
  );

const bare = (line: string): string => line.replace(/^(?:> ?){1,9}/, "");
/** "> Date of birth?" / "3/5/1984": labels that are quoted, at least two, with an answer below each; null for all else. */
function withQuestionsAnswered(lines: readonly string[]): readonly string[] | null {
  const quotes = [...lines.keys()].filter((at) => /^> *\S/.test(lines[at] ?? ""));
  const isAnswered = (at: number): boolean => {
    const next = lines[at + 1] ?? "";
    return isLabel(bare(lines[at] ?? "")) && next !== "" && !next.startsWith(">");
  };
  return quotes.length > 1 && quotes.every(isAnswered) ? lines.map(bare) : null;
}

/** A message and the older one that it answers: of the two the patient's is the one that names them, else the newer. */
export function splitQuoted(lines: readonly string[]): {
  readonly lines: readonly string[];
  readonly quoted: readonly string[];
} {
  const answered = withQuestionsAnswered(lines);
  if (answered !== null) return { lines: answered, quoted: [] };
  const head = lines.findIndex((_line, at) => isQuoteHead(lines, at));
  const quote = lines.findIndex((line) => line.startsWith(">"));
  const at = head === -1 ? quote : head;
  if (at === -1) return { lines, quoted: [] };
  const [newer, older] = [lines.slice(0, at), lines.slice(at).map(bare)];
  const isOlder = saysWho(older) && !saysWho(newer);
  return isOlder ? { lines: older, quoted: newer } : { lines: newer, quoted: older };
}

/** The words of a name with its title, of whom a message speaks: "Please see Mr. Victor Lang"; a doctor is mostly its reader. */
const titledIn = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) =>
    [
      ...line
        .slice(0, 1_000)
        .matchAll(/(?<!\p{L})(?:Mr|Mrs|Ms|Miss|Sra?|Srta)\.? +(\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?)/gu),
    ].flatMap(([, name = ""]) => splitNameWords(name)),
  );

const closing =
  /^(?:thanks|thank you|many thanks|(?:best|kind|warm)? ?regards|best|sincerely|cheers|yours(?: truly)?|respectfully|saludos|un saludo|cordialmente|atentamente|gracias|muchas gracias)\b[^:\d]{0,30}$/i;

/** From where a message is signed by somebody else than its patient, up to what is said to be the patient's; -1 where by nobody. */
export function findSignature(lines: readonly string[]): number {
  const close = lines.findLastIndex((line) => closing.test(line) || /^-{2,3}$/.test(line));
  if (close === -1) return -1;
  const before = lines.slice(0, close);
  const labelled = collectNamesIn(before);
  const named = labelled.length > 0 ? labelled : titledIn(before);
  const after = lines.findIndex((line, at) => at > close && line !== "");
  const signer = lines[after] ?? "";
  // Who signs as a doctor or a nurse writes about a patient.
  const isOfPatient = before.some((line) =>
    /(?<!\p{L})(?:dob|date of birth|born|patient|referr\p{L}*)(?!\p{L})/iu.test(line),
  );
  const isOwn = splitNameWords(signer).some((word) => named.includes(word));
  const isOther =
    (lines[close]?.startsWith("-") === true && named.length > 0 && !isOwn) ||
    isOtherName(signer, named) ||
    (isOfPatient && isName(signer) && stripCredentials(signer) !== signer);
  return after !== -1 && isOther ? after : -1;
}
