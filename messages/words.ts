import { catalogues, english } from "./compiled/catalogues.js";
import type { Words } from "./compiled/words.d.ts";
import { language, type Language, setLanguage } from "./language.ts";

export type { Words };

/**
 * Every word a person reads, by part and key: `words.outbox.title`, or with values
 * `words.outbox.count({ count: 2 })`. A live binding: read it when something is shown, never when a module loads,
 * or it stays in the language of that moment. English from the start, but where vite.config.ts builds a program that is to
 * begin without a catalogue: there is nothing in it before `speak` has settled.
 */
export let words: Words = english;

/** The words of a language, loaded where they were not yet. */
export const load = async (language: Language): Promise<Words> => (await catalogues[language]()).default;

let wishes = 0;

/** Loads a language and speaks it from then on, unless another one was wished for meanwhile. */
export async function speak(language: Language): Promise<void> {
  const wish = (wishes += 1);
  const loaded = await load(language);
  if (wish !== wishes) return;
  words = loaded;
  setLanguage(language);
}

/** The words of a language, loaded. */
export type Spoken = { readonly language: Language; readonly words: Words };

/** What is spoken now. */
export const spoken = (): Spoken => ({ language, words });

/**
 * Words something in another language than the one in use: all that `make` reads of the catalogue, dates and numbers
 * among it, and nothing else. What it makes is made when it answers, so it may put nothing off.
 */
export function wordedIn<T>(other: Spoken, make: () => T extends PromiseLike<unknown> ? never : T): T {
  const before = spoken();
  const turnTo = (now: Spoken): void => {
    words = now.words;
    setLanguage(now.language);
  };
  turnTo(other);
  try {
    return make();
  } finally {
    turnTo(before);
  }
}
