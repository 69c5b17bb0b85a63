import { createStore, type StoreApi } from "zustand/vanilla";
import { firstLanguage, isLanguage, language, type Language } from "../../messages/language.ts";
import { speak } from "../../messages/words.ts";
import type { Bridge } from "./ipc.ts";

/** The language of the window: whoever listens draws itself again in the new words. */
export type LanguageState = { readonly language: Language };

export const createLanguageStore = (): StoreApi<LanguageState> => createStore(() => ({ language }));

/** Speaks a language in the window, once it is loaded. */
async function speakIn(store: StoreApi<LanguageState>, wanted: Language, page: Document): Promise<void> {
  await speak(wanted);
  // Another one may have been wished for meanwhile.
  page.documentElement.lang = language;
  store.setState({ language });
}

/** The language that main wrote into the page. */
export function readLanguage(page: Document): Language {
  const { lang } = page.documentElement;
  return isLanguage(lang) ? lang : firstLanguage;
}

/** Speaks the page's language, or English where that does not load. Settles when it is loaded: nothing is drawn before. */
export const loadPageLanguage = (store: StoreApi<LanguageState>, page: Document): Promise<void> =>
  speakIn(store, readLanguage(page), page).catch(() => speakIn(store, firstLanguage, page));

/** Goes over to each language that main goes over to. Answers how to stop. */
export const subscribeLanguage = (
  store: StoreApi<LanguageState>,
  bridge: Bridge,
  page: Document,
): (() => void) => bridge.listen("language.changed", (change) => void speakIn(store, change.language, page));
