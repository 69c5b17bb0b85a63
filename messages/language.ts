/**
 * The languages that can be chosen, each with a folder of messages beside this file. The name is the language's own,
 * since it is looked for by people who may not read the one in use; `cardForm` is what the payment provider calls it.
 */
export const spokenLanguages = [
  { tag: "en-US", name: "English", cardForm: "en" },
  { tag: "es-US", name: "Español", cardForm: "es-419" },
] as const;
export const languages = spokenLanguages.map(({ tag }) => tag);
/** It stands in where nothing else is known. */
export const firstLanguage = "en-US";
/** `en-XA` is for tests: long, accented, in brackets. */
export type Language = (typeof languages)[number] | "en-XA";

export const isLanguage = (text: unknown): text is Language =>
  text === "en-XA" || languages.some((known) => known === text);

/** The language in use. A live binding: read it when something is shown, never when a module loads. */
export let language: Language = firstLanguage;
export const setLanguage = (chosen: Language): void => {
  language = chosen;
};

/** `es` of `es-MX` or `es_MX.UTF-8` */
const baseOf = (tag: string): string => tag.toLowerCase().split(/[-_.]/)[0] ?? "";

/** The first language of the app among those a person prefers, `es-MX` counting as Spanish; English otherwise. */
export function preferredLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const found = languages.find((known) => baseOf(known) === baseOf(tag));
    if (found !== undefined) return found;
  }
  return firstLanguage;
}
