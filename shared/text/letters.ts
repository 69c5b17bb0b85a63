/** Letters that Unicode does not take apart, as a keyboard without them writes them. */
const plainLetters: Readonly<Record<string, string>> = {
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ħ: "h",
  ŧ: "t",
  ı: "i",
  æ: "ae",
  œ: "oe",
  ß: "ss",
  þ: "th",
};

/** Small letters without accents as a keyboard of English has them: `łukasz` is `lukasz`. */
export const withPlainLetters = (folded: string): string =>
  folded.replace(/[øłđðħŧıæœßþ]/g, (letter) => plainLetters[letter] ?? letter);
