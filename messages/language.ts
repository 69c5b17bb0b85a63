/** The languages that can be chosen. The first stands in where nothing else is known. */
export const languages = ["en-US", "es-US"] as const;
/** Each by its own name: it is looked for by people who may not read the language in use. */
export const languageNames: Readonly<Record<(typeof languages)[number], string>> = {
  "en-US": "English",
  "es-US": "Español",
};
/** `en-XA` is for tests: long, accented, in brackets. */
export type Language = (typeof languages)[number] | "en-XA";

export const isLanguage = (text: unknown): text is Language =>
  text === "en-XA" || languages.some((known) => known === text);

/** The language in use. A live binding: read it when something is shown, never when a module loads. */
export let language: Language = "en-US";
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
  return languages[0];
}
