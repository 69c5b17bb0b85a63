/** Capitals and accents are no matter for a key. */
const plain = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

const beginsWith = (text: string, letter: string): boolean => plain(text).startsWith(letter);
const hasWordWith = (text: string, letter: string): boolean =>
  text.split(/[\s(]+/u).some((word) => beginsWith(word, letter));

/**
 * Which of a few choices a letter is for, as in a list to choose from: the next one after the `chosen` whose label begins with it,
 * else one of whose words does. Null: none, or the key is no letter.
 */
export function findChoiceByLetter(labels: readonly string[], key: string, chosen: number): number | null {
  const letter = plain(key);
  if (!/^\p{L}$/u.test(letter)) return null;
  const order = labels.map((_, at) => (chosen + 1 + at) % labels.length);
  const named = order.filter((at) => beginsWith(labels[at] ?? "", letter));
  const [found] = named.length > 0 ? named : order.filter((at) => hasWordWith(labels[at] ?? "", letter));
  return found ?? null;
}
