import english from "./compiled/en-US.js";
import { others } from "./compiled/others.js";
import type { Words } from "./compiled/words.d.ts";
import { firstLanguage, type Language, setLanguage } from "./language.ts";

export type { Words };

/**
 * Every word a person reads, by part and key: `words.outbox.title`, or with values
 * `words.outbox.count({ count: 2 })`. A live binding: read it when something is shown, never when a module loads,
 * or it stays in the language of that moment.
 */
export let words: Words = english;

/** The words of a language, loaded where they were not yet. */
export const load = async (language: Language): Promise<Words> =>
  language === firstLanguage ? english : (await others[language]()).default;

let wishes = 0;

/** Loads a language and speaks it from then on, unless another one was wished for meanwhile. */
export async function speak(language: Language): Promise<void> {
  const wish = (wishes += 1);
  const loaded = await load(language);
  if (wish !== wishes) return;
  words = loaded;
  setLanguage(language);
}
