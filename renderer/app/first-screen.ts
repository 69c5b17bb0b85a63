import { load } from "../../messages/words.ts";
import { readLanguage } from "../lib/language.ts";

/** The first screen's code and the words, on their way before the rest of the window has run: imported first. */
export const firstScreen = Promise.all([
  import("../features/booking/index.ts"),
  load(readLanguage(document)),
]);
