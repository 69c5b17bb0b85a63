import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "../messages/words.ts";
import { languages, type Language } from "../messages/language.ts";
import { listCardThings } from "../renderer/app/quick-card.ts";
import { shortcuts } from "../renderer/app/shortcuts.ts";

/**
 * `node scripts/quick-card.ts` writes docs/quick-card.en.html and docs/quick-card.es.html: a page to print, with the keys and what
 * to know. All of its words are the app's own, so it cannot say what the screens do not. Shortcuts in the app has the same.
 */
const docs = join(import.meta.dirname, "..", "docs");

/** The path of the card in a language. */
export const placeCard = (tag: Language): string => join(docs, `quick-card.${tag.slice(0, 2)}.html`);

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const style = `
  @page { margin: 12mm; }
  body { font: 10.5pt/1.35 system-ui, sans-serif; color: #000; background: #fff; max-width: 186mm; margin: 0 auto; }
  h1 { font-size: 17pt; margin: 0 0 3mm; }
  h2 { font-size: 11.5pt; margin: 0 0 1mm; }
  dl { columns: 2; column-gap: 8mm; margin: 0; }
  dl div { display: flex; justify-content: space-between; gap: 3mm; break-inside: avoid; padding: 0.8mm 0; border-bottom: 0.2mm solid #999; }
  dd { margin: 0; white-space: nowrap; }
  kbd { font: inherit; border: 0.2mm solid #555; border-radius: 1mm; padding: 0 1.2mm; }
  section { border: 0.3mm solid #555; border-radius: 1.5mm; padding: 2mm 3mm; margin-bottom: 2.5mm; break-inside: avoid; }
  ul { margin: 0; padding-inline-start: 4mm; }
`;

/** The card as a page of HTML, which prints on one sheet of Letter or A4. */
export async function makeCard(tag: Language): Promise<string> {
  const words = await load(tag);
  const { shell, ui } = words;
  const nameKey = (key: string): string => Object.entries(ui.keys).find(([name]) => name === key)?.[1] ?? key;
  const keysOf = (keys: string): string =>
    keys
      .split("+")
      .map((key) => `<kbd>${escapeHtml(nameKey(key))}</kbd>`)
      .join(" ");
  const rows = shortcuts.map(
    ({ keys, name }) =>
      `      <div><dt>${escapeHtml(shell.shortcut[name])}</dt><dd>${keysOf(keys)}</dd></div>`,
  );
  const things = listCardThings(words).map(({ heading, says }) => {
    const lines = says.map(
      ([about, sentences]) => `        <li><b>${escapeHtml(about)}</b> – ${escapeHtml(sentences)}</li>`,
    );
    return `    <section>\n      <h2>${escapeHtml(heading)}</h2>\n      <ul>\n${lines.join("\n")}\n      </ul>\n    </section>`;
  });
  return `<!doctype html>
<html lang="${tag}">
  <head>
    <meta charset="utf-8">
    <title>${escapeHtml(shell.brand)}</title>
    <style>${style}    </style>
  </head>
  <body>
    <h1>${escapeHtml(shell.brand)}</h1>
${things.join("\n")}
    <h2>${escapeHtml(shell.shortcuts.title)}</h2>
    <dl>
${rows.join("\n")}
    </dl>
  </body>
</html>
`;
}

/** Whether the card that is kept is the one that would be made now. */
export const isCardCurrent = async (tag: Language): Promise<boolean> =>
  readFileSync(placeCard(tag), "utf8") === (await makeCard(tag));

if (import.meta.main) for (const tag of languages) writeFileSync(placeCard(tag), await makeCard(tag));
