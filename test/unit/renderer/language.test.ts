import { afterEach, expect, test } from "vitest";
import { speak, words } from "../../../messages/words.ts";
import { createLanguageStore, subscribeLanguage, loadPageLanguage } from "../../../renderer/lib/language.ts";
import { fakeBridge } from "../../support/fake-bridge.ts";

afterEach(() => speak("en-US"));

/** What is used of a page. */
const page = (lang: string): Document => ({ documentElement: { lang } }) as Document;

test("the window speaks the language that its page came in, before anything is drawn", async () => {
  const store = createLanguageStore();
  await loadPageLanguage(store, page("es-US"));
  expect([store.getState().language, words.desk.quit]).toEqual(["es-US", "Salir"]);
});

test.each(["", "fr", "en"])("a page in %j is spoken to in English", async (lang) => {
  const store = createLanguageStore();
  await loadPageLanguage(store, page(lang));
  expect([store.getState().language, words.desk.quit]).toEqual(["en-US", "Quit"]);
});

test("the window goes over to another language with main, and says so on its page", async () => {
  const { bridge, emit } = fakeBridge({});
  const store = createLanguageStore();
  const document = page("en-US");
  const stop = subscribeLanguage(store, bridge, document);
  const drawn: string[] = [];
  const isDrawn = new Promise<void>((resolve) =>
    store.subscribe(({ language }) => {
      drawn.push(`${language} ${words.desk.quit} ${document.documentElement.lang}`);
      resolve();
    }),
  );
  emit("language.changed", { language: "es-US" });
  await isDrawn;
  expect(drawn).toEqual(["es-US Salir es-US"]);
  stop();
  emit("language.changed", { language: "en-US" });
  expect(words.desk.quit).toBe("Salir");
});
