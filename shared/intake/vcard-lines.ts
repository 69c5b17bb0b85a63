/** The properties of a contact card, as versions 2.1, 3.0 and 4.0 write them. */

export type Property = {
  readonly name: string;
  /** Lower case: `;type=home;pref`, with what its group is called by: `;label=mother`. */
  readonly params: string;
  /** What stands between its separators, decoded; `\n` where a line ends in it. */
  readonly parts: readonly string[];
  /** Its letters are of an alphabet or a coding that is not known here: it is shown, and put nowhere. */
  readonly isUnread: boolean;
};

/** Of which every byte from 0xA0 on is the character of that number. */
const latin = /^(?:iso-?8859-1|latin-?1|windows-1252|cp-?1252)$/;
const utf8 = /^(?:utf-?8|us-ascii|ascii|)$/;

/** Quoted-printable in that character set; null where it cannot be read. */
function unquoted(value: string, charset: string): string | null {
  const bytes = value.replaceAll("%", "%25").replace(/=([0-9A-F]{2})/gi, "%$1");
  if (utf8.test(charset)) {
    try {
      return decodeURIComponent(bytes);
    } catch {
      // Nothing said that these are bytes.
      return charset === "" ? value : null;
    }
  }
  // What lies between is another sign in each of these sets.
  if (!latin.test(charset) || /=[89][0-9A-F]/i.test(value)) return null;
  return value.replace(/=([0-9A-F]{2})/gi, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const unescaped = (value: string): string => value.replace(/\\n/gi, "\n").replace(/\\(.)/g, "$1");

/** What stands between separators that are not escaped. */
export function splitAt(separator: ";" | ",", value: string): readonly string[] {
  const parts = [""];
  for (const token of value.match(/\\[\s\S]|[;,]|[^\\;,]+|\\/g) ?? [])
    if (token === separator) parts.push("");
    else parts[parts.length - 1] += token;
  return parts;
}

/** Where the value begins: at the first colon that is not in quotation marks; -1 where there is none. */
function colonOf(line: string): number {
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line.charAt(at);
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === ":" && !isQuoted) return at;
  }
  return -1;
}

/** `item1.TEL;TYPE=home:+1 217…`; the colon may stand in quotation marks before. It is parted first, and then decoded. */
function propertyOf(line: string, labels: ReadonlyMap<string, string>): Property | null {
  const colon = colonOf(line);
  const [, group = "", name = "", written = ""] =
    /^(?:([\w-]{1,60})\.)?([\w-]{1,60})((?:;[\s\S]*)?)$/.exec(line.slice(0, Math.max(colon, 0))) ?? [];
  if (name === "") return null;
  const value = line.slice(colon + 1);
  const label = labels.get(group.toLowerCase());
  const params = written.toLowerCase() + (label === undefined ? "" : `;label=${label}`);
  const property = { name: name.toUpperCase(), params };
  // Several names in one part stand behind commas.
  const raw = splitAt(";", value).map((part) =>
    property.name === "N" ? splitAt(",", part).join(" ") : part,
  );
  if (!/quoted-printable/.test(params))
    return {
      ...property,
      parts: raw.map(unescaped),
      isUnread: /;(?:encoding=)?(?:b|base64)(?:;|$)/.test(params),
    };
  const [, charset = ""] = /;charset="?([\w-]+)/.exec(params) ?? [];
  const read = raw.map((part) => unquoted(part, charset));
  const isUnread = read.includes(null);
  return { ...property, parts: isUnread ? raw : read.map((part) => unescaped(part ?? "")), isUnread };
}

/** A picture of the largest card has half as many. */
const linesAtMost = 20_000;

/** A long line goes on in the next, after a blank, which version 2.1 keeps; or in 2.1 after "=". */
function unfolded(text: string): readonly string[] {
  const kept = /^VERSION:2\.1\s*$/im.test(text) ? " " : "";
  const whole: string[] = [];
  for (const line of text.replace(/\r\n?/g, "\n").split("\n", linesAtMost)) {
    const before = whole.at(-1);
    const isQuoted = before?.endsWith("=") === true && /^[^:]*quoted-printable/i.test(before);
    if (before !== undefined && isQuoted) whole[whole.length - 1] = before.slice(0, -1) + line;
    else if (before !== undefined && /^[ \t]/.test(line))
      whole[whole.length - 1] = before + kept + (kept === "" ? line.slice(1) : line.trimStart());
    else whole.push(line);
  }
  return whole;
}

/** What a picture is made of is looked at by nobody. */
const lineAtMost = 4_000;

export function readProperties(text: string): readonly Property[] {
  const lines = unfolded(text).map((line) => line.slice(0, lineAtMost));
  const labels = new Map(
    lines.flatMap((line) => {
      const [, group, label] = /^([\w-]{1,60})\.X-ABLABEL[^:]*:(.*)/i.exec(line) ?? [];
      return group === undefined || label === undefined
        ? []
        : [
            [
              group.toLowerCase(),
              label
                .toLowerCase()
                .replace(/[_$!<>]/g, "")
                .replaceAll(";", " "),
            ] as const,
          ];
    }),
  );
  return lines.flatMap((line) => propertyOf(line, labels) ?? []);
}
