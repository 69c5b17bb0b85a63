import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Inputs with their right values, written by their kinds before the readers were asked, as `test/unit/shared/intake/written/*.txt` has
 * them: `=== kind`, the text, `=> first=Jane; last=Doe; dob=1984-03-05` for what the form sends (a row each of a file, `ask` where a
 * person is asked), and `?? a | b` for what must be in view.
 */
export type WrittenText = {
  readonly kind: string;
  readonly text: string;
  readonly wanted: readonly ("ask" | Readonly<Record<string, string>>)[];
  readonly shown: readonly string[];
};

const folder = join(import.meta.dirname, "../unit/shared/intake/written");
const fields: Readonly<Record<string, string>> = { first: "firstName", last: "lastName" };

function wantedIn(line: string): WrittenText["wanted"][number] {
  const said = line.slice("=> ".length).trim();
  if (said === "ask") return said;
  const parts = said === "" ? [] : said.split(/; (?=\w+=)/);
  return Object.fromEntries(
    parts.map((part) => {
      const [, field = "", value = ""] = /^(\w+)=(.*)$/.exec(part) ?? [];
      return [fields[field] ?? field, value];
    }),
  );
}

function writtenIn(block: string): WrittenText {
  const [kind = "", ...lines] = block.trimEnd().split("\n");
  return {
    kind,
    text: lines.filter((line) => !/^(?:=>|\?\?)(?: |$)/.test(line)).join("\n"),
    wanted: lines.filter((line) => /^=>(?: |$)/.test(line)).map(wantedIn),
    shown: lines
      .filter((line) => line.startsWith("?? "))
      .flatMap((line) => line.slice("?? ".length).split(" | ")),
  };
}

/** Those of one file; the ones of whole files to import are called "csv: …". */
export const writtenTexts = (name: string): readonly WrittenText[] =>
  readFileSync(join(folder, `${name}.txt`), "utf8")
    .split(/^=== /m)
    .slice(1)
    .map(writtenIn);

export const isFile = ({ kind }: WrittenText): boolean => kind.startsWith("csv: ");
