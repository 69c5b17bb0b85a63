/** The sentences of a Markdown document, without tables, code, comments, targets of links and measured results. */
export function listSentences(markdown: string): readonly string[] {
  const text = markdown
    .replace(/^(```|~~~)[\s\S]*?^\1.*$/gm, "\n")
    .replace(/<!-- (.+?) begins -->[\s\S]*?<!-- \1 ends -->/g, "\n")
    .replace(/<!--[\s\S]*?-->/g, "\n")
    .replace(/^\[[^\]]+\]:.*$/gm, "");
  return text
    .split(/\n\s*\n/)
    .filter((block) => !isCode(block))
    .flatMap(toParagraphs)
    .flatMap((paragraph) => paragraph.split(/(?<=[.!?]["”’)_*]*)\s+(?=\S)/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

/** How many words a sentence has. A piece of code, an address or a number is one; a sign alone is none. */
export const countWords = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** A block whose lines are all indented by four or more is code. */
const isCode = (block: string): boolean =>
  block
    .split("\n")
    .filter((line) => line.trim() !== "")
    .every((line) => line.startsWith("    "));

/** A heading stands alone, and an item of a list ends what stands before it. Rows of tables are left out. */
function toParagraphs(block: string): readonly string[] {
  const paragraphs: string[] = [];
  let isOpen = false;
  for (const line of block.split("\n")) {
    if (/^\s*\|/.test(line)) continue;
    const begins = /^\s*(?:#{1,6}|[-*>]|\d+\.)\s+/.exec(line)?.[0] ?? "";
    const words = line.slice(begins.length).trim();
    if (begins === "" && isOpen) paragraphs.push(`${paragraphs.pop() ?? ""} ${words}`);
    else paragraphs.push(words);
    isOpen = !begins.includes("#");
  }
  return paragraphs.map(toWords);
}

const toWords = (line: string): string =>
  line
    .replace(/`[^`]+`/g, "code")
    .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<[^>]+>/g, "")
    .trim();
