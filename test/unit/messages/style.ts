import { readFileSync } from "node:fs";
import { join } from "node:path";
import { any } from "../../support/matching.ts";
import { textsOf } from "../../support/message-texts.ts";

/** Why a message may break a rule all the same, by its path; one that ends with a dot is of all that begin so. */
type Except = Readonly<Record<string, string>>;

export type ForbiddenWord = {
  /** The words that no message says, as a regular expression; capitals do not matter. */
  readonly never: string;
  readonly say: string;
  readonly why: string;
  readonly except?: Except;
};

/** How a language is written: messages/forbidden.<language>.json, of which messages/README.md tells. */
export type Style = {
  /** The rules that hold for it. */
  readonly rules: Readonly<Partial<Record<RuleName, Except>>>;
  /** Names that are capitalized within a sentence. */
  readonly names: readonly string[];
  readonly words: readonly ForbiddenWord[];
};

export type Found = { readonly id: string; readonly rule: string; readonly text: string };
type Asked = {
  readonly id: string;
  readonly text: string;
  readonly names: RegExp;
  /** All texts of the catalogue. */
  readonly labels: ReadonlySet<string>;
};

const wordsAtMost = 25;
const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?]”?) +/);

/** Whether a text breaks the rule. */
const rules = {
  curlyQuotes: ({ text }) => /['"]/.test(text),
  noSemicolon: ({ text }) => text.includes(";"),
  /** A dash stands in titles and values. */
  noDashInSentence: ({ text }) => /[.!?]$/.test(text) && / [–—-] /.test(text),
  shortSentences: ({ text }) =>
    sentencesOf(text).some((sentence) => sentence.split(" ").filter(Boolean).length > wordsAtMost),
  oneCancel: ({ id, text }) => /^(Cancel|Cancelar|Abort|Abortar)$/i.test(text) && id !== "ui.cancel",
  /** What is quoted has its own capitals. */
  sentenceCase: ({ text, names }) =>
    sentencesOf(text.replaceAll(/“[^”]*”/g, any).replaceAll(names, any)).some((sentence) =>
      /(?<=[\p{L}),] +)\p{Lu}\p{Ll}/u.test(sentence),
    ),
  /** What is quoted is the name of something on a screen, as it is called there. */
  quotedNames: ({ text, labels }) =>
    [...text.matchAll(/“([^”]*)”/g)].some(
      ([, quoted = ""]) => quoted !== text.slice(1, -1) && !quoted.includes(any) && !labels.has(quoted),
    ),
} satisfies Record<string, (asked: Asked) => boolean>;

type RuleName = keyof typeof rules;
export const ruleNames = Object.keys(rules);

export function readStyle(language: string): Style {
  const file = join(import.meta.dirname, "..", "..", "..", "messages", `forbidden.${language}.json`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own file, whose rules a test looks at
  return JSON.parse(readFileSync(file, "utf8")) as Style;
}

const isExcepted = (id: string, except: Except): boolean =>
  id in except || Object.keys(except).some((path) => path.endsWith(".") && id.startsWith(path));

type Check = {
  readonly rule: string;
  readonly except: Except;
  readonly isBroken: (id: string, text: string) => boolean;
};

function checksOf(
  catalogue: ReadonlyMap<string, string>,
  { rules: held, names: all, words }: Style,
): readonly Check[] {
  const labels = new Set([...catalogue.values()].flatMap((message) => textsOf(message)));
  const names = new RegExp(String.raw`(?<![\p{L}\d])(?:${all.join("|")})(?![\p{L}\d])`, "gu");
  return [
    ...ruleNames.flatMap((name) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are of these rules
      const rule = name as RuleName;
      const except = held[rule];
      if (except === undefined) return [];
      return [
        { rule, except, isBroken: (id: string, text: string) => rules[rule]({ id, text, names, labels }) },
      ];
    }),
    ...words.map(({ never, say, except = {} }) => {
      const pattern = new RegExp(never, "iu");
      return {
        rule: `never ${never}, but ${say}`,
        except,
        isBroken: (_: string, text: string) => pattern.test(text),
      };
    }),
  ];
}

/** What of a catalogue is not written as its language is written here. */
export function unstyled(catalogue: ReadonlyMap<string, string>, style: Style): readonly Found[] {
  const checks = checksOf(catalogue, style);
  return [...catalogue].flatMap(([id, message]) =>
    [...new Set(textsOf(message))].flatMap((text) =>
      checks
        .filter(({ except, isBroken }) => isBroken(id, text) && !isExcepted(id, except))
        .map(({ rule }) => ({ id, rule, text })),
    ),
  );
}

/** The exceptions that no message needs. */
export const unneeded = (catalogue: ReadonlyMap<string, string>, style: Style): readonly string[] =>
  checksOf(catalogue, style).flatMap(({ rule, except, isBroken }) =>
    Object.keys(except)
      .filter((path) =>
        [...catalogue].every(
          ([id, message]) =>
            !isExcepted(id, { [path]: "" }) || !textsOf(message).some((text) => isBroken(id, text)),
        ),
      )
      .map((path) => `${rule}: ${path}`),
  );
