import type { CardWindowApi } from "../../shared/cards/card-window.ts";
import { isLanguage, languages, type Language } from "../../messages/language.ts";
import { load, speak } from "../../messages/words.ts";
import { createCardFlow } from "./flow.ts";
import { loadProvider } from "./stripe-provider.ts";
import { createCardView } from "./view.ts";

declare global {
  interface Window {
    readonly card: CardWindowApi;
  }
}

const root = document.querySelector("main");
if (root === null) throw new Error("The page has no place for the card form.");

const view = createCardView(root, {
  onSave: () => void flow.save(),
  onTryAgain: () => void flow.tryAgain(),
  onLater: () => flow.leave("save-for-later"),
});
const flow = createCardFlow({
  api: window.card,
  load: loadProvider,
  view,
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.defaultPrevented) flow.leave("closed");
});

const speakHere = async (language: Language): Promise<void> => {
  await speak(language);
  document.documentElement.lang = language;
  view.reword();
};
window.card.onLanguage((language) => void speakHere(language));

/** Every language while the page can still load files: with the flow's first call its origin closes. */
async function start(): Promise<void> {
  const { lang } = document.documentElement;
  await Promise.allSettled([...languages.map(load), isLanguage(lang) ? speakHere(lang) : null]);
  await flow.start();
}
void start();
