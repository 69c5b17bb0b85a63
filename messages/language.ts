/** The languages of the app, each by its own name. `en-XA` is for tests: long, accented, in brackets. */
export const languages = { "en-US": "English", "es-US": "Español", "en-XA": "Pseudo" } as const;
export type Language = keyof typeof languages;

/** The language in use. A live binding: read it when something is shown, never when a module loads. */
export let language: Language = "en-US";
export const setLanguage = (chosen: Language): void => {
  language = chosen;
};

/** The first language of the app among those a person prefers, `es-MX` counting as Spanish; English otherwise. */
export function preferredLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const base = tag.toLowerCase().split(/[-_]/)[0];
    if (base === "es") return "es-US";
    if (base === "en") return "en-US";
  }
  return "en-US";
}
