import { parse, type Token } from "@messageformat/parser";

/**
 * A message as a language that nobody speaks: accented, half as long again, in brackets. Shown on a screen, what
 * has no brackets is not from the catalogue, and what misses one is cut off.
 */
const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const accented = "áƀçđéƒğĥíĵķļɱñöþɋŕšţúʋŵẋýžÅƁÇÐÉƑĞĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ";
const accents = (text: string): string =>
  text.replaceAll(/[A-Za-z]/g, (letter) => accented[plain.indexOf(letter)] ?? letter);

/** Text back into a message: a quote is doubled, a brace quoted, and a tag stays a tag. */
const quoted = (text: string): string => text.replaceAll("'", "''").replaceAll(/[{}]+/g, "'$&'");
const outsideTags = (text: string): string =>
  text
    .split(/(<\/?\w+>)/)
    .map((part, at) => (at % 2 === 1 ? part : quoted(accents(part))))
    .join("");

function written(token: Token): string {
  switch (token.type) {
    case "content":
      return outsideTags(token.value);
    case "octothorpe":
      return "#";
    case "argument":
      return `{${token.arg}}`;
    case "function":
      return `{${token.arg}, ${token.key}}`;
    case "select":
    case "plural":
    case "selectordinal": {
      const offset = token.pluralOffset ? `offset:${token.pluralOffset} ` : "";
      const cases = token.cases.map(({ key, tokens }) => `${key} {${tokens.map(written).join("")}}`);
      return `{${token.arg}, ${token.type}, ${offset}${cases.join(" ")}}`;
    }
  }
}

/** How many letters of its own a message shows at most. */
const lengthOf = (tokens: readonly Token[]): number =>
  tokens.reduce((sum, token) => {
    if (token.type === "content") return sum + (/\p{L}/u.test(token.value) ? token.value.length : 0);
    return "cases" in token ? sum + Math.max(...token.cases.map((each) => lengthOf(each.tokens))) : sum;
  }, 0);

export function pseudo(message: string): string {
  const tokens = parse(message);
  // Values alone, such as what somebody else said or two sentences in a row, are the same in every language.
  if (lengthOf(tokens) === 0) return message;
  // In words, as a line breaks between them.
  const more = "~".repeat(Math.ceil(lengthOf(tokens) * 0.4)).replaceAll(/~{8}(?=~)/g, "$& ");
  return `[${tokens.map(written).join("")}${more === "" ? "" : ` ${more}`}]`;
}
