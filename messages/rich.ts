/** A message with tags: plain text and tagged text in turn. A component shows each tag in its own way. */
export type Rich<Tag extends string> = readonly (string | { readonly tag: Tag; readonly text: string })[];

/** The compiler put these in place of `<tag>`, its end and `</tag>`. */
// oxlint-disable-next-line no-control-regex -- no text that is shown has these
const marks = /\u0001(\w+)\u0002([^\u0003]*)\u0003/;

/** Splits a compiled message at its tags. */
export function rich(text: string): Rich<string> {
  const parts = text.split(marks);
  const found: (string | { tag: string; text: string })[] = [];
  for (let at = 0; at < parts.length; at += 3) {
    const [plain = "", tag, inner = ""] = parts.slice(at, at + 3);
    if (plain !== "") found.push(plain);
    if (tag !== undefined) found.push({ tag, text: inner });
  }
  return found;
}

/** The values of a message without marks, so that none of them can pass for a tag. */
export const unmarked = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      // oxlint-disable-next-line no-control-regex -- control characters are what it is about
      typeof value === "string" ? value.replaceAll(/[\u0001-\u0003]/g, "") : value,
    ]),
  );
