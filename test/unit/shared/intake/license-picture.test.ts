import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLicense } from "../../../../shared/intake/license.ts";
import { endScan, idle, handleScanKey } from "../../../../renderer/lib/scan-keys.ts";
import { madeUpCards } from "../../../support/license-cards.ts";
import { drawBarcode, readPicture } from "../../../support/license-pictures.ts";

const folder = join(import.meta.dirname, "../../../output/licenses");
const bare = { code: "", ctrlKey: false, altKey: false, metaKey: false, shiftKey: false };

/** The cards that a page gets when a scanner types this, 4 ms a key, line ends as Enter and the other control characters left out. */
function typed(text: string): readonly string[] {
  let state = idle;
  const cards: string[] = [];
  for (const [at, sign] of [...text].entries()) {
    const key = sign === "\n" || sign === "\r" ? "Enter" : sign;
    if (/\p{Cc}/u.test(key)) continue;
    const step = handleScanKey(state, { ...bare, key, shiftKey: sign !== sign.toLowerCase(), at: at * 4 });
    ({ state } = step);
    if (step.card !== null) cards.push(step.card);
  }
  const { card } = endScan(state);
  return card === null ? cards : [...cards, card];
}

describe("the barcode of a card, drawn and read back by a reader of others", () => {
  it("is of ten states and a province, each twice", () => {
    const issuers = madeUpCards.map(({ what }) => what.replace(/ \d+$/, ""));
    expect([new Set(issuers).size, issuers.length]).toEqual([11, 22]);
  });

  // window-30: A license is read from the picture of its barcode, for twenty made-up cards and more
  it.each(madeUpCards)(
    "of $what holds its text, which a scanner types into all of its fields",
    { tags: ["window-30"] },
    async ({ what, text, person }) => {
      const png = await drawBarcode(text);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${what.toLowerCase().replaceAll(" ", "-")}.png`), png);
      const [read, ...others] = await readPicture(png);
      expect([read, others]).toEqual([text, []]);
      const [card, ...more] = typed(read ?? "");
      expect(more).toEqual([]);
      const found = readLicense(card ?? "");
      const fields = Object.fromEntries(Object.entries(person).filter(([, value]) => value !== ""));
      expect(found.kind === "read" && found.intake.values).toEqual(fields);
    },
  );
});
