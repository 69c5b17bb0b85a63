import { isLabel } from "./labelled.ts";
import { isOthers, isOthersHead } from "./others.ts";

/** How a page shows which label a value has, made into "label: value" in a line: tables, columns, leaders, blanks to fill in. */

const cellsAtMost = 12;
/** What stands beside each other with a gap, a tab or a bar between. */
const cellsOf = (line: string): readonly string[] =>
  line
    .split(/\t+| {2,}|\|/, cellsAtMost)
    .map((cell) => cell.trim().replace(/^\d{1,2}[a-z]?[.)] *(?=\p{L})/u, ""))
    .filter((cell) => cell !== "");
const isBoxes = (cell: string): boolean => /^(?:\p{L}+ ?)?(?:\[[ xX]?\]|[☐☑☒])(?: ?\p{L}+)?$/u.test(cell);
/** A letter alone may be a value as well. */
const isBareLabel = (cell: string): boolean => cell.length > 1 && !/[:=]/.test(cell) && isLabel(cell);
const colon = (label: string, value: string): string => `${label}${/[:=]$/.test(label) ? "" : ":"} ${value}`;

/** Whether cells are the labels of those below: two are known, and more than half; none holds digits of a value. */
function isHead(cells: readonly string[]): boolean {
  const known = cells.filter((cell) => isBareLabel(cell)).length;
  const isWords = cells.every((cell) => !/[:=@]|\d{2}/.test(cell));
  return isWords && known >= 2 && known * 2 > cells.length;
}

/** "CITY  HIALEAH   STATE  FL": labels with their values behind a gap. */
function withGapsRead(line: string): string {
  const cells = cellsOf(line);
  // The colon of a time is of no label.
  if (cells.length > 2 && !/:(?!\d\d)/.test(line) && !cells.some(isBareLabel)) return cells.join(" | ");
  if (cells.length < 2 || !isLabel(cells[0] ?? "")) return line;
  const parts: string[] = [];
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at] ?? "";
    let value = "";
    if (isLabel(cell))
      while (at + 1 < cells.length && (value === "" || isBoxes(cells[at + 1] ?? ""))) {
        const next = cells[at + 1] ?? "";
        if (/[:=]/.test(next) || isLabel(next)) break;
        value += ` ${next}`;
        at += 1;
      }
    parts.push(value === "" ? cell : colon(cell, value.trim()));
  }
  return parts.join(" | ");
}

/** "Sex:" / "[ ] Male" / "[x] Female": boxes in lines of their own stand behind their label. */
function withBoxesJoined(lines: readonly string[]): readonly string[] {
  const joined: string[] = [];
  let isOpen = false;
  for (const line of lines) {
    const isBox = isBoxes(line.trim());
    if (isBox && isOpen) joined.push(`${joined.pop() ?? ""} ${line.trim()}`);
    else joined.push(line);
    isOpen = (isBox && isOpen) || (/:\s*$/.test(line) && isLabel(line.trim()));
  }
  return joined;
}

const isUnderline = (line: string): boolean => line.includes("___") && /^[\s_]+$/.test(line);
const isRule = (line: string): boolean => line.includes("---") && /^[\s|:+=-]+$/.test(line);

/** A row of values for a row of labels. */
const pairs = (labels: readonly string[], values: readonly string[]): readonly string[] =>
  labels.map((label, at) => colon(label, values[at] ?? ""));

export type Laid = {
  readonly lines: readonly string[];
  /** Rows of other people, and what has labels of which nobody knows whose they are. */
  readonly aside: readonly string[];
};

/** Labels in a row above their values, or below the lines to write on. */
function withTablesRead(lines: readonly string[]): Laid {
  const read: string[] = [];
  const aside: string[] = [];
  let width = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const cells = cellsOf(line);
    const isUnder = isUnderline(lines[at + 1] ?? "") && cells.length > 0 && !isUnderline(line);
    const below = isUnder ? cellsOf(lines[at + 2] ?? "") : [];
    if (below.length === cells.length && below.length > 0 && below.every(isBareLabel)) {
      read.push(...pairs(below, cells));
      at += 2;
    } else if (cells.length > 1 && isHead(cells)) {
      const next = isRule(lines[at + 1] ?? "") || (lines[at + 1] ?? "").trim() === "" ? at + 2 : at + 1;
      const values = cellsOf(lines[next] ?? "");
      const isRow =
        values.length > 0 &&
        !isHead(values) &&
        !values.some((cell) => isBareLabel(cell) || cell.endsWith(":"));
      width = isRow ? cells.length : 0;
      if (isRow && values.length === cells.length) read.push(...pairs(cells, values));
      else aside.push(line, ...(isRow ? [lines[next] ?? ""] : []));
      if (isRow) at = next;
    } else if (width > 1 && cells.length === width && !cells.some(isBareLabel) && !line.includes(":"))
      aside.push(line);
    else {
      width = 0;
      read.push(withGapsRead(line));
    }
  }
  return { lines: read, aside };
}

const ownColumn =
  /^(?:patient|paciente|client)(?:'s)?(?: (?:name|information|info|details|data|demographics|section))?:?$/i;
const labelOf = (cell: string): string => cell.split(":")[0] ?? "";
const isColumnHead = (cell: string): boolean =>
  ownColumn.test(labelOf(cell)) || isOthersHead(labelOf(cell)) || isOthers(labelOf(cell));
/** "DOB: 3/5/84      DOB: 1/2/50" */
function hasTwice(row: string): boolean {
  const labels = cellsOf(row).flatMap((cell) => (cell.includes(":") ? [labelOf(cell)] : []));
  return new Set(labels).size < labels.length;
}
/** How far from its head a column may begin. */
const slack = 4;

/** Where the second column begins in a row: below its head, else where its cells are halved; its end where there is one column. */
function secondColumn(row: string, from: number): number {
  const begins = [...row.matchAll(/(?:^|\s{2,}|\t)(?=\S)/g)].map(({ index, 0: gap }) => index + gap.length);
  const below = begins.find((begin) => Math.abs(begin - from) <= slack);
  const middle = begins.length % 2 === 0 ? begins[begins.length / 2] : undefined;
  return below ?? middle ?? row.length;
}

/** Two columns under heads of two people, "Patient information      Referring provider": one below the other. */
function withColumnsApart(lines: readonly string[]): readonly string[] {
  const read: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const [first = "", second = "", ...others] = cellsOf(line);
    const areTwo = others.length === 0 && isColumnHead(first) && isColumnHead(second);
    const isHead = !line.includes(":") || hasTwice(lines[at + 1] ?? "");
    if (!areTwo || !isHead || ownColumn.test(labelOf(first)) === ownColumn.test(labelOf(second))) {
      read.push(line);
      continue;
    }
    const from = line.lastIndexOf(second);
    const left = [first];
    const right = [second];
    for (at += 1; at < lines.length && (lines[at] ?? "").trim() !== ""; at += 1) {
      const row = lines[at] ?? "";
      const begin = secondColumn(row, from);
      left.push(row.slice(0, begin));
      right.push(row.slice(begin));
    }
    read.push(...left, "", ...right.filter((each) => each.trim() !== ""), "");
  }
  return read;
}

const labelAhead = /^[^\s:|][^:|\r\n\t]{0,40}:/;
const longestLabel = 42;
/** "Name ........ Jane Doe", also where nothing was filled in. */
const leader = /^([^\r\n:_…]{1,40}?)[\t ]*(?:\.{3,}|_{3,}|…)[.…_]*[\t ]*:?[\t ]*(?=[^\s.:_…]|$)/gm;
/** What was to be filled in by hand: "Name: __Jane Doe__". */
const blank = /(?<![^\s:])_{2,200}|_{2,200}(?![^\s,;|])/g;
/** "Name            : Jane Doe" */
const farColon = /(?<=\S)[\t ]{2,60}:(?=\s)/g;
/** "NameJane Doe", "DOB03/05/1984": what lost the blank between. */
const runTogether = /^(Patient Name|Name|DOB|Date of Birth|Phone|Cell|Address|Sex)(?=[\d(]|\p{Lu}\p{Ll})/gmu;
/** "NAME ; Jane Doe": a colon that was read so. */
const brokenColon = /^([^\r\n:;|]{2,40}?)(?: ?[;¦]|\?) ?(?=\S)/gm;
/** "_12/1/1944_" */
const anyBlank = /(?<![^\s:])_{1,200}|_{1,200}(?![^\s,;|])/g;
/** "**Name:** Jane Doe" */
const bold = /(\*{1,2})(?=[^\s*])([^*\r\n]{1,60}:)\1/g;
/** "[jane@example.com](mailto:jane@example.com)", as a page's links are copied. */
const link = /\[([^[\]\r\n]{1,100})\]\((?:mailto:|tel:)([^()\s]{1,200})\)/gi;
/** "jane@example.com<mailto:jane@example.com>", as Outlook copies them. */
const linkBehind = /(?<=[^\s<])<(?:mailto|tel|https?):[^<>\s]{1,300}>/gi;
/** "Month 04 Day 21 Year 1977" */
const boxedDate =
  /(?:month|mes|mm)[:. ]{1,3}(\d{1,2})[,/ ]{1,3}(?:day|d[ií]a|dd)[:. ]{1,3}(\d{1,2})[,/ ]{1,3}(?:year|a[nñ]o|yyyy)[:. ]{1,3}(\d{4})/gi;

/** "pt Leland Moss dob 8/8/61": a note that was taken in haste. */
const hasty = /^([\d/:.\s-]{0,20}[ap]?m? ?)pt\.? +(?=\p{L}+ +\p{L})/iu;

/** "9:40 AM Jane Roe": when somebody comes, before who. */
const clock =
  /^([\t ]*\d{1,2}:\d\d(?: ?[ap]\.?m\.?)?(?: ?[-–] ?\d{1,2}:\d\d(?: ?[ap]\.?m\.?)?)?)[\t ]+(?=\p{Lu}\p{L}+,? \p{Lu})/gimu;

/** A table that was copied has its labels before tabs; what several blanks part are values of their own. */
const withGapsMarked = (text: string): string =>
  text.replace(/[\t ]+/g, (gap, at: number, whole: string) => {
    const isGap = (gap.length > 1 || gap === "\t") && /[^\s:]/.test(whole.charAt(at - 1));
    const end = at + gap.length;
    return isGap && labelAhead.test(whole.slice(end, end + longestLabel)) ? " | " : gap;
  });

/** "Q: Date of birth?" / "A: 3/5/1984": what a program asks, and what somebody answers in the next line. */
const asked = /^[\t ]*Q\d{0,2}[:.)] *([^\r\n?:]{2,60})[?:]* *\r?\n[\t ]*A\d{0,2}[:.)] *(?=\S)/gim;

/** "📞 217-555-0199", "🎂 3/5/1984": a picture in front of a line says no more than the line, but for that of a fax. */
const picture = /^[\t ]*([\u{1F300}-\u{1FAFF}☎✉✆])\uFE0F?[\t ]*(?=\S)/gmu;
/** Any other picture says nothing; a ticked box does. */
const anyPicture = /(?![\d#*©®™☑✔✅])\p{Extended_Pictographic}\uFE0F?/gu;
const faxPicture = "\u{1F4E0}";

/** The lines of a text with each label before its value. */
export function layOutText(text: string, linesAtMost: number): Laid {
  const plain = text
    .replace(picture, (_all, sign: string) => (sign === faxPicture ? "Fax: " : ""))
    .replace(anyPicture, " ")
    .replace(asked, "$1: ")
    .replace(leader, (all, label: string) => (isLabel(label.trim()) ? `${label}: ` : all))
    .replace(runTogether, "$1: ")
    .replace(farColon, ":")
    .replace(brokenColon, (all, label: string) => (isLabel(label.trim()) ? `${label}: ` : all))
    .replace(bold, "$2")
    .replace(link, (_all, said: string, to: string) => (said.includes("@") || !to.includes("@") ? said : to))
    .replace(linkBehind, "")
    .replace(clock, "$1 | ")
    .replace(boxedDate, "$1/$2/$3");
  const { lines, aside } = withTablesRead(
    withColumnsApart(withBoxesJoined(plain.split(/\r\n|[\r\n]/, linesAtMost))),
  );
  const marked = lines.map((line) =>
    withGapsMarked(
      line
        .replace(line.includes("@") ? blank : anyBlank, " ")
        .replace(hasty, (_all, when: string) => (when.trim() === "" ? "Pt: " : `${when}| Pt: `)),
    ),
  );
  return { lines: marked, aside };
}
