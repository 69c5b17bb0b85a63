import { readFileSync, writeFileSync } from "node:fs";
import type { Settings } from "../../shared/settings/settings.ts";
import { language, languages, type Language } from "../../messages/language.ts";
import { speak } from "../../messages/words.ts";
import { ensurePrivateFile } from "../platform/private-files.ts";
import type { Log } from "../platform/ports.ts";

type Choice = Settings["language"];
/** Spelled out here, as the settings' schema would bring all that they are made of before the window. */
const choices: readonly Choice[] = ["system", ...languages];

type Parts = {
  /** Keeps the last choice: it is needed before the records are open and anybody is signed in. */
  readonly file: string;
  /** The computer's language, as far as the app speaks it. */
  readonly system: () => Language;
  /** The language that the organization sets; left out, or undefined: none. It is not kept as anybody's choice. */
  readonly set?: () => Choice | undefined;
  /** Called when another language is spoken than before. */
  readonly onChange: () => void;
  readonly log: Log;
};

export type SpokenLanguage = {
  readonly chosen: () => Choice;
  /** Settles when it is spoken. A language that cannot be loaded leaves the one before; rejects where that cannot be either. */
  readonly choose: (next: Choice) => Promise<void>;
};

function readChoice(file: string): Choice {
  try {
    const kept = readFileSync(file, "utf8").trim();
    return choices.find((choice) => choice === kept) ?? "system";
  } catch {
    return "system";
  }
}

/** A failure costs only the language of the next sign-in screen, so it is not reported. */
function keepChoice(file: string, chosen: Choice): void {
  try {
    ensurePrivateFile(file);
    writeFileSync(file, chosen);
  } catch {
    // The next start speaks the computer's language until somebody is signed in.
  }
}

/** The language that the program speaks: the one chosen last, of whichever account, or the computer's. */
export function createLocaleSetting({ file, system, set, onChange, log }: Parts): SpokenLanguage {
  let chosen = readChoice(file);
  return {
    chosen: () => chosen,
    choose: async (next) => {
      const isSet = set?.();
      if (isSet === undefined && next !== chosen) keepChoice(file, next);
      if (isSet === undefined) chosen = next;
      const before = language;
      const choice = isSet ?? next;
      const wanted = choice === "system" ? system() : choice;
      try {
        await speak(wanted);
      } catch (error) {
        log.error("main.language", error, { wanted });
        // At the start there are no words yet, not even of the one before.
        await speak(language);
      }
      if (language === wanted && before !== wanted) onChange();
    },
  };
}
