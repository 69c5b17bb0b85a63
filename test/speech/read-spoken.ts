/** Orca's own words about how it reads, which say nothing of the app. */
const own = /^(clickable\.?|focus mode|browse mode|leaving .*|opens listbox|screen reader on\.?)$/i;

/** What Orca said, in order, from the text of its debug file: a sentence each, without its own words about how it reads. */
export function readSpoken(log: string): readonly string[] {
  return [...log.matchAll(/^(?:.*?\s)?SPEECH OUTPUT: '(.*)'(?:\s*[{[].*)?$/gm)]
    .map(([, text = ""]) => text.trim())
    .filter((text) => text !== "" && !own.test(text));
}
